import type { Field, Project } from "../project/project.ts";
import { rawSchemaProblems, type RawProblem } from "./raw-schema.ts";
import { rawUiProblems } from "./raw-ui.ts";

/** Checks the JSON Schema of a raw step, and how it is to be drawn. */
export function checkRaw(project: Project, { file, at, value }: Field): void {
  const { report } = project;
  const place = [...at, "schema"];
  if (report.isInvalid(file, place)) return;
  const tell = (key: "schema" | "ui", problems: RawProblem[]): void => {
    for (const { at: inner, code, values, part, suggestion } of problems) {
      report.add(file, [...at, key, ...inner], code, values, { suggestion, ...(part ? { part } : {}) });
    }
  };
  const problems = rawSchemaProblems(value.schema);
  tell("schema", problems);
  if (problems.length > 0) report.markInvalid(file, place);
  if (value.ui !== undefined) tell("ui", rawUiProblems(value.ui));
}
