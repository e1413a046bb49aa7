import { expect, test } from "vitest";
import { openStateAt, placeTimeIn, readHours } from "../../schemas/engine/evaluate.ts";

const office = {
  spans: [
    readHours({ days: "Lunes a viernes", hours: "09:30 a 19:00" })!,
    readHours({ days: "Sábado", hours: "09:30 a 14:00" })!,
  ],
  // A Friday, and the Monday after it.
  closed: ["2026-12-25", "2026-12-28"],
};

test.each([
  ["a Monday before it opens", "2026-11-23", "09:29", { open: false, time: "09:30", inDays: 0, weekday: 1 }],
  ["the minute in which it opens", "2026-11-23", "09:30", { open: true, time: "19:00" }],
  ["its last minute", "2026-11-23", "18:59", { open: true, time: "19:00" }],
  [
    "the minute in which it closes",
    "2026-11-23",
    "19:00",
    { open: false, time: "09:30", inDays: 1, weekday: 2 },
  ],
  ["a Saturday", "2026-11-28", "13:00", { open: true, time: "14:00" }],
  ["a Saturday's afternoon", "2026-11-28", "14:00", { open: false, time: "09:30", inDays: 2, weekday: 1 }],
  ["a holiday", "2026-12-25", "11:00", { open: false, time: "09:30", inDays: 1, weekday: 6 }],
  ["a Sunday before one", "2026-12-27", "11:00", { open: false, time: "09:30", inDays: 2, weekday: 2 }],
  ["the end of a year", "2026-12-31", "23:59", { open: false, time: "09:30", inDays: 1, weekday: 5 }],
])("%s", (_, day, time, state) => {
  expect(openStateAt(office, { day, time })).toEqual(state);
});

test("what never opens says nothing", () => {
  expect(openStateAt({ spans: [], closed: [] }, { day: "2026-11-23", time: "12:00" })).toBeUndefined();
});

test.each([
  ["Viernes a lunes", "08:00 a 09:00", { days: [5, 6, 0, 1], opens: "08:00", closes: "09:00" }],
  ["Sábados y domingos", "10:00 a 18:00", { days: [6, 0], opens: "10:00", closes: "18:00" }],
  ["Todos los días", "10:00 a 18:00", undefined],
  ["Lunes", "con cita", undefined],
  ["Lunes", "18:00 a 10:00", undefined],
])("%s, %s", (days, hours, span) => {
  expect(readHours({ days, hours })).toEqual(span);
});

test.each([
  ["America/Santiago", "2026-01-01T02:59:00Z", { day: "2025-12-31", time: "23:59" }],
  ["America/Lima", "2026-01-01T05:00:00Z", { day: "2026-01-01", time: "00:00" }],
])("a place's clock: %s at %s", (timeZone, now, expected) => {
  expect(placeTimeIn(timeZone, new Date(now))).toEqual(expected);
});
