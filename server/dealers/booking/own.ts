/** What becomes of an appointment: shown, moved and cancelled by who has its link; taken away when a newer one is confirmed. */
import type { ServiceAnswer, ServiceRequest } from "../../services/embedded/service.ts";
import { readTexts } from "../../services/embedded/texts.ts";
import { dayIn } from "../../clock.ts";
import { tokenPattern } from "../../random.ts";
import {
  appointmentsFor,
  changeAppointment,
  findAppointment,
  freePlaces,
  lockAppointment,
} from "../../store/appointments.ts";
import { identifierText } from "../../store/identifiers.ts";
import type { Queries } from "../../store/store.ts";
import { daysAfter } from "../reference/opening-hours.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { isDoneOn } from "./book.ts";
import { cancelOne, detailsOf, isSamePerson, tokenHashOf, unknown, visitOf } from "./visit.ts";
import { mailMoved, type BookedVisit } from "./mails.ts";
import { masked } from "./mask.ts";
import { offeredVisit, orRefused, refuse, Refused, takeVisit } from "./places.ts";
import { readPlanned } from "./read-booking.ts";

const tokenRule = { max: 43, fits: (text: string) => new RegExp(tokenPattern).test(text) };

/** Whether its day is still to come: on the day itself the workshop is called. */
const isAhead = ({ timeZone, appointment }: BookedVisit, now: Date): boolean =>
  appointment.day !== null && appointment.day > dayIn(timeZone, now);

/** Without what has no value, in this process as by HTTP. */
const defined = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/** Shows an appointment to who has its link. How they are reached is masked: a mail may be passed on. */
export async function show(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const token = request.headers["x-appointment-token"] ?? "";
  if (!tokenRule.fits(token)) return refuse(404, unknown);
  return await orRefused(
    (async () => {
      const by = { brand: request.brand.code, token_hash: tokenHashOf(token) };
      const found = await findAppointment(parts.store.db, by);
      if (!found) throw new Refused(404, unknown);
      const visit = visitOf(parts, request, found);
      const { place, service, person, texts } = visit;
      const { carBrand = "", contactName = "", contactPhone = "", contactMail = "" } = texts;
      const brandId = parts.reference.vehicles.find(({ name }) => name === carBrand)?.code;
      const planned = {
        date: found.day ?? undefined,
        time: found.time ?? undefined,
        assessorId: found.person ?? undefined,
        assessorName: service.hidesAdviser ? undefined : person?.name,
        hours: found.slots > 0 ? (found.slots * place.company.slotMinutes) / 60 : undefined,
        availableDays: service.availableDays,
        brandId,
      };
      return {
        status: 200,
        body: {
          id: found.id,
          state: found.state,
          canChange: found.state === "booked" && isAhead(visit, parts.clock()),
          ...defined(planned),
          service: service.title,
          serviceId: service.serviceId,
          branch: {
            id: place.office.uuid,
            fullName: place.office.name,
            address: `${place.office.address}, ${place.office.commune}`,
            city: place.city,
            latitude: place.office.latitude,
            longitude: place.office.longitude,
          },
          vehiclePlate: texts["vehiclePlate"],
          carBrand,
          carModel: texts["carModel"],
          carYear: texts["carYear"],
          contact: masked({ name: contactName, phoneNumber: contactPhone, email: contactMail }),
        },
      };
    })(),
  );
}

/** The appointment of a link, which nobody else changes meanwhile. @throws {Refused} 404, or 409 where it is over */
async function changeable(
  parts: DealerDeps,
  request: ServiceRequest,
  db: Queries,
  token: string,
  now: Date,
): Promise<BookedVisit> {
  const found = await lockAppointment(db, "token_hash", tokenHashOf(token));
  if (!found || found.brand !== request.brand.code) throw new Refused(404, unknown);
  const visit = visitOf(parts, request, found);
  if (found.state !== "booked") throw new Refused(409, "Esta hora ya fue cancelada");
  if (!isAhead(visit, now)) throw new Refused(409, "Esta hora ya no se puede cambiar aquí: llámanos");
  return visit;
}

/** Moves an appointment to another free slot of the same workshop: the old one is free once the new one is taken. */
export async function move(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const { plannedData, ...flat } = (request.body ?? {}) as Record<string, unknown>;
  const read = readTexts(flat, { token: tokenRule });
  if ("fault" in read) return refuse(400, read.fault);
  const planned = readPlanned(plannedData);
  if ("fault" in planned) return refuse(400, planned.fault);
  const now = parts.clock();
  const given = await orRefused(
    parts.store.transaction(async (db) => {
      const old = await changeable(parts, request, db, read.texts["token"]!, now);
      const { appointment, place, service, texts } = old;
      const { person, day, time } = planned;
      const answer = { status: 200, body: { id: appointment.id, date: day, time } };
      // Who sends it again is where they wanted to be.
      if (appointment.person === person && appointment.day === day && appointment.time === time)
        return answer;
      if (!isDoneOn(service, day)) throw new Refused(409, "Ese día no se hace ese servicio. Elige otro.");
      const hours = (appointment.slots * place.company.slotMinutes) / 60;
      const visit = offeredVisit(
        parts.reference,
        place,
        { person, day, time },
        { hours, make: texts["carBrand"] },
        now,
      );
      // Its own places are free for it: half an hour later may be half of the same.
      await freePlaces(db, appointment.id);
      await takeVisit(db, visit, { appointment: appointment.id, payment: null, until: null }, now);
      const changed_at = now.toISOString();
      await changeAppointment(db, appointment.id, { person, day, time, changed_at });
      const moved = { ...old, person: visit.person, appointment: { ...appointment, person, day, time } };
      await mailMoved(db, moved, `${day}.${time}.${person}.${changed_at}`, now);
      return answer;
    }),
  );
  parts.queued?.();
  return given;
}

/** Cancels by the link. */
export async function cancelOwn(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const read = readTexts(request.body, { token: tokenRule });
  if ("fault" in read) return refuse(400, read.fault);
  const now = parts.clock();
  const given = await orRefused(
    parts.store.transaction(async (db) => {
      const visit = await changeable(parts, request, db, read.texts["token"]!, now);
      await cancelOne(db, visit, now);
      return { status: 200, body: { id: visit.appointment.id, state: "cancelled" } };
    }),
  );
  parts.queued?.();
  return given;
}

/** The first day on which an appointment counts anywhere: a day early, since workshops have their own clocks. */
const fromDay = (now: Date): string => daysAfter(now.toISOString().slice(0, 10), -1);

/** Which appointments a plate has: that they are there, and nothing of whom or when. */
export async function ofPlate(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const plate = identifierText(request.query["vehiclePlate"] ?? "");
  if (!/^[A-Z0-9]{6}$/.test(plate)) return refuse(400, '"vehiclePlate" debe ser una patente o placa');
  const hashes = parts.store.seals.hashes(plate);
  const by = { brand: request.brand.code, hashes, from: fromDay(parts.clock()) };
  const found = await appointmentsFor(parts.store.db, by);
  return { status: 200, body: found.map(({ id }) => ({ id })) };
}

/** Takes an earlier appointment away: only where the same person has a newer one of the same car. */
export async function cancelEarlier(parts: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const { appointmentId } = request.query;
  if (appointmentId === undefined) return refuse(400, 'Falta "appointmentId"');
  const now = parts.clock();
  const given = await orRefused(
    parts.store.transaction(async (db) => {
      const found = await lockAppointment(db, "id", appointmentId);
      if (!found || found.brand !== request.brand.code) throw new Refused(404, "No existe esa hora");
      if (found.state === "cancelled") return { status: 200, body: { id: found.id, state: "cancelled" } };
      const hashes = parts.store.seals.hashes(found.subject);
      const all = await appointmentsFor(db, { brand: found.brand, hashes, from: fromDay(now) });
      const isReplaced = all.some(
        (one) =>
          one.id !== found.id &&
          one.created_at >= found.created_at &&
          isSamePerson(detailsOf(one).body, detailsOf(found).body),
      );
      if (!isReplaced) throw new Refused(409, "No hay una hora más nueva de ese auto y esa persona");
      await cancelOne(db, visitOf(parts, request, found), now);
      return { status: 200, body: { id: found.id, state: "cancelled" } };
    }),
  );
  parts.queued?.();
  return given;
}
