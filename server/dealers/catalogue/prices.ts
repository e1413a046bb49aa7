/** The price record of a car, from its list price and the parts of its bonuses. */
import type { BonusName, StockCar, StockPrice } from "../reference/types.ts";

const labels = ["listPrice", "priceCC", "priceSC", "priceSP", "priceOP", "priceOld"] as const;
type PriceName = (typeof labels)[number];

export type PriceRecord = { currency: string } & Record<PriceName | `${PriceName}NoVat`, number | null> &
  Record<"brandBonus" | "financingBonus" | "smartCreditBonus" | "discountUsedCar", number> &
  Record<BonusName, number>;

/** Amounts that are worked out are rounded to so much, down: nobody pays more than was said. */
const steps: Record<string, number> = { CLP: 10_000, USD: 10, PEN: 10 };

const rounded = (amount: number, currency: string): number => {
  const step = steps[currency] ?? 1;
  return Math.floor(amount / step) * step;
};

const parts = {
  SP: ["brandBonusSP", "dealerBonusSP"],
  CC: ["dealerBonusCC", "financingBrandBonusCC", "financingBonusCC"],
  SC: ["dealerBonusSC", "financingBonusSC", "financingBrandBonusSC"],
} as const;

/** @param tax e.g. 0.19: the NoVat variants are without it */
export function priceRecord(price: StockPrice, tax: number, discountUsedCar = 0): PriceRecord {
  const { currency, listPrice, priceOld = null, bonuses = {} } = price;
  const sum = (names: readonly BonusName[]): number =>
    names.reduce((total, name) => total + (bonuses[name] ?? 0), 0);
  /** The list price less bonuses; null where there are none. */
  const less = (bonus: number): number | null => (bonus > 0 ? Math.max(0, listPrice - bonus) : null);
  const prices: Record<PriceName, number | null> = {
    listPrice,
    priceCC: less(sum(parts.CC)),
    priceSC: less(sum(parts.SC)),
    priceSP: less(sum(parts.SP)),
    priceOP: less(bonuses.dealerBonusSP ?? 0),
    priceOld,
  };
  const withoutTax = labels.map((name) => {
    const amount = prices[name];
    return [`${name}NoVat`, amount === null ? null : Math.round(amount / (1 + tax))];
  });
  const all = [...parts.SP, ...parts.CC, ...parts.SC].map((name) => [name, bonuses[name] ?? 0]);
  return {
    currency,
    ...prices,
    ...Object.fromEntries(withoutTax),
    brandBonus: sum(parts.SP),
    financingBonus: sum(parts.CC),
    smartCreditBonus: sum(parts.SC),
    discountUsedCar,
    ...Object.fromEntries(all),
  } as PriceRecord;
}

/** The lowest of those that there are: what a card shows, and what is sorted and filtered by. */
export function displayedPrice({ listPrice, priceCC, priceSC, priceSP, priceOP }: PriceRecord): number {
  return Math.min(
    ...[listPrice, priceCC, priceSC, priceSP, priceOP].filter((price): price is number => price !== null),
  );
}

export interface DpsPrice {
  currency: string;
  /** Cash, financed, and with the smart credit. */
  priceBD: number;
  priceBF: number;
  priceSC: number;
}

/** The special sale of a car; undefined where it has none, or all of its units are sold. */
export const specialSaleOf = ({ dps }: StockCar): StockCar["dps"] => (dps && dps.units > 0 ? dps : undefined);

/** What a unit of the special sale costs beside its other prices. */
export function dpsPrices(car: StockCar): DpsPrice[] {
  const sale = specialSaleOf(car);
  if (!sale) return [];
  return car.prices.map(({ currency, listPrice }) => {
    const priceBD = rounded(listPrice * (1 - sale.discount), currency);
    return {
      currency,
      priceBD,
      priceBF: rounded(priceBD * 0.985, currency),
      priceSC: rounded(priceBD * 0.975, currency),
    };
  });
}
