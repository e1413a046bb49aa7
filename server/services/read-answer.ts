/** What a service answered, as its definition declares it: what does not fit it is no answer. */

type Schema = Record<string, unknown>;

const numberText = /^-?\d{1,15}(\.\d{1,15})?$/;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An answer with the types that its schema declares, where nothing is lost by it: a number written as text, a code
 * written as a number, `"true"`, and null for what need not be there. All else stays as it is, for the schema to refuse.
 */
export function coerced(schema: Schema, value: unknown): unknown {
  const {
    type,
    properties = {},
    required = [],
    items,
  } = schema as {
    type?: string;
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
  };
  if (Array.isArray(value)) return items ? value.map((one) => coerced(items, one)) : value;
  if (isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => {
        const declared = Object.hasOwn(properties, name) ? properties[name]! : undefined;
        if (!declared) return [[name, part]];
        const isNothing = part === null && declared["type"] !== undefined && declared["type"] !== "null";
        return isNothing && !required.includes(name) ? [] : [[name, coerced(declared, part)]];
      }),
    );
  }
  if (typeof value === "string") {
    if ((type === "number" || type === "integer") && numberText.test(value)) return Number(value);
    if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  }
  return type === "string" && typeof value === "number" ? String(value) : value;
}
