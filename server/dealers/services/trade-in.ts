/**
 * What a used car is worth as part of the payment of another one, as the purchase asks: the first version's calls go by
 * ids and a plate, the second's by codes and a range of kilometres. What any of the companies values is valued.
 */
import type { Clock } from "../../clock.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { fact } from "../../services/embedded/facts.ts";
import { readTexts } from "../../services/embedded/texts.ts";
import type { Reference } from "../reference/types.ts";
import { vehicleByCode, yearsOf, type VehicleQuestion } from "../reference/vehicles.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { carOfPlate, carsOfAny, coded, priceAnswer, valuedByAny } from "./appraisal-cars.ts";
import { queryFault } from "./query.ts";

const base = "/customer/api/appraisal";

type Asked = Record<string, string>;

/** The refusal of a query that has something else than these names, or not all of them. */
function neededFault(request: ServiceRequest, needed: string[]): ServiceAnswer | undefined {
  const fault = queryFault(request, needed);
  if (fault) return fault;
  const missing = needed.find((name) => !request.query[name]);
  if (missing !== undefined) return refusal(400, `Falta "${missing}"`);
  const isYearWrong = needed.includes("year") && !/^[0-9]{4}$/.test(request.query["year"]!);
  return isYearWrong ? refusal(400, '"year" debe ser un año') : undefined;
}

/** A list that is asked for with these names, all of them needed. */
const list = (
  path: string,
  needed: string[],
  rows: (country: string, asked: Asked) => unknown,
): ServiceRoute => ({
  method: "GET",
  path: `${base}/${path}`,
  handle: async (request) => {
    const { query, brand } = request;
    return neededFault(request, needed) ?? { status: 200, body: rows(fact(brand, ["country"]), query) };
  },
});

const question = (country: string, { year, brandCode, brandId, modelCode }: Asked): VehicleQuestion => ({
  country,
  ...(year === undefined ? {} : { year: Number(year) }),
  ...((brandCode ?? brandId) === undefined ? {} : { brandCode: (brandCode ?? brandId)! }),
  ...(modelCode === undefined ? {} : { modelCode }),
});

/** The years from which any company values cars. */
const years = (reference: Reference, country: string): { year: number }[] => {
  const first = Math.min(...reference.market.companies.map(({ firstYear }) => firstYear));
  return yearsOf(reference, country)
    .filter((year) => year >= first)
    .map((year) => ({ year }));
};

/** Rows of codes and names as ids and values, which the first version's calls give. */
const byId =
  (part: "brand" | "model" | "version") =>
  (rows: Record<string, string>[]): { id: string; value: string }[] =>
    rows.map((row) => ({ id: row[`${part}Code`]!, value: row[`${part}Name`]! }));

function firstVersion(reference: Reference, clock: Clock): ServiceRoute[] {
  return [
    {
      method: "GET",
      path: `${base}/patent`,
      handle: async (request) => {
        const { status, body } = carOfPlate(reference, request);
        if (status !== 200) return { status, body };
        const { year, patent, brandCode, brandName, modelCode, modelName } = body as Asked;
        const car = { brandId: brandCode, brand: brandName, modelId: modelCode, model: modelName };
        return { status, body: { patent, year, ...car } };
      },
    },
    list("year", [], (country) => years(reference, country)),
    list("brand", ["year"], (country, asked) =>
      byId("brand")(coded(carsOfAny(reference, question(country, asked)), "brand")),
    ),
    list("model", ["year", "brandId"], (country, asked) =>
      byId("model")(coded(carsOfAny(reference, question(country, asked)), "model")),
    ),
    list("version", ["modelId"], (country, { modelId = "" }) =>
      byId("version")(coded(carsOfAny(reference, { country, modelCode: modelId }), "version")),
    ),
    { method: "POST", path: base, handle: async (request) => appraise(reference, clock, request) },
  ];
}

/** The first version says no year: it is the one of the plate's car, and without that there is no price. */
function appraise(reference: Reference, clock: Clock, request: ServiceRequest): ServiceAnswer {
  const read = readTexts(request.body, {
    patent: { max: 6, fits: (text) => /^[A-Z0-9]{6}$/.test(text) },
    versionId: { max: 80 },
    mileage: { max: 7, number: { from: 0, to: 999_999 } },
    appraisalDate: { max: 10, fits: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) },
  });
  if ("fault" in read) return refusal(400, read.fault);
  const { patent = "", versionId = "", mileage } = read.texts;
  const country = fact(request.brand, ["country"]);
  const register = reference.plates[country];
  if (register?.fails.includes(patent)) return refusal(500, "El registro no responde");
  const year = register?.cars.find(({ plate }) => plate === patent)?.year;
  const model = vehicleByCode(reference, country, versionId)?.model.code;
  const found =
    year !== undefined && model !== undefined
      ? valuedByAny(reference, { country, year, modelCode: model, versionCode: versionId })
      : undefined;
  if (!found || year === undefined) {
    return refusal(404, "No hay un precio para ese auto", { suggestedPrice: null, statusCode: 404 });
  }
  const { status, body } = priceAnswer(reference, clock, request, {
    company: found.company,
    version: found.vehicle.version,
    year,
    mileage: Number(mileage),
  });
  const { price, error, statusCode } = body as Record<string, unknown>;
  return { status, body: { suggestedPrice: price, error, statusCode } };
}

function secondVersion(reference: Reference, clock: Clock): ServiceRoute[] {
  const cars =
    (part: "brand" | "model" | "version") =>
    (country: string, asked: Asked): unknown =>
      coded(carsOfAny(reference, question(country, asked)), part);
  return [
    list("v2/year", [], (country) => years(reference, country)),
    list("v2/brand", ["year"], cars("brand")),
    list("v2/model", ["year", "brandCode"], cars("model")),
    list("v2/version", ["modelCode", "brandCode", "year"], cars("version")),
    list("v2/mileage-range", [], () => reference.lists.mileageRanges),
    { method: "GET", path: `${base}/v2/quote`, handle: async (request) => quote(reference, clock, request) },
  ];
}

function quote(reference: Reference, clock: Clock, request: ServiceRequest): ServiceAnswer {
  const needed = ["modelCode", "brandCode", "versionCode", "year", "idMileageRange"];
  const fault = neededFault(request, needed);
  if (fault) return fault;
  const { query, brand } = request;
  const range = reference.lists.mileageRanges.find(({ id }) => String(id) === query["idMileageRange"]);
  if (!range) return refusal(400, '"idMileageRange" no se conoce');
  const asked = question(fact(brand, ["country"]), query);
  const found = valuedByAny(reference, { ...asked, versionCode: query["versionCode"]! });
  if (!found) return refusal(404, "Nadie tasa esa versión", { price: null, statusCode: 404 });
  return priceAnswer(reference, clock, request, {
    company: found.company,
    version: found.vehicle.version,
    year: asked.year!,
    mileage: (range.minRange + range.maxRange) / 2,
  });
}

export const tradeIn = ({ reference, clock }: Pick<DealerDeps, "reference" | "clock">): ServiceRoutes => ({
  service: "tradeIn",
  routes: [...firstVersion(reference, clock), ...secondVersion(reference, clock)],
});
