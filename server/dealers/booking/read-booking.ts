/** Checks what a booking says. Faults are in Spanish, and repeat no value. */
import { isPlainAddress } from "../../mail-address.ts";
import type { ServiceBrand } from "../../services/embedded/service.ts";
import { readTexts, type TextRule, type Texts } from "../../services/embedded/texts.ts";
import { identityOf, phoneRule } from "../requests/dealer-mail.ts";

/** Whom, when and for how long. */
export interface PlannedVisit {
  person: string;
  /** `yyyy-mm-dd` and `HH:mm`. */
  day: string;
  time: string;
  hours?: number;
}

export interface BookingRequest {
  texts: Texts;
  scheduling: boolean;
  planned?: PlannedVisit;
  /** Ids of the appointments in whose place this one comes. */
  replaces: string[];
}

type Read<T> = T | { fault: string };

const maxHours = 12;
const dayRule: TextRule = { max: 10, fits: isDay, says: "debe ser un día, como 2026-12-31" };

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T12:00:00Z`);
  return (
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text)
  );
}

/** A day of a query or a body; undefined where it is none. */
export const dayOf = (text: string | undefined): string | undefined =>
  text !== undefined && isDay(text) ? text : undefined;

/** Hours of a visit, written as a number or a text; undefined where they are none. */
export function hoursOf(value: unknown): number | undefined {
  const hours =
    typeof value === "string" && /^[0-9]{1,2}([.][0-9]{1,2})?$/.test(value) ? Number(value) : value;
  return typeof hours === "number" && hours > 0 && hours <= maxHours ? hours : undefined;
}

export function readPlanned(value: unknown): Read<PlannedVisit> {
  const { plannedHours, ...rest } = (value ?? {}) as Record<string, unknown>;
  const hours = hoursOf(plannedHours);
  if (plannedHours !== undefined && hours === undefined) {
    return { fault: `"plannedHours" debe ser más de 0 y hasta ${maxHours}` };
  }
  const read = readTexts(rest, {
    receptionistId: { max: 40 },
    plannedDate: dayRule,
    plannedTime: { max: 8, fits: (text) => /^([01][0-9]|2[0-3]):[0-5][0-9]:00$/.test(text) },
  });
  if ("fault" in read) return read;
  const { receptionistId = "", plannedDate = "", plannedTime = "" } = read.texts;
  return {
    person: receptionistId,
    day: plannedDate,
    time: plannedTime.slice(0, 5),
    ...(hours === undefined ? {} : { hours }),
  };
}

const optional = (max: number): TextRule => ({ max, optional: true });

const maxReplaced = 20;

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,80}$/.test(value);

/** Ids in a list; undefined where it is none. */
const idsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length <= maxReplaced && value.every(isId) ? value : undefined;

export const paymentIdRule: TextRule = { max: 12, fits: (text) => /^[0-9]{1,12}$/.test(text) };

const rules: Record<string, TextRule> = {
  uuid: { max: 80 },
  workshopId: { max: 80 },
  comments: optional(2000),
  mileage: { max: 6, number: { from: 0, to: 999_999 } },
  contactName: { max: 61 },
  contactPhone: phoneRule,
  contactMail: { max: 80, fits: isPlainAddress },
  serviceId: { max: 6, number: { from: 1, to: 999_999 } },
  carBrand: { max: 80 },
  carModel: { max: 80 },
  vehiclePlate: { max: 6, fits: (text) => /^[A-Z0-9]{6}$/.test(text) },
  carYear: { max: 4, number: { from: 1900, to: 2100 } },
  additionalService: optional(1000),
  operatorId: optional(40),
  assessorName: optional(80),
  whatsappMessage: optional(500),
  whatsappNumber: optional(20),
  whatsappLabel: optional(80),
  reScheduleUrl: optional(500),
  brandLogoUrl: optional(500),
  source: { max: 20 },
  paymentId: { ...paymentIdRule, optional: true },
  paymentInfo: optional(1000),
};

/** The payload of the specification. The operator, where there is one, is whom the visit is planned with. */
export function readBooking(brand: ServiceBrand, body: unknown): Read<BookingRequest> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { fault: "El cuerpo debe ser un objeto JSON" };
  }
  const {
    schedulingInQuiter,
    plannedData,
    replacesAppointmentIds = [],
    ...flat
  } = body as Record<string, unknown>;
  const replaces = idsOf(replacesAppointmentIds);
  if (!replaces) return { fault: `"replacesAppointmentIds" debe ser una lista de hasta ${maxReplaced} ids` };
  if (typeof schedulingInQuiter !== "boolean") return { fault: '"schedulingInQuiter" debe ser true o false' };
  const { name, rule } = identityOf(brand);
  const document = name === "rut" ? "clientRut" : "clientDni";
  const read = readTexts(flat, { ...rules, [document]: rule });
  if ("fault" in read) return read;
  if (!schedulingInQuiter) {
    if (plannedData !== undefined) return { fault: '"plannedData" sobra donde no se agenda' };
    return { texts: read.texts, scheduling: false, replaces };
  }
  if (plannedData === undefined) return { fault: 'Falta "plannedData"' };
  const planned = readPlanned(plannedData);
  if ("fault" in planned) return planned;
  const { operatorId } = read.texts;
  return {
    texts: read.texts,
    scheduling: true,
    replaces,
    planned: operatorId === undefined ? planned : { ...planned, person: operatorId },
  };
}
