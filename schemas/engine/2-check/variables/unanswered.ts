import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";

/** Why nobody answers a field itself, in Spanish; undefined where somebody does. */
export function whyUnanswered(project: Project, field: Field): string | undefined {
  const type = typeOf(project, field);
  if (type === "display") return "un texto que solo se muestra";
  if (type === "group") return "un grupo: responden sus campos";
  return field.value.computed === undefined ? undefined : "un campo calculado";
}
