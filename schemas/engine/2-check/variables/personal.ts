import { presetsOfField } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";

/** Whether an answer may say something of a person, in any brand. What says nothing is personal. */
export function isPersonal(project: Project, field: Field): boolean {
  const own = field.value.personal;
  if (typeof own === "boolean") return own;
  const kinds = presetsOfField(project, field);
  return kinds.length === 0 || kinds.some((kind) => kind.value.personal !== false);
}
