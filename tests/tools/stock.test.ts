/** The cars for sale that come with the program: made again, there is no difference; and they are believable. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayedPrice, dpsPrices, priceRecord } from "../../server/dealers/catalogue/prices.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import type { Reference, StockCar } from "../../server/dealers/reference/types.ts";
import { vehicleByCode } from "../../server/dealers/reference/vehicles.ts";
import { valued } from "../../server/dealers/services/appraisal-price.ts";
import { stockFiles } from "../../tools/dealers/stock.ts";
import { root } from "../support/definitions.ts";

const folder = join(root, "fixtures/reference");
const reference = await loadReference(folder);

const each = function* ({ stock, companies }: Reference): Generator<[country: string, car: StockCar]> {
  for (const { companyId, country } of companies)
    for (const car of stock.get(companyId) ?? []) yield [country, car];
};

test("the tool makes the files that are there", async () => {
  for (const [name, text] of Object.entries(await stockFiles(folder))) {
    const isSame = (await readFile(join(folder, "stock", name), "utf8")) === text;
    expect({ name, isSame }).toEqual({ name, isSame: true });
  }
});

test("there are 3,000 cars and more, new and used ones of every dealer", () => {
  expect([...each(reference)].length).toBeGreaterThanOrEqual(3000);
  for (const { companyId } of reference.companies) {
    const types = (reference.stock.get(companyId) ?? []).map(({ type }) => type);
    expect(types.filter((type) => type === "new").length).toBeGreaterThan(10);
    expect(types.filter((type) => type === "used").length).toBeGreaterThan(200);
  }
});

test("used cars have plates of their country, each once, and were sold there in their year", () => {
  const plates = new Set<string>();
  for (const [country, car] of each(reference)) {
    const { version } = vehicleByCode(reference, country, car.version)!;
    const [first, last] = version.years[country]!;
    expect(car.year).toBeGreaterThanOrEqual(first);
    expect(car.year).toBeLessThanOrEqual(last);
    if (car.type === "new") continue;
    expect(car.plate).toMatch(
      country === "PE" ? /^[A-Z][A-Z0-9][A-Z][0-9]{3}$/ : /^[A-Z]{2}(?:[A-Z]{2}|[0-9]{2})[0-9]{2}$/,
    );
    expect(plates.has(car.plate!)).toBe(false);
    plates.add(car.plate!);
  }
});

test("prices agree with each other and with what the appraisal gives", () => {
  for (const [country, car] of each(reference)) {
    const { version } = vehicleByCode(reference, country, car.version)!;
    const records = car.prices.map((price) => priceRecord(price, 0.19, car.discountUsedCar));
    for (const record of records) {
      const shown = displayedPrice(record);
      expect(shown).toBeGreaterThan(0);
      expect(record.listPrice).toBeGreaterThanOrEqual(shown);
      if (record.priceOld !== null) expect(record.priceOld).toBeGreaterThan(record.listPrice!);
      expect(record.listPriceNoVat! * 1.19).toBeCloseTo(record.listPrice!, -1);
    }
    for (const { priceBD, priceBF, priceSC } of dpsPrices(car)) {
      expect(priceBF).toBeLessThan(priceBD);
      expect(priceSC).toBeLessThanOrEqual(priceBF);
    }
    const { currency, listPrice } = car.prices[0]!;
    const list = version.prices[currency]!;
    if (car.type === "new") expect(listPrice).toBe(list);
    else {
      const asked = { listPrice: list, year: car.year, thisYear: 2026, mileage: car.mileage! };
      const worth = valued(asked, currency).price;
      expect(listPrice / worth).toBeGreaterThan(0.95);
      expect(listPrice / worth).toBeLessThan(1.25);
    }
  }
});
