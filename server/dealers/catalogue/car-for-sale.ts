/** A car for sale with all that it names, found in the reference data. */
import type { Financing, CountryFinancing } from "../reference/financing.ts";
import type {
  BranchOffice,
  CatalogueLists,
  Company,
  ListItem,
  Reference,
  SourceFilter,
  StockCar,
} from "../reference/types.ts";
import { picturesFrom, type PicturesOf } from "./car-pictures.ts";
import { vehiclesOf, type Vehicle } from "../reference/vehicles.ts";

export interface OfficeAt {
  city: string;
  office: BranchOffice;
  /** The number by which a quote names it. */
  id: number;
}

/** What cars of one company are described with. */
export interface CatalogueContext {
  company: Company;
  /** By which its country writes numbers. */
  locale: string;
  lists: Reference["lists"];
  catalogue: CatalogueLists;
  pictures: PicturesOf;
  tax: number;
  financing: CountryFinancing;
  usualDownPayment: Financing["usualDownPayment"];
  /** `yyyy-mm-dd`, where the company is. */
  today: () => string;
  /** By code of the version. */
  vehicles: ReadonlyMap<string, Vehicle>;
  /** By uuid. */
  offices: ReadonlyMap<string, OfficeAt>;
}

export interface CarForSale extends Vehicle {
  car: StockCar;
  isNew: boolean;
  offices: OfficeAt[];
  /** Slugs; none where the source says what is no option. */
  colours: string[];
  traction: string | undefined;
  transmission: string | undefined;
}

/** `Viña del Mar` is `vina-del-mar`. */
export const slugOf = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export function catalogueContext(
  reference: Reference,
  catalogue: CatalogueLists,
  company: Company,
  today: () => string,
): CatalogueContext {
  const offices = company.cities.flatMap(({ city, branchOffices }) =>
    branchOffices.map((office) => ({ city, office })),
  );
  return {
    company,
    lists: reference.lists,
    catalogue,
    pictures: picturesFrom(reference, catalogue),
    locale: `es-${company.country}`,
    tax: catalogue.taxes[company.country]!,
    financing: reference.financing!.countries[company.country]!,
    usualDownPayment: reference.financing!.usualDownPayment,
    today,
    vehicles: new Map(
      vehiclesOf(reference, { country: company.country }).map((vehicle) => [vehicle.version.code, vehicle]),
    ),
    offices: new Map(offices.map((place, at) => [place.office.uuid, { ...place, id: at + 1 }])),
  };
}

/** Of a value of the source, the slug of what it means. */
function mergedSlug(
  { catalogue, lists }: Pick<CatalogueContext, "catalogue" | "lists">,
  filter: SourceFilter,
  value: string,
): string | undefined {
  if (catalogue.without[filter]?.includes(value)) return undefined;
  const merged = Object.entries(catalogue.sourceValues[filter]).find(([, values]) => values.includes(value));
  if (merged) return merged[0];
  const list = { color: lists.colours, traction: lists.tractions, transmission: lists.transmissions }[filter];
  const slug = slugOf(value);
  return list.find((item) => item.slug === slug)?.slug;
}

/** Undefined where the version is not sold in the company's country. */
export function carForSale(parts: CatalogueContext, car: StockCar): CarForSale | undefined {
  const vehicle = parts.vehicles.get(car.version);
  if (!vehicle) return undefined;
  return {
    ...vehicle,
    car,
    isNew: car.type === "new",
    offices: car.offices.flatMap((uuid) => parts.offices.get(uuid) ?? []),
    colours: car.colours.flatMap((value) => mergedSlug(parts, "color", value) ?? []),
    traction: mergedSlug(parts, "traction", car.traction),
    transmission: mergedSlug(parts, "transmission", car.transmission),
  };
}

export const itemOf = (items: ListItem[], slug: string | undefined): ListItem | undefined =>
  items.find((item) => item.slug === slug);
