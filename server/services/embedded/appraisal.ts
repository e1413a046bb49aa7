/** What a car that is to be appraised may be: years, brands, models and versions of the brand's country, and mileages. */
import type { Reference } from "../../reference/types.ts";
import { vehiclesOf, yearsOf, type Vehicle, type VehicleQuestion } from "../../reference/vehicles.ts";
import { refusal, type EmbeddedService, type ServiceAnswer, type ServiceRequest } from "../service.ts";
import { queryFault } from "./query.ts";

/** The country that the brand is in and what is chosen already, or the refusal. */
function read(request: ServiceRequest, needed: string[]): VehicleQuestion | ServiceAnswer {
  const { brand, query } = request;
  const fault = queryFault(request, ["countryId", ...needed]);
  if (fault) return fault;
  const missing = needed.find((name) => query[name] === undefined);
  if (missing !== undefined) return refusal(400, `Falta "${missing}"`);
  const country = String(brand.facts["country"]);
  if (query["countryId"] !== undefined && query["countryId"] !== country) {
    return refusal(400, '"countryId" no es el país de la empresa');
  }
  const { year, brandCode, modelCode } = query;
  if (year !== undefined && !/^[0-9]{4}$/.test(year)) return refusal(400, '"year" debe ser un año');
  return {
    country,
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(brandCode === undefined ? {} : { brandCode }),
    ...(modelCode === undefined ? {} : { modelCode }),
  };
}

/** Codes with names, each once, in order. */
const coded = (vehicles: Vehicle[], part: "brand" | "model" | "version"): Record<string, string>[] =>
  [...new Set(vehicles.map((vehicle) => vehicle[part]))].map(({ code, name }) => ({
    [`${part}Code`]: code,
    [`${part}Name`]: name,
  }));

export function appraisal(reference: Reference): EmbeddedService {
  const route = (
    path: string,
    needed: string[],
    answer: (asked: VehicleQuestion) => unknown,
  ): EmbeddedService["routes"][number] => ({
    method: "GET",
    path: `/appraisal-v2/${path}`,
    handle: async (request) => {
      const asked = read(request, needed);
      return "country" in asked ? { status: 200, body: answer(asked) } : asked;
    },
  });
  const list = (part: "brand" | "model" | "version") => (asked: VehicleQuestion) =>
    coded(vehiclesOf(reference, asked), part);
  return {
    service: "appraisal",
    routes: [
      route("years", [], ({ country }) => yearsOf(reference, country).map((year) => ({ year }))),
      route("brands", ["year"], list("brand")),
      route("models", ["year", "brandCode"], list("model")),
      route("versions", ["year", "brandCode", "modelCode"], list("version")),
      route("mileage-range", [], () => reference.lists.mileageRanges),
    ],
  };
}
