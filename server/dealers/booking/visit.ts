/** An appointment as it is kept, with all that it names, and how one ends. */
import { createHash } from "node:crypto";
import type { ServiceRequest } from "../../services/embedded/service.ts";
import {
  changeAppointment,
  freePlaces,
  lockAppointment,
  type Appointment,
} from "../../store/appointments.ts";
import type { Queries } from "../../store/store.ts";
import { timeZoneOf } from "../reference/opening-hours.ts";
import { companyOf } from "../requests/caller.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { mailCancelled, type BookedVisit } from "./mails.ts";
import { Refused } from "./places.ts";
import { bookingOf, placesOf, serviceOf, type WorkshopPlace } from "./workshops.ts";

/** What is kept of an appointment, sealed. */
export interface AppointmentDetails {
  body: Record<string, unknown>;
  token: string;
}

export const tokenHashOf = (token: string): string =>
  createHash("sha256").update(`appointment ${token}`).digest("hex");

export const detailsOf = ({ details }: Appointment): AppointmentDetails =>
  JSON.parse(details) as AppointmentDetails;

/** The company's workshop by its id. */
export const placeById = (
  { reference }: DealerDeps,
  { brand }: ServiceRequest,
  workshopId: string | undefined,
): WorkshopPlace | undefined =>
  placesOf(reference, companyOf(brand)).find(({ office }) => office.uuid === workshopId);

export const unknown = "Ese enlace no es válido o ya no sirve";

/** An appointment with all that it names; undefined where the workshop or the service is there no more. */
function knownVisit(
  parts: DealerDeps,
  request: ServiceRequest,
  appointment: Appointment,
): BookedVisit | undefined {
  const place = placeById(parts, request, appointment.workshop);
  const { body, token } = detailsOf(appointment);
  const texts = Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
  const service = serviceOf(bookingOf(parts.reference, companyOf(request.brand)), texts["serviceId"]);
  if (!place || !service) return undefined;
  const person = place.workshop.people.find(({ id }) => id === appointment.person);
  const timeZone = timeZoneOf(parts.reference, place);
  return { brand: request.brand, place, service, person, appointment, texts, token, timeZone };
}

/** The same. @throws {Refused} 404 where the workshop or the service is there no more */
export function visitOf(parts: DealerDeps, request: ServiceRequest, appointment: Appointment): BookedVisit {
  const visit = knownVisit(parts, request, appointment);
  if (!visit) throw new Refused(404, unknown);
  return visit;
}

async function end(db: Queries, { id }: Appointment, now: Date): Promise<void> {
  await freePlaces(db, id);
  await changeAppointment(db, id, { state: "cancelled", changed_at: now.toISOString() });
}

/** Ends an appointment in the caller's transaction: its places are free, and who had it is told. */
export async function cancelOne(db: Queries, visit: BookedVisit, now: Date): Promise<void> {
  await end(db, visit.appointment, now);
  const appointment = { ...visit.appointment, state: "cancelled" as const };
  await mailCancelled(db, { ...visit, appointment }, now);
}

/**
 * Ends those in whose place a new one comes, in its transaction: there are neither two nor none. Only those of the same
 * car; one that is over already is no fault, and of a workshop that there is no more nobody is told.
 */
export async function cancelReplaced(
  parts: DealerDeps,
  request: ServiceRequest,
  db: Queries,
  { ids, plate }: { ids: string[]; plate: string },
  now: Date,
): Promise<void> {
  // In one order: of two who replace the same ones nobody waits for somebody who waits for them.
  for (const id of [...new Set(ids)].toSorted()) {
    const found = await lockAppointment(db, "id", id);
    if (found?.brand !== request.brand.code || found.state !== "booked") continue;
    if (found.subject !== plate) throw new Refused(409, "Esa hora es de otro auto");
    const visit = knownVisit(parts, request, found);
    await (visit ? cancelOne(db, visit, now) : end(db, found, now));
  }
}
