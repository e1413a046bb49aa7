/** What of an answer a service sends, and what is computed of that. */
import type { ComputedColumn, Rule } from "../types/index.ts";

interface Schema extends Record<string, unknown> {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  computed?: Rule;
}

/** The schema without its computed keys, which nobody has to send, and these in the order of evaluation: inner ones first. */
export function splitAnswer(
  schema: Schema,
  fold: (rule: Rule) => Rule,
  at: string[] = [],
): { sent: Schema; computed: ComputedColumn[] } {
  const { properties, items, required, ...rest } = schema;
  const inner: ComputedColumn[] = [];
  const own: ComputedColumn[] = [];
  const sent: Schema = { ...rest };
  if (properties) {
    sent.properties = {};
    for (const [key, { computed, ...one }] of Object.entries(properties)) {
      const split = splitAnswer(one, fold, [...at, key]);
      if (computed === undefined) {
        sent.properties[key] = split.sent;
        inner.push(...split.computed);
      } else {
        own.push({
          at,
          key,
          rule: fold(computed),
          schema: split.sent,
          required: required?.includes(key) ?? false,
        });
      }
    }
  }
  if (required) sent.required = required.filter((key) => !own.some((column) => column.key === key));
  if (items) {
    const split = splitAnswer(items, fold, [...at, "*"]);
    sent.items = split.sent;
    inner.push(...split.computed);
  }
  return { sent, computed: [...inner, ...own] };
}
