/** When a branch office inspects cars: in its opening hours, in its own time zone, on no Sunday and no public holiday. */
import { dayIn } from "../../clock.ts";
import { daysAfter, startTimes, timeZoneOf, weekdayOf } from "../reference/opening-hours.ts";
import type { BranchOffice, Reference } from "../reference/types.ts";

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

const sunday = 0;

/** All times of the days to come, `yyyy-mm-dd` with `HH:mm`; days without any are left out. */
export function timesAhead(
  reference: Reference,
  place: InspectionPlace,
  now: Date,
): [day: string, times: string[]][] {
  const today = dayIn(timeZoneOf(reference, place), now);
  const holidays = new Set((reference.holidays[place.country] ?? []).map(({ date }) => date));
  return Array.from({ length: daysAhead }, (_, at) => daysAfter(today, at + 1))
    .map((day): [string, string[]] => {
      const weekday = weekdayOf(day);
      const closed = weekday === sunday || holidays.has(day);
      return [day, closed ? [] : startTimes(place.office.scheduleSale, weekday, duration)];
    })
    .filter(([, times]) => times.length > 0);
}
