import { namedOptions } from "../project/presets.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import { checkCall, checkCallPlace } from "../services/calls.ts";
import { waitsForButton } from "../variables/query-paths.ts";
import { depend, type Dependencies } from "../rules/dependencies.ts";
import { checkFilled } from "../fields/filled.ts";
import { checkQueryLoops } from "./query-loops.ts";
import { checkPersonalHeaders } from "../services/headers.ts";
import { nearest } from "../report/nearest.ts";
import type { Flow, Project } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";

/**
 * Checks the queries of a flow. A query's rules may read what is answered up to the first step that uses what it gives:
 * for the options or the button of a field, or in a rule.
 */
export function checkQueries(
  project: Project,
  flow: Flow,
  scope: Scope,
  dependencies: Dependencies,
  readIn: ReadonlyMap<string, number>,
): void {
  for (const [name, query] of Object.entries(flow.value.data ?? {})) {
    const at: JsonPath = ["data", name];
    const steps = [...flow.fields.values()].flatMap((field) =>
      [namedOptions(field.value.options).data, field.value.looksUp, field.value.asksAgain].includes(name)
        ? [field.step]
        : [],
    );
    const first = Math.min(...steps, readIn.get(name) ?? Infinity);
    const here: Scope = {
      ...scope,
      owner: `La consulta "${name}"`,
      ...(first === Infinity ? {} : { step: first }),
    };
    if (query.page === undefined) checkCall(project, flow.file, query, at);
    else checkOfPage(project, flow, query, at);
    checkCallPlace(project, flow.file, query, at, "query");
    checkPersonalHeaders(project, flow, query, at);
    const rules: [unknown, JsonPath][] = Object.entries(query.with ?? {}).map(([input, rule]) => [
      rule,
      [...at, "with", input],
    ]);
    if (query.when !== undefined) rules.push([query.when, [...at, "when"]]);
    for (const [rule, place] of rules) {
      for (const { to, at: where } of checkRule(project, flow.file, rule, place, here)) {
        depend(dependencies, `consulta ${name}`, { to, at: where });
      }
    }
    checkFills(project, flow, query, at, here);
  }
  checkLookUps(project, flow);
  checkQueryLoops(project, flow, dependencies);
}

/** What the page asks for says nothing of how it is asked for here; and only a finder stands in the midst of a page. */
function checkOfPage(
  project: Project,
  flow: Flow,
  query: NonNullable<Flow["value"]["data"]>[string],
  at: JsonPath,
): void {
  if (flow.value.finder !== true)
    project.report.add(
      flow.file,
      [...at, "page"],
      "not-a-finder",
      { what: `el flujo "${flow.id}" no lo es`, key: "page" },
      { part: "key" },
    );
  for (const key of ["on", "with", "optional", "when"] as const) {
    if (!(key in query)) continue;
    project.report.add(flow.file, [...at, key], "conflicting-keys", { key, other: "page" }, { part: "key" });
  }
}

/** What a query fills are fields with an answer of their own, up to the step in which it is asked. */
function checkFills(
  project: Project,
  flow: Flow,
  query: NonNullable<Flow["value"]["data"]>[string],
  at: JsonPath,
  scope: Scope,
): void {
  for (const [path, rule] of Object.entries(query.fills ?? {})) {
    const place = { file: flow.file, at: [...at, "fills", path], path, part: "key" as const };
    const { owner, step } = scope;
    const field = checkFilled(project, place, scope);
    if (field && step !== undefined && field.step > step) {
      const values = { owner, path, step: flow.steps[field.step]?.id ?? "" };
      project.report.add(flow.file, place.at, "later-step", values, { part: "key" });
    }
    checkRule(project, flow.file, rule, place.at, { ...scope, readsButtonQueries: true });
  }
}

/** A button presses a query that waits for it, and a query that waits has a button. */
function checkLookUps(project: Project, flow: Flow): void {
  const { report } = project;
  const queries = flow.value.data ?? {};
  const pressed = new Set<string>();
  // The one that is pressed by mistake may stand for one that nobody presses then.
  let mistaken = false;
  for (const { value, file, at, path } of flow.fields.values()) {
    const isKnown = (data: string, place: JsonPath): boolean => {
      if (Object.hasOwn(queries, data)) return true;
      const suggestion = nearest(data, Object.keys(queries));
      report.add(file, place, "unknown-data", { where: `El flujo "${flow.id}"`, data }, { suggestion });
      return false;
    };
    if (value.asksAgain !== undefined) isKnown(value.asksAgain, [...at, "asksAgain"]);
    const name = value.looksUp;
    if (name === undefined) continue;
    pressed.add(name);
    const place = [...at, "looksUp"];
    if (!isKnown(name, place)) mistaken = true;
    else if (report.isInvalid(flow.file, ["data", name])) mistaken = true;
    else if (!waitsForButton(flow, name)) {
      report.add(file, place, "look-up-not-pressed", { path, data: name });
      mistaken = true;
    }
  }
  for (const name of Object.keys(queries)) {
    if (mistaken || pressed.has(name) || !waitsForButton(flow, name)) continue;
    report.add(flow.file, ["data", name, "on"], "unpressed-data", { data: name });
  }
}
