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

/** From `21/11/2026`, `21-11-2026`, `21112026` or `2026-11-21`. What is not whole yet stays as `21/11`. */
export function cleanDate(typed: string): string {
  const text = typed.trim();
  if (written.test(text)) return text;
  // Days and months of one digit are meant where a separator follows.
  const padded = text.replace(/(^|[/.-])(\d)(?=[/.-])/g, "$10$2");
  const digits = padded.replace(/[^0-9]/g, "").slice(0, 8);
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return digits.length === 8 ? `${year}-${month}-${day}` : [day, month, year].filter(Boolean).join("/");
}

/** `21/11/2026`. */
export function showDate(canonical: string): string {
  const match = written.exec(canonical);
  return match ? `${match[3]}/${match[2]}/${match[1]}` : canonical;
}

/** From `14:30` or `1430`. What is not whole yet stays as `14:3`. */
export function cleanTime(typed: string): string {
  const digits = typed
    .replace(/(^|\D)(\d)(?=:)/, "$10$2")
    .replace(/[^0-9]/g, "")
    .slice(0, 4);
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(":");
}
