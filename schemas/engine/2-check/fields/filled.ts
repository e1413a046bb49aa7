import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { checkAnswered } from "../variables/answered-fields.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";
import { whyUnanswered } from "../variables/unanswered.ts";

/** What a query or a program fills: a field with an answer of its own, that is no list. Gives it where it is one. */
export function checkFilled(
  project: Project,
  place: { file: ReadFile; at: JsonPath; path: string; part: "key" },
  scope: Scope,
): Field | undefined {
  const field = checkAnswered(project, place, scope);
  const what = field && (whyUnanswered(project, field) ?? whyNotFilled(project, field));
  if (what === undefined) return field;
  const { file, at, path, part } = place;
  project.report.add(file, at, "no-answer", { owner: scope.owner, path, what }, { part });
  return undefined;
}

const whyNotFilled = (project: Project, field: Field): string | undefined =>
  typeOf(project, field) === "list" ? "una lista: sus filas las agrega la persona" : undefined;
