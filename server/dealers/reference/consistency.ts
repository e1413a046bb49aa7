/** What schemas cannot say: that files name what others have, and nothing twice. */
import type { ReferenceFile } from "./files.ts";
import type { Path } from "./problems.ts";
import type { Chile, Company, Holiday, Peru, VehicleBrand, VehicleLists } from "./types.ts";

/** Names of communes or districts by region or department, for each country. */
export type Areas = Record<string, Map<string, Set<string>>>;

export const areasOf = (chile: Chile, peru: Peru): Areas => ({
  CL: new Map(chile.regions.map(({ code, communes }) => [code, new Set(communes.map(([, name]) => name))])),
  PE: new Map(
    peru.departments.map(({ code, provinces }) => [
      code,
      new Set(provinces.flatMap(({ districts }) => districts.map(([, name]) => name))),
    ]),
  ),
});

/** Tells the second of two that are the same. */
export function once(
  what: string,
): (value: string | number, path: Path, file: ReferenceFile<unknown>) => void {
  const seen = new Set<string | number>();
  return (value, path, file) => {
    if (seen.has(value)) file.refuse(path, `${what} "${value}" está dos veces.`);
    seen.add(value);
  };
}

/** Branch offices stand in places that there are and offer services and brands that there are. */
export function checkBranchOffices(
  file: ReferenceFile<{ companies: Company[] }>,
  areas: Areas,
  brands: Set<string>,
): void {
  const company = once("La empresa");
  const uuid = once("La sucursal con el uuid");
  const center = once("El código de centro");
  file.data.companies.forEach(({ companyId, country, services, cities }, at) => {
    company(companyId, ["companies", at, "companyId"], file);
    const inCountry = areas[country];
    if (!inCountry) return file.refuse(["companies", at, "country"], `No hay lugares del país "${country}".`);
    cities.forEach(({ region, branchOffices }, place) => {
      const path: Path = ["companies", at, "cities", place];
      const communes = inCountry.get(region);
      if (!communes) file.refuse([...path, "region"], `No hay una región o departamento "${region}".`);
      branchOffices.forEach((office, index) => {
        const here: Path = [...path, "branchOffices", index];
        uuid(office.uuid, [...here, "uuid"], file);
        center(office.centerCode, [...here, "centerCode"], file);
        if (communes && !communes.has(office.commune)) {
          file.refuse([...here, "commune"], `"${office.commune}" no está en la región "${region}".`);
        }
        for (const [key, known] of [
          ["services", new Set(services)],
          ["brands", brands],
          ["postSaleBrands", brands],
        ] as const) {
          office[key].forEach((name, which) => {
            if (!known.has(name)) file.refuse([...here, key, which], `"${name}" no se conoce.`);
          });
        }
      });
    });
  });
}

/** Vehicles are described by what the lists have; codes and years mean one thing. */
export function checkVehicles(files: ReferenceFile<VehicleBrand>[], lists: VehicleLists): void {
  const slugs = (key: "categories" | "fuels" | "transmissions" | "tractions") =>
    new Set(lists[key].map(({ slug }) => slug));
  const [categories, fuels] = [slugs("categories"), slugs("fuels")];
  const [transmissions, tractions] = [slugs("transmissions"), slugs("tractions")];
  const [brandCode, brandName, versionCode] = [once("El código"), once("La marca"), once("La versión")];
  for (const file of files) {
    const known = (names: Set<string>, name: string, path: Path): void => {
      if (!names.has(name)) file.refuse(path, `"${name}" no está en vehicle-lists.json.`);
    };
    brandCode(file.data.code, ["code"], file);
    brandName(file.data.name, ["name"], file);
    const modelCode = once("El modelo");
    file.data.models.forEach(({ code, category, versions }, at) => {
      modelCode(code, ["models", at, "code"], file);
      known(categories, category, ["models", at, "category"]);
      versions.forEach((version, index) => {
        const path: Path = ["models", at, "versions", index];
        versionCode(version.code, [...path, "code"], file);
        known(fuels, version.fuel, [...path, "fuel"]);
        known(transmissions, version.transmission, [...path, "transmission"]);
        known(tractions, version.traction, [...path, "traction"]);
        for (const [country, [first, last]] of Object.entries(version.years)) {
          if (first > last) file.refuse([...path, "years", country], "El primer año es posterior al último.");
        }
      });
    });
  }
}

/** Ids and slugs mean one thing; mileage ranges follow each other without gaps. */
export function checkLists(file: ReferenceFile<VehicleLists>): void {
  const { mileageRanges, ...lists } = file.data;
  for (const [key, items] of Object.entries(lists)) {
    if (!Array.isArray(items)) continue;
    const [id, slug] = [once("El id"), once("El slug")];
    items.forEach((item, at) => {
      id(item.id, [key, at, "id"], file);
      slug(item.slug, [key, at, "slug"], file);
    });
  }
  const id = once("El id");
  mileageRanges.forEach((range, at) => {
    id(range.id, ["mileageRanges", at, "id"], file);
    const from = at === 0 ? 0 : mileageRanges[at - 1]!.maxRange + 1;
    if (range.minRange !== from || range.maxRange <= range.minRange) {
      file.refuse(["mileageRanges", at], `Este rango debe empezar en ${from} y terminar más arriba.`);
    }
  });
}

/** Holidays stand in order, one a day. */
export function checkHolidays(file: ReferenceFile<{ countries: Record<string, Holiday[]> }>): void {
  for (const [country, days] of Object.entries(file.data.countries)) {
    days.forEach(({ date }, at) => {
      if (at > 0 && date <= days[at - 1]!.date) {
        file.refuse(
          ["countries", country, at, "date"],
          `"${date}" no viene después de "${days[at - 1]!.date}".`,
        );
      }
    });
  }
}
