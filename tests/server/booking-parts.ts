/** The embedded services of the booking, asked as they are: one store, one clock, a brand's own facts. */
import { randomUUID } from "node:crypto";
import { dealerServices } from "../../server/dealers/services/index.ts";
import { brandOfRevision, routeOf, type ServiceAnswer } from "../../server/services/embedded/service.ts";
import type { Store } from "../../server/store/store.ts";
import { projectCalls, projectReference, revisionOf, setClock, temporaryStore } from "./parts.ts";

export const base = "/customer/api/v3/appointment";

/** Branch offices by company. */
export const offices = {
  SI: "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67",
  CO: "01e050b9-32ed-55f6-bbea-5e98cde60730",
  PO: "cf382255-7b36-5fe8-b9ed-1cd868ecac83",
  SM: "8572e5a1-08d2-5058-b1f5-254e7f9717f6",
  WI: "28d781af-3c90-5b83-8ade-62468643f391",
};
export type BookingBrand = keyof typeof offices;

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  key?: string;
}

export interface Booking {
  store: Store;
  clock: ReturnType<typeof setClock>;
  ask: (method: string, path: string, asked?: Asked) => Promise<ServiceAnswer>;
}

const reference = await projectReference();
const calls = await projectCalls();

/** Servers with the same store: each brand's services on it. A Monday, at ten in Chile. */
export async function openBooking(
  code: BookingBrand = "SI",
  shared?: Pick<Booking, "store" | "clock">,
): Promise<Booking> {
  const clock = shared?.clock ?? setClock("2026-11-23T13:00:00.000Z");
  const store = shared?.store ?? (await temporaryStore()).store;
  const brand = brandOfRevision(await revisionOf(code, calls));
  const services = dealerServices(reference)({ store, clock: clock.now });
  return {
    store,
    clock,
    ask: async (method, path, { query = {}, headers = {}, body, key = randomUUID() } = {}) => {
      const found = services.flatMap((service) => routeOf(service, method, path) ?? []);
      if (found.length !== 1) throw new Error(`${found.length} routes for ${method} ${path}`);
      const { route, params } = found[0]!;
      return await route.handle({ brand, params, query, headers, body, key });
    },
  };
}

export const planned = (time: string, day = "2026-11-24", receptionistId = "SI-101-2") => ({
  receptionistId,
  plannedDate: day,
  plannedTime: `${time}:00`,
});

/** The payload of specification 3. */
export const payload = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({
      uuid: randomUUID(),
      workshopId: offices.SI,
      comments: "Frena mal",
      mileage: 52_000,
      contactName: "María Soto",
      contactPhone: "987654321",
      contactMail: "maria@correo.example",
      serviceId: 2,
      carBrand: "Chevrolet",
      carModel: "Onix",
      vehiclePlate: "RKLP45",
      carYear: 2022,
      clientRut: "12345678-5",
      schedulingInQuiter: true,
      plannedData: planned("09:00"),
      assessorName: "Sin preferencia",
      reScheduleUrl: "https://si.example/tu-hora",
      source: "web",
      ...changes,
    }).filter(([, value]) => value !== undefined),
  );

export const book = (booking: Booking, changes: Record<string, unknown> = {}, key?: string) =>
  booking.ask("POST", base, { body: payload(changes), ...(key === undefined ? {} : { key }) });

/** The free times of a day. */
export async function freeOn(booking: Booking, day = "2026-11-24", person = "SI-101-2"): Promise<string[]> {
  const { body } = await booking.ask("GET", `${base}/assessors/free-slots`, {
    query: { workshopId: offices.SI, startDate: day, receptionistsId: person, brandId: "CHEVROLET" },
  });
  const days = body as { date: string; freeSlots: { startTime: string }[] }[];
  return (days.find(({ date }) => date === day)?.freeSlots ?? []).map(({ startTime }) => startTime);
}
