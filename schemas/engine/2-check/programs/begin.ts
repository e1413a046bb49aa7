import type { JsonPath } from "../../1-read/locate.ts";
import { checkAnswered } from "../variables/answered-fields.ts";
import { nearest } from "../report/nearest.ts";
import { checkGivenAnswers } from "../routes/given-answers.ts";
import { parametersOf } from "../project/presets.ts";
import type { Program } from "./programs.ts";
import { flowsOn, screensOf, type Step, type ProgramLine } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import { innerPrograms } from "../project/awaits.ts";

/** Checks a line that puts another flow in line. `after` are the lines that may follow it. */
export function checkBegin(
  { project, flow, scope }: Program,
  line: ProgramLine,
  at: JsonPath,
  after: ProgramLine[],
): void {
  const { report } = project;
  const { file } = flow;
  const { owner } = scope;
  for (const key of ["with", "answers"] as const) {
    for (const [name, rule] of Object.entries(line[key] ?? {})) {
      checkRule(project, file, rule, [...at, key, name], scope);
    }
  }
  if (!after.flatMap(withBranches).some((next) => "go" in next && reachesEnd(flow.steps, next.go))) {
    report.add(file, [...at, "begin"], "begin-without-end", { flow: String(line.begin) });
  }
  const id = String(line.begin);
  const target = project.flows.get(id);
  if (!target) {
    if (project.isUnresolved("flow", id)) return;
    const suggestion = nearest(id, project.flows.keys());
    return report.add(file, [...at, "begin"], "unknown-flow", { flow: id }, { suggestion });
  }
  if (report.isInvalid(target.file)) return;
  if (("forEach" in target.value && target.value.alone !== true) || target.value.subject !== undefined) {
    return report.add(file, [...at, "begin"], "begin-of-many", { flow: id });
  }
  if (target.value.finder === true) {
    const values = { flow: id, what: 'un final: no se puede dejar en espera ("begin")' };
    return report.add(file, [...at, "begin"], "not-in-finder", values);
  }
  const parameters = Object.keys(parametersOf(target));
  for (const name of Object.keys(line.with ?? {})) {
    if (parameters.includes(name)) continue;
    const options = { part: "key" as const, suggestion: nearest(name, parameters) };
    const values = { owner: `El flujo "${id}"`, parameter: name };
    report.add(file, [...at, "with", name], "unknown-parameter", values, options);
  }
  for (const path of Object.keys(line.answers ?? {})) {
    const place = { file, at: [...at, "answers", path], path, part: "key" as const };
    checkAnswered(project, place, { owner, flow: target, brands: [] });
  }
  const given = Object.entries(line.answers ?? {}).flatMap(([path, value]): [string, string][] =>
    typeof value === "string" ? [[path, value]] : [],
  );
  checkGivenAnswers(project, target, new Map(given), { file, at: (path) => [...at, "answers", path] });
  for (const brand of scope.brands) {
    if (screensOf(project, brand).some((screen) => flowsOn(screen).includes(id))) continue;
    const values = { brand: brand.id, flow: id, source: `el flujo "${flow.id}"` };
    report.add(brand.file, ["screens"], "missing-flow", values, { part: "key", once: true });
  }
}

/** A line with those of its branches: after a wait, one of them is done. */
const withBranches = (line: ProgramLine): ProgramLine[] =>
  "await" in line ? innerPrograms(line).flatMap((lines) => lines.flatMap(withBranches)) : [line];

/** Whether that step is a final one. Of one that is not there, something is told elsewhere. */
function reachesEnd(steps: Step[], target: string | undefined): boolean {
  const found = steps.find(({ id }) => id === target);
  return !found || found.value.ends === true;
}
