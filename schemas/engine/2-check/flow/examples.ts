import type { JsonPath } from "../../1-read/locate.ts";
import { dateIsValid } from "../../operations/date.ts";
import { nearest } from "../report/nearest.ts";
import { dayInWords } from "../report/value-words.ts";
import { fieldInRow, pathsLike } from "../project/row-paths.ts";
import { checkExampleProgram, checkStep } from "./example-programs.ts";
import { checkRowsAt, rowsIn } from "../content/content-rows.ts";
import { checkContentValues } from "../content/content-values.ts";
import {
  openFlow,
  type Field,
  type Flow,
  type Project,
  type Example,
  type PageExample,
} from "../project/project.ts";
import { problemCodes } from "../wording/field-slots.ts";
import { listed } from "../report/values.ts";
import { whyUnanswered } from "../variables/unanswered.ts";

/** Checks that examples speak of brands, fields, steps, queries and problems that there are. */
export function checkExamples(project: Project): void {
  const { report } = project;
  for (const example of project.examples) {
    const flow = [...project.flows.values()].find(({ owner }) => owner === example.owner);
    if (!flow || report.isInvalid(flow.file)) continue;
    const { file, value } = example;
    checkBrandAndDay(project, example);
    const queries = Object.keys(flow.value.data ?? {});
    for (const data of Object.keys(value.data ?? {})) {
      if (queries.includes(data)) continue;
      const suggestion = nearest(data, queries);
      report.add(
        file,
        ["data", data],
        "unknown-data",
        { where: `El flujo "${flow.id}"`, data },
        { part: "key", suggestion },
      );
    }
    const expect = value.expect ?? {};
    for (const [index, step] of (expect.steps ?? []).entries()) {
      checkStep(project, flow, file, step, ["expect", "steps", index]);
    }
    checkExampleProgram(project, flow, example);
    checkPaths(project, flowOf(project, flow, example), example);
  }
}

/** Checks that there are the brand and the day that an example names. */
export function checkBrandAndDay(project: Project, { file, value }: Example | PageExample): void {
  const { today } = value;
  if (today !== undefined && !dateIsValid(today)) {
    project.report.add(file, ["today"], "malformed-value", { value: today, pattern: dayInWords });
  }
  const brand = String(value.brand);
  if (project.brands.has(brand) || project.isUnresolved("brand", brand)) return;
  const suggestion = nearest(brand, project.brands.keys());
  project.report.add(file, ["brand"], "unknown-brand", { brand }, { suggestion });
}

/** The flow as the example has it: with the questions of the content that it is about. */
function flowOf(project: Project, flow: Flow, { file, value }: Example): Flow {
  const { report, content } = project;
  const id = flow.value.forEach;
  if (id === undefined) {
    const values = { key: "content", allowed: listed(["describe", "brand", "today", "answers", "expect"]) };
    if ("content" in value) report.add(file, ["content"], "unknown-key", values, { part: "key" });
    return flow;
  }
  const type = content.types.get(id);
  if (!type) return flow;
  if (!("content" in value)) {
    if (flow.value.alone === true) return flow;
    report.add(file, [], "missing-key", { key: "content" });
    return flow;
  }
  const brand = project.brands.get(String(value.brand));
  const written = value.content ?? {};
  checkContentValues(project, file, type, ["content"], brand ? [brand] : []);
  checkRowsAt(project, flow, file, ["content"], written);
  return { ...openFlow(flow, project, rowsIn(id, written)), trees: flow.trees };
}

function checkPaths(project: Project, flow: Flow, { file, value }: Example): void {
  const { report } = project;
  const known = (path: string, at: JsonPath, part: "key" | "value"): Field | undefined => {
    const field = fieldInRow(flow, path);
    if (field) return field;
    const owner = "El ejemplo";
    const inRows = flow.fields.get(path);
    if (inRows?.list) {
      const values = { owner, path, list: inRows.list.path, inner: path.slice(inRows.list.path.length + 1) };
      report.add(file, at, "read-of-row", values, { part });
      return undefined;
    }
    const step = flow.steps.find(({ id }) => id === path.split(".")[0]);
    const values = { owner, path, where: step ? ` al paso "${step.id}"` : "" };
    report.add(file, at, "unknown-field", values, { part, suggestion: nearest(path, pathsLike(flow, path)) });
    return undefined;
  };
  const expect = value.expect ?? {};
  for (const key of ["answers", "edits"] as const) {
    for (const path of Object.keys(value[key] ?? {})) {
      const at = [key, path];
      const field = known(path, at, "key");
      const what = field && whyUnanswered(project, field);
      if (what !== undefined) {
        report.add(file, at, "no-answer", { owner: "El ejemplo", path, what }, { part: "key" });
      }
    }
  }
  for (const key of ["values", "options"] as const) {
    for (const path of Object.keys(expect[key] ?? {})) known(path, ["expect", key, path], "key");
  }
  for (const list of ["visible", "hidden", "disabled"] as const) {
    for (const [index, path] of (expect[list] ?? []).entries()) {
      known(path, ["expect", list, index], "value");
    }
  }
  for (const [path, problem] of Object.entries(expect.problems ?? {})) {
    const at = ["expect", "problems", path];
    const field = known(path, at, "key");
    if (!field) continue;
    const codes = problemCodes(project, field);
    if (codes.size === 0 || codes.has(problem)) continue;
    const values = { path, problem, allowed: listed(codes) };
    report.add(file, at, "unknown-problem", values, { suggestion: nearest(problem, codes) });
  }
}
