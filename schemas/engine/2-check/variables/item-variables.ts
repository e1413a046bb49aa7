import { nearest } from "../report/nearest.ts";
import { innerPaths } from "./field-paths.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import { readVariable } from "./variables.ts";
import type { VariableProblem, Scope } from "./scope.ts";
import { isObject } from "../report/values.ts";

/** What `var` means inside `map` and its like: what stands in one row of a list, where that is known. */
export interface ItemScope {
  list: Field | undefined;
  /** In `reduce`, the row is `current`. */
  reduces: boolean;
}

/** The list whose rows a rule gives, if it gives those. */
export function listOf(
  project: Project,
  scope: Scope,
  rule: unknown,
  item: ItemScope | undefined,
): Field | undefined {
  if (!isObject(rule) || item) return undefined;
  const filtered = rule["filter"];
  if (Array.isArray(filtered)) return listOf(project, scope, filtered[0], item);
  const path = [rule["var"]].flat()[0];
  if (typeof path !== "string") return undefined;
  const reading = readVariable(project, scope, path);
  return "field" in reading && typeOf(project, reading.field) === "list" ? reading.field : undefined;
}

/** The field of a row that a name means; undefined where none is meant or nothing is known of the rows. */
export function fieldOfItem(scope: Scope, { list, reduces }: ItemScope, path: string): Field | undefined {
  const name = inRow(path, reduces);
  return list && name ? scope.flow?.fields.get(`${list.path}.${name}`) : undefined;
}

/** A name from the row on; empty for the whole row, undefined for something else than the row. */
function inRow(path: string, reduces: boolean): string | undefined {
  if (!reduces) return path;
  const [head, ...rest] = path.split(".");
  return head === "current" ? rest.join(".") : undefined;
}

/** Judges a name inside `map` and its like. */
export function readItem(scope: Scope, item: ItemScope, path: string): VariableProblem | undefined {
  const { list, reduces } = item;
  const name = inRow(path, reduces);
  if (!list || list.fields.length === 0 || name === "" || fieldOfItem(scope, item, path)) return undefined;
  const { owner } = scope;
  if (name === undefined && /^accumulator(\.|$)/.test(path)) return undefined;
  const known = innerPaths(list).map((one) => (reduces ? `current.${one}` : one));
  // Outside of these operators an answer of the same row is `row.x`, or has the path of its list.
  const inner = [`${list.path}.`, "row.", "current."].reduce(
    (rest, start) => (rest.startsWith(start) ? rest.slice(start.length) : rest),
    path,
  );
  const meant = reduces ? `current.${inner}` : inner;
  const others = reduces ? ["current", "accumulator"] : [];
  const suggestion = known.includes(meant) ? meant : (nearest(meant, known) ?? nearest(path, others));
  return {
    code: "unknown-field",
    values: { owner, path, where: ` a las filas de "${list.path}"` },
    suggestion,
  };
}
