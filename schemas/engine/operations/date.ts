/** Calendar dates as `yyyy-mm-dd`, without a time zone. */

const written = /^(\d{4})-(\d{2})-(\d{2})$/;

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function partsOf(value: unknown): [year: number, month: number, day: number] | undefined {
  const match = typeof value === "string" ? written.exec(value) : null;
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return exists ? [year, month, day] : undefined;
}

/** Whether there is such a day. */
export const dateIsValid = (value: unknown): boolean => partsOf(value) !== undefined;

/** Whole years between a birth and a day; null where one of them is no date. Born on 29 February: a year older on 1 March. */
export function ageInYears(born: unknown, on: unknown): number | null {
  const [from, to] = [partsOf(born), partsOf(on)];
  if (!from || !to) return null;
  const before = to[1] < from[1] || (to[1] === from[1] && to[2] < from[2]);
  return to[0] - from[0] - (before ? 1 : 0);
}

const dayLength = 24 * 60 * 60 * 1000;

/** Days since 1970; undefined where there is no such day. */
function numberOf(value: unknown): number | undefined {
  const parts = partsOf(value);
  // Not `Date.UTC`: that takes the first hundred years for others.
  return parts && new Date(0).setUTCFullYear(parts[0], parts[1] - 1, parts[2]) / dayLength;
}

/** Days from one day to another, negative where it is before; null where one of them is no date. */
export function daysBetween(from: unknown, to: unknown): number | null {
  const [first, last] = [numberOf(from), numberOf(to)];
  return first === undefined || last === undefined ? null : last - first;
}

/** The day so many days later; null where there is none. */
export function plusDays(day: unknown, days: unknown): string | null {
  const start = numberOf(day);
  if (start === undefined || !Number.isSafeInteger(days)) return null;
  const later = new Date((start + (days as number)) * dayLength);
  const text = Number.isNaN(later.getTime()) ? "" : later.toISOString().slice(0, 10);
  return dateIsValid(text) ? text : null;
}

/** Business days that are counted at most: some forty years. */
const maxBusinessDays = 10_000;

/**
 * The day on which so many business days have passed since another, which does not count itself: Monday to Friday, less
 * the holidays. Null where one of them is no date or no list of dates, or the number is not whole or below 0.
 */
export function plusBusinessDays(day: unknown, count: unknown, holidays: unknown): string | null {
  const start = numberOf(day);
  if (start === undefined || !Number.isSafeInteger(count) || !Array.isArray(holidays)) return null;
  const free = new Set(holidays.map(numberOf));
  let left = count as number;
  if (left < 0 || left > maxBusinessDays || free.has(undefined)) return null;
  let last = start;
  while (left > 0) {
    last += 1;
    if (isWorked(last) && !free.has(last)) left -= 1;
  }
  return plusDays(day, last - start);
}

// 1 January 1970 was a Thursday.
export const weekdays: readonly string[] = [
  "thursday",
  "friday",
  "saturday",
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
];

/** Whether a day, as `numberOf` has it, is one from Monday to Friday. */
const isWorked = (number: number): boolean => (((number + 3) % 7) + 7) % 7 < 5;

/** `monday` to `sunday`; null where there is no such day. */
export function weekday(day: unknown): string | null {
  const number = numberOf(day);
  return number === undefined ? null : weekdays[((number % 7) + 7) % 7]!;
}

/**
 * From `21/11/2026`, `21-11-2026`, `21112026` or `2026-11-21`. What is not whole yet stays as `21/11`. Undefined where there
 * is more than a day, or something else.
 */
export function readDate(typed: string): string | undefined {
  const text = typed.trim();
  if (written.test(text)) return text;
  // Days and months of one digit are meant where a separator follows.
  const padded = text.replace(/(^|[/.-])(\d)(?=[/.-])/g, "$10$2");
  const digits = padded.replace(/[/.\s-]/g, "");
  if (!/^[0-9]{0,8}$/.test(digits)) return undefined;
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return digits.length === 8 ? `${year}-${month}-${day}` : [day, month, year].filter(Boolean).join("/");
}

/** `21/11/2026`. */
export function showDate(canonical: string): string {
  const match = written.exec(canonical);
  return match ? `${match[3]}/${match[2]}/${match[1]}` : canonical;
}

// Not by Intl: server and browser may know a country's months differently.
export const monthNames: readonly string[] = [
  "enero",
  "febrero",
  "marzo",
  "abril",
  "mayo",
  "junio",
  "julio",
  "agosto",
  "septiembre",
  "octubre",
  "noviembre",
  "diciembre",
];

/** From Monday. */
export const weekdayNames: readonly string[] = [
  "lunes",
  "martes",
  "miércoles",
  "jueves",
  "viernes",
  "sábado",
  "domingo",
];

/** How many days of its week are before a day, which begins on Monday; null where there is no such day. */
export function daysIntoWeek(day: unknown): number | null {
  const number = numberOf(day);
  // 5 January 1970 was a Monday.
  return number === undefined ? null : (((number - 4) % 7) + 7) % 7;
}

/** `21 de noviembre de 2026`. */
export function showLongDate(canonical: string): string {
  const match = written.exec(canonical);
  const month = match && monthNames[Number(match[2]) - 1];
  return month ? `${Number(match[3])} de ${month} de ${match[1]}` : canonical;
}

/** `sábado 21 de noviembre de 2026`. */
export function showFullDate(canonical: string): string {
  const into = daysIntoWeek(canonical);
  return into === null ? canonical : `${weekdayNames[into]} ${showLongDate(canonical)}`;
}

/** From what `showLongDate` and `showFullDate` show, and from all that `readDate` reads. */
export function readLongDate(typed: string): string | undefined {
  const match = /^\s*(?:\p{L}+,?\s+)?(\d{1,2})\s+de\s+(\p{L}+)\s+de\s+(\d{4})\s*$/iu.exec(typed);
  const name = match?.[2]!.toLowerCase().replace("setiembre", "septiembre");
  const month = monthNames.indexOf(name ?? "") + 1;
  if (!match || month === 0) return readDate(typed);
  return `${match[3]}-${String(month).padStart(2, "0")}-${match[1]!.padStart(2, "0")}`;
}

/** From `14:30` or `1430`. What is not whole yet stays as `14:3`. Undefined where there is more, or something else. */
export function readTime(typed: string): string | undefined {
  const digits = typed.replace(/(^|\D)(\d)(?=:)/, "$10$2").replace(/[:.\s]/g, "");
  if (!/^[0-9]{0,4}$/.test(digits)) return undefined;
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(":");
}
