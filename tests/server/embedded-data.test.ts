/** The embedded services that answer with reference data, asked as definitions ask them. */
import { describe, expect, onTestFinished, test } from "vitest";
import { loadReference } from "../../server/reference/reference.ts";
import type { Reference } from "../../server/reference/types.ts";
import { createServices, toOptions, toValue } from "../../server/services/services.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  keptLog,
  projectCalls,
  projectReference,
  revisionOf,
  temporaryFolder,
  temporaryStore,
} from "./parts.ts";
import { smallReference } from "./reference-parts.ts";

const calls = await projectCalls();

async function open(brand: string, reference?: Reference) {
  const { store } = await temporaryStore();
  const services = createServices({
    store,
    config: { upstreams: {}, tokens: {}, services: { port: "off" } },
    reference: reference ?? (await projectReference()),
    log: keptLog(),
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
      { id: 1, minRange: 0, maxRange: 10_000 },
      { id: 2, minRange: 10_001, maxRange: 30_000 },
    ]);
    expect(ranges.at(-1)).toMatchObject({ maxRange: 400_000 });
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
