/** What schemas cannot say of the market of used cars and of the register of plates. */
import { once, type Areas } from "./consistency.ts";
import type { ReferenceFile } from "./files.ts";
import type { Path } from "./problems.ts";
import type { UsedCarMarket, PlateRegister, VehicleBrand } from "./types.ts";

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}

/** Companies name makes and versions that there are; every country and region has its time. */
export function checkMarket(file: ReferenceFile<UsedCarMarket>, brands: VehicleBrand[], areas: Areas): void {
  const { companies, withoutPrice, timeZones } = file.data;
  const makes = new Set(brands.map(({ code }) => code));
  const versions = new Set(
    brands.flatMap(({ models }) => models.flatMap((model) => model.versions.map(({ code }) => code))),
  );
  const known = (names: Set<string>, codes: string[], path: Path): void =>
    codes.forEach((code, at) => {
      if (!names.has(code)) file.refuse([...path, at], `"${code}" no se conoce.`);
    });
  const company = once("La empresa");
  companies.forEach(({ code, withoutBrands, withoutVersions }, at) => {
    company(code, ["companies", at, "code"], file);
    known(makes, withoutBrands, ["companies", at, "withoutBrands"]);
    known(versions, withoutVersions, ["companies", at, "withoutVersions"]);
  });
  known(versions, withoutPrice.null, ["withoutPrice", "null"]);
  known(versions, withoutPrice.zero, ["withoutPrice", "zero"]);
  for (const country of Object.keys(areas)) {
    if (!Object.hasOwn(timeZones, country)) file.refuse(["timeZones"], `Falta la hora de "${country}".`);
  }
  for (const [country, { main, regions }] of Object.entries(timeZones)) {
    const path: Path = ["timeZones", country];
    if (!isTimeZone(main)) file.refuse([...path, "main"], `"${main}" no es una zona horaria.`);
    for (const [region, zone] of Object.entries(regions)) {
      if (!areas[country]?.has(region)) {
        file.refuse([...path, "regions", region], `No hay una región o departamento "${region}".`);
      }
      if (!isTimeZone(zone)) file.refuse([...path, "regions", region], `"${zone}" no es una zona horaria.`);
    }
  }
}

/** A plate is one car's, and the model was sold in its country in that year. */
export function checkPlates(
  file: ReferenceFile<{ countries: Record<string, PlateRegister> }>,
  brands: VehicleBrand[],
): void {
  for (const [country, { cars, fails }] of Object.entries(file.data.countries)) {
    const plate = once("La patente o placa");
    const path: Path = ["countries", country];
    cars.forEach((car, at) => {
      plate(car.plate, [...path, "cars", at, "plate"], file);
      const model = brands
        .find(({ code }) => code === car.brandCode)
        ?.models.find(({ code }) => code === car.modelCode);
      const sold = model?.versions.some(({ years }) => {
        const [first, last] = years[country] ?? [1, 0];
        return first <= car.year && car.year <= last;
      });
      if (!sold) file.refuse([...path, "cars", at], `Ese año no se vendía ese modelo en "${country}".`);
    });
    fails.forEach((one, at) => plate(one, [...path, "fails", at], file));
  }
}
