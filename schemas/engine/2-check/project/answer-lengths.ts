import { lengthsOf } from "../patterns/lengths.ts";
import { schemasOfField, typeOf } from "./presets.ts";
import type { Field, Project } from "./project.ts";

/** How many characters an answer in a text may have, in any brand and variant; undefined where that is not known. */
export function maxLengthOfAnswer(project: Project, field: Field): number | undefined {
  if (typeOf(project, field) !== "text" || field.value.computed !== undefined) return undefined;
  if (project.report.isInvalid(field.file, field.at)) return undefined;
  const all = schemasOfField(project, field);
  const most = Math.max(...all.map(maxLengthOf));
  return all.length === 0 || most === Infinity ? undefined : most;
}

const maxLengthOf = ({ maxLength, pattern }: Record<string, unknown>): number =>
  Math.min(
    typeof maxLength === "number" ? maxLength : Infinity,
    typeof pattern === "string" ? lengthsOf(pattern).most : Infinity,
  );
