import {
  formatIncompletePhoneNumber,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type MetadataJson,
} from "libphonenumber-js/core";
import { phoneMetadata } from "./phone-metadata.ts";

/** A phone number of one country. Stored as its national digits, without the country's code: `912345678`. */

// The longest national number that the supported countries give out.
const longestNational = 9;
const metadata = phoneMetadata as MetadataJson;

const supported = (country: unknown): country is CountryCode =>
  typeof country === "string" && isSupportedCountry(country as CountryCode, metadata);

/** `+56`. Empty where the country is not known. */
export const phonePrefix = (country: unknown): string =>
  supported(country) ? `+${getCountryCallingCode(country, metadata)}` : "";

/** Whether the stored digits are a number that the country gives out. An unknown country refuses. */
export function phoneIsValid(value: unknown, country: unknown): boolean {
  if (typeof value !== "string" || !/^[0-9]+$/.test(value) || !supported(country)) return false;
  const parsed = parsePhoneNumberFromString(phonePrefix(country) + value, metadata);
  return parsed !== undefined && parsed.country === country && parsed.isValid();
}

/** From whatever was typed or pasted: a prefix of the country alone is nothing. */
export function cleanPhone(typed: string, country: unknown): string {
  const code = phonePrefix(country).slice(1);
  const digits = typed.replace(/[^0-9]/g, "").slice(0, 15);
  if (code === "") return digits;
  const written = /^\s*\+/.test(typed) && digits.startsWith(code);
  const national = (written ? digits.slice(code.length) : digits).replace(new RegExp(`^(00${code})+`), "");
  // Without a plus, digits that begin like the code are the code only where they are too many for a number.
  const bare = national.startsWith(code) ? national.slice(code.length) : national;
  return national.length > longestNational && bare.length <= longestNational ? bare : national;
}

/** The national digits in the country's own groups: `9 1234 5678`. */
export function showPhone(canonical: string, country: unknown): string {
  const prefix = phonePrefix(country);
  if (prefix === "" || canonical === "") return canonical;
  const shown = formatIncompletePhoneNumber(prefix + canonical, metadata);
  const national = shown.startsWith(prefix) ? shown.slice(prefix.length).trim() : canonical;
  // A number too long to group comes back with other digits left out or moved; then as it is.
  return national.replace(/[^0-9]/g, "") === canonical ? national : canonical;
}
