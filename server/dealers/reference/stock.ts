/** What schemas cannot say of the catalogue and of the cars that are for sale. */
import type { LinesFile, ReferenceFile } from "./files.ts";
import { createTurns } from "./take-turns.ts";
import type { CatalogueLists, Company, StockCar, VehicleBrand, VehicleLists } from "./types.ts";

/** Slugs are those of the lists; every country has its tax, every category its measures. */
export function checkCatalogue(
  file: ReferenceFile<CatalogueLists>,
  lists: VehicleLists,
  companies: Company[],
): void {
  const { colours, sourceValues, taxes, dimensions } = file.data;
  const slugs = {
    color: new Set(lists.colours.map(({ slug }) => slug)),
    traction: new Set(lists.tractions.map(({ slug }) => slug)),
    transmission: new Set(lists.transmissions.map(({ slug }) => slug)),
  };
  for (const slug of Object.keys(colours)) {
    if (!slugs.color.has(slug)) file.refuse(["colours", slug], `"${slug}" no se conoce.`);
  }
  for (const slug of slugs.color) {
    if (!Object.hasOwn(colours, slug)) file.refuse(["colours"], `Falta el color "${slug}".`);
  }
  for (const [filter, known] of Object.entries(slugs)) {
    for (const slug of Object.keys(sourceValues[filter as keyof typeof slugs])) {
      if (!known.has(slug)) file.refuse(["sourceValues", filter, slug], `"${slug}" no se conoce.`);
    }
  }
  for (const country of new Set(companies.map((company) => company.country))) {
    if (!Object.hasOwn(taxes, country)) file.refuse(["taxes"], `Falta el impuesto de "${country}".`);
  }
  for (const { slug } of lists.categories) {
    if (!Object.hasOwn(dimensions, slug)) file.refuse(["dimensions"], `Faltan las medidas de "${slug}".`);
  }
}

/** What is wrong with a car of a company, if anything. */
function stockFault(
  car: StockCar,
  company: Company,
  versions: ReadonlySet<string>,
  tags: ReadonlySet<string>,
): string | undefined {
  if (!versions.has(car.version)) return `La versión "${car.version}" no se conoce.`;
  const own = new Set(company.cities.flatMap(({ branchOffices }) => branchOffices.map(({ uuid }) => uuid)));
  const elsewhere = [...car.offices, ...(car.dps?.offices ?? [])].find((uuid) => !own.has(uuid));
  if (elsewhere !== undefined) return `La empresa no tiene la sucursal "${elsewhere}".`;
  const tag = car.tags.find((one) => !tags.has(one));
  if (tag !== undefined) return `La campaña "${tag}" no se conoce.`;
  return undefined;
}

const versionCodes = (vehicles: VehicleBrand[]): Set<string> =>
  new Set(
    vehicles.flatMap(({ models }) => models.flatMap(({ versions }) => versions.map(({ code }) => code))),
  );

/** The cars by company. An id is one car's, and all that a car names is there. */
export async function stockByCompany(
  files: LinesFile<StockCar>[],
  vehicles: VehicleBrand[],
  companies: Company[],
  catalogue: CatalogueLists | undefined,
): Promise<Map<number, StockCar[]>> {
  const versions = versionCodes(vehicles);
  const tags = new Set(catalogue?.campaigns.map(({ slug }) => slug));
  const ids = new Set<number>();
  const stock = new Map<number, StockCar[]>();
  const turns = createTurns();
  for (const { name, rows, refuse } of files) {
    const company = companies.find(({ companyId }) => String(companyId) === name);
    if (!company) {
      refuse(1, `No hay una empresa "${name}".`);
      continue;
    }
    for (const { row, line } of rows) {
      const fault = ids.has(row.id) ? `El id ${row.id} se repite.` : stockFault(row, company, versions, tags);
      if (fault !== undefined) refuse(line, fault);
      ids.add(row.id);
      await turns();
    }
    stock.set(
      company.companyId,
      rows.map(({ row }) => row),
    );
  }
  return stock;
}
