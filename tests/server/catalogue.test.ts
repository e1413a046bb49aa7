/** The embedded catalogue: searches, and that each count is what choosing its option finds. */
import { describe, expect, test } from "vitest";
import { vehiclesOf } from "../../server/dealers/reference/vehicles.ts";
import { createTitleSearch } from "../../server/dealers/catalogue/title-search.ts";
import { dealerServices } from "../../server/dealers/services/index.ts";
import { routeOf } from "../../server/services/embedded/service.ts";
import { projectReference, temporaryStore } from "./parts.ts";
import {
  openCatalogue,
  type Detail,
  type Found,
  type Listed,
  type ListedCar,
  type Option,
} from "./catalogue-parts.ts";
import fc from "../support/properties.ts";

/** Inputs of the search by name of the filter. */
const inputs = {
  type: "typeId",
  city: "city",
  branchOffice: "branchOfficeId",
  brand: "brandId",
  model: "modelId",
  tag: "tagId",
  years: "year",
  category: "categoryId",
  fuel: "fuel",
  color: "color",
  traction: "traction",
  transmission: "transmission",
  doors: "doors",
  seats: "seats",
} as const;
type FilterName = keyof typeof inputs;
const names = Object.keys(inputs) as FilterName[];

/** Filters that are dropped when another one changes. */
const dependents: Partial<Record<FilterName, FilterName>> = { brand: "model", city: "branchOffice" };

const title = ({ carBrandType, carModelType, detailModel, year }: Found["result"][number]): string =>
  `${carBrandType.value} ${carModelType.value} ${detailModel} ${year}`;

describe.each(["SI", "WI"])("the catalogue of %s", (brand) => {
  test("counts equal what choosing the option finds, whatever is chosen beside it", async () => {
    const { search } = await openCatalogue(brand);
    const { filters, ranges } = await search();
    const some = (options: Option[]) =>
      fc.option(
        fc.subarray(
          options.map(({ value }) => value),
          { minLength: 1, maxLength: Math.min(3, options.length) },
        ),
        { freq: 3 },
      );
    const models = (await search({ brandId: filters["brand"]!.map(({ value }) => value) })).filters["model"]!;
    const chosen = fc.record(
      Object.fromEntries(names.map((name) => [name, some(name === "model" ? models : filters[name]!)])),
    );
    const ends = fc.record({
      priceFrom: fc.option(fc.constantFrom(...ranges.price.from.map(({ value }) => Number(value)))),
      mileageTo: fc.option(fc.constantFrom(...ranges.mileage.to.map(({ value }) => Number(value)))),
      yearFrom: fc.option(fc.constantFrom(...ranges.year.from.map(({ value }) => Number(value)))),
    });
    const text = fc.constantFrom(undefined, undefined, "suzuki", "1.5");
    await fc.assert(
      fc.asyncProperty(
        chosen,
        ends,
        text,
        fc.boolean(),
        fc.integer(),
        async (facets, range, typed, showVersions, at) => {
          const asked: Record<string, unknown> = { ...range, text: typed, showVersions };
          for (const [name, values] of Object.entries(facets)) asked[inputs[name as FilterName]] = values;
          const found = await search(asked);
          // One option of each filter, another one each time.
          for (const name of names) {
            const options = found.filters[name]!;
            const option = options[Math.abs(at) % Math.max(1, options.length)];
            if (!option) continue;
            const under = dependents[name];
            const changed = {
              ...asked,
              [inputs[name]]: [option.value],
              ...(under ? { [inputs[under]]: null } : {}),
            };
            expect([name, option.value, (await search(changed)).params.total]).toEqual([
              name,
              option.value,
              option.count,
            ]);
          }
          for (const [name, end] of [
            ["price", "from"],
            ["price", "to"],
            ["mileage", "from"],
            ["mileage", "to"],
            ["year", "from"],
            ["year", "to"],
          ] as const) {
            const options = found.ranges[name][end];
            const option = options[Math.abs(at) % options.length]!;
            const input = `${name}${end === "from" ? "From" : "To"}`;
            const { total } = (await search({ ...asked, [input]: Number(option.value) })).params;
            expect([input, option.value, total]).toEqual([input, option.value, option.count]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("pages of 12 have each car once, in each order", async () => {
    const { search } = await openCatalogue(brand);
    const price = ({ prices: [main] }: Found["result"][number]): number =>
      Math.min(
        ...["listPrice", "priceCC", "priceSC", "priceSP", "priceOP"].flatMap((name) => main?.[name] ?? []),
      );
    const orders: [sort: number, key: (car: Found["result"][number]) => number][] = [
      [2, price],
      [3, (car) => -price(car)],
      [4, ({ mileage }) => -mileage],
      [5, ({ mileage }) => mileage],
    ];
    for (const [sort, key] of orders) {
      const first = await search({ sort, categoryId: ["suv"] });
      const all: Found["result"] = [];
      for (let page = 1; page <= Math.ceil(first.params.total / 12); page += 1) {
        const { result, params } = await search({ sort, categoryId: ["suv"], page });
        expect(params.last - params.first + 1).toBe(result.length);
        all.push(...result);
      }
      expect(new Set(all.map(({ id }) => id)).size).toBe(first.params.total);
      const keys = all.map(key);
      expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    }
  });
});

const titlesOf = async (country: string): Promise<string[]> =>
  vehiclesOf(await projectReference(), { country }).flatMap(({ brand, model, version }) => {
    const [first, last] = version.years[country]!;
    const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return years.map((year) => `${brand.name} ${model.name} ${version.name} ${year}`);
  });

test.each([
  ["rav 4 2021", /^Toyota RAV4 .* 2021$/],
  ["2021 toyota rav4", /^Toyota RAV4 .* 2021$/],
  ["RAV4", /^Toyota RAV4 /],
  ["cx5", /^Mazda CX-5 /],
  ["hrv", /^Honda HR-V /],
  ["santafe", /^Hyundai Santa Fe /],
  ["toyta corola", /^Toyota Corolla /],
  ["citroen", /^Citroën /],
  ["CITROËN c3", /^Citroën C3 /],
  ["suzki swif", /^Suzuki Swift /],
  ["peugeot 2008 2019", /^Peugeot 2008 .* 2019$/],
  ["swift 1.2 glx", /^Suzuki Swift 1\.2 GLX/],
  ["hilux 4x4", /^Toyota Hilux .*4x4/],
])("'%s' finds what was meant, and nothing else", async (text, meant) => {
  const titles = await titlesOf("CL");
  const found = [...createTitleSearch(() => titles).find(text)];
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) expect(one).toMatch(meant);
});

test("a text narrows the page beside the filters", async () => {
  const { search } = await openCatalogue("SI");
  const { result, params } = await search({ text: "suzki swif", typeId: ["used"] });
  expect(params.total).toBeGreaterThan(0);
  for (const car of result) expect(title(car)).toMatch(/^Suzuki Swift /);
});

test("a text that is nothing finds nothing, and says so", async () => {
  const { search } = await openCatalogue("SI");
  expect((await search({ text: "xyzzy" })).params).toMatchObject({ total: 0, first: 0, last: 0 });
});

test("values that nobody knows are left out and told of; what was sold out stays chosen", async () => {
  const { search } = await openCatalogue("SI");
  const all = await search();
  const { params } = await search({ brandId: ["nadie"], color: ["rosado"] });
  expect(params.total).toBe(all.params.total);
  expect(params.ignored).toEqual({ brandId: ["nadie"], color: ["rosado"] });
  const none = await search({ brandId: ["toyota"], modelId: ["hilux"], categoryId: ["minivan"] });
  expect(none.params.total).toBe(0);
  expect(none.filters["model"]).toContainEqual(expect.objectContaining({ value: "hilux", count: 0 }));
});

test("models are offered of chosen makes only, and what a make's count says drops the model", async () => {
  const { search } = await openCatalogue("SI");
  expect((await search()).filters["model"]).toEqual([]);
  const { filters } = await search({ brandId: ["toyota"], modelId: ["rav4"] });
  expect(filters["model"]!.map(({ value }) => value)).toContain("yaris");
  const kia = filters["brand"]!.find(({ value }) => value === "kia")!;
  expect(kia.count).toBe((await search({ brandId: ["kia"] })).params.total);
});

test("source values that mean the same are one option, which finds all of them", async () => {
  const { search } = await openCatalogue("SI");
  const { filters } = await search();
  expect(filters["traction"]!.map(({ label }) => label)).toEqual(["4X2", "4X4"]);
  expect(filters["transmission"]!.map(({ label }) => label)).toEqual(["Mecánica", "Automática"]);
  expect(filters["color"]!.map(({ label }) => label)).toContain("Naranjo");
  const sum = filters["traction"]!.reduce((total, { count }) => total + count, 0);
  expect(sum).toBe((await search()).params.total);
});

test.each([["nuevo"], ["new"], ["1"]])("the type %s is new cars", async (type) => {
  const { search } = await openCatalogue("SI");
  const { result } = await search({ typeId: [type] });
  expect(result.every(({ isNew }) => isNew)).toBe(true);
});

describe("one car", () => {
  test("a new one has its versions, a used one its inspection", async () => {
    const { search, answer } = await openCatalogue("SI");
    const fresh = (await search({ typeId: ["new"], brandId: ["chevrolet"], modelId: ["tracker"] }))
      .result[0]!;
    const detail = await answer<Detail>("carById", { id: String(fresh.id) });
    expect(detail.versions.length).toBeGreaterThan(1);
    expect(detail.versions.map(({ id }) => id)).toContain(fresh.id);
    expect(detail.branches.length).toBeGreaterThan(0);
    const used = (await search({ typeId: ["used"] })).result[0]!;
    const other = await answer<Detail>("carById", { id: String(used.id) });
    expect(other.inspectionCarData!.systems.flatMap(({ points }) => points)).toHaveLength(80);
    expect(other.branchOffice).toMatchObject({ name: expect.stringMatching(/^Salazar Israel/) });
    expect(other.chassisNumber).toMatch(/^[A-Z0-9]{17}$/);
  });

  test("similar ones are of its type and category, the nearest price first, never itself", async () => {
    const { search, answer } = await openCatalogue("WI");
    const [one] = (await search({ typeId: ["used"], categoryId: ["suv"] })).result as [ListedCar];
    const { result } = await answer<Found>("similar", { id: String(one.id) });
    expect(result).toHaveLength(8);
    for (const car of result) {
      expect(car).toMatchObject({ isNew: false, carCategoryType: { slug: "suv" } });
      expect(car.id).not.toBe(one.id);
    }
  });

  test("one that is not for sale is empty; favourites say which are gone", async () => {
    const { search, call, answer } = await openCatalogue("SI");
    expect(await call("carById", { id: "999999999" })).toMatchObject({ ok: false, failure: "empty" });
    // Another company's.
    expect(await call("carById", { id: "30000001" })).toMatchObject({ ok: false, failure: "empty" });
    const [a, b] = (await search()).result.map(({ id }) => id);
    const { result, gone } = await answer<Pick<Found, "result"> & { gone: number[] }>("carsByIds", {
      ids: [String(b), "999999999", String(a)],
    });
    expect(result.map(({ id }) => id)).toEqual([b, a]);
    expect(gone).toEqual([999999999]);
  });
});

test("the lists of filters have ids, names and slugs", async () => {
  const { answer } = await openCatalogue("SI");
  const brands = await answer<Listed[]>("brands", { typeId: "new" });
  expect(brands.filter(({ count }) => count > 0).map(({ value }) => value)).toEqual([
    "Chevrolet",
    "Isuzu",
    "Opel",
  ]);
  const all = await answer<Record<string, Listed[]>>("allFilters", { brandId: "chevrolet" });
  expect(all["models"]!.length).toBeGreaterThan(5);
  expect(all["types"]).toEqual([
    expect.objectContaining({ id: "1", slug: "nuevo" }),
    expect.objectContaining({ id: "2", slug: "usado" }),
  ]);
  const [least, most] = await answer<{ listPrice: number }[]>("listPrices", { typeId: "2" });
  expect(least!.listPrice).toBeLessThan(most!.listPrice);
});

test("what is laid out before the server listens is not made by whoever asks first", async () => {
  const { store } = await temporaryStore();
  const reference = await projectReference();
  const stock = new Map(reference.stock);
  const deps = { store, clock: () => new Date() };
  const prepared = dealerServices({ ...reference, stock })(deps).find(
    ({ service }) => service === "catalog",
  )!;
  await prepared.prepare!();
  // Whoever were to make it now would find nothing.
  stock.clear();
  const facts = { companyId: 1, country: "CL", timeZone: "America/Santiago" };
  const { route } = routeOf(prepared, "GET", "/catalog/api/car/filter")!;
  const brand = { code: "SI", name: "SI", colour: "#000000", mails: () => expect.unreachable(), facts };
  const asked = { brand, params: {}, query: {}, headers: {}, body: undefined, key: undefined };
  const { body } = await route.handle(asked);
  expect((body as Found).params.total).toBeGreaterThan(100);
});
