/** The booking over the real server, with stand-ins for its services, and the answers that go through it. */
import { expect, onTestFinished } from "vitest";
import type { Clock } from "../../server/clock.ts";
import { openApp, visitor } from "../support/app.ts";
import { bookingBase as base, bookingEnv, carAnswers as car } from "../support/booking-upstream.ts";
import { startStandIn } from "../support/stand-in.ts";
import { productOf, type Product, type Reply } from "./program-parts.ts";

const template = {
  serviceId: "1",
  title: "Diagnóstico",
  activateSchedulingInQuiter: true,
  isMajorService: true,
  needsMaintenance: false,
  askVersion: false,
  initialYear: 2000,
  finalYear: 2027,
  formInputs: { description: { disabled: false, required: true, errorMessage: "Cuéntanos qué falla" } },
};

export { car };
export const appointment = {
  "appointment.city": "Santiago",
  "appointment.branch": "w1",
  "appointment.adviser": "a1",
  "appointment.date": "2099-11-24",
  "appointment.time": "09:00",
  "appointment.description": "Frena mal",
};
export const contact = {
  "contact.identity": "12345678-5",
  "contact.name": "María",
  "contact.lastName": "Soto",
  "contact.phone": "987654321",
  "contact.email": "maria@correo.cl",
};

const slots = {
  body: [
    { date: "2099-11-23", freeSlots: [] },
    { date: "2099-11-24", freeSlots: [{ startTime: "09:00" }] },
  ],
};

export async function open(
  service: Record<string, unknown> = {},
  previous: unknown[] = [],
  more: Record<string, string> = {},
  brand = "SI",
  copy?: Record<string, string>,
  clock?: Clock,
): Promise<Product> {
  const upstream = await startStandIn({
    "GET /content/service-templates": { body: [{ serviceId: "1", title: "Diagnóstico" }] },
    "GET /content/service-template": { body: { ...template, ...service } },
    [`GET ${base}/brand`]: { body: [{ value: "Chevrolet", brandId: "b1" }] },
    [`GET ${base}/model-v2`]: { body: [{ id: "m1", value: "Onix" }] },
    [`GET ${base}/branch`]: { body: [{ id: "w1", fullName: "Bilbao" }] },
    [`GET ${base}/assessors`]: { body: [{ id: "a1", name: "Rosa Díaz" }] },
    [`GET ${base}/operators`]: { body: [{ id: "o1", name: "Luis Vera" }] },
    [`GET ${base}/models/maintenances`]: { body: [] },
    [`GET ${base}/assessors/free-slots`]: slots,
    [`GET ${base}/operators/free-slots`]: slots,
    "GET /customer/api/branch-office/filter/city": { body: [{ value: "Santiago" }] },
    "GET /customer/api/gac-soap/client-data": { body: { name: "María" } },
    "GET /mpp/find": { body: [{ mileage: 50_000, price: 99_990 }] },
    "GET /customer/api/appointment": { body: previous },
    "DELETE /customer/api/appointment": { body: {} },
    [`POST ${base}`]: { body: {} },
    [`POST ${base}/status`]: { body: {} },
    [`POST ${base}/hold`]: { body: {} },
    [`POST ${base}/release`]: { body: {} },
  });
  onTestFinished(() => upstream.stop());
  const env = { ...bookingEnv(upstream.url), ...more };
  const app = await openApp({ env, ...(copy ? { copy } : {}), ...(clock ? { clock } : {}) });
  expect(app.definitions.diagnostics()).toEqual([]);
  return productOf(app, upstream, visitor(app, brand));
}

/** Continues through steps until one does not go on; whoever is asked something on the way agrees. */
export async function through(product: Product, ...steps: Record<string, unknown>[]): Promise<Reply> {
  let run = await product.begin("service-booking");
  let reply: Reply | undefined;
  for (const answers of [{ "service.chosen": "1" }, ...steps]) {
    const asked = reply?.answer.outcome;
    if (asked && "dialog" in asked) {
      run = (await product.proceed(run, {}, { dialog: { id: asked.dialog, button: "continue" } })).answer
        .state;
    }
    reply = await product.proceed(run, answers);
    run = reply.answer.state;
  }
  return reply!;
}

/** What it asks for, beside what tells how far somebody came. */
export const changes = ({ upstream }: Product) =>
  upstream.requests.filter(({ method, path }) => method !== "GET" && path !== `${base}/status`);

export const sent = (product: Product): unknown[] =>
  changes(product).map(({ method, query, body }) => (method === "DELETE" ? [method, query] : [method, body]));
