/** When something is open, as its hours say it in words; and whether it is at a moment, by the clock of its place. */
import type { OpeningTimes, OpeningSpan } from "../types/index.ts";
import type { PlaceTime } from "./place-time.ts";

/** By their number: 0 is Sunday. */
const weekdays = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];

const dayNamed = (word: string): number => weekdays.findIndex((name) => word === name || word === `${name}s`);

/** `Lunes a viernes`, `Sábado y domingo`, `Domingos`; undefined where it says something else. */
function daysIn(text: string): number[] | undefined {
  const [, first = "", joined, last = ""] = /^(\S+)(?: (a|y) (\S+))?$/.exec(text.trim().toLowerCase()) ?? [];
  const [from, to] = [dayNamed(first), dayNamed(last)];
  if (from === -1) return undefined;
  if (joined === undefined) return [from];
  if (to === -1) return undefined;
  if (joined === "y") return [from, to];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
}

/** Hours as they are written for people; undefined where they are otherwise: nobody can say when it is open then. */
export function readHours({ days: on, hours }: { days: string; hours: string }): OpeningSpan | undefined {
  const [, opens, closes] = /^([0-2]\d:[0-5]\d) a ([0-2]\d:[0-5]\d)$/.exec(hours.trim()) ?? [];
  const days = daysIn(on);
  return days && opens !== undefined && closes !== undefined && opens < closes
    ? { days, opens, closes }
    : undefined;
}

export type OpenState =
  /** Until then. */
  | { open: true; time: string }
  /** It opens then: so many days from now, on that day of the week. */
  | { open: false; time: string; inDays: number; weekday: number };

/** Nobody plans further ahead. */
const daysAhead = 14;

/** Whether it is open then, and until when; or when it opens. Undefined where it does not in the days to come. */
export function openStateAt(
  { spans, closed }: OpeningTimes,
  { day, time }: PlaceTime,
): OpenState | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let inDays = 0; inDays <= daysAhead; inDays++) {
    const date = new Date(start + inDays * 86_400_000);
    const weekday = date.getUTCDay();
    if (closed.includes(date.toISOString().slice(0, 10))) continue;
    const left = spans
      .filter(({ days, closes }) => days.includes(weekday) && (inDays > 0 || closes > time))
      .toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
    const [next] = left;
    if (!next) continue;
    if (inDays === 0 && next.opens <= time) return { open: true, time: next.closes };
    return { open: false, time: next.opens, inDays, weekday };
  }
  return undefined;
}
