/** An appointment as it is kept, with all that it names, and how one ends. */
import { createHash } from "node:crypto";
import type { ServiceRequest } from "../../services/embedded/service.ts";
import {
  changeAppointment,
  freePlaces,
  lockAppointment,
  type Appointment,
} from "../../store/appointments.ts";
import { emailText, identifierText } from "../../store/identifiers.ts";
import { dueRefund, findPaymentBy } from "../../store/payments.ts";
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

export const detailsOf = ({ details }: Pick<Appointment, "details">): AppointmentDetails =>
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

/** What was paid for it is due back from now on; tells whether there was such. */
async function end(db: Queries, appointment: Appointment, now: Date): Promise<boolean> {
  const { id, brand } = appointment;
  await freePlaces(db, id);
  await changeAppointment(db, id, { state: "cancelled", changed_at: now.toISOString() });
  const order = detailsOf(appointment).body["paymentId"];
  const payment = typeof order === "string" ? await findPaymentBy(db, "order_number", order) : undefined;
  return payment?.brand === brand && (await dueRefund(db, payment.id, now.toISOString()));
}

/** Ends an appointment in the caller's transaction: its places are free, who had it is told, and what was paid is due back. */
export async function cancelOne(db: Queries, visit: BookedVisit, now: Date): Promise<void> {
  const isDueBack = await end(db, visit.appointment, now);
  const appointment = { ...visit.appointment, state: "cancelled" as const };
  await mailCancelled(db, { ...visit, appointment }, { isDueBack }, now);
}

/** By what two bookings are of one person, and how each is compared however it was typed. */
const ofPerson: Record<string, (text: string) => string> = {
  clientRut: identifierText,
  clientDni: identifierText,
  contactMail: emailText,
};

/** Whether who sent one booking sent the other: a plate is seen on the street, and is nobody's proof. */
export const isSamePerson = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Object.entries(ofPerson).some(([name, plain]) => {
    const [mine, theirs] = [one[name], other[name]];
    return typeof mine === "string" && typeof theirs === "string" && plain(mine) === plain(theirs);
  });

/**
 * Ends those in whose place a new one comes, in its transaction: there are neither two nor none. Only those of the same
 * car and the same person; one that is over already is no fault, and of a workshop that there is no more nobody is told.
 * Tells whether somebody else has one, which stays.
 */
export async function cancelReplaced(
  parts: DealerDeps,
  request: ServiceRequest,
  db: Queries,
  { ids, plate }: { ids: string[]; plate: string },
  now: Date,
): Promise<boolean> {
  let isElsewhere = false;
  // In one order: of two who replace the same ones nobody waits for somebody who waits for them.
  for (const id of [...new Set(ids)].toSorted()) {
    const found = await lockAppointment(db, "id", id);
    if (found?.brand !== request.brand.code || found.state !== "booked") continue;
    if (found.subject !== plate) throw new Refused(409, "Esa hora es de otro auto");
    if (!isSamePerson(detailsOf(found).body, request.body as Record<string, unknown>)) {
      isElsewhere = true;
      continue;
    }
    const visit = knownVisit(parts, request, found);
    await (visit ? cancelOne(db, visit, now) : end(db, found, now));
  }
  return isElsewhere;
}
