/** When somebody in a workshop can take a car, and when that is still free. */
import { dayIn } from "../../clock.ts";
import { takenPlaces, type AppointmentSlot } from "../../store/appointments.ts";
import type { Queries } from "../../store/store.ts";
import {
  daysAfter,
  minutesOf,
  spanOf,
  startTimes,
  timeOf,
  timeZoneOf,
  weekdayOf,
} from "../reference/opening-hours.ts";
import type { WorkshopPerson } from "../reference/booking.ts";
import type { Reference } from "../reference/types.ts";
import type { WorkshopPlace } from "./workshops.ts";

/** The first and the last day that can be booked, `yyyy-mm-dd` on the workshop's clock; today is none. */
function bookableDays(reference: Reference, place: WorkshopPlace, now: Date): [from: string, to: string] {
  const today = dayIn(timeZoneOf(reference, place), now);
  return [daysAfter(today, 1), daysAfter(today, place.company.daysAhead)];
}

/** All slots of a person on a day, `HH:mm`, taken or not. */
function slotsOn(
  { holidays }: Pick<Reference, "holidays">,
  { country, office, company }: WorkshopPlace,
  { pause }: WorkshopPerson,
  day: string,
): string[] {
  if (holidays[country]?.some(({ date }) => date === day)) return [];
  const [from, to] = (pause === undefined ? undefined : spanOf(pause)) ?? [0, 0];
  const minutes = company.slotMinutes;
  return startTimes(office.schedulePostSale, weekdayOf(day), minutes).filter((time) => {
    const begins = minutesOf(time);
    return begins >= to || begins + minutes <= from;
  });
}

/** How many slots a visit takes: an adviser receives the car in one, an operator is with it all the time. */
export function slotsNeeded({ company }: WorkshopPlace, hours: number | undefined): number {
  if (company.people === "advisers" || hours === undefined) return 1;
  return Math.max(1, Math.ceil((hours * 60) / company.slotMinutes));
}

/** The times that something of so many slots takes, from its beginning. */
export const timesFrom = ({ company }: WorkshopPlace, time: string, slots: number): string[] =>
  Array.from({ length: slots }, (_, at) => timeOf(minutesOf(time) + at * company.slotMinutes));

/** Whether a visit may begin then, whoever has come before: within the days that can be booked and the person's hours. */
export function isOffered(
  reference: Reference,
  place: WorkshopPlace,
  person: WorkshopPerson,
  slot: Pick<AppointmentSlot, "day" | "time"> & { slots: number },
  now: Date,
): boolean {
  const [from, to] = bookableDays(reference, place, now);
  if (slot.day < from || slot.day > to) return false;
  const all = new Set(slotsOn(reference, place, person, slot.day));
  return timesFrom(place, slot.time, slot.slots).every((time) => all.has(time));
}

export interface FreeDay {
  date: string;
  freeSlots: { startTime: string }[];
}

/** Every day from one on that can be booked, with the times that one of these people has free; days without any are there too. */
export async function freeDays(
  db: Queries,
  reference: Reference,
  place: WorkshopPlace,
  { people, startDate, slots }: { people: WorkshopPerson[]; startDate: string; slots: number },
  now: Date,
): Promise<FreeDay[]> {
  const [first, to] = bookableDays(reference, place, now);
  const from = startDate > first ? startDate : first;
  if (from > to || people.length === 0) return [];
  const workshop = place.office.uuid;
  const ids = people.map(({ id }) => id);
  const taken = new Map<string, number>();
  for (const { person, day, time } of await takenPlaces(
    db,
    { workshop, people: ids, from, to },
    now.toISOString(),
  )) {
    const key = `${person} ${day} ${time}`;
    taken.set(key, (taken.get(key) ?? 0) + 1);
  }
  const days: FreeDay[] = [];
  for (let date = from; date <= to; date = daysAfter(date, 1)) {
    const times = new Set(
      people.flatMap((person) => {
        const free = new Set(
          slotsOn(reference, place, person, date).filter(
            (time) => (taken.get(`${person.id} ${date} ${time}`) ?? 0) < person.capacity,
          ),
        );
        return [...free].filter((time) => timesFrom(place, time, slots).every((one) => free.has(one)));
      }),
    );
    days.push({ date, freeSlots: [...times].toSorted().map((startTime) => ({ startTime })) });
  }
  return days;
}
