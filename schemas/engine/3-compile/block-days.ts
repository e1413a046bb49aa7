import { showLongDate } from "../operations/date.ts";
import type { CompiledBlock, Rule } from "../types/index.ts";

/** What may be shown on some days alone: a block, or an item of one. */
interface OnDays {
  when?: Rule;
  since?: string;
  until?: string;
  /** Of what happened on a day: the day, and how people read it. */
  date?: string;
  day?: string;
  items?: OnDays[];
}

const today = { var: "today" };

/** Makes the days of a block and of its items a part of when they are shown. Changes what it is given. */
export function settleDays(block: CompiledBlock): void {
  settle(block);
}

function settle(holder: OnDays): void {
  const { since, until, when } = holder;
  const parts: Rule[] = [
    ...(since === undefined ? [] : [{ "<=": [since, today] }]),
    ...(until === undefined ? [] : [{ "<=": [today, until] }]),
    ...(when === undefined ? [] : [when]),
  ];
  delete holder.since;
  delete holder.until;
  if (typeof holder.date === "string") holder.day = showLongDate(holder.date);
  if (parts.length > 0) holder.when = parts.length > 1 ? { and: parts } : parts[0]!;
  if (Array.isArray(holder.items)) for (const item of holder.items) settle(item);
}

/** When an entry of content is there, by its own days; always without any. */
export function daysOfEntry(since: unknown, until: unknown): Rule | undefined {
  const holder: OnDays = {
    ...(typeof since === "string" ? { since } : {}),
    ...(typeof until === "string" ? { until } : {}),
  };
  settle(holder);
  return holder.when;
}
