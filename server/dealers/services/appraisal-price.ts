/** What a used car is worth: less with every year and every kilometre. */

export interface UsedCar {
  /** List price of the newest one, in a currency. */
  listPrice: number;
  /** Model year. */
  year: number;
  /** Year of today. */
  thisYear: number;
  /** Kilometres. */
  mileage: number;
}

export interface Valuation {
  price: number;
  minPrice: number;
  maxPrice: number;
  /** How sure it is, 0 to 100. */
  score: number;
}

/** What is left when it is sold, and of that after each further year. */
const soldOnce = 0.87;
const eachYear = 0.92;
/** What is left after each 10,000 km. */
const each10000 = 0.98;
const spread = 0.05;

/** Amounts end like those that people pay: the smaller the currency, the more zeros. */
const steps: Record<string, number> = { CLP: 10_000, PEN: 100, USD: 50 };

/** Values a car in a currency. `factor` is what the one who pays gives of the price. */
export function valued(
  { listPrice, year, thisYear, mileage }: UsedCar,
  currency: string,
  factor = 1,
): Valuation {
  const age = Math.max(0, thisYear - year);
  const step = steps[currency] ?? 1;
  const worth = listPrice * soldOnce * eachYear ** age * each10000 ** (mileage / 10_000) * factor;
  const rounded = (amount: number): number => Math.max(step, Math.round(amount / step) * step);
  return {
    price: rounded(worth),
    minPrice: rounded(worth * (1 - spread)),
    maxPrice: rounded(worth * (1 + spread)),
    // The older, and the further it went, the more its condition decides.
    score: Math.max(10, Math.round(98 - 3 * age - mileage / 10_000)),
  };
}
