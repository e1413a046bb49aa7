import { currencySymbol, showNumber } from "./numbers.ts";

/**
 * An amount as a country writes it, with its currency: `$12.990.000`, `USD 25,990`, and with decimals `USD 324.15`. Null
 * where it is no number.
 */
export function amountText(amount: unknown, currency: unknown, locale: unknown, decimals = 0): string | null {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return null;
  return besideSymbol(currencySymbol(currency), showNumber(amount.toFixed(decimals), locale));
}

/** A number with what it counts: one sign stands at it, everything longer apart from it, and never on a line of its own. */
export const besideSymbol = (symbol: string, number: string): string =>
  symbol + (symbol.length === 1 ? "" : "\u00a0") + number;
