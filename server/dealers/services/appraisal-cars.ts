/** Which cars are valued, by whom, and for how much; and which car a plate belongs to. */
import { dayIn, type Clock } from "../../clock.ts";
import type { AppraisalCompany, Reference, VehicleVersion } from "../reference/types.ts";
import { vehiclesOf, yearsOf, type Vehicle, type VehicleQuestion } from "../reference/vehicles.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
} from "../../services/embedded/service.ts";
import { valued } from "./appraisal-price.ts";
import { fact } from "../../services/embedded/facts.ts";
import { queryFault } from "./query.ts";

/** What is asked, of whom. */
interface CarQuery extends VehicleQuestion {
  company: AppraisalCompany;
}

/** What a query says, or the refusal. `needed` are names beside the company and the country. */
function read(
  { market: { companies } }: Reference,
  { brand, query: { companyId, ...query }, ...rest }: ServiceRequest,
  needed: string[],
): CarQuery | ServiceAnswer {
  const fault = queryFault({ brand, query, ...rest }, ["countryId", ...needed]);
  if (fault) return fault;
  const missing = ["countryId", ...needed].find((name) => query[name] === undefined);
  if (missing !== undefined) return refusal(400, `Falta "${missing}"`);
  const company = companies.find(({ code }) => code === companyId);
  if (!company) return refusal(400, '"companyId" no es una empresa que tasa autos');
  const country = fact(brand, ["country"]);
  if (query["countryId"] !== country) return refusal(400, '"countryId" no es el país de la empresa');
  const { year, brandCode, modelCode } = query;
  if (year !== undefined && !/^[0-9]{4}$/.test(year)) return refusal(400, '"year" debe ser un año');
  return {
    company,
    country,
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(brandCode === undefined ? {} : { brandCode }),
    ...(modelCode === undefined ? {} : { modelCode }),
  };
}

/** The cars that the company values. */
const valuedCars = (reference: Reference, { company, ...asked }: CarQuery): Vehicle[] =>
  asked.year !== undefined && asked.year < company.firstYear
    ? []
    : vehiclesOf(reference, asked).filter(
        ({ brand, version }) =>
          !company.withoutBrands.includes(brand.code) && !company.withoutVersions.includes(version.code),
      );

/** Codes with names, each once, in order. */
export const coded = (vehicles: Vehicle[], part: "brand" | "model" | "version"): Record<string, string>[] =>
  [...new Set(vehicles.map((vehicle) => vehicle[part]))].map(({ code, name }) => ({
    [`${part}Code`]: code,
    [`${part}Name`]: name,
  }));

const noPrice = (price: 0 | null): Record<string, unknown> => ({
  price,
  minPrice: price,
  maxPrice: price,
  score: 0,
  error: null,
  statusCode: 200,
});

/** The first company that values such a car, and the car; undefined where none does. */
export function valuedByAny(
  reference: Reference,
  asked: VehicleQuestion & { versionCode: string },
): { company: AppraisalCompany; vehicle: Vehicle } | undefined {
  for (const company of reference.market.companies) {
    const vehicle = valuedCars(reference, { ...asked, company }).find(
      ({ version }) => version.code === asked.versionCode,
    );
    if (vehicle) return { company, vehicle };
  }
  return undefined;
}

/** The cars that any company values, each once. */
export const carsOfAny = (reference: Reference, asked: VehicleQuestion): Vehicle[] => [
  ...new Map(
    reference.market.companies
      .flatMap((company) => valuedCars(reference, { ...asked, company }))
      .map((vehicle) => [vehicle.version.code, vehicle]),
  ).values(),
];

/** The price of a version with a mileage; 404 where the company does not list it. */
function quote(reference: Reference, clock: Clock, request: ServiceRequest): ServiceAnswer {
  const needed = ["year", "brandCode", "modelCode", "versionCode", "idMileageRange", "vpp"];
  const asked = read(reference, request, needed);
  if (!("company" in asked)) return asked;
  const { versionCode, idMileageRange, vpp } = request.query;
  if (vpp !== "true") return refusal(400, '"vpp" debe ser true');
  const { mileageRanges } = reference.lists;
  const mileage = mileageRanges.find(({ id }) => String(id) === idMileageRange);
  if (!mileage) return refusal(400, '"idMileageRange" no se conoce');
  const version = valuedCars(reference, asked).find((one) => one.version.code === versionCode)?.version;
  const car = { year: asked.year!, mileage: (mileage.minRange + mileage.maxRange) / 2 };
  return priceAnswer(reference, clock, request, { version, company: asked.company, ...car });
}

/** What a company pays for a car. */
export function priceAnswer(
  reference: Reference,
  clock: Clock,
  { brand }: Pick<ServiceRequest, "brand">,
  found: { version?: VehicleVersion | undefined; company: AppraisalCompany; year: number; mileage: number },
): ServiceAnswer {
  const { version, company, ...car } = found;
  const currency = fact(brand, ["mainCurrency"]);
  const listPrice = version?.prices[currency];
  if (!version || listPrice === undefined) {
    return { status: 404, body: { price: null, error: "La empresa no tasa esa versión", statusCode: 404 } };
  }
  const { withoutPrice } = reference.market;
  if (withoutPrice.null.includes(version.code)) return { status: 200, body: noPrice(null) };
  if (withoutPrice.zero.includes(version.code)) return { status: 200, body: noPrice(0) };
  const thisYear = Number(dayIn(fact(brand, ["timeZone"]), clock()).slice(0, 4));
  const price = valued({ listPrice, thisYear, ...car }, currency, company.factor);
  return { status: 200, body: { ...price, error: null, statusCode: 200 } };
}

/** The car of a plate; 404 where the register has none. */
export function carOfPlate({ plates, vehicles }: Reference, request: ServiceRequest): ServiceAnswer {
  const fault = queryFault(request, ["patent"]);
  if (fault) return fault;
  const { companyId = request.brand.facts["companyId"], patent } = request.query;
  if (companyId === undefined) return refusal(400, 'Falta "companyId"');
  if (!/^[A-Z0-9]{6}$/.test(patent ?? "")) return refusal(400, '"patent" debe tener 6 letras o números');
  const country = fact(request.brand, ["country"]);
  const register = Object.hasOwn(plates, country) ? plates[country] : undefined;
  if (!register || register.fails.includes(patent!)) return refusal(500, "El registro no responde");
  const car = register.cars.find(({ plate }) => plate === patent);
  if (!car) return refusal(404, "No hay un auto con esa patente o placa");
  const { year, brandCode, modelCode } = car;
  const brand = vehicles.find(({ code }) => code === brandCode);
  const model = brand?.models.find(({ code }) => code === modelCode);
  return {
    status: 200,
    body: { patent, year, brandCode, brandName: brand?.name, modelCode, modelName: model?.name },
  };
}

/** Years to quote, below a path. */
export function carRoutes(reference: Reference, clock: Clock, base: string): ServiceRoute[] {
  const get = (path: string, answer: (request: ServiceRequest) => ServiceAnswer): ServiceRoute => ({
    method: "GET",
    path: `${base}/${path}`,
    handle: async (request) => answer(request),
  });
  const list = (path: string, needed: string[], rows: (asked: CarQuery) => unknown): ServiceRoute =>
    get(path, (request) => {
      const asked = read(reference, request, needed);
      return "company" in asked ? { status: 200, body: rows(asked) } : asked;
    });
  const parts = (part: "brand" | "model" | "version") => (asked: CarQuery) =>
    coded(valuedCars(reference, asked), part);
  return [
    list("years", [], ({ company, country }) =>
      yearsOf(reference, country)
        .filter((year) => year >= company.firstYear)
        .map((year) => ({ year })),
    ),
    list("brands", ["year"], parts("brand")),
    list("models", ["year", "brandCode"], parts("model")),
    list("versions", ["year", "brandCode", "modelCode"], parts("version")),
    list("mileage-range", [], () => reference.lists.mileageRanges),
    get("quote", (request) => quote(reference, clock, request)),
    get("patent", (request) => carOfPlate(reference, request)),
  ];
}
