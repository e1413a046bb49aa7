import type { Rule } from "../types.ts";
import type { FieldDefinition } from "./field.ts";

/**
 * When a field is shown, as its author wrote it: nothing where that is always. What is to be put into a calendar is shown
 * only while it is known when it is.
 */
export function visibility({
  visibleWhen,
  event,
}: Pick<FieldDefinition, "visibleWhen" | "event">): Rule | undefined {
  if (!event) return visibleWhen;
  const known = [event.date, event.time].map((path) => ({ "!!": { var: path } }));
  return { and: [...(visibleWhen === undefined ? [] : [visibleWhen]), ...known] };
}
