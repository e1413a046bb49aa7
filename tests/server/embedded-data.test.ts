/** The embedded services that answer with reference data, asked as definitions ask them. */
import { describe, expect, onTestFinished, test } from "vitest";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import type { Clock } from "../../server/clock.ts";
import type { Reference } from "../../server/dealers/reference/types.ts";
import { dealerServices } from "../../server/dealers/services/index.ts";
import { createServices, toOptions, toValue } from "../../server/services/services.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keptLog, projectCalls, projectReference, revisionOf, temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { smallReference } from "./reference-parts.ts";
import { bilbao } from "./service-cases.ts";

const calls = await projectCalls();

async function open(brand: string, reference?: Reference, clock?: Clock) {
  const { store } = await temporaryStore();
  const services = createServices({
    store,
    config: { mode: "development", upstreams: {}, tokens: {}, services: { port: "off" } },
    embedded: dealerServices(reference ?? (await projectReference())),
    log: keptLog(),
    ...(clock ? { clock } : {}),
  });
  onTestFinished(() => services.close());
  const revision = await revisionOf(brand, calls);
  const call = (name: string, input: Record<string, unknown> = {}) =>
    services.call({ revision, call: name, input, key: "key-1" });
  const options = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await call(name, input);
    expect(result).toMatchObject({ ok: true, status: 200 });
    return toOptions(calls[name]!, result.data).map(({ value, label }) => `${value} ${String(label)}`);
  };
  return { call, options };
}

describe("the appraisal", () => {
  test("leads from the year to the version, by country", async () => {
    const { options } = await open("SI");
    const years = await options("appraisal.years");
    expect(years).toEqual(years.toSorted().toReversed());
    expect(years).toContain("2014 2014");
    const brands = await options("appraisal.brands", { year: "2014" });
    expect(brands).toContain("KIA Kia");
    expect(brands).toContain("TOYOTA Toyota");
    // Sold there from 2020 on.
    expect(brands).not.toContain("FOTON Foton");
    expect(await options("appraisal.brands", { year: "2020" })).toContain("FOTON Foton");
    const models = await options("appraisal.models", { year: "2014", brandCode: "KIA" });
    expect(models).toContain("MORNING Morning");
    expect(models).not.toContain("SELTOS Seltos");
    expect(await options("appraisal.versions", { year: "2014", brandCode: "KIA", modelCode: "RIO" })).toEqual(
      ["KIA-RIO-1-4-LX 1.4 LX", "KIA-RIO-1-4-EX-AT 1.4 EX AT"],
    );
    const peru = await open("WI");
    expect(await peru.options("appraisal.models", { year: "2014", brandCode: "KIA" })).not.toContain(
      "MORNING Morning",
    );
  });

  test.each([
    ["brands", { year: "1900" }],
    ["models", { year: "2020", brandCode: "NADIE" }],
    ["models", { year: "2020", brandCode: "__proto__" }],
    ["versions", { year: "2020", brandCode: "KIA", modelCode: "F-150" }],
  ])("%s of %j are none", async (name, input) => {
    const { call } = await open("SI");
    expect(await call(`appraisal.${name}`, input)).toEqual({ ok: true, status: 200, data: [] });
  });

  test("a year that is none is a 400", async () => {
    const { call } = await open("SI");
    expect(await call("appraisal.brands", { year: "dos mil" })).toMatchObject({
      ok: false,
      status: 400,
      data: { message: '"year" debe ser un año' },
    });
  });

  test("mileages follow each other", async () => {
    const { call } = await open("SI");
    const ranges = (await call("appraisal.mileageRanges")).data as object[];
    expect(ranges.slice(0, 2)).toEqual([
      { id: "1", minRange: 0, maxRange: 10_000 },
      { id: "2", minRange: 10_001, maxRange: 30_000 },
    ]);
    expect(ranges.at(-1)).toMatchObject({ maxRange: 400_000 });
  });
});

describe("what two companies value", () => {
  const versions = (year: string, brandCode: string, modelCode: string) => ({ year, brandCode, modelCode });

  test("is one list, each car once, and there is what only one of them has", async () => {
    const { options, call } = await open("SI");
    const years = await options("appraisal.years");
    // The first values cars from 2010 on.
    expect([years[0], years.at(-1), new Set(years).size]).toEqual(["2026 2026", "2008 2008", 19]);
    const brands = await options("appraisal.brands", { year: "2020" });
    expect(brands.length).toBeGreaterThanOrEqual(25);
    expect(brands).toEqual(expect.arrayContaining(["BMW BMW", "MAXUS Maxus"]));
    const rio = await options("appraisal.versions", versions("2020", "KIA", "RIO-5"));
    expect(rio.toSorted()).toEqual(["KIA-RIO-5-1-4-EX-AT 1.4 EX AT", "KIA-RIO-5-1-4-LX 1.4 LX"]);
    const { data } = await call("appraisal.quote", {
      ...versions("2020", "KIA", "RIO-5"),
      versionCode: "KIA-RIO-5-1-4-LX",
      idMileageRange: "3",
    });
    // The second's, since the first does not list it.
    expect(data).toMatchObject({ price: expect.any(Number), statusCode: 200, error: null });
  });

  const priceOf = async (brand: string, input: Record<string, string>) => {
    const { call } = await open(brand);
    const result = await call("appraisal.quote", { ...versions("2018", "TOYOTA", "COROLLA"), ...input });
    return result.data as { price: number; minPrice: number; maxPrice: number; score: number };
  };
  const corolla = { versionCode: "TOYOTA-COROLLA-1-8-GLI", idMileageRange: "4" };

  test("is worth less with age and mileage, in the brand's currency", async () => {
    const usual = await priceOf("SI", corolla);
    const older = await priceOf("SI", { ...corolla, year: "2017" });
    const further = await priceOf("SI", { ...corolla, idMileageRange: "5" });
    expect(older.price).toBeLessThan(usual.price);
    expect(further.price).toBeLessThan(usual.price);
    expect(usual.minPrice).toBeLessThan(usual.price);
    expect(usual.maxPrice).toBeGreaterThan(usual.price);
    expect(further.score).toBeLessThan(usual.score);
    expect(usual.price % 10_000).toBe(0);
    expect(usual.price).toBeGreaterThan(5_000_000);
    const soles = await priceOf("WI", corolla);
    expect(soles.price).toBeGreaterThan(10_000);
    expect(soles.price).toBeLessThan(150_000);
  });

  test.each([
    [
      "nothing",
      { ...versions("2024", "KIA", "SPORTAGE"), versionCode: "KIA-SPORTAGE-1-6T-HYBRID-EX-AT" },
      undefined,
    ],
    ["0", { ...versions("2012", "BYD", "F0"), versionCode: "BYD-F0-1-0-GLX" }, 0],
  ])("has a price of %s where nobody buys it", async (_, input, price) => {
    const { call } = await open("SI");
    const { ok, data } = await call("appraisal.quote", { ...input, idMileageRange: "2" });
    // The service says null, which is read as what is not there.
    const { price: found, minPrice, maxPrice } = data as Record<string, number | undefined>;
    expect([ok, found, minPrice, maxPrice]).toEqual([true, price, price, price]);
  });
});

describe("inspections", () => {
  const surquillo = "28d781af-3c90-5b83-8ade-62468643f391";
  /** Days and their times, as seen at a moment. */
  const freeAt = async (brand: string, branchOfficeId: string, now: string) => {
    const { call } = await open(brand, undefined, () => new Date(now));
    const { data } = await call("appraisal.slotDates", { branchOfficeId });
    return Object.fromEntries(
      (data as { data: Record<string, string[]>[] }).data.flatMap(Object.entries),
    ) as Record<string, string[]>;
  };

  test("are on no Sunday and on no public holiday, in the hours of the office", async () => {
    const free = await freeAt("SI", bilbao, "2026-12-01T15:00:00Z");
    // 6 and 13 are Sundays, 8 is the Immaculate Conception.
    expect(Object.keys(free)).toEqual(
      [2, 3, 4, 5, 7, 9, 10, 11, 12, 14, 15].map((day) => `2026-12-${String(day).padStart(2, "0")}`),
    );
    expect([free["2026-12-02"]![0], free["2026-12-02"]!.at(-1)]).toEqual(["09:30", "17:30"]);
    // A Saturday.
    expect(free["2026-12-05"]).toEqual(["09:30", "10:30", "11:30", "12:30"]);
  });

  test("begin with the next day where the office is", async () => {
    // In Lima it is still the evening of the 8th, in Santiago already the 9th.
    const now = "2027-02-09T03:30:00Z";
    expect(Object.keys(await freeAt("WI", surquillo, now))[0]).toBe("2027-02-09");
    expect(Object.keys(await freeAt("SI", bilbao, now))[0]).toBe("2027-02-10");
  });

  test("are in regions, cities and offices of the brand that buy cars", async () => {
    const { options } = await open("SM");
    expect(await options("appraisal.regions")).toEqual(["13 Metropolitana de Santiago", "02 Antofagasta"]);
    // The one in Calama only repairs.
    expect(await options("appraisal.cities", { regionId: "02" })).toEqual(["antofagasta Antofagasta"]);
    const peru = await open("WI");
    expect(await peru.options("appraisal.branchOffices", { region: "15", city: "lima" })).toContain(
      `${surquillo} Wigo Motors Surquillo`,
    );
  });
});

describe("the catalogue", () => {
  test("says what kind of car a version is; one that there is not, or not here, is a 404", async () => {
    const { call } = await open("WI");
    const found = await call("catalog.car", { quiterId: "KIA-SPORTAGE-2-0-LX" });
    expect(toValue(calls["catalog.car"]!, found.data)).toBe("suv");
    expect(found.data).toMatchObject({ carBrandType: { value: "Kia" }, carModelType: { slug: "sportage" } });
    expect(await call("catalog.car", { quiterId: "KIA-MORNING-1-0-LX" })).toMatchObject({ status: 404 });
  });
});

describe("centers", () => {
  test("are the offices that sell new cars, each with its makes", async () => {
    const { options } = await open("WI");
    const centers = await options("branchOffice.centers");
    expect(centers).toContain("Wigo Motors Surquillo Wigo Motors Surquillo");
    // It only repairs.
    expect(centers.join()).not.toContain("Chorrillos");
    expect(await options("branchOffice.centerBrands", { branchOfficeName: "Wigo Motors Surquillo" })).toEqual(
      ["WI-101-HYUNDAI Hyundai", "WI-101-MAZDA Mazda"],
    );
    expect(await options("branchOffice.centerBrands", { branchOfficeName: "Otra" })).toEqual([]);
  });
});

test("another folder of reference data is answered with, without a change of code", async () => {
  const folder = await temporaryFolder();
  for (const [name, data] of Object.entries(smallReference())) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(data));
  }
  const { options, call } = await open("SI", await loadReference(folder));
  expect(await options("branchOffice.cities")).toEqual(["Santiago Santiago"]);
  expect(await options("appraisal.versions", { year: "2020", brandCode: "UNO", modelCode: "A" })).toEqual([
    "UNO-A-1 1.0",
  ]);
  expect((await call("appraisal.mileageRanges")).data).toHaveLength(2);
  // A dealer that the folder does not know has nothing, and no other's.
  const other = await open("CO", await loadReference(folder));
  expect(await other.options("branchOffice.cities")).toEqual([]);
  expect((await call("branchOffice.centers")).data).toEqual([{ branchOfficeName: "Casa Santiago" }]);
});
