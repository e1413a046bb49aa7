import { describe, expect, it } from "vitest";
import { dayLimits, daysIntoWeek } from "../../schemas/engine/all.ts";

const today = "2026-11-21";
const value = { var: "value" };
const limits = (...rules: unknown[]) =>
  dayLimits({ checks: rules.map((rule) => ({ rule, says: "x" })) }, today);

describe("what is known of a date's limits", () => {
  it("is the narrowest of the days that its checks name", () => {
    expect(
      limits(
        { ">=": [value, "1900-01-01"] },
        { ">=": [value, "1920-01-01"] },
        { "<=": [value, { var: "today" }] },
      ),
    ).toEqual({ earliest: "1920-01-01", latest: today });
    expect(limits({ "<=": [value, today] }, { "<=": [value, "2027-01-01"] })).toEqual({ latest: today });
  });

  it.each([
    [{ "date.isValid": [value] }],
    [{ ">=": [{ "date.ageInYears": [value, { var: "today" }] }, 18] }],
    [{ ">=": [value, { var: "visit.from" }] }],
    [{ ">": [value, "2026-01-01"] }],
    [{ ">=": ["2026-01-01", value] }],
    [{ ">=": [value, 5] }],
    [true],
    [null],
    [{ or: [{ ">=": [value, "2026-01-01"] }, { "!": value }] }],
  ])("%j says nothing of it beforehand", (rule) => {
    expect(limits(rule)).toEqual({});
  });
});

describe("a day's place in its week", () => {
  it.each([
    ["2026-11-16", 0],
    ["2026-11-21", 5],
    ["2026-11-22", 6],
    ["1969-12-28", 6],
    ["0001-01-01", 0],
    ["2026-02-30", null],
    [undefined, null],
  ])("of %s is %s", (day, place) => {
    expect(daysIntoWeek(day)).toBe(place);
  });
});
