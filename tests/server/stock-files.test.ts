/** Files of the stock are replaced while several servers serve: each finds what differs soon, or refuses it whole. */
import { cp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { addStockChanges } from "../../server/dealers/catalogue/stock-changes.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import type { StockCar } from "../../server/dealers/reference/types.ts";
import { openCatalogue, type Detail } from "./catalogue-parts.ts";
import { temporaryStore } from "./parts.ts";
import { root } from "../support/definitions.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Files are looked at several times a second; how long a machine that does other things besides needs is nobody's promise. */
const found = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 60_000, interval: 25 });

/** The reference data with a stock of its own, and two servers that read it, with one store. */
async function open() {
  const own = join(root, "fixtures/reference");
  const folder = await temporaryFolder();
  for (const name of readdirSync(own)) {
    if (name !== "stock") await symlink(join(own, name), join(folder, name));
  }
  await cp(join(own, "stock"), join(folder, "stock"), { recursive: true });
  const { store } = await temporaryStore();
  const server = async () =>
    await openCatalogue("SI", { store, folder, reference: await loadReference(folder) });
  const file = join(folder, "stock/1.jsonl");
  const cars = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as StockCar);
  const textOf = (all: StockCar[]): string => all.map((car) => `${JSON.stringify(car)}\n`).join("");
  /** As an export should: whole from the first moment on. */
  const replace = async (all: StockCar[], more = ""): Promise<void> => {
    await writeFile(`${file}.new`, textOf(all) + more);
    await rename(`${file}.new`, file);
  };
  return { store, file, cars, textOf, replace, servers: [await server(), await server()] as const };
}

const used = ({ type }: StockCar): boolean => type === "used";

test("another price, a car that is gone and one that came are found by every server", async () => {
  const { cars, servers, replace } = await open();
  const [first, gone, ...others] = cars.filter(used);
  const dearer = { ...first!, prices: [{ ...first!.prices[0]!, listPrice: 99_990_000 }] };
  const came = { ...first!, id: 1_900_000 };
  const total = (await servers[0].search()).params.total;
  await replace([...cars.filter((car) => !used(car)), dearer, came, ...others]);
  for (const { answer, call, search } of servers) {
    await found(async () => {
      const { prices } = await answer<Detail>("carById", { id: String(first!.id) });
      expect(prices[0]).toMatchObject({ listPrice: 99_990_000 });
      expect(await answer<Detail>("carById", { id: "1900000" })).toMatchObject({ id: 1_900_000 });
      expect(await call("carById", { id: String(gone!.id) })).toMatchObject({ ok: false, failure: "empty" });
    });
    expect((await search()).params.total).toBe(total);
  }
});

test("a wrong file changes nothing, nor does one that is gone; the next good one is taken", async () => {
  const { cars, servers, replace, file } = await open();
  const [{ search }] = servers;
  const before = (await search()).filters;
  const white = cars.map((car) => ({ ...car, colours: ["BLANCO"] }));
  await replace(white, '{"id": 5}\n');
  await pause(700);
  expect((await search()).filters).toEqual(before);
  await rm(file);
  await pause(700);
  expect((await search()).filters).toEqual(before);
  await replace(white);
  await found(async () => {
    const { filters, params } = await search();
    expect(filters["color"]!.filter(({ count }) => count > 0)).toEqual([
      expect.objectContaining({ value: "blanco", count: params.total }),
    ]);
  });
});

test("what an operator changed stands, whatever a file says", async () => {
  const { store, cars, servers, replace } = await open();
  const [sold, other] = cars.filter(used);
  await addStockChanges(store, [{ company: 1, id: sold!.id, car: null }], new Date());
  const [{ answer, call }] = servers;
  const all = cars.map((car) => (car === sold || car === other ? { ...car, mileage: 123_456 } : car));
  await replace(all);
  await found(async () => {
    expect(await answer("carById", { id: String(other!.id) })).toMatchObject({ mileage: 123_456 });
  });
  expect(await call("carById", { id: String(sold!.id) })).toMatchObject({ ok: false, failure: "empty" });
});

test("whoever asks meanwhile is answered", async () => {
  const { cars, servers, replace } = await open();
  const [{ search, answer }] = servers;
  // A catalogue is made for the first who asks, which takes longer.
  const { total } = (await search({ typeId: ["new"] })).params;
  await replace(cars.map((car) => ({ ...car, units: car.units + 1 })));
  let units = 0;
  while (units !== cars[0]!.units + 1) {
    expect((await search({ typeId: ["new"] })).params.total).toBe(total);
    ({ units } = await answer<Detail & { units: number }>("carById", { id: String(cars[0]!.id) }));
    await pause(5);
  }
});
