/** The cars of one company: found, counted and told of. */
import type { CatalogueLists, Company, Reference, StockCar } from "../reference/types.ts";
import {
  carForSale,
  catalogueContext,
  slugOf,
  type CarForSale,
  type CatalogueContext,
} from "./car-for-sale.ts";
import { createFacetedIndex, type FacetedIndex, type IndexedRow } from "./faceted-index.ts";
import { displayedPrice, priceRecord } from "./prices.ts";
import { createTitleSearch, type TitleSearch } from "./title-search.ts";

export interface Catalogue {
  parts: CatalogueContext;
  index: FacetedIndex;
  titles: TitleSearch;
  /** By id, those that are for sale. */
  cars: ReadonlyMap<number, CarForSale>;
  /** By id, those that were for sale and are not any more. */
  sold: ReadonlyMap<number, CarForSale>;
  /** A car that is new here, or differs from before. One of a version that the country does not have is not for sale. */
  put: (car: StockCar) => void;
  /** A car that is not for sale any more. */
  remove: (id: number) => void;
  /** The versions of a model that are sold new, the cheapest first. */
  versionsOf: (one: CarForSale) => CarForSale[];
}

/** By their names in the query of `car/filter`. */
export const facets = {
  type: {},
  city: {},
  branchOffice: { under: "city" },
  brand: {},
  model: { under: "brand" },
  tag: {},
  years: {},
  category: {},
  fuel: {},
  color: {},
  traction: {},
  transmission: {},
  doors: {},
  seats: {},
};
export type FacetName = keyof typeof facets;

export const orders = ["recent", "cheapest", "dearest", "farthest", "nearest"] as const;

/** What a card shows as the price, in the main currency. */
export const priceOf = ({ tax }: CatalogueContext, { car }: CarForSale): number =>
  displayedPrice(priceRecord(car.prices[0]!, tax));

function indexedRow(parts: CatalogueContext, one: CarForSale): IndexedRow {
  const { car, brand, model, version, isNew, offices, colours, traction, transmission } = one;
  const price = priceOf(parts, one);
  const mileage = car.mileage ?? 0;
  const some = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  return {
    facets: {
      type: [isNew ? "nuevo" : "usado"],
      city: [...new Set(offices.map(({ city }) => slugOf(city)))],
      branchOffice: offices.map(({ office }) => slugOf(office.name)),
      brand: [brand.slug],
      model: [model.slug],
      tag: car.tags,
      years: [String(car.year)],
      category: [model.category],
      fuel: [version.fuel],
      color: colours,
      traction: some(traction),
      transmission: some(transmission),
      doors: [String(model.doors)],
      seats: [String(model.seats)],
    },
    numbers: { price, mileage, year: car.year },
    keys: {
      recent: -Date.parse(car.added),
      // A price of 0 is none: it comes last in both.
      cheapest: price || Infinity,
      dearest: -price,
      farthest: -mileage,
      nearest: mileage,
    },
    title: `${brand.name} ${model.name} ${version.name} ${car.year}`,
    ...(isNew ? { group: `${brand.slug}/${model.slug}` } : {}),
  };
}

/** The first and last model year that anything is sold of. */
function yearsOf(cars: Iterable<CarForSale>): number[] {
  let [first, last] = [new Date().getFullYear(), new Date().getFullYear() + 1];
  for (const { car } of cars) [first, last] = [Math.min(first, car.year), Math.max(last, car.year)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

export function createCatalogue(
  reference: Reference,
  lists: CatalogueLists,
  company: Company,
  today: () => string,
): Catalogue {
  const parts = catalogueContext(reference, lists, company, today);
  const cars = new Map(
    (reference.stock.get(company.companyId) ?? []).flatMap((car) => {
      const one = carForSale(parts, car);
      return one ? [[car.id, one] as const] : [];
    }),
  );
  const currency = cars.values().next().value?.car.prices[0]?.currency ?? "";
  const index = createFacetedIndex(
    [...cars].map(([id, one]) => [id, indexedRow(parts, one)] as const),
    {
      facets,
      numbers: {
        price: lists.ends.price[currency] ?? [],
        mileage: lists.ends.mileage,
        year: yearsOf(cars.values()),
      },
      orders,
    },
  );
  const titles = createTitleSearch(() => index.titles());
  const sold = new Map<number, CarForSale>();
  const remove = (id: number): void => {
    const one = cars.get(id);
    if (one) sold.set(id, one);
    cars.delete(id);
    index.remove(id);
  };
  return {
    parts,
    index,
    titles,
    cars,
    sold,
    put: (car) => {
      const one = carForSale(parts, car);
      if (!one) return remove(car.id);
      const row = indexedRow(parts, one);
      sold.delete(car.id);
      cars.set(car.id, one);
      titles.add(row.title);
      index.put(car.id, row);
    },
    remove,
    versionsOf: ({ model, isNew }) =>
      isNew
        ? [...cars.values()]
            .filter((other) => other.isNew && other.model === model)
            .toSorted((a, b) => priceOf(parts, a) - priceOf(parts, b) || a.car.id - b.car.id)
        : [],
  };
}
