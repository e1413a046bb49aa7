import { isWords, plainWords } from "../../schemas/engine/all.ts";

/** Whatever a page's blocks say, slot by slot, as plain text. */
export function saidTexts(value: unknown): string[] {
  if (isWords(value)) return [plainWords(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(saidTexts);
}
