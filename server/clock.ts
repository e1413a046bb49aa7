/** Gives the time. Tests give another one. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The calendar day in a time zone, as `yyyy-mm-dd`. */
export function dayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
