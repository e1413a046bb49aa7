/** Persons who buy a car over HTTP and pay for it by card; of many who want one car, whoever accepts the conditions first has it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ContinueAnswer, Outcome } from "../../../schemas/engine/all.ts";
import { loadReference } from "../../../server/dealers/reference/reference.ts";
import type { AtTheBank } from "./book-and-pay.ts";
import type { Driver } from "./load-driver.ts";

const companies = { SI: 1, CL: 9, WI: 30 };
export type BuyingBrand = keyof typeof companies;

/** Used cars of a brand: of each there is one. */
export async function usedCars(brand: BuyingBrand, many: number): Promise<string[]> {
  const { stock } = await loadReference(join(import.meta.dirname, "../../../fixtures/reference"));
  const found = [...stock.get(companies[brand])!].filter(
    ({ type, units, dps }) => type === "used" && units > 0 && !dps,
  );
  return found.slice(0, many).map(({ id }) => String(id));
}

export interface Buyer extends AtTheBank {
  brand: BuyingBrand;
  /** Its id, as in addresses. */
  car: string;
  /** Whether the conditions were accepted, and the car was held then. */
  holds: boolean;
  /** How often the conditions were accepted: the payment was reached as often. */
  accepted: number;
  /** How often they were told that they cannot have it. */
  told: number;
  /** What they were told last. */
  last?: Outcome;
}

const chile = { "contact.place.region": "metropolitanaDeSantiago", "contact.place.commune": "santiago" };

const places: Record<BuyingBrand, Record<string, string>> = {
  SI: chile,
  CL: chile,
  WI: {
    "contact.identity": "45678912",
    "contact.home.department": "lima",
    "contact.home.province": "lima",
    "contact.home.district": "surquillo",
  },
};

/** Somebody who has filled in everything up to the conditions; `before` is done before each step is answered. */
export async function fillInPurchase(
  driver: Driver,
  brand: BuyingBrand,
  car: string,
  before: (step: string) => Promise<void> = async () => {},
): Promise<Buyer> {
  const person = await driver.begin(car);
  const steps: Record<string, Record<string, unknown>> = {
    version: {},
    contact: {
      "contact.name": "María",
      "contact.lastName": "Soto",
      "contact.identity": person.document,
      "contact.phone": "987654321",
      "contact.email": person.email,
      ...places[brand],
    },
    appraisal: { "appraisal.wants": "no" },
    financing: { "financing.wants": "none" },
  };
  // A car that no credit is offered for has no step about it.
  for (let step = "version"; step !== "terms";) {
    await before(step);
    const told = await driver.send(person, steps[step], step);
    if (!told.outcome || !("go" in told.outcome))
      throw new Error(`${step} does not go on: ${JSON.stringify(told)}`);
    step = told.outcome.go;
  }
  return { driver, person, brand, car, holds: false, accepted: 0, told: 0, page: "" };
}

/** Of a car that is sold nobody knows any more which steps it has: others may be named beside it. */
const isTold = (outcome: Outcome): boolean =>
  "refuse" in outcome &&
  outcome.refuse.some(
    ({ code, words }) =>
      code === "fromAddress.taken" ||
      code === "fromAddress.sold" ||
      words.startsWith("Esta unidad ya no está disponible"),
  );

/** They are told at once, and keep all that they had written. */
function noteTold(buyer: Buyer, { outcome, state }: ContinueAnswer): false {
  assert.ok(isTold(outcome), `a buyer is refused otherwise: ${JSON.stringify(outcome)}`);
  assert.equal(state.answers["contact.email"], buyer.person.email, "who comes too late keeps their answers");
  buyer.holds = false;
  buyer.told += 1;
  buyer.last = outcome;
  return false;
}

/** What the conditions are accepted with. */
export const termsOf = (brand: BuyingBrand): Record<string, unknown> => ({
  "terms.terms": true,
  ...(brand === "WI" ? { "terms.dataUsage": true } : {}),
});

/** The stock did not answer: it is not known whether they hold the car, and they are asked to press again. */
const isForLater = ({ outcome }: ContinueAnswer): boolean =>
  "refuse" in outcome &&
  outcome.refuse.every(({ words }) => words.startsWith("No pudimos apartar este auto"));

/** Presses until the stock has answered. */
async function press(
  { driver, person }: Buyer,
  step: string,
  answers: Record<string, unknown>,
): Promise<ContinueAnswer> {
  for (;;) {
    const told = await driver.send(person, answers, step);
    if (!isForLater(told)) return told;
    await wait(250);
  }
}

/** Accepts the conditions, which holds the car. Whether they hold it then. */
export async function acceptTerms(buyer: Buyer): Promise<boolean> {
  if (buyer.holds) return true;
  const told = await press(buyer, "terms", termsOf(buyer.brand));
  if (!("go" in told.outcome)) return noteTold(buyer, told);
  buyer.holds = true;
  buyer.accepted += 1;
  return true;
}

/** Accepts the conditions and presses the button of the payment. Whether they are at the bank then. */
export async function goToPay(buyer: Buyer): Promise<boolean> {
  if (!(await acceptTerms(buyer))) return false;
  const paying = await press(buyer, "payment", {});
  const page = paying.state.wait?.page;
  if (page === undefined) return noteTold(buyer, paying);
  buyer.page = page;
  return true;
}
