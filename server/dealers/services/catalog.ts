/** The catalogue: what kind of car a version is, cars for sale, and the filters that find them. */
import { dayIn, type Clock } from "../../clock.ts";
import type { CatalogueLists, Reference } from "../reference/types.ts";
import { vehicleByCode } from "../reference/vehicles.ts";
import { createCatalogue, priceOf, type Catalogue, type FacetName } from "../catalogue/catalogue.ts";
import { followStock, type StockChange } from "../catalogue/stock-changes.ts";
import type { Store } from "../../store/store.ts";
import type { CarForSale } from "../catalogue/car-for-sale.ts";
import { detailRecord } from "../catalogue/detail-record.ts";
import { filterItems, type FilterItem } from "../catalogue/options.ts";
import { searchParameters } from "../catalogue/read-query.ts";
import { searchCatalogue, type CountedOption } from "../catalogue/search.ts";
import { sourceRecord, types } from "../catalogue/source-record.ts";
import { fact } from "../../services/embedded/facts.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { companyOf } from "./caller.ts";
import { queryFault } from "./query.ts";

interface Opened {
  catalogue: Catalogue;
  items: Record<FacetName, FilterItem[]>;
}

export interface CatalogDeps {
  reference: Reference;
  clock: Clock;
  store: Store;
}

const similarCars = 8;
const maxIds = 40;

function change({ catalogue }: Opened, { id, car }: Pick<StockChange, "id" | "car">): void {
  if (car) catalogue.put(car);
  else catalogue.remove(id);
}

/** The catalogues by company, each made when it is first asked for, with all that has changed until now. */
function catalogues({
  reference,
  store,
}: CatalogDeps): (request: ServiceRequest) => Promise<Opened | undefined> {
  const opened = new Map<number, Opened>();
  /** The last change of each car, by company: for those that are made later. */
  const changes = new Map<number, Map<number, StockChange>>();
  const { follow } = followStock(store, (made) => {
    const own = changes.get(made.company) ?? new Map<number, StockChange>();
    changes.set(made.company, own.set(made.id, made));
    const known = opened.get(made.company);
    if (known) change(known, made);
  });
  const open = (lists: CatalogueLists, companyId: number | undefined): Opened | undefined => {
    const company = reference.companies.find((one) => one.companyId === companyId);
    if (!company) return undefined;
    const catalogue = createCatalogue(reference, lists, company);
    const made = { catalogue, items: filterItems(catalogue.parts) };
    for (const one of changes.get(company.companyId)?.values() ?? []) change(made, one);
    opened.set(company.companyId, made);
    return made;
  };
  return async ({ brand }) => {
    await follow();
    const companyId = companyOf(brand);
    const known = companyId === undefined ? undefined : opened.get(companyId);
    return known ?? (reference.catalogue ? open(reference.catalogue, companyId) : undefined);
  };
}

/** What is known of a version, by its code or by the id of a car that is for sale. */
function kindOfCar(
  { reference }: CatalogDeps,
  opened: Opened | undefined,
  request: ServiceRequest,
): ServiceAnswer {
  const { quiterId } = request.query;
  if (quiterId === undefined) return refusal(400, 'Falta "quiterId"');
  const cars = [...(opened?.catalogue.cars.values() ?? [])];
  const one = cars.find(({ car, isNew, version }) => (isNew ? version.code : String(car.id)) === quiterId);
  const country = String(request.brand.facts["country"]);
  const found = one ?? vehicleByCode(reference, country, quiterId);
  if (!found) return refusal(404, "No hay un auto con ese código");
  const { brand, model, version } = found;
  return {
    status: 200,
    body: {
      ...(one ? { id: one.car.id } : {}),
      carId: quiterId,
      detailModel: version.name,
      carBrandType: { value: brand.name, slug: brand.slug },
      carModelType: { value: model.name, slug: model.slug },
      carCategoryType: reference.lists.categories.find(({ slug }) => slug === model.category),
    },
  };
}

/** The cars of the same type and category whose price is nearest. */
function similarTo({ parts, cars }: Catalogue, one: CarForSale): CarForSale[] {
  const price = priceOf(parts, one);
  const away = (other: CarForSale): number => Math.abs(priceOf(parts, other) - price);
  return [...cars.values()]
    .filter(
      ({ car, isNew, model }) =>
        car.id !== one.car.id && isNew === one.isNew && model.category === one.model.category,
    )
    .toSorted((a, b) => away(a) - away(b) || a.car.id - b.car.id)
    .slice(0, similarCars);
}

/** Names of the lists in `all-filters`, by filter. */
const listNames: Partial<Record<FacetName, string>> = {
  type: "types",
  city: "cities",
  branchOffice: "branchOffices",
  brand: "brands",
  model: "models",
  tag: "tags",
  years: "years",
  category: "categories",
  fuel: "fuel",
  color: "colors",
  traction: "traction",
  transmission: "transmission",
  doors: "doors",
  seats: "seats",
};

/** As the lists of filters have it: the id, and what people read. */
const listed = ({ id, value, label, count }: CountedOption) => ({
  id: id ?? value,
  value: label,
  slug: value,
  count,
});

type Filters = Record<string, CountedOption[]>;

const filtersOf = ({ catalogue, items }: Opened, query: Record<string, string>) =>
  searchCatalogue(catalogue, items, query) as {
    filters: Filters;
    ranges: Record<string, { from: CountedOption[] }>;
  };

const isAsked = (asked: string | undefined, own: string): boolean => asked === undefined || asked === own;

/** Lowest and highest list price of the cars that a query finds. */
function listPrices(
  { catalogue }: Opened,
  { typeId, brandId }: Record<string, string>,
  items: Opened["items"],
) {
  const slugOf = (facet: FacetName, asked: string | undefined): string | undefined =>
    asked === undefined
      ? undefined
      : (items[facet].find(({ id, slug, also = [] }) => [id, slug, ...also].includes(asked))?.slug ?? "");
  const [type, make] = [slugOf("type", typeId), slugOf("brand", brandId)];
  const prices = [...catalogue.cars.values()]
    .filter(({ car, brand }) => isAsked(type, types[car.type].slug) && isAsked(make, brand.slug))
    .map(({ car }) => car.prices[0]!.listPrice);
  return prices.length === 0
    ? []
    : [
        { listPrice: prices.reduce((a, b) => Math.min(a, b)) },
        { listPrice: prices.reduce((a, b) => Math.max(a, b)) },
      ];
}

export function catalog(deps: CatalogDeps): ServiceRoutes {
  const opened = catalogues(deps);
  const base = "/catalog/api";
  const get = (
    path: string,
    known: string[],
    answer: (opened: Opened, request: ServiceRequest) => ServiceAnswer,
  ): ServiceRoute => ({
    method: "GET",
    path: `${base}/${path}`,
    handle: async (request) => {
      const fault = queryFault(request, known);
      if (fault) return fault;
      const found = await opened(request);
      return found ? answer(found, request) : refusal(404, "La empresa no tiene un catálogo");
    },
  });
  const ok = (body: unknown): ServiceAnswer => ({ status: 200, body });
  const carAt = (
    { catalogue }: Opened,
    { params }: ServiceRequest,
    answer: (one: CarForSale) => unknown,
  ): ServiceAnswer => {
    const one = catalogue.cars.get(Number(params["id"]));
    return one ? ok(answer(one)) : refusal(404, "Ese auto no está en venta");
  };
  const records = ({ catalogue }: Opened, cars: CarForSale[]) => ({
    result: cars.map((one) => sourceRecord(catalogue.parts, one)),
  });
  const filter = (name: string, facet: FacetName, known: string[]): ServiceRoute =>
    get(`filter/${name}`, known, (found, { query }) =>
      ok(filtersOf(found, query).filters[facet]!.map(listed)),
    );

  return {
    service: "catalog",
    routes: [
      {
        method: "GET",
        path: `${base}/car`,
        handle: async (request) =>
          queryFault(request, ["quiterId"]) ?? kindOfCar(deps, await opened(request), request),
      },
      get("car/filter", searchParameters, ({ catalogue, items }, { query }) =>
        ok(searchCatalogue(catalogue, items, query)),
      ),
      get("car/by-ids", ["ids"], (found, { query }) => {
        const ids = [
          ...new Set(
            (query["ids"] ?? "")
              .split(",")
              .filter((id) => /^[0-9]{1,10}$/.test(id))
              .map(Number),
          ),
        ];
        if (ids.length > maxIds) return refusal(400, `"ids" no puede tener más de ${maxIds}`);
        const cars = ids.flatMap((id) => found.catalogue.cars.get(id) ?? []);
        return ok({ ...records(found, cars), gone: ids.filter((id) => !found.catalogue.cars.has(id)) });
      }),
      get("car/{id}", [], (found, request) =>
        carAt(found, request, (one) => {
          const { parts, versionsOf } = found.catalogue;
          const thisYear = Number(dayIn(fact(request.brand, ["timeZone"]), deps.clock()).slice(0, 4));
          return detailRecord(parts, one, versionsOf(one), thisYear);
        }),
      ),
      get("car/{id}/similar", [], (found, request) =>
        carAt(found, request, (one) => records(found, similarTo(found.catalogue, one))),
      ),
      filter("type", "type", []),
      filter("category", "category", ["typeId", "brandId"]),
      filter("brand", "brand", ["typeId", "categoryId"]),
      filter("model", "model", ["typeId", "categoryId", "brandId"]),
      get("filter/list-price", ["typeId", "brandId", "site"], (found, { query }) =>
        ok(listPrices(found, query, found.items)),
      ),
      get("filter/all-filters", ["typeId", "city", "brandId", "tagId"], (found, { query }) => {
        const { filters, ranges } = filtersOf(found, query);
        return ok({
          ...Object.fromEntries(
            Object.entries(listNames).map(([facet, name]) => [name, filters[facet]!.map(listed)]),
          ),
          listPrice: ranges["price"]!.from.map(listed),
          mileage: ranges["mileage"]!.from.map(listed),
        });
      }),
    ],
  };
}
