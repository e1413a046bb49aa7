/** The appraisal of used cars: what they may be and are worth, leads of people who sell one, and inspections. */
import { randomUUID } from "node:crypto";
import { isPlainAddress } from "../../mail-address.ts";
import {
  refusal,
  type ServiceRoutes,
  type ServiceAnswer,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { carRoutes } from "./appraisal-cars.ts";
import { inspectionRoutes } from "./appraisal-inspections.ts";
import { phoneRule } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";

const base = "/appraisal-v2";

const leadRules: Record<string, TextRule> = {
  carPlate: { max: 6, optional: true, fits: (text) => /^[A-Z0-9]{6}$/.test(text) },
  firstName: { max: 30 },
  lastName: { max: 30 },
  phone: phoneRule,
  email: { max: 80, fits: isPlainAddress },
  region: { max: 80 },
  brand: { max: 80 },
  model: { max: 80 },
  version: { max: 80 },
  year: { max: 4, fits: (text) => /^[0-9]{4}$/.test(text), says: "debe ser un año" },
  mileage: { max: 10 },
  mileageStr: { max: 80 },
  customerCategory: { max: 80 },
  BGCategoriaCliente: { max: 80 },
};

const isPrice = (value: unknown): boolean => typeof value === "number" && value > 0;

/** What is wrong with a lead; undefined where nothing is. */
function leadFault(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return "El cuerpo debe ser un objeto JSON";
  }
  const { urgentSale, minPrice, maxPrice, automaticPrice, company, ...texts } = body as Record<
    string,
    unknown
  >;
  if (typeof urgentSale !== "boolean") return '"urgentSale" debe ser true o false';
  const prices = { minPrice, maxPrice, automaticPrice };
  const wrong = Object.entries(prices).find(([, price]) => !isPrice(price));
  if (wrong) return `"${wrong[0]}" debe ser un monto`;
  if (!Number.isSafeInteger(company)) return '"company" debe ser un número entero';
  const read = readTexts(texts, leadRules);
  return "fault" in read ? read.fault : undefined;
}

/** Keeps a lead, once for one key. */
async function lead({ store, clock }: DealerDeps, request: ServiceRequest): Promise<ServiceAnswer> {
  const fault = leadFault(request.body);
  if (fault !== undefined) return refusal(400, fault, { dataError: fault });
  const answer = { status: 201, body: { Id: randomUUID() } };
  return await recordOnce(store, "appraisal.lead", request, clock(), async () => answer);
}

export const appraisal = (parts: DealerDeps): ServiceRoutes => ({
  service: "appraisal",
  routes: [
    ...carRoutes(parts.reference, parts.clock, base),
    { method: "POST", path: `${base}/lead`, handle: (request) => lead(parts, request) },
    ...inspectionRoutes(parts, `${base}/appointment`),
  ],
});
