/** When a branch office inspects cars: in its opening hours, in its own time zone, on no Sunday and no public holiday. */
import { dayIn } from "../../clock.ts";
import type { BranchOffice, Hours, Reference } from "../reference/types.ts";

/** An office that inspects cars, and where it is. */
export interface InspectionPlace {
  country: string;
  /** Code of its region or department. */
  region: string;
  city: string;
  office: BranchOffice;
}

/** Days ahead, from tomorrow on. */
const daysAhead = 14;
/** Minutes that an inspection takes. */
const duration = 60;

const weekdays = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];
const sunday = 0;

/** Which days of the week a text names: «Lunes a viernes», «Sábado y domingo», «Sábado». */
function daysNamed(text: string): number[] {
  const words = text.toLowerCase().split(/[ ,]+/);
  const named = words.map((word) => weekdays.indexOf(word)).filter((day) => day !== -1);
  const [from, to] = named;
  if (from === undefined || to === undefined || !words.includes("a")) return named;
  return weekdays.map((_, day) => day).filter((day) => (day + 7 - from) % 7 <= (to + 7 - from) % 7);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The times at which an inspection can begin on a day of the week; none where the office is closed. */
function timesOn(schedule: Hours[], day: number): string[] {
  return schedule.flatMap(({ name, hours }) => {
    const [open, close] = hours.match(/[0-9]{2}:[0-9]{2}/g) ?? [];
    if (!daysNamed(name).includes(day) || open === undefined || close === undefined) return [];
    const count = Math.floor((minutesOf(close) - minutesOf(open)) / duration);
    return Array.from({ length: Math.max(0, count) }, (_, at) => timeOf(minutesOf(open) + at * duration));
  });
}

/** Where the clock of a place is. @throws {Error} for a country without one. */
export function timeZoneOf({ market }: Reference, { country, region }: InspectionPlace): string {
  const zones = market.timeZones[country];
  if (!zones) throw new Error(`No time zone of ${country} in the reference data`);
  return Object.hasOwn(zones.regions, region) ? zones.regions[region]! : zones.main;
}

/** All times of the days to come, `yyyy-mm-dd` with `HH:mm`; days without any are left out. */
export function timesAhead(
  reference: Reference,
  place: InspectionPlace,
  now: Date,
): [day: string, times: string[]][] {
  const today = new Date(`${dayIn(timeZoneOf(reference, place), now)}T12:00:00Z`).getTime();
  const holidays = new Set((reference.holidays[place.country] ?? []).map(({ date }) => date));
  return Array.from({ length: daysAhead }, (_, at) => new Date(today + (at + 1) * 86_400_000))
    .map((date): [string, string[]] => {
      const day = date.toISOString().slice(0, 10);
      const closed = date.getUTCDay() === sunday || holidays.has(day);
      return [day, closed ? [] : timesOn(place.office.scheduleSale, date.getUTCDay())];
    })
    .filter(([, times]) => times.length > 0);
}
