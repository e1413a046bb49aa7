/**
 * An automated first answer to who wants a credit: from the fee and the income, and what the income is from. Kept once. It
 * decides nothing for good: a person can always be asked for.
 */
import { randomUUID } from "node:crypto";
import { dayIn } from "../../clock.ts";
import { isPlainAddress } from "../../mail-address.ts";
import { fact } from "../../services/embedded/facts.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import { refusal, type ServiceRoute } from "../../services/embedded/service.ts";
import { readTexts, type TextRule, type Texts } from "../../services/embedded/texts.ts";
import { financedCar } from "../catalogue/financed-car.ts";
import { readNumbers, type NumberRule } from "../financing/read-numbers.ts";
import { simulate } from "../financing/simulation.ts";
import type { CreditType } from "../reference/financing.ts";
import { identityOf, phoneRule } from "../requests/dealer-mail.ts";
import { priceWith } from "./financial-offers.ts";
import type { CarServiceDeps } from "./index.ts";

const numberRules: Record<string, NumberRule> = {
  carId: { from: 1, to: 9_999_999_999 },
  purchaseType: { from: 1, to: 2 },
  initialPayment: { from: 0, to: 100, isPart: true },
  dues: { from: 1, to: 120 },
  salary: { from: 1, to: 999_999_999_999 },
};

/** What who writes the codes and who reads them agreed on; another word is refused. */
const oneOf = (...codes: string[]): TextRule => ({ max: 40, fits: (text) => codes.includes(text) });

const profile: Record<string, TextRule> = {
  educationType: oneOf("basica", "media", "superior", "otro"),
  activityType: oneOf("dependiente", "honorario", "arrendamiento", "retiros", "jubilado", "otro"),
  remunerationType: oneOf("fija", "variable"),
  contractType: { ...oneOf("indefinido", "plazo-fijo"), optional: true },
  realEstateType: oneOf(
    "no",
    "casa",
    "terreno",
    "oficina",
    "departamento",
    "granja",
    "parcela",
    "comercial",
    "industrial",
    "otro",
  ),
  laborOld: oneOf("menos-de-6-meses", "mas-de-7-meses", "mas-de-2-anos"),
};

const plain = (text: string): boolean => /^[A-Za-z ]*$/.test(text);

const personRules = (brand: Parameters<typeof identityOf>[0]): Record<string, TextRule> => ({
  clientRut: identityOf(brand).rule,
  clientMail: { max: 80, fits: isPlainAddress },
  clientPhone: phoneRule,
  clientName: { max: 30 },
  clientLastname: { max: 30 },
  region: { max: 20, fits: plain },
  regionId: { max: 40 },
  commune: { max: 20, fits: plain },
  address: { max: 20, fits: plain },
  addressNumber: { max: 10, fits: (text) => /^[0-9]+$/.test(text) },
  branchOfficeId: { max: 40, optional: true },
  preApprobationErrorMessage: { max: 200, optional: true },
});

/** The greatest part of an income that a fee may take; of one that varies, less. */
const greatestPart = { fija: 0.3, variable: 0.2 };

const credits: Record<number, CreditType> = { 1: "smart", 2: "conventional" };

function statusOf({ laborOld, remunerationType, contractType }: Texts, fee: number, salary: number): string {
  if (fee > salary * greatestPart[remunerationType === "variable" ? "variable" : "fija"]) return "rechazado";
  return laborOld === "menos-de-6-meses" || contractType === "plazo-fijo" ? "en evaluación" : "pre-aprobado";
}

export const preApprobationRoute = (deps: CarServiceDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/financial/pre-approbation",
  handle: async (request) => {
    const { brand, body } = request;
    const entries = Object.entries(Object(body) as Record<string, unknown>);
    const isNumber = ([name]: [string, unknown]): boolean => Object.hasOwn(numberRules, name);
    const refused = (status: number, fault: string) =>
      refusal(status, fault, { errorMessage: fault, data: null });
    const amounts = readNumbers(Object.fromEntries(entries.filter(isNumber)), numberRules);
    if ("fault" in amounts) return refused(400, amounts.fault);
    const read = readTexts(Object.fromEntries(entries.filter((entry) => !isNumber(entry))), {
      ...personRules(brand),
      ...profile,
    });
    if ("fault" in read) return refused(400, read.fault);
    const opened = await deps.catalogueOf(brand);
    const { carId, purchaseType, initialPayment, dues, salary } = amounts.numbers;
    const one = opened?.catalogue.cars.get(carId!);
    if (!opened || !one) return refused(404, "Ese auto no está en venta");
    const { catalogue } = opened;
    const credit = credits[purchaseType!]!;
    const price =
      priceWith({ catalogue, one, isDps: true }, credit) ??
      priceWith({ catalogue, one, isDps: false }, credit) ??
      0;
    const found = simulate(
      catalogue.parts.financing,
      financedCar(one),
      { credit, price, downPayment: initialPayment!, dues: dues! },
      dayIn(fact(brand, ["timeZone"]), deps.clock()),
    );
    if ("unavailable" in found) return refused(400, found.unavailable);
    const status = statusOf(read.texts, found.cost.fee / found.units, salary!);
    return await recordOnce(deps.store, "financial.preApprobation", request, deps.clock(), () =>
      Promise.resolve({
        status: 200,
        body: { errorMessage: null, data: { status, financingErrorMessage: null, leadId: randomUUID() } },
      }),
    );
  },
});
