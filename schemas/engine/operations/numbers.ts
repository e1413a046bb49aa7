/** Whole numbers as people of a country write them. Stored as digits, without groups. */

/** What stands between thousands. Not by Intl: server and browser may know a country differently. */
const separators: Record<string, string> = { "es-CL": ".", "es-PE": "," };
const symbols: Record<string, string> = { CLP: "$", PEN: "S/", USD: "USD" };

/** Digits without leading zeros; all else is how it was written. */
export const cleanWhole = (typed: string, longest: number): string =>
  typed
    .replace(/[^0-9]/g, "")
    .replace(/^0+(?=\d)/, "")
    .slice(0, longest);

/** `1.234.567` in Chile, `1,234,567` in Peru. */
export const showWhole = (canonical: string, locale: unknown): string =>
  canonical.replace(/\B(?=(\d{3})+$)/g, separators[String(locale)] ?? ".");

/** `$`, `S/`, `USD`; a currency that is not known stands for itself. */
export const currencySymbol = (currency: unknown): string => symbols[String(currency)] ?? String(currency);
