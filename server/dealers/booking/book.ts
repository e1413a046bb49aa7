/** Books, holds and releases: each once, whoever repeats it. */
import { randomUUID } from "node:crypto";
import { canonicalJson } from "../../canonical-json.ts";
import { newToken } from "../../random.ts";
import { lockRecords } from "../../store/locks.ts";
import type { ServiceAnswer, ServiceRequest } from "../../services/embedded/service.ts";
import { readTexts } from "../../services/embedded/texts.ts";
import {
  addAppointment,
  findAppointment,
  heldPlaces,
  releasePlaces,
  type Appointment,
} from "../../store/appointments.ts";
import { identifierText } from "../../store/identifiers.ts";
import { findPaymentBy } from "../../store/payments.ts";
import type { Queries } from "../../store/store.ts";
import { timeZoneOf, weekdayOf } from "../reference/opening-hours.ts";
import type { ServiceTemplate } from "../reference/booking.ts";
import { companyOf } from "../requests/caller.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { mailBooked } from "./mails.ts";
import {
  bookVisit,
  holdVisit,
  offeredVisit,
  orRefused,
  refuse,
  Refused,
  type OfferedVisit,
} from "./places.ts";
import { paymentIdRule, readBooking, readPlanned, type BookingRequest } from "./read-booking.ts";
import { cancelReplaced, detailsOf, placeById, tokenHashOf, type AppointmentDetails } from "./visit.ts";
import { bookingOf, does, serviceOf, type WorkshopPlace } from "./workshops.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Whether a service is done on a day. */
export const isDoneOn = ({ availableDays }: ServiceTemplate, day: string): boolean =>
  availableDays?.includes(weekdays[weekdayOf(day)]!) ?? true;

/** Keeps a slot for who is about to pay. */
export async function hold(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const { plannedData, ...flat } = (request.body ?? {}) as Record<string, unknown>;
  const read = readTexts(flat, { paymentId: paymentIdRule, workshopId: { max: 80 } });
  if ("fault" in read) return refuse(400, read.fault);
  const planned = readPlanned(plannedData);
  if ("fault" in planned) return refuse(400, planned.fault);
  const { paymentId = "", workshopId } = read.texts;
  const place = placeById(parts, request, workshopId);
  if (!place) return refuse(404, "No existe ese taller");
  const now = parts.clock();
  return await orRefused(
    parts.store.transaction(async (db) => {
      const visit = offeredVisit(parts.reference, place, planned, {}, now);
      await holdVisit(db, visit, { payment: paymentId, brand: request.brand.code }, now);
      return { status: 201, body: { held: true } };
    }),
  );
}

/** Gives back what a payment held. What holds nothing is released already. */
export async function release(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const read = readTexts(request.body, { paymentId: paymentIdRule });
  if ("fault" in read) return refuse(400, read.fault);
  const payment = read.texts["paymentId"]!;
  return await orRefused(
    parts.store.transaction(async (db) => {
      const known = await findPaymentBy(db, "order_number", payment);
      // Another brand's is no business of this one.
      if (known && known.brand !== request.brand.code) throw new Refused(404, "No existe ese pago");
      const released = await releasePlaces(db, payment);
      return { status: 200, body: { released: released > 0 } };
    }),
  );
}

/** Where and what is booked. @throws {Refused} 400 or 404 */
function placeOfBooking(
  parts: DealerDeps,
  request: ServiceRequest,
  { texts, scheduling }: BookingRequest,
): { place: WorkshopPlace; service: ServiceTemplate } {
  const place = placeById(parts, request, texts["workshopId"]);
  if (!place) throw new Refused(404, "No existe ese taller");
  const service = serviceOf(bookingOf(parts.reference, companyOf(request.brand)), texts["serviceId"]);
  if (!service || !does(place, service)) throw new Refused(404, "Ese taller no hace ese servicio");
  if (service.activateSchedulingInQuiter !== scheduling) {
    throw new Refused(400, '"schedulingInQuiter" no es como la del servicio');
  }
  if (!place.office.postSaleBrands.includes(texts["carBrand"]!)) {
    throw new Refused(400, "Ese taller no atiende autos de esa marca");
  }
  return { place, service };
}

/** A payment that is named is one of this brand that was accepted, where this server has it. */
async function checkPaid(db: Queries, brand: string, paymentId: string | undefined): Promise<void> {
  if (paymentId === undefined) return;
  const payment = await findPaymentBy(db, "order_number", paymentId);
  if (payment && (payment.brand !== brand || payment.state !== "accepted")) {
    throw new Refused(400, "Ese pago no está aceptado");
  }
}

/** Since when a payment holds places: what was tomorrow's then may be today's when it is paid, over midnight. */
async function placesHeldSince(db: Queries, paymentId: string | undefined): Promise<Date | undefined> {
  if (paymentId === undefined || (await heldPlaces(db, paymentId)).length === 0) return undefined;
  const payment = await findPaymentBy(db, "order_number", paymentId);
  return payment && new Date(payment.created_at);
}

const answerOf = (
  { id, state }: Pick<Appointment, "id" | "state">,
  token: string,
  { replaces }: BookingRequest,
): ServiceAnswer => ({
  status: 201,
  body: { id, state, token, ...(replaces.length > 0 && { replaced: true }) },
});

/** Books once for one uuid: whoever repeats it gets the same answer, another booking under it is a 409. */
export async function book(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const { brand, key, body } = request;
  if (!key) return refuse(400, "Falta la cabecera Idempotency-Key");
  const read = readBooking(brand, body);
  if ("fault" in read) return refuse(400, read.fault);
  const now = parts.clock();
  const { uuid = "" } = read.texts;
  const given = await orRefused(
    parts.store.transaction(async (db) => {
      // Of two that come at once the second one finds what the first has made.
      await lockRecords(db, `appointment/${brand.code}/${uuid}`);
      const known = await findAppointment(db, { brand: brand.code, uuid });
      if (known) {
        const { body: kept, token } = detailsOf(known);
        if (canonicalJson(kept) === canonicalJson(body)) return answerOf(known, token, read);
        throw new Refused(409, "Ese uuid ya se usó con otro contenido");
      }
      return await bookAnew(parts, request, read, db, now);
    }),
  );
  parts.queued?.();
  return given;
}

async function bookAnew(
  parts: DealerDeps,
  request: ServiceRequest,
  read: BookingRequest,
  db: Queries,
  now: Date,
): Promise<ServiceAnswer> {
  const { brand } = request;
  const { texts, planned } = read;
  const { place, service } = placeOfBooking(parts, request, read);
  const { paymentId: payment, carBrand: make, vehiclePlate } = texts;
  await checkPaid(db, brand.code, payment);
  const plate = identifierText(vehiclePlate!);
  // Their places are free for this one, which may want the same hour; where it is refused they have them still.
  const hasOther = await cancelReplaced(parts, request, db, { ids: read.replaces, plate }, now);
  const id = randomUUID();
  const token = newToken();
  let visit: OfferedVisit | undefined;
  if (planned) {
    if (!isDoneOn(service, planned.day))
      throw new Refused(409, "Ese día no se hace ese servicio. Elige otro.");
    const offeredAt = (await placesHeldSince(db, payment)) ?? now;
    visit = offeredVisit(parts.reference, place, planned, { make }, offeredAt);
    await bookVisit(db, visit, { appointment: id, payment }, now);
  }
  const details: AppointmentDetails = { body: request.body as Record<string, unknown>, token };
  const appointment: Appointment = {
    id,
    brand: brand.code,
    uuid: texts["uuid"]!,
    call_key: request.key!,
    token_hash: tokenHashOf(token),
    subject_key: parts.store.seals.id,
    subject_hash: parts.store.seals.hashes(plate)[0],
    subject: plate,
    details: JSON.stringify(details),
    workshop: place.office.uuid,
    person: visit?.person.id ?? null,
    day: visit?.day ?? null,
    time: visit?.time ?? null,
    slots: visit?.slots ?? 0,
    state: visit ? "booked" : "requested",
    created_at: now.toISOString(),
    changed_at: now.toISOString(),
  };
  await addAppointment(db, appointment);
  const timeZone = timeZoneOf(parts.reference, place);
  const booked = { brand, place, service, person: visit?.person, appointment, texts, token, timeZone };
  await mailBooked(db, booked, { hasOther }, now);
  return answerOf(appointment, token, read);
}
