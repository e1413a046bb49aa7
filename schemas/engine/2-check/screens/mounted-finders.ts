import { namedOptions } from "../project/presets.ts";
import type { Field, Flow, Project, Screen } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { whyUnanswered } from "../variables/unanswered.ts";
import { unfitForAddress } from "../variables/address-values.ts";
import { checkFilters } from "./page-parameters.ts";
import { checkTotal, misfitOfRows, partOf } from "./query-parts.ts";

/**
 * Checks what a screen and the finder on it have of each other: the panel around it, and the options that come with the
 * screen's own data. That data reads the answers, and gives what they are chosen from. It ends all the same: options only
 * ever take answers away, and what is filled from it is filled once for each answer, of which the page keeps those that it had.
 */
export function checkMountedFinder(project: Project, screen: Screen, flow: Flow, index: number): void {
  const { report } = project;
  const { file, value } = screen;
  const block = (value.blocks ?? [])[index] ?? {};
  const at = ["blocks", index];
  if (flow.value.finder !== true && !report.isInvalid(flow.file)) {
    for (const key of ["chips", "tabs", "drawer"] as const) {
      if (!(key in block)) continue;
      report.add(
        file,
        [...at, key],
        "not-a-finder",
        { what: `el flujo "${flow.id}" no lo es`, key },
        { part: "key" },
      );
    }
    return;
  }
  checkTotal(project, screen, block.drawer?.total, [...at, "drawer", "total"]);
  checkTabs(project, screen, flow, index);
  for (const field of flow.fields.values()) checkPageOptions(project, screen, flow, field, index);
  checkPageQueries(project, screen, flow, index);
  checkFilters(project, screen, flow, index);
  checkAllBound(project, screen, flow, index);
}

/** That each question of the finder has its answer in the screen's address: it is kept nowhere else. */
function checkAllBound(project: Project, screen: Screen, flow: Flow, index: number): void {
  if (project.report.isInvalid(flow.file)) return;
  const { answers = {} } = (screen.value.blocks ?? [])[index] ?? {};
  const hasAnswers = Object.keys(answers).length > 0;
  const at = ["blocks", index, hasAnswers ? "answers" : "flow"];
  // What a query fills is filled anew.
  const filled = new Set(
    Object.values(flow.value.data ?? {}).flatMap(({ fills }) => Object.keys(fills ?? {})),
  );
  for (const [path, field] of flow.fields) {
    if (path in answers || filled.has(path) || whyUnanswered(project, field) !== undefined) continue;
    // What no address takes is told where the finder asks it.
    if (unfitForAddress(project, field) !== undefined) continue;
    const values = { path, flow: flow.id, screen: screen.id };
    project.report.add(screen.file, at, "not-in-address", values, hasAnswers ? { part: "key" } : {});
  }
}

/** That tabs are the options of a question whose answer is in the address. */
function checkTabs(project: Project, screen: Screen, flow: Flow, index: number): void {
  const { tabs, answers } = (screen.value.blocks ?? [])[index] ?? {};
  const path = tabs?.field;
  if (path === undefined) return;
  const fit = Object.keys(answers ?? {}).filter((one) => {
    const field = flow.fields.get(one);
    return field !== undefined && field.value.options !== undefined;
  });
  if (fit.includes(path)) return;
  const values = { owner: "La pantalla", path, where: "" };
  const at = ["blocks", index, "tabs", "field"];
  project.report.add(screen.file, at, "unknown-field", values, { suggestion: nearest(path, fit) });
}

/** That what the flow fills in from a query of the screen is what such a query gives: of that name, by that call. */
function checkPageQueries(project: Project, screen: Screen, flow: Flow, index: number): void {
  const queries = screen.value.data ?? {};
  for (const { page, call } of Object.values(flow.value.data ?? {})) {
    if (page === undefined) continue;
    const at = ["blocks", index, "flow"];
    const asked = queries[page];
    if (!asked || asked.call !== call) {
      const known = Object.keys(queries).filter((one) => queries[one]?.call === call);
      const where = `La pantalla "${screen.id}", que muestra el buscador "${flow.id}",`;
      project.report.add(
        screen.file,
        at,
        "unknown-data",
        { where, data: page },
        { suggestion: nearest(page, known) },
      );
      continue;
    }
  }
}

/** That the options of a field are in what the screen's query gives: rows with a value and a label. */
function checkPageOptions(project: Project, screen: Screen, flow: Flow, field: Field, index: number): void {
  const { page, rows } = namedOptions(field.value.options);
  if (page === undefined || rows === undefined) return;
  const at = ["blocks", index, "flow"];
  const found = partOf(project, screen, page, rows.split("."));
  if (found === "no query") {
    const known = Object.keys(screen.value.data ?? {});
    const where = `La pantalla "${screen.id}", que muestra el buscador "${flow.id}",`;
    const values = { where, data: page };
    return project.report.add(screen.file, at, "unknown-data", values, { suggestion: nearest(page, known) });
  }
  const why = found === "unknown" ? "no está en lo que da" : misfitOfRows(found);
  if (why === undefined) return;
  project.report.add(field.file, [...field.at, "options", "rows"], "unfit-page-data", {
    data: page,
    rows,
    why,
  });
}
