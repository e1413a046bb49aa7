import type { At } from "../1-read/locate.ts";
import { checkCall } from "./calls.ts";
import { checkCycles, depend, type Dependencies } from "./dependencies.ts";
import { checkField, checkOnlyFor } from "./fields.ts";
import { checkOptions, checkTrees } from "./options.ts";
import { checkProgram } from "./programs.ts";
import { brandsOf, type Flow, type Project } from "./project.ts";
import { checkRule } from "./rules.ts";
import type { Grammar } from "./shape.ts";
import { allResults, reservedNames, type Scope } from "./variables.ts";
import { asObject, asText } from "./values.ts";

/** Checks what a flow means. Gives the first step from which each mail is sent. */
export function checkFlow(project: Project, flow: Flow, grammar: Grammar): Map<string, number> {
  const dependencies: Dependencies = new Map();
  const brands = brandsOf(project, flow.id);
  const mails = new Map<string, number>();
  checkNames(project, flow);
  for (const field of flow.fields.values()) {
    const scope: Scope = {
      owner: `La regla de "${field.path}"`,
      flow,
      step: field.step,
      results: allResults(flow, field.step),
      brands,
    };
    checkField(project, flow, field, scope, grammar, dependencies);
    checkOptions(project, flow, field, scope, dependencies);
  }
  for (const step of flow.steps) {
    const scope: Scope = {
      owner: `La regla del paso "${step.id}"`,
      flow,
      step: step.index,
      results: allResults(flow, step.index),
      brands,
    };
    if (step.value["visibleWhen"] !== undefined) {
      for (const { field, at } of checkRule(
        project,
        flow.file,
        step.value["visibleWhen"],
        [...step.at, "visibleWhen"],
        scope,
      )) {
        depend(dependencies, `paso ${step.id}`, { to: field.path, at });
      }
    }
    checkOnlyFor(project, flow, step.value["onlyFor"], step.at, scope);
    for (const [id, section] of Object.entries(asObject(step.value["sections"]))) {
      checkOnlyFor(project, flow, asObject(section)["onlyFor"], [...step.at, "sections", id], scope);
    }
    checkProgram(project, flow, step, scope, mails);
  }
  checkData(project, flow, { owner: "", flow, brands, results: allResults(flow) }, dependencies);
  for (const [id, mail] of Object.entries(asObject(flow.value["mails"]))) {
    const step = mails.get(id);
    const scope: Scope = {
      owner: `El correo "${id}"`,
      flow,
      brands,
      program: true,
      results: allResults(flow),
    };
    const to = ["mails", id, "to"];
    checkRule(project, flow.file, asObject(mail)["to"], to, step === undefined ? scope : { ...scope, step });
  }
  checkCycles(project, flow, dependencies);
  checkTrees(project, flow);
  return mails;
}

/** A query's rules may read what is answered up to the first step that uses its options. */
function checkData(project: Project, flow: Flow, scope: Scope, dependencies: Dependencies): void {
  for (const [name, value] of Object.entries(asObject(flow.value["data"]))) {
    const query = asObject(value);
    const at: At = ["data", name];
    const steps = [...flow.fields.values()].flatMap((field) =>
      asObject(field.value["options"])["data"] === name ? [field.step] : [],
    );
    const here: Scope = {
      ...scope,
      owner: `La consulta "${name}"`,
      ...(steps.length > 0 ? { step: Math.min(...steps) } : {}),
    };
    checkCall(project, flow.file, query, at);
    const rules: [unknown, At][] = Object.entries(asObject(query["with"])).map(([input, rule]) => [
      rule,
      [...at, "with", input],
    ]);
    if (query["when"] !== undefined) rules.push([query["when"], [...at, "when"]]);
    for (const [rule, place] of rules) {
      for (const use of checkRule(project, flow.file, rule, place, here)) {
        depend(dependencies, `consulta ${name}`, { to: use.field.path, at: use.at });
      }
    }
  }
}

function checkNames(project: Project, flow: Flow): void {
  const { report } = project;
  const { file } = flow;
  const slugs = new Map<string, string>();
  for (const step of flow.steps) {
    if (reservedNames.has(step.id)) {
      report.add(file, step.at, "reserved-name", { id: step.id, what: "un paso" }, { part: "key" });
    }
    const slug = step.index === 0 ? undefined : (asText(step.value["slug"]) ?? step.id);
    const other = slug === undefined ? undefined : slugs.get(slug);
    if (slug !== undefined && other !== undefined) {
      const at = "slug" in step.value ? [...step.at, "slug"] : step.at;
      report.add(file, at, "duplicate-slug", { step: step.id, other, slug });
    }
    if (slug !== undefined) slugs.set(slug, step.id);
    const seen = new Set<string>();
    for (const [sectionId, section] of Object.entries(asObject(step.value["sections"]))) {
      for (const id of Object.keys(asObject(asObject(section)["fields"]))) {
        const at = [...step.at, "sections", sectionId, "fields", id];
        if (seen.has(id)) report.add(file, at, "duplicate-field", { step: step.id, id }, { part: "key" });
        seen.add(id);
      }
    }
  }
  for (const name of allResults(flow)) {
    if (name.endsWith("()") || !(reservedNames.has(name) || flow.steps.some(({ id }) => id === name)))
      continue;
    const at = resultPlace(flow, name);
    if (at)
      report.add(
        file,
        at,
        "reserved-name",
        { id: name, what: "el nombre de un resultado" },
        at.at(-1) === "as" ? {} : { part: "key" },
      );
  }
  if (!flow.steps.some(({ value }) => value["ends"] === true)) {
    report.add(file, ["steps"], "no-final-step", { flow: flow.id }, { part: "key" });
  }
}

/** Where a program gives a name to a result. */
function resultPlace(flow: Flow, name: string): At | undefined {
  const find = (lines: unknown, at: At): At | undefined => {
    for (const [index, one] of (Array.isArray(lines) ? lines : []).entries()) {
      const line = asObject(one);
      if (line["as"] === name) return [...at, index, "as"];
      if (name in asObject(line["set"])) return [...at, index, "set", name];
      const inside = find(line["onFailure"], [...at, index, "onFailure"]);
      if (inside) return inside;
    }
    return undefined;
  };
  for (const step of flow.steps) {
    const at = find(step.value["onContinue"], [...step.at, "onContinue"]);
    if (at) return at;
  }
  return undefined;
}
