import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import { readVariable } from "./variables.ts";
import type { Scope } from "./scope.ts";
import { unanswered } from "./unanswered.ts";

/** Checks that a path names a field that has an answer of its own. What is later may be named too. */
export function checkAnswered(
  project: Project,
  place: { file: ReadFile; at: JsonPath; path: string; part?: "key" | "value" },
  { owner, flow, brands, names, parameters, declares, open }: Scope,
): Field | undefined {
  const { file, at, path, part = "value" } = place;
  const scope: Scope = {
    owner,
    brands,
    ...(flow ? { flow } : {}),
    ...(names ? { names } : {}),
    ...(parameters ? { parameters } : {}),
    ...(declares === undefined ? {} : { declares }),
    ...(open ? { open } : {}),
  };
  const tell = (code: "unknown-field" | "no-answer", values: Record<string, string>, suggestion?: string) =>
    project.report.add(file, at, code, { owner, path, where: "", ...values }, { suggestion, part });
  const reading = readVariable(project, scope, path);
  if ("unresolved" in reading) return undefined;
  if ("finding" in reading) {
    const { code, values, suggestion } = reading.finding;
    if (code === "unknown-variable") tell("unknown-field", {}, suggestion);
    else project.report.add(file, at, code, values, { suggestion, part });
    return undefined;
  }
  if (!("field" in reading)) {
    tell("unknown-field", {});
    return undefined;
  }
  const { field } = reading;
  if (typeOf(project, field) === "group") {
    tell("no-answer", { what: unanswered.group });
    return undefined;
  }
  return field;
}
