import type { JsonSchema } from "../../4-evaluate/json-schema.ts";

/** What has to hold of a step's answers, or of a row's: a schema that stands in `if`. */
export type Condition = boolean | JsonSchema;

/** Why JSON Schema does not say all of a rule: kinds of `docs/conformance.md`. */
export type Reasons = ReadonlySet<string>;

/**
 * What JSON Schema can say of a rule: it holds surely where `surely` does, and may hold where `perhaps` does. Both are the
 * same where everything of it can be said.
 */
export interface Said {
  surely: Condition;
  perhaps: Condition;
  why: Reasons;
}

const noReason: Reasons = new Set();

export const known = (condition: Condition): Said => ({
  surely: condition,
  perhaps: condition,
  why: noReason,
});

export const unknown = (...reasons: string[]): Said => ({
  surely: false,
  perhaps: true,
  why: new Set(reasons),
});

/** What is so for a form that stands for itself, and may be otherwise for the reason. */
export const assumed = (condition: boolean, reason: string): Said => ({
  surely: condition,
  perhaps: condition,
  why: new Set([reason]),
});

const joinedSaid =
  (join: (conditions: Condition[]) => Condition, decides: boolean) =>
  (parts: Said[]): Said => {
    // Whatever the others are.
    if (
      parts.some(({ surely, perhaps, why }) => surely === decides && perhaps === decides && why.size === 0)
    ) {
      return known(decides);
    }
    return {
      surely: join(parts.map(({ surely }) => surely)),
      perhaps: join(parts.map(({ perhaps }) => perhaps)),
      why: new Set(parts.flatMap(({ why }) => [...why])),
    };
  };

export const not = ({ surely, perhaps, why }: Said): Said => ({
  surely: negated(perhaps),
  perhaps: negated(surely),
  why,
});

const isNot = (condition: JsonSchema): boolean => Object.keys(condition).join() === "not";

export function negated(condition: Condition): Condition {
  if (typeof condition === "boolean") return !condition;
  return isNot(condition) ? (condition["not"] as JsonSchema) : { not: condition };
}

const joined =
  (keyword: "allOf" | "anyOf", decides: boolean) =>
  (conditions: Condition[]): Condition => {
    if (conditions.includes(decides)) return decides;
    const parts = conditions
      .filter((one) => typeof one !== "boolean")
      .flatMap((one) => (Object.keys(one).join() === keyword ? (one[keyword] as JsonSchema[]) : [one]));
    const distinct = [...new Map(parts.map((one) => [JSON.stringify(one), one])).values()];
    const each = keyword === "anyOf" ? withMergedEnums(distinct) : distinct;
    return each.length === 0 ? !decides : each.length === 1 ? each[0]! : { [keyword]: each };
  };

export const allOf = joined("allOf", false);
export const anyOf = joined("anyOf", true);

export const every = joinedSaid(allOf, false);
export const some = joinedSaid(anyOf, true);

/** Conditions that differ in one `enum` alone are one condition with all of its values. */
function withMergedEnums(conditions: JsonSchema[]): JsonSchema[] {
  const byRest = new Map<string, { condition: JsonSchema; values: unknown[] }>();
  for (const condition of conditions) {
    const values: unknown[][] = [];
    const rest = JSON.stringify(condition, (key, value: unknown) =>
      key === "enum" && Array.isArray(value) ? (values.push(value), "values") : value,
    );
    const name = values.length === 1 ? rest : JSON.stringify(condition);
    const before = byRest.get(name);
    if (before && values.length === 1) before.values.push(...values[0]!);
    else byRest.set(name, { condition, values: [...(values[0] ?? [])] });
  }
  return [...byRest.values()].map(
    ({ condition, values }) =>
      JSON.parse(
        JSON.stringify(condition, (key, value: unknown) =>
          key === "enum" && Array.isArray(value) && values.length > value.length
            ? [...new Set(values)]
            : value,
        ),
      ) as JsonSchema,
  );
}
