/** What each format is for: whoever writes definitions is told where one is of no use. */
import type { ValueType } from "../types/index.ts";
import { formatUses as countries } from "./countries/format-uses.ts";
import { formatUses as dealers } from "./dealers/format-uses.ts";
import type { FormatUse } from "./common/text-format.ts";

const text: readonly ValueType[] = ["text"];
const counts: readonly ValueType[] = ["text", "number", "money"];
const ofNumbers = ["locale", "length", "decimals"];

export const digitSigns = "0123456789";
export const capitalSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** By the names of the formats. */
export const formatUses: Record<string, FormatUse> = {
  phone: { types: text, parameters: ["country"] },
  digits: { types: counts, parameters: ["length", "separators"], signs: digitSigns },
  code: { types: text, parameters: ["length"], signs: `${digitSigns}${capitalSigns}_-` },
  whole: { types: counts, parameters: [...ofNumbers, "unit"] },
  amount: { types: counts, parameters: [...ofNumbers, "currency"] },
  date: { types: ["date"], parameters: ["month", "weekday"] },
  time: { types: ["time"], parameters: [] },
  withoutSpaces: { types: text, parameters: ["capitals"] },
  // One line for each folder of `packs.ts`. Not among what it gives: browsers load that, and check nothing.
  ...countries,
  ...dealers,
};
