import { amountText } from "./amount-text.ts";
import { ageInYears, dateIsValid, daysBetween, plusBusinessDays, plusDays, weekday } from "./date.ts";
import { leastOf, lookUp, numbersBetween, sumOf } from "./lists.ts";
import { discounted } from "./discount.ts";
import { rounded } from "./rounded.ts";
import { phoneIsValid } from "./phone.ts";
import { joinedText } from "./joined-text.ts";
import { digits, plainText } from "./plain-text.ts";
import { slotDates, slotTimes } from "./time-slots.ts";

import type { Operation } from "./common/operation.ts";
import { packs } from "./packs.ts";

export type { Operation } from "./common/operation.ts";

/** By name; what each is for stands in `uses.ts`. */
export const operations: Record<string, Operation> = {
  "phone.isValid": phoneIsValid,
  "date.isValid": dateIsValid,
  "date.ageInYears": ageInYears,
  "text.digits": digits,
  "text.plain": plainText,
  "date.daysBetween": daysBetween,
  "date.plusDays": plusDays,
  "date.plusBusinessDays": plusBusinessDays,
  "date.weekday": weekday,
  "list.lookUp": lookUp,
  "list.least": leastOf,
  "list.numbers": numbersBetween,
  "list.sumOf": sumOf,
  "number.rounded": rounded,
  "price.discounted": discounted,
  "text.amount": (amount, currency, locale) => amountText(amount, currency, locale),
  "text.join": joinedText,
  "slots.dates": slotDates,
  "slots.times": slotTimes,
  ...Object.assign({}, ...packs.map((pack) => pack.operations)),
};
