import { daysIntoWeek, monthNames, plusDays } from "../../schemas/engine/evaluate.ts";

/** Months as `yyyy-mm` and their days as `yyyy-mm-dd`: texts alone, without a clock or a zone. */

export const monthOf = (day: string): string => day.slice(0, 7);

export function plusMonths(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  const [year, rest] = [Math.floor(months / 12), months % 12];
  return `${String(year).padStart(4, "0")}-${String(rest + 1).padStart(2, "0")}`;
}

/** `noviembre de 2026`. */
export const monthTitle = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`;

/** The day of that number, or the last one of a month that is shorter. */
export function dayIn(month: string, number: string): string {
  const last = Number(plusDays(`${plusMonths(month, 1)}-01`, -1)!.slice(8));
  return `${month}-${String(Math.min(Number(number), last)).padStart(2, "0")}`;
}

/** The weeks of a month from Monday to Sunday; nothing in the place of days of other months. */
export function weeksOf(month: string): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = [];
  const last = Number(dayIn(month, "31").slice(8));
  const before = daysIntoWeek(`${month}-01`)!;
  for (let place = 0; place < before + last; place += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const number = place + index - before + 1;
        return number < 1 || number > last ? undefined : `${month}-${String(number).padStart(2, "0")}`;
      }),
    );
  }
  return weeks;
}

/** The day that a key leads to from a day, as calendars do it; none for other keys. */
export function dayByKey(day: string, key: string, withShift: boolean): string | undefined {
  const into = daysIntoWeek(day)!;
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -into, End: 6 - into }[key];
  if (days !== undefined) return plusDays(day, days) ?? undefined;
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months === undefined) return undefined;
  return dayIn(plusMonths(monthOf(day), withShift ? months * 12 : months), day.slice(8));
}

/** The day itself, or the nearest one between two days. */
export const between = (day: string, from: string, to: string): string =>
  day < from ? from : day > to ? to : day;
