import { placeTimeIn } from "../schemas/engine/evaluate.ts";

/** Gives the time. Tests give another one. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds: in no time zone does a day begin within a quarter of an hour. */
const quarterMs = 15 * 60 * 1000;

interface KnownDay {
  quarter: number;
  day: string;
}

// Every page asks for the day, and working it out takes longer than sending the page.
const known = new Map<string, KnownDay>();

/** The calendar day in a time zone, as `yyyy-mm-dd`. */
export function dayIn(timeZone: string, now: Date): string {
  const at = Math.floor(now.getTime() / quarterMs);
  const kept = known.get(timeZone);
  if (kept?.quarter === at) return kept.day;
  const { day } = placeTimeIn(timeZone, now);
  known.set(timeZone, { quarter: at, day });
  return day;
}

/** The time of day in a time zone, as `18:42`. */
export const timeIn = (timeZone: string, now: Date): string => placeTimeIn(timeZone, now).time;
