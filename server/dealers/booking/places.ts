/** Takes places in a workshop: for an appointment, or for as long as somebody pays. */
import {
  bindPlaces,
  heldPlaces,
  releasePlaces,
  takePlace,
  type AppointmentSlot,
  type PlaceOwner,
} from "../../store/appointments.ts";
import { heldUntil } from "../../store/held-for-payment.ts";
import { findPaymentBy } from "../../store/payments.ts";
import type { Queries } from "../../store/store.ts";
import { refusal, type ServiceAnswer } from "../../services/embedded/service.ts";
import type { WorkshopPerson } from "../reference/booking.ts";
import type { Reference } from "../reference/types.ts";
import type { PlannedVisit } from "./read-booking.ts";
import { isOffered, slotsNeeded, timesFrom } from "./slots.ts";
import type { WorkshopPlace } from "./workshops.ts";

/** A visit that a workshop offers; whether it is free, taking it says. */
export interface OfferedVisit {
  place: WorkshopPlace;
  person: WorkshopPerson;
  day: string;
  time: string;
  slots: number;
}

/** As callers read a refusal: with its status in the body too. */
export const refuse = (statusCode: number, message: string): ServiceAnswer =>
  refusal(statusCode, message, { statusCode });

/** Undoes the transaction, and answers this. */
export class Refused extends Error {
  readonly answer: ServiceAnswer;
  constructor(statusCode: number, message: string) {
    super(message);
    this.name = "Refused";
    this.answer = refuse(statusCode, message);
  }
}

/** What the work answers, or why it was undone. */
export async function orRefused(work: Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

export const isGone = "Esa hora ya no está disponible. Elige otra.";

/** The visit as the workshop has it. @throws {Refused} 404 where it has nobody of that name, 409 where it does not offer the time. */
export function offeredVisit(
  reference: Reference,
  place: WorkshopPlace,
  planned: PlannedVisit,
  { hours, make }: { hours?: number | undefined; make?: string | undefined },
  now: Date,
): OfferedVisit {
  const person = place.workshop.people.find(({ id }) => id === planned.person);
  if (!person) throw new Refused(404, "No existe esa persona en el taller");
  if (make !== undefined && person.makes && !person.makes.includes(make)) {
    throw new Refused(409, "Esa persona no recibe autos de esa marca. Elige otra.");
  }
  const { day, time } = planned;
  const slots = slotsNeeded(place, planned.hours ?? hours);
  if (!isOffered(reference, place, person, { day, time, slots }, now)) throw new Refused(409, isGone);
  return { place, person, day, time, slots };
}

const slotOf = ({ place, person, day }: OfferedVisit, time: string): AppointmentSlot => ({
  workshop: place.office.uuid,
  person: person.id,
  day,
  time,
});

/** Takes all places of a visit, in the caller's transaction. @throws {Refused} 409 where one is gone: all of them are undone. */
export async function takeVisit(
  db: Queries,
  visit: OfferedVisit,
  owner: PlaceOwner,
  now: Date,
): Promise<void> {
  // In the order of time: of two who want the same, nobody waits for somebody who waits for them.
  for (const time of timesFrom(visit.place, visit.time, visit.slots)) {
    let isTaken = false;
    for (let place = 0; place < visit.person.capacity && !isTaken; place += 1) {
      isTaken = await takePlace(db, { ...slotOf(visit, time), place }, owner, now.toISOString());
    }
    if (!isTaken) throw new Refused(409, isGone);
  }
}

/** Holds a visit for a payment, in the place of what it held before. @throws {Refused} 409 where that has come to nothing */
export async function holdVisit(
  db: Queries,
  visit: OfferedVisit,
  { payment, brand }: { payment: string; brand: string },
  now: Date,
): Promise<void> {
  const known = await findPaymentBy(db, "order_number", payment);
  if (known && (known.brand !== brand || known.state === "cancelled" || known.state === "rejected")) {
    throw new Refused(409, "Ese pago ya no está en curso");
  }
  const until = heldUntil(known, now);
  await heldPlaces(db, payment);
  await releasePlaces(db, payment);
  await takeVisit(db, visit, { appointment: null, payment, until }, now);
}

/** Makes a visit that of an appointment: what its payment holds, where it is the same, else places that are free. */
export async function bookVisit(
  db: Queries,
  visit: OfferedVisit,
  { appointment, payment }: { appointment: string; payment: string | undefined },
  now: Date,
): Promise<void> {
  if (payment !== undefined) {
    const held = await heldPlaces(db, payment);
    const times = timesFrom(visit.place, visit.time, visit.slots);
    const slots = times.map((time) => JSON.stringify(slotOf(visit, time)));
    const isSame =
      held.length === slots.length &&
      held.every(({ workshop, person, day, time }) =>
        slots.includes(JSON.stringify({ workshop, person, day, time })),
      );
    if (isSame) {
      await bindPlaces(db, payment, appointment);
      return;
    }
    await releasePlaces(db, payment);
  }
  await takeVisit(db, visit, { appointment, payment: payment ?? null, until: null }, now);
}
