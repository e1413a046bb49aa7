import { randomSource } from "../random.ts";

const bytes = randomSource(16);

/** A value that nobody can guess, for one answer's content security policy. */
export const nonce = (): string => bytes().toString("base64url");
