import { formatOf } from "../../../schemas/engine/evaluate.ts";

const writing: Record<string, { locale: string; decimals?: number }> = {
  CLP: { locale: "es-CL" },
  USD: { locale: "es-PE", decimals: 2 },
  PEN: { locale: "es-PE", decimals: 2 },
};

/** `$282.418`, `USD 324.15`: an amount to its smallest unit, as its currency is written, whatever the brand's country. */
export function moneyText(amount: number, currency: string): string {
  const { locale, decimals } = writing[currency] ?? writing["CLP"]!;
  const format = { operation: "amount", with: { currency, locale, ...(decimals ? { decimals } : {}) } };
  const { prefix = "", show } = formatOf(format);
  return `${prefix}${prefix === "$" ? "" : "\u00a0"}${show(amount.toFixed(decimals ?? 0))}`;
}

/** `21,02 %` in Chile, `32.43 %` in Peru. */
export const percentText = (percent: number, currency: string): string =>
  `${String(percent).replace(".", currency === "CLP" ? "," : ".")}\u00a0%`;
