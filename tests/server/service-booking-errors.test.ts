/** What comes of a booking whose services fail: the error catalogue of the booking, a line each. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { DataAnswer, Outcome } from "../../schemas/engine/all.ts";
import { bookingBase as base } from "../support/booking-upstream.ts";
import type { Product } from "./program-parts.ts";
import { appointment, car, changes, contact, open, through } from "./service-booking-parts.ts";

const agreed = { ...contact, "contact.terms": true };

const asked = ({ upstream }: Product, path: string, method = "GET") =>
  upstream.requests.filter((one) => one.path === path && one.method === method).length;

/** A list of the form, as its page asks for it. */
async function list(product: Product, data: string, inputs: Record<string, unknown>): Promise<DataAnswer> {
  const { revision } = await product.begin("service-booking");
  const body = { revision, flow: "service-booking", data, inputs };
  return (await product.who.ask("POST", "/api/data", body)).json<DataAnswer>();
}

const place = {
  people: "assessors",
  workshopId: "w1",
  startDate: "2099-11-22",
  personId: "a1",
  brandId: "b1",
};

describe("what fails in a booking", () => {
  it.each([
    [400, 1],
    [404, 1],
    [500, 6],
  ])("a booking that is answered %i is sent %i times, and leads to /306", async (status, times) => {
    const product = await open();
    product.upstream.set(`POST ${base}`, { status, body: { statusCode: status } });
    const { answer } = await through(product, car, appointment, agreed);
    expect(answer.outcome).toMatchObject({ redirect: "/306", failure: true });
    expect(asked(product, base, "POST")).toBe(times);
    expect(changes(product).some(({ method }) => method === "DELETE")).toBe(false);
    // The answers stay, and the next press books.
    product.upstream.set(`POST ${base}`, { body: {} });
    const again = await product.proceed(answer.state, agreed);
    expect(again.answer.outcome).toEqual({ go: "summary" });
  });

  it("an hour that is gone because it was booked for this very person is booked, when a dying server did not say so", async () => {
    const product = await open();
    const { store } = product.app;
    const { transaction } = store;
    // The last transaction of the attempt does not come.
    store.transaction = (work) =>
      transaction(async (db) => {
        const result = await work(db);
        const accepted = db.selectFrom("submissions").select("run").where("state", "=", "accepted");
        if (await accepted.executeTakeFirst()) throw new Error("the server dies");
        return result;
      });
    const placed = await through(product, car, appointment);
    const key = randomUUID();
    expect((await product.proceed(placed.answer.state, agreed, { key })).status).toBe(500);
    store.transaction = transaction;
    product.upstream.set(`GET ${base}/assessors/free-slots`, { body: [] });
    const again = await product.proceed(placed.answer.state, agreed, { key });
    expect(again.answer.outcome).toEqual({ go: "summary" });
    expect(asked(product, base, "POST")).toBe(1);
  });

  it("an hour that somebody else has taken is said, and another one is booked by the same request", async () => {
    const product = await open();
    product.upstream.set(`POST ${base}`, { status: 409, body: { statusCode: 409 } });
    const { answer, status } = await through(product, car, appointment, agreed);
    expect([status, JSON.stringify(answer.outcome)]).toEqual([
      422,
      expect.stringContaining("Esa hora ya no está disponible. Elige otra"),
    ]);
    expect(answer.state.answers).toMatchObject({ ...car, ...appointment, ...agreed });
    product.upstream.set(`POST ${base}`, { body: {} });
    const again = await product.proceed(answer.state, agreed);
    expect(again.answer.outcome).toEqual({ go: "summary" });
    const uuids = product.upstream.requests
      .filter(({ method, path }) => method === "POST" && path === base)
      .map(({ body }) => (body as { uuid: string }).uuid);
    expect([uuids.length, new Set(uuids).size]).toEqual([2, 1]);
  });

  it("a booking that fails with 500 and then goes well is one", async () => {
    const product = await open();
    let failures = 0;
    product.upstream.set(`POST ${base}`, () => ((failures += 1) <= 5 ? { status: 500 } : { body: {} }));
    const { answer } = await through(product, car, appointment, agreed);
    expect(answer.outcome).toEqual({ go: "summary" });
    const keys = product.upstream.requests
      .filter(({ method, path }) => method === "POST" && path === base)
      .map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([6, 1]);
  });

  it.each([
    ["fails with 500", { status: 500 }, 6, "failed"],
    ["fails otherwise", { status: 400 }, 1, "failed"],
    ["has none", { body: [] }, 1, "empty"],
  ])("cars of a RUT: a look-up that %s opens the form", async (_, behaviour, times, status) => {
    const path = "/customer/api/car-information/by-rut";
    const product = await open();
    product.upstream.set(`GET ${path}`, behaviour);
    const inputs = { identification: "12345678-5", service: "1", additional: false };
    expect((await list(product, "rutCars", inputs)).status).toBe(status);
    expect(asked(product, path)).toBe(times);
    const byHand = { ...car, "vehicle.search": "document", "vehicle.document": "12345678-5" };
    const { answer } = await through(product, byHand);
    expect(answer.outcome).toEqual({ go: "appointment" });
  });

  it.each([
    ["fails with 500", { status: 500 }, 6, "failed"],
    ["fails otherwise", { status: 400 }, 1, "failed"],
    ["has none", { body: [] }, 1, "empty"],
  ])("cars of a DNI: a look-up that %s opens the form", async (_, behaviour, times, status) => {
    const path = "/customer/api/v3/gac-soap/cars-by-rut";
    const product = await open({}, [], {}, "WI");
    product.upstream.set(`GET ${path}`, behaviour);
    expect((await list(product, "dniCars", { dni: "45678912", service: "1" })).status).toBe(status);
    expect(asked(product, path)).toBe(times);
    const byHand = {
      ...car,
      "vehicle.search": "document",
      "vehicle.document": "45678912",
      "vehicle.car.plate": "ABC123",
    };
    const { answer } = await through(product, byHand);
    expect(answer.outcome).toEqual({ go: "appointment" });
  });

  it.each([
    [500, 6],
    [400, 1],
  ])(
    "free slots that are answered %i are asked for %i times, and no day can be chosen",
    async (status, times) => {
      const path = `${base}/assessors/free-slots`;
      const product = await open();
      product.upstream.set(`GET ${path}`, { status });
      expect((await list(product, "adviserDays", place)).status).toBe("failed");
      expect(asked(product, path)).toBe(times);
      const { answer } = await through(product, car, appointment);
      const { refuse } = answer.outcome as Extract<Outcome, { refuse: unknown }>;
      expect(refuse.map(({ path: field, code }) => [field, code])).toContainEqual([
        "appointment.date",
        "optionsFailed",
      ]);
    },
  );

  it.each([
    ["branches", `${base}/branch`, "appointment.branch"],
    ["advisers", `${base}/assessors`, "appointment.adviser"],
    ["cities", "/customer/api/branch-office/filter/city", "appointment.city"],
  ])("without %s the field says so, whether there are none or nobody answers", async (_, path, field) => {
    for (const behaviour of [{ body: [] }, { status: 500 }]) {
      const product = await open();
      product.upstream.set(`GET ${path}`, behaviour);
      const { answer } = await through(product, car, appointment);
      const { refuse } = answer.outcome as Extract<Outcome, { refuse: unknown }>;
      expect(refuse.map((problem) => problem.path)).toContain(field);
    }
  });

  it("without versions there is always another one", async () => {
    const product = await open({ askVersion: true });
    product.upstream.set(`GET ${base}/version`, { status: 500 });
    const { answer } = await through(product, { ...car, "vehicle.car.version": "other" });
    expect(answer.outcome).toEqual({ go: "appointment" });
  });

  it("without the earlier appointments nobody is let past, and nothing is removed", async () => {
    const product = await open();
    product.upstream.set("GET /customer/api/appointment", { status: 500 });
    const { answer } = await through(product, car);
    expect(answer.outcome).toHaveProperty("refuse");
    expect(changes(product)).toEqual([]);
  });
});
