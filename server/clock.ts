/** Gives the time. Tests give another one. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds: in no time zone does a day begin within a quarter of an hour. */
const quarter = 15 * 60 * 1000;

interface KnownDay {
  formatter: Intl.DateTimeFormat;
  quarter: number;
  day: string;
}

// Every page asks for the day, and working it out takes longer than sending the page.
const known = new Map<string, KnownDay>();

/** The calendar day in a time zone, as `yyyy-mm-dd`. */
export function dayIn(timeZone: string, now: Date): string {
  const at = Math.floor(now.getTime() / quarter);
  const kept = known.get(timeZone);
  if (kept?.quarter === at) return kept.day;
  const formatter = kept?.formatter ?? formatterOf(timeZone);
  const parts = formatter.formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  const day = `${part("year")}-${part("month")}-${part("day")}`;
  known.set(timeZone, { formatter, quarter: at, day });
  return day;
}

/** The time of day in a time zone, as `18:42`. */
export function timeIn(timeZone: string, now: Date): string {
  const shown = clocks.get(timeZone) ?? clockOf(timeZone);
  clocks.set(timeZone, shown);
  return shown.format(now);
}

// Making one takes longer than a hundred answers of it.
const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });

const formatterOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
