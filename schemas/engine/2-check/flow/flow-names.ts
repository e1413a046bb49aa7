import type { JsonPath } from "../../1-read/locate.ts";
import type { Flow, Project, Step, ProgramLine } from "../project/project.ts";
import { allResults, reservedNames } from "../variables/variables.ts";

import { programKeys } from "../project/awaits.ts";

/** Checks the names that a flow gives: of steps, their addresses, fields and results, and names of before. */
export function checkFlowNames(project: Project, flow: Flow): void {
  const { report } = project;
  const { file } = flow;
  checkSteps(project, flow);
  checkFormerly(project, flow);
  for (const name of allResults(flow)) {
    if (name.endsWith("()") || !(reservedNames.has(name) || flow.steps.some(({ id }) => id === name)))
      continue;
    const at = resultPlace(flow, name);
    if (!at) continue;
    const values = { id: name, what: "el nombre de un resultado" };
    report.add(file, at, "reserved-name", values, at.at(-1) === "as" ? {} : { part: "key" });
  }
  const isOver = flow.steps.some(({ value }) => value.ends === true) || leadsAway(flow.steps.at(-1));
  if (flow.value.finder !== true && !isOver) {
    report.add(file, ["steps"], "no-final-step", { flow: flow.id }, { part: "key" });
  }
}

/** Whether the program of a step always leads to another page in the end: nobody waits for a next step there. */
function leadsAway(step: Step | undefined): boolean {
  const last = step?.value.onContinue?.at(-1);
  return last !== undefined && "redirect" in last && last.when === undefined;
}

/** An anchor leads to one step, as its other address does. `addresses` are those so far. */
function checkAnchor({ report }: Project, flow: Flow, step: Step, addresses: Map<string, string>): void {
  const anchor = step.value.anchor;
  if (anchor === undefined) return;
  const slug = `#${anchor}`;
  const other = addresses.get(slug);
  if (other !== undefined) {
    report.add(flow.file, [...step.at, "anchor"], "duplicate-slug", { step: step.id, other, slug });
  }
  addresses.set(slug, step.id);
}

function checkSteps(project: Project, flow: Flow): void {
  const { report } = project;
  const { file } = flow;
  const slugs = new Map<string, string>();
  for (const step of flow.steps) {
    if (reservedNames.has(step.id)) {
      report.add(file, step.at, "reserved-name", { id: step.id, what: "un paso" }, { part: "key" });
    }
    const slug = step.index === 0 ? undefined : (step.value.slug ?? step.id);
    const other = slug === undefined ? undefined : slugs.get(slug);
    if (slug !== undefined && other !== undefined) {
      const at = "slug" in step.value ? [...step.at, "slug"] : step.at;
      report.add(file, at, "duplicate-slug", { step: step.id, other, slug });
    }
    if (slug !== undefined) slugs.set(slug, step.id);
    checkAnchor(project, flow, step, slugs);
    const seen = new Set<string>();
    for (const [sectionId, section] of Object.entries(step.value.sections ?? {})) {
      const { fields, fieldsFrom } = section;
      const { known } = fieldsFrom ?? {};
      const own = Object.keys(fields ?? {}).map((id) => ({ id, under: ["fields"] }));
      const named = Object.keys(known ?? {}).map((id) => ({ id, under: ["fieldsFrom", "known"] }));
      for (const { id, under } of [...own, ...named]) {
        const at = [...step.at, "sections", sectionId, ...under, id];
        if (seen.has(id)) report.add(file, at, "duplicate-field", { step: step.id, id }, { part: "key" });
        seen.add(id);
      }
    }
  }
}

/** A path of before is no path of now, and moved to one place only. */
function checkFormerly(project: Project, flow: Flow): void {
  const moved = new Map<string, string>();
  for (const { path, value, file, at } of flow.fields.values()) {
    const formerly = value.formerly;
    if (formerly === undefined) continue;
    const other = flow.fields.has(formerly) ? formerly : moved.get(formerly);
    if (other === undefined) moved.set(formerly, path);
    else {
      const why = other === formerly ? "que hoy es un campo" : `que ya es el de antes de "${other}"`;
      project.report.add(file, [...at, "formerly"], "formerly-taken", { path, formerly, why });
    }
  }
}

/** Where a program gives a name to a result. */
function resultPlace(flow: Flow, name: string): JsonPath | undefined {
  const find = (lines: ProgramLine[] = [], at: JsonPath): JsonPath | undefined => {
    for (const [index, line] of lines.entries()) {
      if (line.as === name) return [...at, index, "as"];
      if (name in (line.set ?? {})) return [...at, index, "set", name];
      for (const key of programKeys) {
        const inside = find(line[key], [...at, index, key]);
        if (inside) return inside;
      }
    }
    return undefined;
  };
  for (const step of flow.steps) {
    const at = find(step.value.onContinue, [...step.at, "onContinue"]);
    if (at) return at;
  }
  for (const [id, dialog] of Object.entries(flow.value.dialogs ?? {})) {
    for (const [button, value] of Object.entries(dialog.buttons ?? {})) {
      const at = find(value.onPress, ["dialogs", id, "buttons", button, "onPress"]);
      if (at) return at;
    }
  }
  return undefined;
}
