/** A car for sale as credits see it: which price a credit finances, and the fee that lists advertise. */
import type { CreditType } from "../reference/financing.ts";
import { creditTypes, planOf, tableOn, usualDownPayment, type FinancedCar } from "../financing/plans.ts";
import { simulate, simulationRecord } from "../financing/simulation.ts";
import type { CarForSale, CatalogueContext } from "./car-for-sale.ts";
import { dpsPrices, priceRecord } from "./prices.ts";

export const financedCar = ({ car, brand, isNew }: CarForSale): FinancedCar => ({
  type: isNew ? "new" : "used",
  make: brand.slug,
  year: car.year,
});

/** In the main currency: the price with that credit, where there is one; else the list price. */
export function creditPrice({ tax }: CatalogueContext, { car }: CarForSale, credit: CreditType): number {
  const { listPrice, priceSC, priceCC } = priceRecord(car.prices[0]!, tax);
  return (credit === "smart" ? priceSC : priceCC) ?? listPrice ?? 0;
}

/** The same of a unit of the special sale; undefined where the car has none. */
export function dpsCreditPrice({ car }: CarForSale, credit: CreditType): number | undefined {
  const price = dpsPrices(car)[0];
  return credit === "smart" ? price?.priceSC : price?.priceBF;
}

/** What the law wants to be read beside a fee, by its names in a simulation. */
const saidOfFee = [
  "financial",
  "initialPaymentPercentage",
  "totalCredit",
  "annualEquivalency",
  "annualEquivalencyName",
  "guaranteedFutureValue",
] as const;

/** The fee of the advertised term at the usual down payment, with the credit that it is of; undefined where there is none. */
export function advertisedFee(
  parts: CatalogueContext,
  one: CarForSale,
): { dues: number; fee: number; credit: Record<string, unknown> } | undefined {
  const { dues } = one.car;
  if (dues === undefined) return undefined;
  const today = parts.today();
  const table = tableOn(parts.financing, today);
  const car = financedCar(one);
  for (const credit of creditTypes) {
    const plan = table && planOf(table, car, credit);
    if (!plan?.terms.some((term) => term.dues === dues)) continue;
    const price = creditPrice(parts, one, credit);
    const downPayment = usualDownPayment(parts, plan);
    const question = { credit, price, downPayment, dues };
    const found = simulate(parts.financing, car, question, today);
    if (!("cost" in found)) continue;
    const record = simulationRecord(parts.financing, question, found);
    const said = Object.fromEntries(saidOfFee.map((name) => [name, record[name]]));
    return { dues, fee: found.cost.fee / found.units, credit: said };
  }
  return undefined;
}
