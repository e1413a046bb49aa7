import { ruleVariables } from "../../4-evaluate/rules.ts";
import { widgetsOf } from "../project/presets.ts";
import { waitsForButton } from "../variables/query-paths.ts";
import type { Dependencies } from "../rules/dependencies.ts";
import type { Flow, Project } from "../project/project.ts";

/**
 * Warns of queries that are asked again because of what they filled themselves, straight or through others. They may
 * well come to rest, so it is no error; one that waits for a button does not go on by itself.
 */
export function checkQueryLoops(project: Project, flow: Flow, dependencies: Dependencies): void {
  const queries = Object.entries(flow.value.data ?? {}).flatMap(([name, query]) =>
    waitsForButton(flow, name) || waitsForAnswer(project, flow, query.when)
      ? []
      : [{ name, fills: Object.keys(query.fills ?? {}) }],
  );
  const needs = (node: string): string[] => (dependencies.get(node) ?? []).map(({ to }) => to);
  const asked = new Map(queries.map(({ name }) => [name, closure(`consulta ${name}`, needs)]));
  /** Queries that are asked again when this one filled its fields. */
  const wakes = (name: string): string[] => {
    const fills = queries.find((one) => one.name === name)?.fills ?? [];
    return queries.flatMap((other) =>
      fills.some((path) => asked.get(other.name)?.has(path)) ? [other.name] : [],
    );
  };
  const woken = new Map(queries.map(({ name }) => [name, closure(name, wakes)]));
  const told = new Set<string>();
  for (const { name, fills } of queries) {
    const again = woken.get(name)!;
    // Each circle is told once.
    if (!again.has(name) || [...told].some((one) => again.has(one) && woken.get(one)?.has(name))) continue;
    told.add(name);
    const circle = [...again].filter((one) => woken.get(one)?.has(name));
    const path = fills.find((one) => circle.some((other) => asked.get(other)?.has(one)))!;
    const at = ["data", name, "fills", path];
    project.report.add(flow.file, at, "endless-fill", { data: name, path }, { part: "key" });
  }
}

/** Whether a condition reads an answer that a person gives with a button: it is given anew each time. */
const waitsForAnswer = (project: Project, flow: Flow, when: unknown): boolean =>
  ruleVariables(when).some((path) => {
    const field = flow.fields.get(path);
    return field !== undefined && widgetsOf(project, field).includes("button");
  });

/** All that is reached from something by steps: at least one, so that it holds itself only in a circle. */
function closure(start: string, next: (name: string) => Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const open = [...next(start)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...next(name));
  }
  return seen;
}
