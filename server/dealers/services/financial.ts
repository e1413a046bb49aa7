/** Financing: what a credit for a car costs, its amortisation table, and its fees side by side. */
import { dayIn } from "../../clock.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoutes,
} from "../../services/embedded/service.ts";
import { fact } from "../../services/embedded/facts.ts";
import { financedCar } from "../catalogue/financed-car.ts";
import type { FinancedCar } from "../financing/plans.ts";
import { readNumbers, type NumberRule } from "../financing/read-numbers.ts";
import { scheduleRecord, simulate, simulationRecord, type Question } from "../financing/simulation.ts";
import type { CountryFinancing, CreditType } from "../reference/financing.ts";
import { creditsOf, feesOf, optionsOf, priceWith, type AskedCar } from "./financial-offers.ts";
import type { CarServiceDeps } from "./index.ts";
import { preApprobationRoute } from "./pre-approbation.ts";
import { queryFault } from "./query.ts";

const base = "/customer/api/financial";

/** By `purchaseType`. */
const credits: Record<number, CreditType> = { 1: "smart", 2: "conventional" };

const carRules: Record<string, NumberRule> = {
  carId: { from: 1, to: 9_999_999_999 },
  purchaseType: { from: 1, to: 2 },
};
const termRules: Record<string, NumberRule> = {
  initialPayment: { from: 0, to: 100, isPart: true },
  dues: { from: 1, to: 120 },
};

const ok = (data: unknown): ServiceAnswer => ({ status: 200, body: { statusCode: 200, data } });
const refused = (status: number, message: string): ServiceAnswer =>
  refusal(status, message, { statusCode: status });

interface Reckoned {
  country: CountryFinancing;
  car: FinancedCar;
  question: Question;
  today: string;
}

/** The car that is asked for; or what is wrong with the question. */
async function askedCar(
  { catalogueOf }: CarServiceDeps,
  { brand }: ServiceRequest,
  given: unknown,
  { rules, isDps }: { rules: Record<string, NumberRule>; isDps: boolean },
): Promise<AskedCar | ServiceAnswer> {
  const read = readNumbers(given, { ...carRules, ...rules });
  if ("fault" in read) return refused(400, read.fault);
  const { numbers } = read;
  const opened = await catalogueOf(brand);
  const id = numbers["carId"]!;
  const one = opened?.catalogue.cars.get(id);
  if (opened?.catalogue.sold.has(id)) return refused(410, "Ese auto ya se vendió");
  if (!opened || !one) return refused(404, "Ese auto no está en venta");
  const credit = credits[numbers["purchaseType"]!]!;
  const { catalogue } = opened;
  const price = priceWith({ catalogue, one, isDps }, credit);
  if (price === undefined) return refused(404, "Ese auto no está en venta especial");
  return { catalogue, one, credit, price, isDps, numbers };
}

function reckonedOf({ catalogue, one, credit, price, numbers }: AskedCar): Reckoned {
  const { initialPayment, dues } = numbers;
  return {
    country: catalogue.parts.financing,
    car: financedCar(one),
    question: { credit, price, downPayment: initialPayment!, dues: dues! },
    today: catalogue.parts.today(),
  };
}

const simulated = ({ country, car, question, today }: Reckoned): ServiceAnswer =>
  ok(simulationRecord(country, question, simulate(country, car, question, today)));

const carQuery = ["carId", "purchaseType"];
const fullQuery = [...carQuery, "initialPayment", "dues"];

export function financial(deps: CarServiceDeps): ServiceRoutes {
  const { reference, clock } = deps;
  const asked = async (
    request: ServiceRequest,
    known: string[],
    given: unknown,
    rules: { rules: Record<string, NumberRule>; isDps: boolean },
    answer: (asked: AskedCar) => ServiceAnswer,
  ): Promise<ServiceAnswer> => {
    const fault = queryFault(request, known);
    if (fault) return fault;
    const found = await askedCar(deps, request, given, rules);
    return "status" in found ? found : answer(found);
  };
  /** What one unit of the main currency costs in the second one, and on which day that was so. */
  const exchange = (request: ServiceRequest): ServiceAnswer => {
    const found = reference.financing?.countries[fact(request.brand, ["country"])]?.exchange;
    return (
      queryFault(request, []) ?? (found ? ok(found) : refused(404, "La empresa cobra en una sola moneda"))
    );
  };
  const own = (query: Record<string, string>): Record<string, string> => {
    const { companyId: _, dps: _dps, ...rest } = query;
    return rest;
  };
  return {
    service: "financial",
    routes: [
      preApprobationRoute(deps),
      {
        method: "GET",
        path: `${base}/exchange`,
        handle: (request) => Promise.resolve(exchange(request)),
      },
      {
        method: "POST",
        path: `${base}/simulation`,
        handle: async (request) =>
          await asked(request, fullQuery, request.body, { rules: termRules, isDps: false }, (found) =>
            simulated(reckonedOf(found)),
          ),
      },
      {
        method: "GET",
        path: `${base}/dps-simulation`,
        handle: async (request) =>
          await asked(request, fullQuery, own(request.query), { rules: termRules, isDps: true }, (found) =>
            simulated(reckonedOf(found)),
          ),
      },
      {
        method: "POST",
        path: `${base}/simulation/v2`,
        handle: async ({ brand, body }) => {
          const country = reference.financing?.countries[fact(brand, ["country"])];
          if (!country) return refused(404, "La empresa no financia autos");
          const { carBrandType, brandId: _, ...numbers } = Object(body) as Record<string, unknown>;
          const read = readNumbers(numbers, {
            listPrice: { from: 0, to: 9_999_999_999, isPart: true },
            carTypeId: { from: 1, to: 2 },
            purchaseType: { from: 1, to: 2 },
            ...termRules,
          });
          if ("fault" in read) return refused(400, read.fault);
          const make = reference.vehicles.find(({ slug }) => slug === carBrandType)?.slug;
          if (make === undefined) return refused(404, "Esa marca no se conoce");
          const { listPrice, carTypeId, purchaseType, initialPayment, dues } = read.numbers;
          const question: Question = {
            credit: credits[purchaseType!]!,
            price: listPrice!,
            downPayment: initialPayment!,
            dues: dues!,
          };
          const car: FinancedCar = { type: carTypeId === 1 ? "new" : "used", make };
          return simulated({ country, car, question, today: dayIn(fact(brand, ["timeZone"]), clock()) });
        },
      },
      {
        method: "GET",
        path: `${base}/schedule`,
        handle: async (request) => {
          const { query } = request;
          const rules = { rules: termRules, isDps: query["dps"] === "true" };
          return await asked(request, [...fullQuery, "dps"], own(query), rules, (found) => {
            const { country, car, question, today } = reckonedOf(found);
            const cost = simulate(country, car, question, today);
            const record = simulationRecord(country, question, cost);
            return ok({ ...record, schedule: scheduleRecord(cost) });
          });
        },
      },
      {
        method: "GET",
        path: `${base}/fees`,
        handle: async (request) => {
          const { query } = request;
          const ofTerms: Record<string, NumberRule> =
            query["initialPayment"] === undefined ? {} : { initialPayment: termRules["initialPayment"]! };
          const rules = { rules: ofTerms, isDps: query["dps"] === "true" };
          return await asked(request, [...carQuery, "initialPayment", "dps"], own(query), rules, (found) =>
            ok(feesOf(found)),
          );
        },
      },
      {
        method: "GET",
        path: `${base}/credits`,
        handle: async (request) => {
          const { query } = request;
          // Which credits there are does not hang on one of them.
          const given = { ...own(query), purchaseType: 2 };
          const rules = { rules: {}, isDps: query["dps"] === "true" };
          return await asked(request, ["carId", "dps"], given, rules, (found) => ok(creditsOf(found)));
        },
      },
      {
        method: "GET",
        path: `${base}/options`,
        handle: async (request) => {
          const { query } = request;
          const rules = {
            rules: { initialPayment: termRules["initialPayment"]! },
            isDps: query["dps"] === "true",
          };
          const given = { ...own(query), purchaseType: 2 };
          return await asked(request, ["carId", "initialPayment", "dps"], given, rules, (found) =>
            ok(optionsOf(found)),
          );
        },
      },
    ],
  };
}
