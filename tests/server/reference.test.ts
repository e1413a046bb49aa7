/** The reference data: what the project's says, how a folder that is wrong is refused, and that another one takes its place. */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { loadReference, ReferenceDataError } from "../../server/dealers/reference/reference.ts";
import { vehiclesOf, yearsOf } from "../../server/dealers/reference/vehicles.ts";
import { projectReference } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { smallReference } from "./reference-parts.ts";
import { brandFile } from "../support/brand-file.ts";
import { brandCodes } from "../support/brands.ts";

const reference = await projectReference();

const brands = brandCodes.map(brandFile);

const schemas = join(import.meta.dirname, "../../server/dealers/reference/schemas");

test.each(readdirSync(schemas))("%s is a JSON Schema", (name) => {
  const ajv = new Ajv({ allowUnionTypes: true });
  const isValid = ajv.validateSchema(JSON.parse(readFileSync(join(schemas, name), "utf8")) as object);
  expect([isValid, ajv.errors]).toEqual([true, null]);
});

describe("the project's reference data", () => {
  test("has every region, commune, department, province and district", () => {
    const { regions } = reference.chile;
    const { departments } = reference.peru;
    const provinces = departments.flatMap((department) => department.provinces);
    expect([
      regions.length,
      regions.flatMap(({ communes }) => communes).length,
      departments.length,
      provinces.length,
      provinces.flatMap(({ districts }) => districts).length,
    ]).toEqual([16, 346, 25, 196, 1891]);
  });

  test.each(brands.map(({ brand, facts }) => [brand, facts] as const))(
    "%s has branch offices to call and to write to, and cars to sell",
    (_brand, facts) => {
      const company = reference.companies.find(({ companyId }) => companyId === facts.companyId)!;
      expect(company.country).toBe(facts.country);
      const offices = company.cities.flatMap(({ branchOffices }) => branchOffices);
      expect(offices.length).toBeGreaterThanOrEqual(4);
      for (const office of offices) {
        const sells = (service: string): boolean => office.services.includes(service);
        const after = sells("Servicio Técnico");
        expect(office.name).toContain(facts.name);
        expect(sells("Venta Nuevos")).toBe(office.brands.length > 0);
        expect(sells("Venta Nuevos")).toBe(office.whatsappNew !== "");
        expect(sells("Venta Nuevos") || sells("Venta Usados")).toBe(office.scheduleSale.length > 0);
        expect(sells("Venta Usados")).toBe(office.whatsappUsed !== "");
        expect(after).toBe(office.schedulePostSale.length > 0 && office.telephonePostsale !== "");
        expect(office.telephone + office.telephonePostsale).toMatch(
          facts.country === "PE" ? /^\+51 / : /^\+56 /,
        );
      }
      // Each make that it sells can be bought new in its country this year.
      for (const name of new Set(offices.flatMap((office) => office.brands))) {
        const { code } = reference.vehicles.find((brand) => brand.name === name)!;
        const found = vehiclesOf(reference, { country: facts.country, year: 2026, brandCode: code });
        expect(found.length).toBeGreaterThanOrEqual(3);
        for (const { version } of found) {
          for (const currency of facts.currencies) expect(version.prices[currency]).toBeGreaterThan(0);
        }
      }
    },
  );

  test("prices are believable, and there is one wherever a version is sold", () => {
    const currencies: Record<string, [string, number, number][]> = {
      CL: [["CLP", 5_000_000, 100_000_000]],
      PE: [
        ["USD", 7_000, 100_000],
        ["PEN", 25_000, 400_000],
      ],
    };
    for (const country of ["CL", "PE"]) {
      for (const { version } of vehiclesOf(reference, { country })) {
        for (const [currency, least, most] of currencies[country]!) {
          const { code, prices } = version;
          expect({ code, believable: prices[currency]! > least && prices[currency]! < most }).toEqual({
            code,
            believable: true,
          });
        }
      }
    }
    expect(yearsOf(reference, "CL").at(0)).toBe(2026);
  });
});

describe("public holidays", () => {
  test.each([
    ["CL", "2026-04-03", "Viernes Santo"],
    ["CL", "2026-04-04", "Sábado Santo"],
    ["CL", "2027-03-27", "Sábado Santo"],
    ["CL", "2028-04-15", "Sábado Santo"],
    ["CL", "2026-06-21", "Día Nacional de los Pueblos Indígenas"],
    ["CL", "2028-06-20", "Día Nacional de los Pueblos Indígenas"],
    // A Monday stays; a Tuesday and a Thursday move to the Monday before.
    ["CL", "2026-06-29", "San Pedro y San Pablo"],
    ["CL", "2027-06-28", "San Pedro y San Pablo"],
    ["CL", "2028-06-26", "San Pedro y San Pablo"],
    ["CL", "2026-10-12", "Encuentro de Dos Mundos"],
    ["CL", "2027-10-11", "Encuentro de Dos Mundos"],
    ["CL", "2028-10-09", "Encuentro de Dos Mundos"],
    // A Friday before a week-end of national holidays; a Tuesday that moves to the Friday before.
    ["CL", "2027-09-17", "Feriado de Fiestas Patrias"],
    ["CL", "2028-10-27", "Día Nacional de las Iglesias Evangélicas y Protestantes"],
    ["PE", "2026-04-02", "Jueves Santo"],
    ["PE", "2027-06-07", "Batalla de Arica y Día de la Bandera"],
    ["PE", "2026-06-29", "San Pedro y San Pablo"],
    ["PE", "2026-07-23", "Día de la Fuerza Aérea del Perú"],
    ["PE", "2028-08-06", "Batalla de Junín"],
    ["PE", "2026-10-08", "Combate de Angamos"],
    ["PE", "2026-12-09", "Batalla de Ayacucho"],
  ])("%s: %s is %s", (country, date, name) => {
    expect(reference.holidays[country]).toContainEqual({ date, name });
  });

  test.each([
    ["CL", "2027-06-29"],
    ["CL", "2027-10-12"],
    ["CL", "2028-10-31"],
    ["CL", "2026-09-17"],
    ["PE", "2026-04-04"],
    ["PE", "2026-10-12"],
  ])("%s: %s is none", (country, date) => {
    expect(reference.holidays[country]!.map((day) => day.date)).not.toContain(date);
  });

  test.each([
    ["CL", [16, 17, 16]],
    ["PE", [16, 16, 16]],
  ])("%s has each year's", (country, counts) => {
    const years = reference.holidays[country]!.map(({ date }) => Number(date.slice(0, 4)));
    expect([2026, 2027, 2028].map((year) => years.filter((one) => one === year).length)).toEqual(counts);
  });

  test("a complaint of Monday 2026-10-05 is due on 2026-10-27 in Peru", () => {
    const free = new Set(reference.holidays["PE"]!.map(({ date }) => date));
    const day = new Date("2026-10-05T00:00:00Z");
    for (let left = 15; left > 0;) {
      day.setUTCDate(day.getUTCDate() + 1);
      const weekend = [0, 6].includes(day.getUTCDay());
      if (!weekend && !free.has(day.toISOString().slice(0, 10))) left -= 1;
    }
    expect(day.toISOString().slice(0, 10)).toBe("2026-10-27");
  });
});

type Files = ReturnType<typeof smallReference>;

async function folderOf(
  change: (files: Files) => void = () => {},
  texts: Record<string, string | null> = {},
) {
  const folder = await temporaryFolder();
  const files = smallReference();
  change(files);
  const all: Record<string, string | null> = {
    ...Object.fromEntries(Object.entries(files).map(([name, data]) => [name, JSON.stringify(data, null, 2)])),
    ...texts,
  };
  for (const [name, text] of Object.entries(all)) {
    if (text === null) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** `file:line:column  says`, as the message has it. */
async function refused(folder: string): Promise<string[]> {
  const error = await loadReference(folder).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ReferenceDataError);
  return (error as Error).message
    .split("\n")
    .slice(1)
    .map((line) => line.trim());
}

describe("another folder", () => {
  test("takes the place of the project's", async () => {
    const other = await loadReference(await folderOf());
    expect(other.companies.map(({ companyId }) => companyId)).toEqual([1, 30]);
    expect(yearsOf(other, "CL")).toEqual([2021, 2020]);
    expect(yearsOf(other, "AR")).toEqual([]);
  });

  const office = (files: Files) => files["branch-offices.json"].companies[0]!.cities[0]!.branchOffices[0]!;
  const version = (files: Files) => files["vehicles/one.json"].models[0]!.versions[0]!;
  const at = /^[\w/.-]+\.json:\d+:\d+ {2}/;

  test.each<[string, (files: Files) => void, string]>([
    [
      "a commune of another region",
      (files) => (office(files).commune = "Arica"),
      '"Arica" no está en la región "13".',
    ],
    ["a make that there is not", (files) => office(files).brands.push("Nadie"), '"Nadie" no se conoce.'],
    ["a service that there is not", (files) => office(files).services.push("Nada"), '"Nada" no se conoce.'],
    [
      "an office without a name",
      (files) => (office(files).name = ""),
      "companies[0].cities[0].branchOffices[0].name no puede estar vacío.",
    ],
    [
      "a text for a number",
      (files) => (office(files).latitude = "-33" as never),
      "companies[0].cities[0].branchOffices[0].latitude debe ser un número.",
    ],
    [
      "a key too many",
      (files) => Object.assign(office(files), { fax: "1" }),
      'companies[0].cities[0].branchOffices[0] tiene "fax", que no se conoce.',
    ],
    [
      "a key too few",
      (files) => Reflect.deleteProperty(office(files), "uuid"),
      'companies[0].cities[0].branchOffices[0] no tiene "uuid".',
    ],
    [
      "a fuel that there is not",
      (files) => (version(files).fuel = "steam"),
      '"steam" no está en vehicle-lists.json.',
    ],
    [
      "years the wrong way round",
      (files) => (version(files).years["CL"] = [2021, 2020]),
      "El primer año es posterior al último.",
    ],
    [
      "a version twice",
      (files) => files["vehicles/one.json"].models[0]!.versions.push(version(files)),
      'La versión "UNO-A-1" está dos veces.',
    ],
    [
      "mileages with a gap",
      (files) => (files["vehicle-lists.json"].mileageRanges[1]!.minRange = 20_000),
      "Este rango debe empezar en 10001 y terminar más arriba.",
    ],
    [
      "a day that there is not",
      (files) => (files["public-holidays.json"].countries["CL"]![0]!.date = "2026-02-30"),
      'countries.CL[0].date debe ser una fecha que existe, como "2026-12-31".',
    ],
    [
      "a day twice",
      (files) =>
        files["public-holidays.json"].countries["CL"]!.push({ date: "2026-01-01", name: "Otra vez" }),
      '"2026-01-01" no viene después de "2026-01-01".',
    ],
    [
      "a plate of a car that was not sold that year",
      (files) =>
        files["plates.json"].countries.CL.cars.push({
          plate: "AABB11",
          year: 2019,
          brandCode: "UNO",
          modelCode: "A",
        }),
      'Ese año no se vendía ese modelo en "CL".',
    ],
    [
      "a plate twice",
      (files) => files["plates.json"].countries.CL.fails.push("ZZZZ98", "ZZZZ98"),
      "countries.CL.fails tiene elementos repetidos.",
    ],
    [
      "an appraisal without a version that there is not",
      (files) => files["used-cars.json"].withoutPrice.null.push("UNO-A-9"),
      '"UNO-A-9" no se conoce.',
    ],
    [
      "a time zone that there is not",
      (files) => (files["used-cars.json"].timeZones["PE"]!.main = "America/Macondo"),
      '"America/Macondo" no es una zona horaria.',
    ],
    [
      "a country without a time zone",
      (files) => Reflect.deleteProperty(files["used-cars.json"].timeZones, "PE"),
      'Falta la hora de "PE".',
    ],
    [
      "a company of nowhere",
      (files) => (files["branch-offices.json"].companies[0]!.country = "XX"),
      'No hay lugares del país "XX".',
    ],
  ])("with %s is refused, with file and place", async (_name, change, says) => {
    const lines = await refused(await folderOf(change));
    expect(lines.map((line) => line.replace(at, ""))).toEqual([says]);
    expect(lines[0]).toMatch(at);
  });

  test("the place is that of the value", async () => {
    const text = JSON.stringify(smallReference()["vehicle-lists.json"], null, 2).replace(
      '"slug": "suv"',
      '"slug": 5',
    );
    const [line] = await refused(await folderOf(undefined, { "vehicle-lists.json": text }));
    const [, row, column] =
      /^vehicle-lists\.json:(\d+):(\d+) {2}categories\[0\]\.slug debe ser un texto\.$/.exec(line!)!;
    expect(text.split("\n")[Number(row) - 1]!.slice(Number(column) - 1)).toBe("5");
  });

  test.each([
    ["a missing file", { "public-holidays.json": null }, "public-holidays.json  Falta este archivo."],
    [
      "a file that is no JSON",
      { "vehicle-lists.json": '{\n  "a": }' },
      "vehicle-lists.json:2:8  No es JSON válido desde aquí.",
    ],
    [
      "no vehicles",
      { "vehicles/one.json": null },
      "vehicles/  Esta carpeta falta o no tiene archivos .json.",
    ],
  ])("with %s is refused", async (_name, texts, line) => {
    expect(await refused(await folderOf(undefined, texts))).toEqual([line]);
  });

  test("that is not there is refused, each file once", async () => {
    expect(await refused(join(await temporaryFolder(), "nowhere"))).toHaveLength(8);
  });
});
