import { dateIsValid } from "./date.ts";

/**
 * Free times by day, as services list them: rows with a day for a key (`{ "2026-11-23": ["09:00"] }`), or rows that name
 * their day and its slots (`{ "date": "2026-11-23", "freeSlots": [{ "startTime": "09:00" }] }`).
 */
function timesByDay(list: unknown): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>();
  const add = (day: unknown, times: unknown): void => {
    if (typeof day !== "string" || !dateIsValid(day) || !Array.isArray(times)) return;
    const known = days.get(day) ?? new Set();
    for (const time of times.map(timeOf)) if (time !== undefined) known.add(time);
    if (known.size > 0) days.set(day, known);
  };
  for (const row of Array.isArray(list) ? (list as unknown[]) : []) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
    if (Object.hasOwn(row, "date") && Object.hasOwn(row, "freeSlots")) {
      const { date, freeSlots } = row as { date: unknown; freeSlots: unknown };
      add(date, freeSlots);
    } else for (const [day, times] of Object.entries(row)) add(day, times);
  }
  return days;
}

/** `HH:mm`, from a text or a slot; seconds are left out. */
function timeOf(slot: unknown): string | undefined {
  const written =
    typeof slot === "object" && slot !== null && Object.hasOwn(slot, "startTime")
      ? (slot as { startTime: unknown }).startTime
      : slot;
  if (typeof written !== "string") return undefined;
  return /^((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?$/.exec(written)?.[1];
}

/** The days of a list of free slots that have one, earliest first. What is no day or time is left out. */
export const slotDates = (list: unknown): string[] => [...timesByDay(list).keys()].toSorted();

/** The free times of a day, earliest first; none where the day has none. */
export const slotTimes = (list: unknown, day: unknown): string[] =>
  [...(timesByDay(list).get(String(day)) ?? [])].toSorted();
