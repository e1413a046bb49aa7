import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";

/** Why nobody answers a field itself, as diagnostics say it. */
export const unanswered = {
  display: "un texto que solo se muestra",
  group: "un grupo: responden sus campos",
  computed: "un campo calculado",
} as const;

/** The same for a field; undefined where somebody answers it. */
export function whyUnanswered(project: Project, field: Field): string | undefined {
  const type = typeOf(project, field);
  if (type === "display" || type === "group") return unanswered[type];
  return field.value.computed === undefined ? undefined : unanswered.computed;
}
