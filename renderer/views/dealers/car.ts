import { currencyDecimals, formatOf } from "../../../schemas/engine/evaluate.ts";
import type { WordsReader } from "../../page/words.ts";
import type { SimulatedCredit } from "./simulated-credit.ts";

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
  /** It was for sale, and is no more. */
  sold?: boolean;
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
  /** The credit that they are of, by the names of a simulation. */
  minorDuesCredit?: Required<
    Pick<
      SimulatedCredit,
      | "financial"
      | "initialPaymentPercentage"
      | "totalCredit"
      | "annualEquivalency"
      | "annualEquivalencyName"
      | "guaranteedFutureValue"
    >
  >;
  bonus?: number;
  /** 1: its picture over its words; 2: the price with financing first; 3: its picture beside its words where there is room. */
  cardLayout?: number;
  /** Its list price without tax, of what is sold to companies too. */
  priceWithoutTax?: number;
  /** Pictures from all around, in order. */
  spinFrames?: string[];
  /** The page of somebody else that turns it around. */
  spinCarUrl?: string;
  hasDps?: boolean;
  dpsCount?: number;
  dpsPercent?: number;
  dpsBestPrice?: number;
  dpsSecondCurrency?: string;
  dpsSecondPrice?: number;
  /** What the price with its smart credit is called. */
  smartLabel?: string;
  /** The address of its page: of this site, or the brand's own. */
  address?: string;
  /** The address where it is quoted. */
  quoteAddress?: string;
  /** The address where it is reserved, where it can be. */
  reserveAddress?: string;
  isNewlyArrived?: boolean;
  isLowMileage?: boolean;
  hasOneOwner?: boolean;
  hasTwoKeys?: boolean;
  tags?: CarTag[];
}

/** A branch office of a car. */
export interface CarOffice {
  name: string;
  address?: string;
  commune?: string;
  latitude?: number;
  longitude?: number;
  telephone?: string;
  whatsapp?: string;
  whatsappNew?: string;
  whatsappUsed?: string;
}

export interface CarVersion {
  id: number;
  detailModel: string;
  price?: number;
  currency: string;
  hasDps?: boolean;
  characteristics?: { name: string; label: string }[];
  newEquipment?: { name: string; items: string[] }[];
}

export interface CarColour {
  value: string;
  /** As addresses say it. */
  slug?: string;
  /** `#rrggbb`. */
  swatch?: string;
  /** Pictures in that colour, where there are any. */
  small?: string;
  large?: string;
}

/** A car as `schemas/views/dealers/car-detail.json` has it. */
export interface CarDetailRow extends CarRow {
  name: string;
  features?: { name: string; label: string }[];
  pictures?: { small: string; large: string; wide?: string }[];
  video?: { src: string; poster?: string };
  carColor?: CarColour[];
  /** Its pictures are of another model, or in another colour. */
  imageIsReferential?: boolean;
  cashPrice?: number;
  brandPrice?: number;
  smartPrice?: number;
  smartName?: string;
  pageBeforePrice?: number;
  /** Per cent, whole. */
  pageDiscount?: number;
  pageDues?: number;
  applyVat?: boolean;
  prices: { listPriceNoVat?: number }[];
  financingBonus?: number;
  smartBonus?: number;
  brandBonus?: number;
  cashBonus?: number;
  usedFinancingBonus?: number;
  dpsCash?: number;
  dpsFinanced?: number;
  dpsSmart?: number;
  /** What an amount of its currency was reckoned with; `date` is `yyyy-mm-dd`. */
  exchange?: { currency: string; rate: number; date: string };
  /** The address of the page of any version of it, but for its id. */
  addressStart: string;
  versions?: CarVersion[];
  branchOffice?: CarOffice;
  branches?: CarOffice[];
  dpsCarBranchOffice?: CarOffice[];
}

const localeOf: Record<string, string> = { CLP: "es-CL", USD: "en-US", PEN: "es-PE" };

/** `$12.990.000`, `USD 25,990`: as the currency is written, whatever the brand's country. */
export function amountText(amount: number, currency: string, decimals = 0): string {
  const locale = localeOf[currency] ?? "es-CL";
  const { prefix = "", show } = formatOf({ operation: "amount", with: { currency, locale, decimals } });
  const space = prefix === "$" ? "" : "\u00a0";
  return `${prefix}${space}${show(amount.toFixed(decimals))}`;
}

/** `45.000` in Chile. */
export const countText = (count: number, locale: string): string =>
  formatOf({ operation: "whole", with: { locale } }).show(String(Math.round(count)));

/** `$282.418`, `USD 324.15`: an amount to its smallest unit. */
export const moneyText = (amount: number, currency: string): string =>
  amountText(amount, currency, currencyDecimals(currency));

/** `21,02 %` in Chile, `32.43 %` in Peru. */
export const percentText = (percent: number, currency: string): string =>
  `${String(percent).replace(".", currency === "CLP" ? "," : ".")}\u00a0%`;

/** `20/11/2026`, of a day as services write it. */
export const dayText = (day: string): string => formatOf({ operation: "date", with: {} }).show(day);

/** What the law wants to be read beside an advertised fee; undefined where its service does not say of which credit it is. */
export function feeTerms({ minorDuesCredit: of, currency }: CarRow, own: WordsReader): string | undefined {
  if (!of) return undefined;
  const terms = own.fill("feeTerms", {
    credit: of.financial,
    downPayment: percentText(of.initialPaymentPercentage, currency),
    annual: `${of.annualEquivalencyName} ${percentText(of.annualEquivalency, currency)}`,
    total: moneyText(of.totalCredit, currency),
  });
  const last = of.guaranteedFutureValue;
  return last > 0 ? `${terms} ${own.fill("lastFee", { amount: moneyText(last, currency) })}` : terms;
}
