/** The names of the days of a week from Sunday on, by locale: to make a formatter takes long, and every page has one. */
const known = new Map<string, string[]>();

function dayNames(locale: string): string[] {
  const before = known.get(locale);
  if (before) return before;
  const { format } = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // The second of August of 2026 was a Sunday.
  const names = [2, 3, 4, 5, 6, 7, 8].map((date) => format(new Date(Date.UTC(2026, 7, date))));
  known.set(locale, names);
  return names;
}

/** What a day of the week is called, of which Sunday is 0. */
export const dayName = (locale: string, weekday: number): string => dayNames(locale)[weekday]!;

/** The longest of their names. */
export const widestDayName = (locale: string): string =>
  dayNames(locale).reduce((longest, name) => (name.length > longest.length ? name : longest));
