/** Units of cars: one for each who holds or has one, on all servers of a store; what is taken is gone from the catalogue. */
import { expect, it, vi } from "vitest";
import type { Detail } from "./catalogue-parts.ts";
import { openCatalogue } from "./catalogue-parts.ts";
import { addPayment } from "../../server/store/payments.ts";
import { operateStock } from "../../tools/dealers/operate-stock.ts";
import { temporaryStore } from "./parts.ts";
import fc from "../support/properties.ts";

interface Unit {
  id: string;
  color: string;
  vin: string;
  unit: number;
  special: boolean;
  price: number;
}

interface Held {
  token: string;
  until: string;
  canExtend: boolean;
}

const start = Date.parse("2026-11-21T12:00:00Z");

/** Two servers with one store, and the cars of the tests. */
async function open(brand = "SI") {
  const { store, config } = await temporaryStore();
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  let now = start;
  const clock = () => new Date(now);
  const servers = [
    await openCatalogue(brand, { store, clock }),
    await openCatalogue(brand, { store, clock }),
  ] as const;
  let key = 0;
  const newKey = (): string => `key-${(key += 1)}`;
  const call = async (at: number, name: string, input: Record<string, unknown>, by = newKey()) =>
    await servers[at % 2]!.callNamed(`reservation.${name}`, input, by);
  const hold = async (at: number, input: Record<string, unknown>, by?: string) => {
    const { ok, data, status } = await call(at, "hold", input, by);
    return ok ? { ...(data as Held), reason: undefined } : { status, ...(data as { reason: string }) };
  };
  const units = async (carId: string): Promise<Unit[]> =>
    (((await call(0, "units", { carId })).data ?? { units: [] }) as { units: Unit[] }).units;
  const car = async (
    type: "new" | "used",
    fits: (car: Detail & Record<string, number>) => boolean = () => true,
  ) => {
    const { result } = await servers[0].search({ typeId: [type] });
    const found = result.find((one) => fits(one as never))!;
    return String(found.id);
  };
  const reserve = async (
    at: number,
    order: string,
    what: Record<string, unknown>,
    name = "reservation.reserve",
  ) =>
    await servers[at % 2]!.callNamed(
      name,
      { clientName: "María Soto", carType: "usado", transactionId: order, ...what },
      `reserve-${(key += 1)}`,
    );
  return {
    store,
    servers,
    stock: (...words: string[]) => operateStock(words, env),
    call,
    hold,
    units,
    car,
    reserve,
    later: (minutes: number) => (now += minutes * 60_000),
  };
}

it("of many who want one used car at once, on two servers, one has it; who has it pays and it is gone", async () => {
  const { servers, hold, car, reserve, stock } = await open();
  const carId = await car("used");
  const { patent: plate } = await servers[0].answer<Record<string, string>>("carById", { id: carId });
  const wishes = await Promise.all(Array.from({ length: 20 }, (_, at) => hold(at, { carId, unit: "unit" })));
  const winners = wishes.filter(({ reason }) => reason === undefined);
  expect(winners).toHaveLength(1);
  expect(new Set(wishes.map(({ reason }) => reason))).toEqual(new Set([undefined, "held"]));
  const { token } = winners[0] as Held;
  expect(await hold(1, { carId, unit: "unit", token, paymentId: "o1" })).toMatchObject({ token });
  // Another car than the one that was paid for is not taken by that payment.
  expect(await reserve(0, "o1", { patent: "ZZZZ99" })).toMatchObject({ ok: false });
  expect(await reserve(0, "o1", { patent: plate })).toMatchObject({ ok: true });
  // Asked again, by another key: the same, and nothing more is taken.
  expect(await reserve(1, "o1", { patent: plate })).toMatchObject({ ok: true });
  expect(await hold(0, { carId, unit: "unit" })).toMatchObject({ reason: "sold" });
  for (const { call } of servers) {
    await vi.waitFor(
      async () => expect(await call("carById", { id: carId })).toMatchObject({ failure: "empty" }),
      { timeout: 60_000, interval: 50 },
    );
  }
  // The payment was given back: an operator puts the car back.
  expect(await stock("give-back", "o1")).toMatchObject({ code: 0 });
  await expect(stock("give-back", "o1")).rejects.toThrow("No hay una unidad");
  await vi.waitFor(
    async () => expect(await servers[1].call("carById", { id: carId })).toMatchObject({ ok: true }),
    {
      timeout: 60_000,
      interval: 50,
    },
  );
  expect(await hold(1, { carId, unit: "unit" })).toMatchObject({ canExtend: true });
});

it("whoever asks again because an answer was lost has their own hold, on whichever server, and nobody else has", async () => {
  const { hold, car, call, later } = await open();
  const carId = await car("used");
  const wish = { carId, unit: "unit" };
  const token = "r".repeat(43);
  const lost = (await hold(0, { ...wish, token })) as Held;
  expect(lost).toMatchObject({ token });
  expect(await hold(1, { ...wish, token })).toEqual(lost);
  expect(await hold(1, wish)).toMatchObject({ reason: "held" });
  await call(0, "release", { token });
  const other = (await hold(1, wish)) as Held;
  expect(await hold(0, { ...wish, token })).toMatchObject({ reason: "held" });
  later(16);
  expect(await hold(0, { ...wish, token })).toMatchObject({ token, canExtend: true });
  expect(await hold(0, { ...wish, token: other.token })).toMatchObject({ reason: "held" });
});

it("a hold ends by its time, by being given back, or is made longer once", async () => {
  const { hold, car, call, later } = await open();
  const carId = await car("used");
  const first = (await hold(0, { carId, unit: "unit" })) as Held;
  expect(first).toMatchObject({
    canExtend: true,
    until: new Date(start + 15 * 60_000).toISOString(),
    untilTime: "09:15",
  });
  // It is free for who holds it, and for nobody else.
  const free = async (input: object) =>
    ((await call(1, "units", { carId, ...input })).data as object) ?? "none";
  expect(await free({ token: first.token })).toMatchObject({ units: [{ id: "unit", unit: 1 }] });
  expect(await free({})).toMatchObject({ units: [{ id: "unit", unit: 0 }] });
  expect(await free({ token: "x".repeat(43) })).toMatchObject({ units: [{ id: "unit", unit: 0 }] });
  later(10);
  // Coming back does not make it longer.
  expect(await hold(1, { carId, unit: "unit", token: first.token })).toMatchObject({ until: first.until });
  expect((await call(1, "extend", { token: first.token })).data).toMatchObject({
    canExtend: false,
    until: new Date(start + 30 * 60_000).toISOString(),
  });
  expect((await call(0, "extend", { token: first.token })).data).toMatchObject({ reason: "extended" });
  later(21);
  expect(await call(0, "held", { token: first.token })).toMatchObject({ failure: "empty" });
  const second = (await hold(1, { carId, unit: "unit" })) as Held;
  expect(second.token).not.toBe(first.token);
  expect(await hold(0, { carId, unit: "unit", token: first.token })).toMatchObject({ reason: "held" });
  expect(await call(0, "release", { token: second.token })).toMatchObject({ ok: true });
  expect(await hold(0, { carId, unit: "unit", token: first.token })).toMatchObject({ token: first.token });
  expect((await call(1, "extend", { token: second.token })).data).toMatchObject({ reason: "over" });
});

it("what is paid for lasts until the payment must be settled, and is taken late where nobody else has it", async () => {
  const { hold, car, reserve, later, servers } = await open();
  const carId = await car("used");
  const patent = (await servers[0].answer<Record<string, string>>("carById", { id: carId }))["patent"];
  const { token } = (await hold(0, { carId, unit: "unit" })) as Held;
  later(14);
  await hold(0, { carId, unit: "unit", token, paymentId: "o7" });
  later(34);
  expect(await hold(1, { carId, unit: "unit" })).toMatchObject({ reason: "held" });
  later(60);
  expect(await reserve(1, "o7", { patent })).toMatchObject({ ok: true });
  expect(await reserve(1, "unknown", { patent })).toMatchObject({ ok: false });
});

it("what was paid for is held until it is taken, or until it was given back", async () => {
  const { store, hold, car, later } = await open();
  const carId = await car("used");
  const order = "123456789012";
  const expires_at = new Date(start + 10 * 60_000).toISOString();
  const made = {
    id: "p1",
    brand: "SI",
    run: "r",
    wait: "w",
    provider: "webpay",
    order_number: order,
  } as const;
  const kept = {
    session_id: "s",
    token_hash: "h",
    amount: 500_000,
    currency: "CLP",
    description: "Reserva",
  } as const;
  await addPayment(
    store.db,
    { ...made, ...kept, address: "http://a.example/p", expires_at },
    new Date(start).toISOString(),
  );
  const { token } = (await hold(0, { carId, unit: "unit" })) as Held;
  expect(await hold(1, { carId, unit: "unit", token, paymentId: order })).toMatchObject({
    until: new Date(start + 15 * 60_000).toISOString(),
  });
  await store.db.updateTable("payments").set({ state: "accepted" }).execute();
  later(600);
  expect(await hold(0, { carId, unit: "unit" })).toMatchObject({ reason: "held" });
  await store.db.updateTable("payments").set({ refunded: 500_000 }).execute();
  expect(await hold(0, { carId, unit: "unit" })).toMatchObject({ canExtend: true });
});

it("from one network so many are held without being paid for, and each for so long, whoever holds it", async () => {
  const { servers, later, call } = await open();
  const { result } = await servers[0].search({ typeId: ["used"] });
  const cars = result.slice(0, 7).map(({ id }) => String(id));
  let key = 0;
  const hold = async (carId: string, from: string, more: { token?: string } = {}) => {
    const input = { carId, unit: "unit", ...more };
    const { ok, status, data } = await servers[0].callFrom(
      "reservation.hold",
      input,
      `from-${(key += 1)}`,
      from,
    );
    return ok ? (data as Held).token : [status, (data as { reason: string }).reason];
  };
  const here = "203.0.113.7";
  const tokens = [];
  for (const car of cars.slice(0, 5)) tokens.push(await hold(car, here));
  expect(tokens).toEqual(Array.from({ length: 5 }, () => expect.any(String)));
  expect(await hold(cars[5]!, here)).toEqual([429, "many"]);
  // What is held is told again, others hold, and what is given back makes room.
  const [token] = tokens as [string];
  expect(await hold(cars[0]!, here, { token })).toBe(token);
  expect(await hold(cars[5]!, "203.0.113.8")).toEqual(expect.any(String));
  await call(0, "release", { token: tokens[4] });
  const other = await hold(cars[6]!, here);
  expect(other).toEqual(expect.any(String));
  // By the same token and by others, one after the other.
  const ends: unknown[] = [];
  for (let minute = 16; minute <= 240; minute += 16) {
    later(16);
    const more = minute % 32 === 0 ? { token } : {};
    ends.push(typeof (await hold(cars[0]!, here, more)) === "string" ? "held" : "refused");
  }
  expect(ends).toEqual([
    ...Array.from({ length: 7 }, () => "held"),
    ...Array.from({ length: 4 }, () => "refused"),
    ...Array.from({ length: 4 }, () => "held"),
  ]);
  // Others have it where the same may not.
  expect(await hold(cars[1]!, "203.0.113.8")).toEqual(expect.any(String));
});

it("colours of a new car are told apart; another choice gives the first one back", async () => {
  const { hold, car, units, reserve } = await open();
  const carId = await car("new");
  const before = (await units(carId)).filter(({ special, unit }) => !special && unit > 0);
  const [one, other] = before as [Unit, Unit];
  const { token } = (await hold(0, { carId, unit: one.id })) as Held;
  const left = async (id: string) => (await units(carId)).find((unit) => unit.id === id)!.unit;
  expect(await left(one.id)).toBe(one.unit - 1);
  const changed = (await hold(0, { carId, unit: other.id, token })) as Held;
  expect(changed).toMatchObject({ token, canExtend: true });
  expect(await left(one.id)).toBe(one.unit);
  expect(await left(other.id)).toBe(other.unit - 1);
  await hold(0, { carId, unit: other.id, token: changed.token, paymentId: "n1" });
  const isTaken = await reserve(0, "n1", { carType: "nuevo", chassisNumber: other.vin });
  expect(isTaken).toMatchObject({ ok: true });
  expect(await left(other.id)).toBe(other.unit - 1);
  expect(await hold(0, { carId, unit: "no-such-colour" })).toMatchObject({ reason: "sold" });
});

it("units of the special sale are others than the rest; the last one ends it", async () => {
  const { hold, car, units, servers } = await open();
  const carId = await car("new", (one) => (one["dpsCount"] ?? 0) > 0);
  const sale = (await units(carId)).find(({ special }) => special)!;
  const detail = await servers[0].answer<Record<string, number>>("carById", { id: carId });
  expect(sale.unit).toBe(detail["dpsCount"]);
  const holds = await Promise.all(
    Array.from({ length: sale.unit }, (_, at) => hold(at, { carId, unit: sale.id, paymentId: `d${at}` })),
  );
  expect(holds.map(({ reason }) => reason)).toEqual(holds.map(() => undefined));
  expect(await hold(0, { carId, unit: sale.id })).toMatchObject({ reason: "held" });
  for (const at of holds.keys()) {
    const done = await servers[at % 2]!.callNamed(
      "buyingFlow.reserveSpecial",
      { clientName: "María Soto", chassisNumber: sale.vin, transactionId: `d${at}` },
      `special-${at}`,
    );
    expect(done).toMatchObject({ ok: true });
  }
  await vi.waitFor(async () => {
    const after = await servers[1].answer<Record<string, unknown>>("carById", { id: carId });
    expect(after).toMatchObject({ hasDps: false, dpsCount: 0, hasStockByBrandAndModel: true });
  });
});

type Step = { by: number; do: "hold" | "pay" | "reserve" | "release"; at: number };

it("whatever many do at once, units that are free, held and taken are as many as there were", async () => {
  const { hold, car, units, reserve, call, later } = await open();
  const carId = await car("new");
  let story = 0;
  const step: fc.Arbitrary<Step> = fc.record({
    by: fc.nat(5),
    do: fc.constantFrom("hold", "hold", "pay", "reserve", "release"),
    at: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      story += 1;
      // What the last story held is over.
      later(60);
      const group = (await units(carId)).find(({ special, unit }) => !special && unit > 0);
      if (!group) return;
      const tokens = new Map<number, string>();
      const paying = new Set<number>();
      const taken = new Set<number>();
      for (const round of rounds) {
        const who = new Map(round.map((one) => [one.by, one]));
        await Promise.all(
          [...who.values()].map(async ({ by, do: what, at }) => {
            const token = tokens.get(by);
            const order = `s${story}-${by}`;
            if (taken.has(by)) return;
            if (what === "hold" || what === "pay") {
              const made = await hold(at, {
                carId,
                unit: group.id,
                ...(token === undefined ? {} : { token }),
                ...(what === "pay" ? { paymentId: order } : {}),
              });
              if ("token" in made) tokens.set(by, made.token);
              if ("token" in made && what === "pay") paying.add(by);
            } else if (what === "release" && token !== undefined && !paying.has(by)) {
              await call(at, "release", { token });
              tokens.delete(by);
            } else if (what === "reserve" && paying.has(by)) {
              const done = await reserve(at, order, { carType: "nuevo", chassisNumber: group.vin });
              expect(done).toMatchObject({ ok: true });
              taken.add(by);
            }
          }),
        );
        const held = [...tokens.keys()].filter((by) => !taken.has(by)).length;
        const free = (await units(carId)).find(({ id }) => id === group.id)?.unit ?? 0;
        expect(free + held + taken.size).toBe(group.unit);
      }
    }),
    { numRuns: 25 },
  );
});
