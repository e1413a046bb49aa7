import type { FieldDefinition } from "../1-read/expand.ts";
import { absolutePath } from "../1-read/relative.ts";
import type { CompiledField, Rule } from "../types/index.ts";
import type { FieldContext } from "./field-context.ts";

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

/** When it is, with full paths. */
export function compileEvent({ field: { event }, placed }: FieldContext): CompiledField["event"] {
  if (!event) return undefined;
  const full = (path: string): string => absolutePath(path, placed.names) ?? path;
  return { date: full(event.date), time: full(event.time), minutes: event.minutes };
}
