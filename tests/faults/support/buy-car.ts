/** Persons who buy a car over HTTP and pay for it by card; of many who want one car, whoever accepts the conditions first has it. */
import assert from "node:assert/strict";
import type { ContinueAnswer, Outcome } from "../../../schemas/engine/all.ts";
import type { AtTheBank, PayingBrand } from "./book-and-pay.ts";
import type { Driver } from "./load-driver.ts";

export interface Buyer extends AtTheBank {
  brand: PayingBrand;
  /** Its id, as in addresses. */
  car: string;
  /** Whether the conditions were accepted, and the car was held then. */
  holds: boolean;
  /** How often they were told that they cannot have it. */
  told: number;
}

const places: Record<PayingBrand, Record<string, string>> = {
  SI: { "contact.place.region": "metropolitanaDeSantiago", "contact.place.commune": "santiago" },
  WI: {
    "contact.identity": "45678912",
    "contact.home.department": "lima",
    "contact.home.province": "lima",
    "contact.home.district": "surquillo",
  },
};

/** Somebody who has filled in everything up to the conditions. */
export async function fillInPurchase(driver: Driver, brand: PayingBrand, car: string): Promise<Buyer> {
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
    const told = await driver.send(person, steps[step], step);
    if (!told.outcome || !("go" in told.outcome))
      throw new Error(`${step} does not go on: ${JSON.stringify(told)}`);
    step = told.outcome.go;
  }
  return { driver, person, brand, car, holds: false, told: 0, page: "" };
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
  return false;
}

/** Accepts the conditions, which holds the car, and presses the button of the payment. Whether they are at the bank then. */
export async function goToPay(buyer: Buyer): Promise<boolean> {
  const { driver, person, brand } = buyer;
  if (!buyer.holds) {
    const terms = { "terms.terms": true, ...(brand === "WI" ? { "terms.dataUsage": true } : {}) };
    const told = await driver.send(person, terms, "terms");
    if (!("go" in told.outcome)) return noteTold(buyer, told);
    buyer.holds = true;
  }
  const paying = await driver.send(person, {}, "payment");
  const page = paying.state.wait?.page;
  if (page === undefined) return noteTold(buyer, paying);
  buyer.page = page;
  return true;
}
