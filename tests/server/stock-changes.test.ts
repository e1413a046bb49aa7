/** Prices and stock change while several servers serve: each finds it within a second, and only what was committed. */
import { expect, test, vi } from "vitest";
import { addStockChanges } from "../../server/dealers/catalogue/stock-changes.ts";
import { operateStock } from "../../tools/dealers/operate-stock.ts";
import { openCatalogue, type Detail } from "./catalogue-parts.ts";
import { projectReference, temporaryStore } from "./parts.ts";

/** Two servers with one store, and the command over it. */
async function open() {
  const { store, config } = await temporaryStore();
  const servers = [await openCatalogue("SI", { store }), await openCatalogue("SI", { store })] as const;
  const env = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
  };
  const [one] = (await servers[0].search({ typeId: ["used"] })).result;
  return { store, servers, id: String(one!.id), run: (...words: string[]) => operateStock(words, env) };
}

const found = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 60_000, interval: 50 });

test("another price is found by every server, with the one before", async () => {
  const { servers, id, run } = await open();
  const before = await servers[1].answer<Detail>("carById", { id });
  const [{ listPrice }] = before.prices as [{ listPrice: number }];
  const less = listPrice - 500_000;
  expect(await run("price", id, String(less))).toMatchObject({ code: 0 });
  for (const { answer, search } of servers) {
    await found(async () => {
      const { prices } = await answer<Detail>("carById", { id });
      expect(prices[0]).toMatchObject({ listPrice: less, priceOld: listPrice });
    });
    const range = { typeId: ["used"], priceFrom: less - 1_500_000, priceTo: less };
    const { params } = await search(range);
    expect(params.total).toBeGreaterThan(0);
  }
});

test("a sold car is in no search, no count and no page of its own, on every server", async () => {
  const { servers, id, run } = await open();
  const totals = await Promise.all(servers.map(async ({ search }) => (await search()).params.total));
  expect(await run("sold", id)).toMatchObject({ code: 0 });
  for (const [at, { call, search, answer }] of servers.entries()) {
    await found(async () => {
      expect(await call("carById", { id })).toMatchObject({ ok: false, failure: "empty" });
    });
    const { params, filters } = await search();
    expect(params.total).toBe(totals[at]! - 1);
    expect(filters["type"]!.reduce((sum, { count }) => sum + count, 0)).toBe(params.total);
    // Whoever keeps it is told that it was sold, and still sees which one it was.
    expect(await answer("carsByIds", { ids: [id, "999999999"] })).toMatchObject({
      result: [{ id: Number(id), sold: true }],
      gone: [Number(id), 999_999_999],
    });
  }
  await expect(run("sold", id)).rejects.toThrow("no está en venta");
});

test("a car that comes is found, and writers at once lose nothing", async () => {
  const { store, servers } = await open();
  const { stock } = await projectReference();
  const pattern = stock.get(1)!.find(({ type }) => type === "used");
  const [{ search }] = servers;
  const { total } = (await search()).params;
  const cars = Array.from({ length: 20 }, (_, at) => ({ ...pattern!, id: 1_900_000 + at }));
  await Promise.all(cars.map((car) => addStockChanges(store, [{ company: 1, id: car.id, car }], new Date())));
  await found(async () => expect((await search()).params.total).toBe(total + cars.length));
});

test.each([[[]], [["price", "7"]], [["price", "x", "7"]], [["sold", "1", "2"]], [["gone"]]])(
  "stock %j is told how it is used",
  async (words) => {
    const { run } = await open();
    await expect(run(...words)).rejects.toThrow("Uso:");
  },
);

test("the report counts what is for sale", async () => {
  const { run, id } = await open();
  const cars = async () => JSON.parse((await run("report", "--format=json")).text) as { cars: number };
  const { cars: before } = await cars();
  await run("sold", id);
  expect(await cars()).toEqual({ cars: before - 1, withoutPrice: [] });
});
