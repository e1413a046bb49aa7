/** What a page tells of things by schema.org, worked out from its template. */
import { neededBy } from "../schema-org/types.ts";
import type { Rule, StructuredValue } from "../types/index.ts";
import { compileRule, valueAt, type RuleScope } from "./rules.ts";

export type Thing = Record<string, unknown>;

/** Gives a value in a scope; undefined where there is none. */
type Template = (scope: RuleScope) => unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** Makes functions of a template, once for all pages that are made of it. */
export function compileStructuredData(value: StructuredValue): Template {
  if (isObject(value) && "@type" in value) return thingTemplate(value);
  if (isObject(value) && "each" in value) {
    return eachTemplate(value as { each: Rule; as: StructuredValue });
  }
  return compileRule(value);
}

/** A thing without what it needs is told to nobody. */
function thingTemplate({ "@type": type, ...given }: Record<string, StructuredValue>): Template {
  const properties = Object.entries(given).map(
    ([name, value]) => [name, compileStructuredData(value)] as const,
  );
  const needed = neededBy(String(type));
  return (scope) => {
    const thing: Thing = { "@type": type };
    for (const [name, valueOf] of properties) {
      const value = valueOf(scope);
      if (isThere(value)) thing[name] = value;
    }
    return needed.every((name) => name in thing) ? thing : undefined;
  };
}

function eachTemplate({ each, as }: { each: Rule; as: StructuredValue }): Template {
  const [listOf, valueOf] = [compileRule(each), compileStructuredData(as)];
  return (scope) => {
    const list = listOf(scope);
    if (!Array.isArray(list)) return undefined;
    const told = list.map((row) => valueOf(scopeOfRow(scope, row))).filter(isThere);
    return told.map((thing, index) => (isObject(thing) ? withPosition(thing, index) : thing));
  };
}

/** An item of a list has its place in it, unless it says another. */
const withPosition = (thing: Thing, index: number): Thing =>
  thing["@type"] === "ListItem" ? { "@type": "ListItem", position: index + 1, ...thing } : thing;

export const scopeOfRow = (scope: RuleScope, row: unknown): RuleScope => ({
  variable: (path) =>
    path.startsWith("row.") ? (valueAt(row, path.slice("row.".length)) ?? null) : scope.variable(path),
});
