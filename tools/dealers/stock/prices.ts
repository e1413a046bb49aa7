/** Prices of cars that agree with each other and with what the appraisal says. */
import type { BonusName, StockPrice, VehicleVersion } from "../../../server/dealers/reference/types.ts";
import { valued } from "../../../server/dealers/services/appraisal-price.ts";
import type { Random } from "./random.ts";

/** Prices and bonuses are rounded to so much. */
const steps: Record<string, number> = { CLP: 10_000, USD: 10, PEN: 10 };

/** Of each country, the main one first. */
export const currenciesOf = (country: string): [string, ...string[]] =>
  country === "PE" ? ["USD", "PEN"] : ["CLP"];

const rounded = (amount: number, currency: string): number => {
  const step = steps[currency]!;
  return Math.round(amount / step) * step;
};

/** An amount as dealers write it: 12.490.000, 12,490. */
const charming = (amount: number, currency: string): number => {
  const step = steps[currency]! * 10;
  return Math.max(step, Math.round(amount / step) * step) - steps[currency]!;
};

/** What the second currency costs in the first, as the list prices of the version have it. */
const rateOf = ({ prices }: VehicleVersion, main: string, currency: string): number =>
  prices[currency]! / prices[main]!;

/** The same price in the other currencies of the country. */
function inAll(price: StockPrice, version: VehicleVersion, currencies: string[]): StockPrice[] {
  return [
    price,
    ...currencies.slice(1).map((currency): StockPrice => {
      const convert = (amount: number): number =>
        rounded(amount * rateOf(version, price.currency, currency), currency);
      const bonuses = Object.entries(price.bonuses ?? {}).map(([name, amount]) => [name, convert(amount)]);
      return {
        currency,
        listPrice: convert(price.listPrice),
        ...(price.priceOld === undefined ? {} : { priceOld: convert(price.priceOld) }),
        ...(price.bonuses ? { bonuses: Object.fromEntries(bonuses) } : {}),
      };
    }),
  ];
}

/** Of a version that is sold new: its list price, and bonuses of make and dealer. */
export function newPrices(
  version: VehicleVersion,
  currencies: [string, ...string[]],
  random: Random,
): StockPrice[] {
  const [currency] = currencies;
  const listPrice = version.prices[currency]!;
  const share = (from: number, to: number): number =>
    rounded(listPrice * (from + random.next() * (to - from)), currency);
  const bonuses: Partial<Record<BonusName, number>> = {};
  if (random.chance(0.8)) {
    bonuses.brandBonusSP = share(0.02, 0.06);
    if (random.chance(0.4)) bonuses.dealerBonusSP = share(0.005, 0.015);
  }
  if (random.chance(0.85)) {
    bonuses.financingBrandBonusCC = share(0.03, 0.07);
    bonuses.financingBonusCC = share(0.01, 0.02);
    if (random.chance(0.4)) bonuses.dealerBonusCC = share(0.005, 0.01);
  }
  if (random.chance(0.6)) {
    bonuses.financingBrandBonusSC = share(0.04, 0.08);
    bonuses.financingBonusSC = share(0.015, 0.025);
    if (random.chance(0.4)) bonuses.dealerBonusSC = share(0.005, 0.01);
  }
  return inAll({ currency, listPrice, bonuses }, version, currencies);
}

/** What dealers ask above what they pay. */
const margin = 1.13;

/** Of a used car: what the appraisal gives for it, and the dealer's margin. */
export function usedPrices(
  car: { version: VehicleVersion; year: number; mileage: number; thisYear: number; discount: number },
  currencies: [string, ...string[]],
  random: Random,
): StockPrice[] {
  const [currency] = currencies;
  const { version, year, mileage, thisYear, discount } = car;
  const worth = valued({ listPrice: version.prices[currency]!, year, mileage, thisYear }, currency).price;
  const asked = charming(worth * margin * (0.96 + random.next() * 0.08), currency);
  const listPrice = discount > 0 ? charming(asked * (1 - discount), currency) : asked;
  const financed = thisYear - year <= 12 && random.chance(0.7);
  return inAll(
    {
      currency,
      listPrice,
      ...(discount > 0 ? { priceOld: asked } : {}),
      ...(financed
        ? { bonuses: { financingBonusCC: rounded(listPrice * (0.02 + random.next() * 0.03), currency) } }
        : {}),
    },
    version,
    currencies,
  );
}
