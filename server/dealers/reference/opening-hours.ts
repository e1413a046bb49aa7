/** When a branch office is open, as its schedules say it in words. */
import type { Hours, Reference } from "./types.ts";

const weekdays = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];

/** Which days of the week a text names: «Lunes a viernes», «Sábado y domingo», «Sábado». */
function daysNamed(text: string): number[] {
  const words = text.toLowerCase().split(/[ ,]+/);
  const named = words.map((word) => weekdays.indexOf(word)).filter((day) => day !== -1);
  const [from, to] = named;
  if (from === undefined || to === undefined || !words.includes("a")) return named;
  return weekdays.map((_, day) => day).filter((day) => (day + 7 - from) % 7 <= (to + 7 - from) % 7);
}

/** Minutes since midnight of `HH:mm`, and back. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Minutes at which `09:00 a 18:30` begins and ends; undefined where it says no two times. */
export function spanOf(hours: string): [from: number, to: number] | undefined {
  const [from, to] = hours.match(/[0-9]{2}:[0-9]{2}/g) ?? [];
  return from === undefined || to === undefined ? undefined : [minutesOf(from), minutesOf(to)];
}

/** The times, `HH:mm`, at which something of so many minutes can begin on a day of the week (0 is Sunday); none where it is closed. */
export function startTimes(schedule: Hours[], weekday: number, minutes: number): string[] {
  return schedule.flatMap(({ name, hours }) => {
    const [open, close] = spanOf(hours) ?? [0, 0];
    if (!daysNamed(name).includes(weekday)) return [];
    const count = Math.floor((close - open) / minutes);
    return Array.from({ length: Math.max(0, count) }, (_, at) => timeOf(open + at * minutes));
  });
}

/** Where the clock of a place is. @throws {Error} for a country without one. */
export function timeZoneOf(
  { market }: Pick<Reference, "market">,
  { country, region }: { country: string; region: string },
): string {
  const zones = market.timeZones[country];
  if (!zones) throw new Error(`No time zone of ${country} in the reference data`);
  return Object.hasOwn(zones.regions, region) ? zones.regions[region]! : zones.main;
}

/** The day so many days later, `yyyy-mm-dd`. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();
