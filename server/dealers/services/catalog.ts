/** The catalogue: what kind of car a version is, cars for sale, and the filters that find them. */
import { vehicleByCode } from "../reference/vehicles.ts";
import { priceOf, type Catalogue, type FacetName } from "../catalogue/catalogue.ts";
import type { Catalogues, OpenedCatalogue } from "./catalogues.ts";
import type { CarForSale } from "../catalogue/car-for-sale.ts";
import { detailRecord } from "../catalogue/detail-record.ts";
import { financingRecord, tableOn } from "../financing/plans.ts";
import { createMostVisited, maxMostVisited } from "../catalogue/most-visited.ts";
import { searchParameters } from "../catalogue/read-query.ts";
import { searchCatalogue, type CountedOption } from "../catalogue/search.ts";
import { sourceRecord, types } from "../catalogue/source-record.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { fact } from "../../services/embedded/facts.ts";
import { companyOf } from "../requests/caller.ts";
import type { DealerDeps } from "../requests/deps.ts";
import type { CarServiceDeps } from "./index.ts";
import { queryFault } from "./query.ts";

const similarCars = 8;
const maxIds = 40;

/** What is known of a version, by its code or by the id of a car that is for sale. */
function kindOfCar(
  { reference }: Pick<DealerDeps, "reference">,
  opened: OpenedCatalogue | undefined,
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

/** A make says its picture too, where makes have one. */
const listedMake =
  (logos: string | undefined) =>
  (make: CountedOption): object => ({
    ...listed(make),
    ...(logos === undefined ? {} : { logo: logos.replace("{make}", make.value) }),
  });

type Filters = Record<string, CountedOption[]>;

const filtersOf = ({ catalogue, items }: OpenedCatalogue, query: Record<string, string>) =>
  searchCatalogue(catalogue, items, query) as {
    filters: Filters;
    ranges: Record<string, { from: CountedOption[] }>;
  };

const isAsked = (asked: string | undefined, own: string): boolean => asked === undefined || asked === own;

/** Lowest and highest list price of the cars that a query finds. */
function listPrices(
  { catalogue }: OpenedCatalogue,
  { typeId, brandId }: Record<string, string>,
  items: OpenedCatalogue["items"],
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

const financedTypes: Partial<Record<string, "new" | "used">> = { 1: "new", 2: "used" };

/** The makes of which cars of this type are for sale, with the credits that they have today; by name. */
function financedMakes({ parts, cars }: Catalogue, type: "new" | "used"): object[] {
  const table = tableOn(parts.financing, parts.today());
  const makes = new Map(
    [...cars.values()].filter(({ car }) => car.type === type).map(({ brand }) => [brand.slug, brand]),
  );
  return [...makes.values()]
    .toSorted((a, b) => a.name.localeCompare(b.name, "es"))
    .map(({ code, name, slug }) => ({
      id: code,
      value: name,
      slug,
      carBrandTypeFinancial: [{ financial: financingRecord(table, { type, make: slug }) }],
    }));
}

export function catalog(deps: CarServiceDeps, followFiles: Catalogues["followFiles"]): ServiceRoutes {
  let close = (): void => {};
  const opened = ({ brand }: ServiceRequest) => deps.catalogueOf(brand);
  const base = "/catalog/api";
  const get = (
    path: string,
    known: string[],
    answer: (opened: OpenedCatalogue, request: ServiceRequest) => ServiceAnswer,
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
    { catalogue }: OpenedCatalogue,
    { params }: ServiceRequest,
    answer: (one: CarForSale) => unknown,
  ): ServiceAnswer => {
    const id = Number(params["id"]);
    const one = catalogue.cars.get(id);
    if (one) return ok(answer(one));
    return catalogue.sold.has(id)
      ? refusal(410, "Ese auto ya se vendió")
      : refusal(404, "No hay un auto con ese id");
  };
  const records = ({ catalogue }: OpenedCatalogue, cars: CarForSale[]) => ({
    result: cars.map((one) => sourceRecord(catalogue.parts, one)),
  });
  const makeListed = listedMake(deps.reference.catalogue?.logos);
  const filter = (name: string, facet: FacetName, known: string[]): ServiceRoute =>
    get(`filter/${name}`, known, (found, { query }) =>
      ok(filtersOf(found, query).filters[facet]!.map(facet === "brand" ? makeListed : listed)),
    );

  const mostVisited = createMostVisited(deps);
  const mostVisitedOf = async (
    { catalogue }: OpenedCatalogue,
    { brand, query }: ServiceRequest,
  ): Promise<ServiceAnswer> => {
    const { limit = "3", type } = query;
    if (!/^[1-9][0-9]?$/.test(limit) || Number(limit) > maxMostVisited) {
      return refusal(400, `"limit" es un número de 1 a ${maxMostVisited}`);
    }
    if (type !== undefined && type !== "nuevo" && type !== "usado") {
      return refusal(400, '"type" es "nuevo" o "usado"');
    }
    const cars = (await mostVisited.of(companyOf(brand)!, catalogue, type)).slice(0, Number(limit));
    return ok({ result: cars.map((one) => sourceRecord(catalogue.parts, one)) });
  };

  return {
    service: "catalog",
    // A hundred thousand cars take two seconds to lay out: nobody who asks waits for them.
    prepare: async () => {
      for (const { companyId } of deps.reference.companies) await deps.catalogueOf({ facts: { companyId } });
      // All of them are open: what a file says from now on is put into them.
      close = followFiles();
    },
    close: () => close(),
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
        const { cars, sold, parts } = found.catalogue;
        // Whoever keeps a car is told that it was sold, and sees which one it was.
        const result = ids.flatMap((id) => {
          const one = cars.get(id) ?? sold.get(id);
          return one ? [{ ...sourceRecord(parts, one), sold: !cars.has(id) }] : [];
        });
        return ok({ result, gone: ids.filter((id) => !cars.has(id)) });
      }),
      {
        method: "GET",
        path: `${base}/car/most-visit`,
        handle: async (request) => {
          const fault = queryFault(request, ["limit", "type"]);
          if (fault) return fault;
          const found = await opened(request);
          return found
            ? await mostVisitedOf(found, request)
            : refusal(404, "La empresa no tiene un catálogo");
        },
      },
      {
        method: "POST",
        path: `${base}/car/{id}/opened`,
        handle: async (request) => {
          const found = await opened(request);
          const car = Number(request.params["id"]);
          if (!found?.catalogue.cars.has(car)) return refusal(404, "Ese auto no está en venta");
          const { visitor } = (request.body ?? {}) as { visitor?: unknown };
          if (typeof visitor !== "string" || !/^[\w-]{1,64}$/.test(visitor)) {
            return refusal(400, 'Falta "visitor", o no es un texto corto');
          }
          const timeZone = fact(request.brand, ["timeZone"]);
          return ok({ counted: await mostVisited.opened(companyOf(request.brand)!, car, visitor, timeZone) });
        },
      },
      get("car/{id}", [], (found, request) =>
        carAt(found, request, (one) => {
          const { parts, versionsOf } = found.catalogue;
          return detailRecord(parts, one, versionsOf(one));
        }),
      ),
      get("car/{id}/similar", [], (found, { params }) => {
        const { cars, sold } = found.catalogue;
        const id = Number(params["id"]);
        // Who comes for a car that is sold may want one like it.
        const one = cars.get(id) ?? sold.get(id);
        return one
          ? ok(records(found, similarTo(found.catalogue, one)))
          : refusal(404, "No hay un auto con ese id");
      }),
      filter("type", "type", []),
      filter("category", "category", ["typeId", "brandId"]),
      filter("brand", "brand", ["typeId", "categoryId"]),
      filter("model", "model", ["typeId", "categoryId", "brandId"]),
      get("filter/brand/financial", ["carTypeId"], ({ catalogue }, { query }) => {
        const type = financedTypes[query["carTypeId"] ?? ""];
        return type
          ? ok(financedMakes(catalogue, type))
          : refusal(400, '"carTypeId" debe ser 1 (nuevo) o 2 (usado)');
      }),
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
