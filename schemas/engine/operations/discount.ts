import { isCount } from "./common/count.ts";

/** What is left to pay of a price, rounded down. A rate of 0 or of 100 and more gives no discount. Null without a price. */
export function discounted(price: unknown, rate: unknown): number | null {
  if (!isCount(price)) return null;
  const percent = isCount(rate) && rate < 100 ? rate : 0;
  return Math.floor((price * (100 - percent)) / 100);
}
