/** What a key in an address looks like: long, and of letters and digits that nobody guesses. */
import { patternProblem } from "./pattern.ts";

const alphabets = [
  "Zq3xK9vT0aLm2Rw_YbQe-Hs7NdPj4Uc",
  "Zq3xK9vT0aLm2RwYb7QeHsNdPj4Uc",
  "3fa85f6457174562b3fc2c963f66afa6",
];
const uuid = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const [shortest, longest] = [16, 64];

/** Keys of each alphabet, as long as they are made. */
const tokens = [
  uuid,
  ...alphabets.flatMap((alphabet) =>
    Array.from({ length: longest - shortest + 1 }, (_, at) =>
      alphabet.repeat(Math.ceil(longest / alphabet.length)).slice(0, shortest + at),
    ),
  ),
];

/** Whether a pattern takes such keys. Without one, anything is taken; one that cannot be asked is told of elsewhere. */
export function admitsToken(pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  if (patternProblem(pattern)) return false;
  const asked = new RegExp(pattern, "u");
  return tokens.some((token) => asked.test(token));
}
