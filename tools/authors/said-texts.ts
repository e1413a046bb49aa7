import { plainWords, type Words } from "../../schemas/engine/all.ts";

const isNode = (value: unknown): boolean =>
  typeof value === "string" ||
  (typeof value === "object" && value !== null && ("tag" in value || "var" in value));

/** Whatever a page's blocks say, slot by slot, as plain text. */
export function saidTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && value.length > 0 && value.every(isNode)) return [plainWords(value as Words)];
  return Object.values(value).flatMap(saidTexts);
}
