import { currencyDecimals, formatOf } from "../../../schemas/engine/evaluate.ts";
import { amountText } from "./car.ts";

/** `$282.418`, `USD 324.15`: an amount to its smallest unit. */
export const moneyText = (amount: number, currency: string): string =>
  amountText(amount, currency, currencyDecimals(currency));

/** `21,02 %` in Chile, `32.43 %` in Peru. */
export const percentText = (percent: number, currency: string): string =>
  `${String(percent).replace(".", currency === "CLP" ? "," : ".")}\u00a0%`;

/** `20/11/2026`, of a day as services write it. */
export const dayText = (day: string): string => formatOf({ operation: "date", with: {} }).show(day);
