/** Workshop appointments and the places that they take. Of two who want the last place, the table's key lets one in. */
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from "kysely";
import { isNotPaidFor, isPaidFor } from "./held-for-payment.ts";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { Tables } from "./tables.ts";
import type { AppointmentPlacesTable, AppointmentsTable } from "./tables-of-appointments.ts";

export type Appointment = Selectable<AppointmentsTable>;
export type AppointmentPlace = Selectable<AppointmentPlacesTable>;

/** Who receives or repairs a car, where, and when. */
export type AppointmentSlot = Pick<AppointmentPlace, "workshop" | "person" | "day" | "time">;

/** Whom a place is for. */
export type PlaceOwner = Pick<AppointmentPlace, "appointment" | "payment" | "until">;

/**
 * A hold that holds nothing any more: its payment was given up or refused, or its time is over and nothing was paid. What was
 * paid, or is being confirmed, stays held until it is booked.
 */
const isOver = (where: ExpressionBuilder<Tables, "appointment_places">, now: string): Expression<SqlBool> =>
  where.and([
    where("appointment", "is", null),
    where.or([
      isNotPaidFor("appointment_places.payment"),
      where.and([where("until", "<=", now), where.not(isPaidFor("appointment_places.payment"))]),
    ]),
  ]);

/** Takes one place of a slot; false where it has somebody. */
export async function takePlace(
  db: Queries,
  place: AppointmentSlot & { place: number },
  owner: PlaceOwner,
  now: string,
): Promise<boolean> {
  await db
    .deleteFrom("appointment_places")
    .where("workshop", "=", place.workshop)
    .where("person", "=", place.person)
    .where("day", "=", place.day)
    .where("time", "=", place.time)
    .where("place", "=", place.place)
    .where((where) => isOver(where, now))
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("appointment_places")
    .values({ ...place, ...owner })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Places that somebody has, from one day to another, both included. */
export const takenPlaces = (
  db: Queries,
  { workshop, people, from, to }: { workshop: string; people: string[]; from: string; to: string },
  now: string,
): Promise<Pick<AppointmentPlace, "person" | "day" | "time">[]> =>
  db
    .selectFrom("appointment_places")
    .select(["person", "day", "time"])
    .where("workshop", "=", workshop)
    .where("person", "in", people)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where((where) => where.not(isOver(where, now)))
    .execute();

/** What a payment holds, whether or not its time is over; nobody takes it until the transaction ends. */
export const heldPlaces = (db: Queries, payment: string): Promise<AppointmentPlace[]> =>
  held(
    db,
    db
      .selectFrom("appointment_places")
      .selectAll()
      .where("payment", "=", payment)
      .where("appointment", "is", null)
      .orderBy("time"),
  ).execute();

/** What a payment held is the appointment's from now on. */
export const bindPlaces = (db: Queries, payment: string, appointment: string): Promise<unknown> =>
  db
    .updateTable("appointment_places")
    .set({ appointment, until: null })
    .where("payment", "=", payment)
    .where("appointment", "is", null)
    .execute();

/** Gives back what a payment holds, and tells how many places. What is booked stays. */
export async function releasePlaces(db: Queries, payment: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("appointment_places")
    .where("payment", "=", payment)
    .where("appointment", "is", null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Gives back the places of an appointment. */
export const freePlaces = (db: Queries, appointment: string): Promise<unknown> =>
  db.deleteFrom("appointment_places").where("appointment", "=", appointment).execute();

export const addAppointment = (db: Queries, appointment: Appointment): Promise<unknown> =>
  db.insertInto("appointments").values(appointment).execute();

/** One that nobody else changes until the transaction ends. */
export const lockAppointment = (
  db: Queries,
  column: "id" | "token_hash",
  value: string,
): Promise<Appointment | undefined> =>
  held(db, db.selectFrom("appointments").selectAll().where(column, "=", value)).executeTakeFirst();

export const findAppointment = (
  db: Queries,
  by: Partial<Pick<Appointment, "brand" | "uuid" | "token_hash">>,
): Promise<Appointment | undefined> => {
  const query = Object.entries(by).reduce(
    (made, [column, value]) => made.where(column as keyof typeof by, "=", value),
    db.selectFrom("appointments").selectAll(),
  );
  return query.executeTakeFirst();
};

/** Those for a subject that are booked on a day or after it, the newest first. `hashes` are the subject's. */
export const appointmentsFor = (
  db: Queries,
  { brand, hashes, from }: { brand: string; hashes: string[]; from: string },
): Promise<Pick<Appointment, "id" | "created_at" | "details">[]> =>
  db
    .selectFrom("appointments")
    .select(["id", "created_at", "details"])
    .where("brand", "=", brand)
    .where("subject_hash", "in", hashes)
    .where("state", "=", "booked")
    .where("day", ">=", from)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

export const changeAppointment = (
  db: Queries,
  id: string,
  change: Partial<Pick<Appointment, "person" | "day" | "time" | "state">> & { changed_at: string },
): Promise<unknown> => db.updateTable("appointments").set(change).where("id", "=", id).execute();

/** Removes those that these calls made, with their places. */
export async function eraseAppointments(db: Queries, callKeys: string[]): Promise<void> {
  const found = await db.selectFrom("appointments").select("id").where("call_key", "in", callKeys).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.deleteFrom("appointment_places").where("appointment", "in", ids).execute();
  await db.deleteFrom("appointments").where("id", "in", ids).execute();
}

/** Removes up to `most` that are over since a day and were not changed since, and places of days before it. */
export async function removeOldAppointments(db: Queries, before: string, most: number): Promise<number> {
  const day = before.slice(0, 10);
  await db.deleteFrom("appointment_places").where("day", "<", day).execute();
  const old = await db
    .selectFrom("appointments")
    .select("id")
    .where("changed_at", "<", before)
    .where((where) => where.or([where("day", "is", null), where("day", "<", day)]))
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("appointments").where("id", "in", ids).execute();
  return ids.length;
}
