import { formatOf } from "../../../schemas/engine/evaluate.ts";

/** A campaign that a car is in; colours are `#rrggbb`. */
export interface CarTag {
  label: string;
  color: string;
  textColor: string;
}

/**
 * A car as `schemas/views/dealers/cars.json` has it: what the catalogue's service sends, and what its record computes of that.
 * Amounts are whole units of their currency. A price of nothing is absent.
 */
export interface CarRow {
  id: number;
  brand: string;
  model: string;
  detailModel: string;
  isNew: boolean;
  year?: number;
  /** Kilometres. */
  mileage?: number;
  transmission?: string;
  fuel?: string;
  /** Its picture, 475 pixels wide; an address of this site. */
  image?: string;
  /** The same, 960 pixels wide. */
  largeImage?: string;
  currency: string;
  /** The least of all prices, and whose it is: `list`, `conventional`, `smart`, `brand` or `cash`. */
  price?: number;
  priceKind?: string;
  listPrice?: number;
  beforePrice?: number;
  secondCurrency?: string;
  secondPrice?: number;
  /** Per cent, whole. */
  discount?: number;
  financingPrice?: number;
  /** Each month, for so many months. */
  dues?: number;
  minorCountDues?: number;
  bonus?: number;
  hasDps?: boolean;
  dpsCount?: number;
  dpsPercent?: number;
  dpsBestPrice?: number;
  isNewlyArrived?: boolean;
  isLowMileage?: boolean;
  hasOneOwner?: boolean;
  hasTwoKeys?: boolean;
  tags?: CarTag[];
}

const localeOf: Record<string, string> = { CLP: "es-CL", USD: "en-US", PEN: "es-PE" };

/** `$12.990.000`, `USD 25,990`: as the currency is written, whatever the brand's country. */
export function amountText(amount: number, currency: string): string {
  const locale = localeOf[currency] ?? "es-CL";
  const { prefix = "", show } = formatOf({ operation: "amount", with: { currency, locale } });
  const space = prefix === "$" ? "" : "\u00a0";
  return `${prefix}${space}${show(String(Math.round(amount)))}`;
}

/** `45.000` in Chile. */
export const countText = (count: number, locale: string): string =>
  formatOf({ operation: "whole", with: { locale } }).show(String(Math.round(count)));
