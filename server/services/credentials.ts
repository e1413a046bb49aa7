/** The headers by which a call shows for whom it is made, and that a person asks. */
import { isIP } from "node:net";
import type { CompiledCall } from "../../schemas/engine/serve.ts";
import { plainAddress } from "../http/client-network.ts";

const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

const isToken = (value: unknown): value is string => typeof value === "string" && tokenPattern.test(value);

interface Shown {
  token: unknown;
  /** What proves that a person asks. */
  captcha: string | undefined;
  visitorAddress: string | undefined;
  /** Id of whoever is signed in. */
  person: string | undefined;
}

/**
 * The headers by name in lower case; undefined where the call needs a token and `token` is none, where it needs somebody
 * who is signed in and nobody is, or where what came as a captcha cannot be one.
 */
export function credentialsOf(
  { authorization, ...call }: Pick<CompiledCall, "authorization" | "captcha" | "visitorAddress" | "person">,
  { token, captcha, visitorAddress, person }: Shown,
): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  if (authorization) {
    if (!isToken(token)) return undefined;
    headers["authorization"] = authorization.scheme === "bearer" ? `Bearer ${token}` : token;
  }
  // Whether a person had to prove it was decided where the request came in; whoever is called decides for itself.
  if (call.captcha && captcha !== undefined) {
    if (!isToken(captcha)) return undefined;
    headers["x-recaptcha-authorization"] = `reCAPTCHA ${captcha}`;
  }
  if (call.person) {
    if (!isToken(person)) return undefined;
    headers["x-person"] = person;
  }
  // Nobody is there where a branch runs or an attempt is resumed: whoever is called decides what that means.
  const address = call.visitorAddress && plainAddress(visitorAddress);
  if (address && isIP(address) !== 0) headers["x-forwarded-for"] = address;
  return headers;
}
