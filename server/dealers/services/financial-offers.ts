/** What a car's credits offer, side by side: the credits themselves, their fees, and all their options at one down payment. */
import type { CarForSale } from "../catalogue/car-for-sale.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { creditPrice, dpsCreditPrice, financedCar } from "../catalogue/financed-car.ts";
import {
  creditTypes,
  isYoungEnough,
  planOf,
  tableOn,
  usualDownPayment,
  type FinancedCar,
} from "../financing/plans.ts";
import { simulate, simulationRecord } from "../financing/simulation.ts";
import type { CreditPlan, CreditTerm, CreditType } from "../reference/financing.ts";

/** The smallest ones are offered. */
const mostTerms = 4;

export interface AskedCar {
  catalogue: Catalogue;
  one: CarForSale;
  credit: CreditType;
  /** 0 where the car has none with that credit. */
  price: number;
  isDps: boolean;
  numbers: Record<string, number>;
}

/** 0 where the car has no price with that credit; undefined where it is no unit of the special sale. */
export const priceWith = (
  { catalogue, one, isDps }: Pick<AskedCar, "catalogue" | "one" | "isDps">,
  credit: CreditType,
): number | undefined => (isDps ? dpsCreditPrice(one, credit) : creditPrice(catalogue.parts, one, credit));

const offeredTerms = ({ terms }: CreditPlan): CreditTerm[] =>
  terms.toSorted((a, b) => a.dues - b.dues).slice(0, mostTerms);

interface Offered {
  credit: CreditType;
  plan: CreditPlan;
  price: number;
}

/** The credits that this car can be bought with on that day, the usual one first. */
function offeredCredits(asked: AskedCar): Offered[] {
  const { financing: country, today } = asked.catalogue.parts;
  const day = today();
  const car: FinancedCar = financedCar(asked.one);
  const table = tableOn(country, day);
  return creditTypes.toReversed().flatMap((credit) => {
    const plan = table && planOf(table, car, credit);
    const price = priceWith(asked, credit) ?? 0;
    return plan && price > 0 && isYoungEnough(country, car, credit, day) ? [{ credit, plan, price }] : [];
  });
}

const addressNames: Record<CreditType, string> = { conventional: "convencional", smart: "inteligente" };

const explained: Record<CreditType, string> = {
  conventional: "Una parte ahora, y cuotas iguales hasta pagar el auto.",
  smart: "Cuotas más bajas y un valor futuro garantizado al final.",
};

/** The credits as options: what each is called, what its down payment may be, and what the car costs with it. */
export const creditsOf = (asked: AskedCar): object => ({
  credits: offeredCredits(asked).map(({ credit, plan, price }) => ({
    value: addressNames[credit],
    label: plan.name,
    description: explained[credit],
    min: plan.downPayment.min,
    max: plan.downPayment.max,
    price,
  })),
});

/** Every credit and term at one down payment, as simulations of their own. */
export function optionsOf(asked: AskedCar): object {
  const { financing: country, today } = asked.catalogue.parts;
  const { currency } = country;
  const downPayment = asked.numbers["initialPayment"]!;
  const car = financedCar(asked.one);
  return {
    currency,
    options: offeredCredits(asked).flatMap(({ credit, plan, price }) =>
      offeredTerms(plan).map(({ dues }) => {
        const question = { credit, price, downPayment, dues };
        const found = simulate(country, car, question, today());
        return { ...simulationRecord(country, question, found), financial: plan.name };
      }),
    ),
  };
}

/** The terms of 36 equal fees, which are usual where a car is advertised with no other: the smart credit has a large one more. */
const usualDues: Record<CreditType, number> = { conventional: 36, smart: 37 };

/**
 * The fee of every term at every fifth percent of the range, which a chart shows; the terms as options, those disabled that
 * have no fee at the down payment that is asked for; and what is usually chosen.
 */
export function feesOf({ catalogue, one, credit, price, numbers }: AskedCar): object {
  const { financing: country, today } = catalogue.parts;
  const day = today();
  const car = financedCar(one);
  const table = tableOn(country, day);
  const plan = table && planOf(table, car, credit);
  const { currency } = country;
  if (!plan) return { currency, terms: [], fees: [] };
  const { min, max } = plan.downPayment;
  const shares = Array.from({ length: (max - min) / 5 + 1 }, (_, at) => min + at * 5);
  const at = (dues: number, downPayment: number): object[] => {
    const found = simulate(country, car, { credit, price, downPayment, dues }, day);
    if (!("cost" in found)) return [];
    const { cost, units } = found;
    return [
      { dues, initialPayment: downPayment, duesValue: cost.fee / units, totalCredit: cost.total / units },
    ];
  };
  const terms = offeredTerms(plan);
  const usual = {
    dues: [one.car.dues, usualDues[credit], terms[0]?.dues].find((dues) =>
      terms.some((term) => term.dues === dues),
    ),
    initialPayment: usualDownPayment(catalogue.parts, plan),
  };
  const { initialPayment = usual.initialPayment } = numbers;
  return {
    currency,
    initialPayment,
    usual,
    terms: terms.map(({ dues }) => ({
      value: String(dues),
      ...(at(dues, initialPayment).length > 0
        ? { label: `${dues} cuotas` }
        : { label: `${dues} cuotas: no disponible`, disabled: true }),
    })),
    fees: terms.flatMap(({ dues }) => shares.flatMap((share) => at(dues, share))),
  };
}
