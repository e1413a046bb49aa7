import { currencySymbol, showNumber } from "./numbers.ts";

/** A whole amount as a country writes it, with its currency: `$12.990.000`, `USD 25,990`. Null where it is no number. */
export function amountText(amount: unknown, currency: unknown, locale: unknown): string | null {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return null;
  const symbol = currencySymbol(currency);
  // One sign stands at the number, everything longer apart from it.
  const space = symbol.length === 1 ? "" : "\u00a0";
  return symbol + space + showNumber(String(Math.round(amount)), locale);
}
