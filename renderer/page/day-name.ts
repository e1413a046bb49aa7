/** What a day of the week is called, of which Sunday is 0. The second of August of 2026 was one. */
export const dayName = (locale: string, weekday: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2026, 7, 2 + weekday)),
  );

/** The longest of their names. */
export const widestDayName = (locale: string): string =>
  [0, 1, 2, 3, 4, 5, 6]
    .map((weekday) => dayName(locale, weekday))
    .reduce((longest, name) => (name.length > longest.length ? name : longest));
