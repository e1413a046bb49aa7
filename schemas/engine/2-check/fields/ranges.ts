import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Project } from "../project/project.ts";

/** The keywords that bound a value from below and from above. */
export const limits = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
] as const;

/** The least is not above the most; `at` is the place of the least. */
export function checkRange(project: Project, file: ReadFile, [least, most]: unknown[], at: JsonPath): void {
  if (typeof least !== "number" || typeof most !== "number" || least <= most) return;
  project.report.add(file, at, "empty-range", { least: String(least), most: String(most) });
}
