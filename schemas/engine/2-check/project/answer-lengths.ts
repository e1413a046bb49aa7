import { lengthsOf } from "../patterns/lengths.ts";
import { presetsOfField, typeOf } from "./presets.ts";
import type { Field, Kind, Project } from "./project.ts";

/** How many characters an answer in a text may have, in any brand; undefined where that is not known. */
export function maxLengthOfAnswer(project: Project, field: Field): number | undefined {
  if (typeOf(project, field) !== "text" || field.value.computed !== undefined) return undefined;
  if (project.report.isInvalid(field.file, field.at)) return undefined;
  const kinds = presetsOfField(project, field);
  // What a variant says is said under a condition.
  if (field.value.variants || kinds.length === 0 || kinds.some(({ value }) => value.variants))
    return undefined;
  const most = Math.max(...kinds.map((kind) => maxLengthOf(kind, field)));
  return most === Infinity ? undefined : most;
}

function maxLengthOf({ value }: Kind, field: Field): number {
  const { maxLength, pattern } = { ...value.schema, ...field.value.schema };
  return Math.min(
    typeof maxLength === "number" ? maxLength : Infinity,
    typeof pattern === "string" ? lengthsOf(pattern).most : Infinity,
  );
}
