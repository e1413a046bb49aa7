import { absolute } from "../../1-read/relative.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import { typeOf } from "../project/presets.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { fits, jsonTypeOfAnswers, typesOf } from "../services/input-types.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks that what is worked out is of the field's type, as far as that is known: nobody could put it right. */
export function checkComputed(project: Project, flow: Flow, field: Field, scope: Scope): void {
  const { file, at, path, value } = field;
  if (value.computed === undefined) return;
  const expected = jsonTypeOfAnswers(typeOf(project, field));
  if (expected === undefined) return;
  const where = { project, file, flow, scope, facts: [], made: new Map() };
  const found = typesOf(where, absolute(value.computed, scope.names ?? {}));
  const wrong = found?.find((one) => !fits(one, expected));
  if (wrong === undefined) return;
  const values = { path, expected: jsonTypeInWords(expected), found: jsonTypeInWords(wrong) };
  project.report.add(file, [...at, "computed"], "computed-of-other-type", values, { part: "key" });
}
