/** A file over another that it extends: which of the two says what, and where. */
import type { SourceLocation } from "../types/index.ts";
import type { JsonPath } from "./locate.ts";
import type { ReadFile } from "./read.ts";

export type JsonRecord = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How much of a path a value has. */
function depthIn(value: unknown, at: JsonPath): number {
  let here = value;
  for (const [depth, key] of at.entries()) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return depth;
    here = (here as JsonRecord)[key];
  }
  return at.length;
}

/** One file over another, with the value that both make. What neither says is missed in the first. */
export function over(
  own: ReadFile,
  extended: ReadFile,
  merge: (base: JsonRecord, own: JsonRecord) => JsonRecord,
): ReadFile {
  const locate = (at: JsonPath, part?: "key" | "value"): SourceLocation =>
    depthIn(extended.value, at) > depthIn(own.value, at)
      ? { file: extended.path, ...extended.locate(at, part) }
      : own.locate(at, part);
  const value =
    isObject(own.value) && isObject(extended.value) ? merge(extended.value, own.value) : undefined;
  return { ...own, value, locate };
}

/** A file in the place of another one: what is found wrong in it is told in the file that says it. */
export const taken = (file: ReadFile, path: string): ReadFile => ({
  ...file,
  path,
  locate: (at, part) => ({ file: file.path, ...file.locate(at, part) }),
});
