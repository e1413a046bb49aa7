import { phonePlans } from "./phone-metadata.ts";

/**
 * A phone number of one country. Stored as its national digits, without the country's code: `912345678`. Which numbers a
 * country gives out, libphonenumber says; what it weighs is left out, as pages have no use for the rest of it.
 */

// The longest national number that the supported countries give out.
const maxNationalDigits = 9;

const plans = Object.entries(phonePlans).map(([country, { code, pattern, prefix = "" }]) => ({
  country,
  code,
  /** Within the country people put its prefix before a number. */
  isNumber: new RegExp(`^(?:${prefix})?(?:${pattern})$`),
}));

const planOf = (country: unknown): (typeof plans)[number] | undefined =>
  plans.find((plan) => plan.country === country);

/** `+56`. Empty where the country is not known. */
export function phonePrefix(country: unknown): string {
  const plan = planOf(country);
  return plan ? `+${plan.code}` : "";
}

/** Whether the stored digits are a number that the country gives out. An unknown country refuses. */
export const phoneIsValid = (value: unknown, country: unknown): boolean =>
  typeof value === "string" && planOf(country)?.isNumber.test(value) === true;

/** From what was typed or pasted: a prefix of the country alone is nothing. Undefined where there is more than a number. */
export function readPhone(typed: string, country: unknown): string | undefined {
  const code = phonePrefix(country).slice(1);
  const plain = typed.replace(/[\s().·/\u2010-\u2015-]/g, "");
  if (!/^\+?[0-9]*$/.test(plain)) return undefined;
  const digits = plain.replace("+", "");
  if (code === "") return digits;
  const written = plain.startsWith("+") && digits.startsWith(code);
  const national = (written ? digits.slice(code.length) : digits).replace(new RegExp(`^(00${code})+`), "");
  // Without a plus, digits that begin like the code are the code only where they are too many for a number.
  const bare = national.startsWith(code) ? national.slice(code.length) : national;
  return national.length > maxNationalDigits && bare.length <= maxNationalDigits ? bare : national;
}

/**
 * The groups in which a country reads its numbers, by how they begin: mobile phones, those of the capital, those with other
 * area codes. Our own, because a library groups no number whose range it does not know.
 */
const groups: Record<string, [start: RegExp, sizes: number[]][]> = {
  CL: [
    [/^[29]/, [1, 4, 4]],
    [/^(60|8)/, [3, 3, 3]],
    [/^/, [2, 3, 4]],
  ],
  PE: [
    [/^[09]/, [3, 3, 3]],
    [/^1/, [1, 3, 4]],
    [/^80/, [3, 5]],
    [/^/, [2, 3, 3]],
  ],
};

/** The national digits in the country's own groups: `9 1234 5678`. More digits than a number has are no group. */
export function showPhone(stored: string, country: unknown): string {
  const known = Object.hasOwn(groups, String(country)) ? groups[String(country)]! : [];
  const sizes = known.find(([start]) => start.test(stored))?.[1] ?? [];
  const parts: string[] = [];
  let from = 0;
  for (const size of sizes) {
    parts.push(stored.slice(from, from + size));
    from += size;
  }
  return stored.length > from ? stored : parts.filter(Boolean).join(" ");
}
