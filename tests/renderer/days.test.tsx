/** The calendar of days: its arithmetic, and what is drawn of the days that are offered. */
import { describe, expect, test } from "vitest";
import { dayByKey, dayIn, monthTitle, plusMonths, weeksOf } from "../../renderer/widgets/days-month.ts";
import { drawField, optionsOf, tagsWith } from "./support/drawn-field.ts";

const days = { type: "choice", widget: "days" } as const;
const offered = optionsOf("2027-01-04", "2026-11-26", "2026-11-30");

describe("a month", () => {
  test("begins on Monday, and has its own days alone", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([...Array.from({ length: 6 }), "2026-11-01"]);
    expect(weeks[5]).toEqual(["2026-11-30", ...Array.from({ length: 6 })]);
    expect(weeksOf("2021-02").flat()).toHaveLength(28);
    expect(weeksOf("2024-02").flat().filter(Boolean)).toHaveLength(29);
  });

  test.each([
    ["2026-11", 1, "2026-12"],
    ["2026-12", 1, "2027-01"],
    ["2027-01", -1, "2026-12"],
    ["2026-11", -12, "2025-11"],
    ["2000-01", -1, "1999-12"],
  ])("%s and %d more is %s", (month, count, then) => {
    expect(plusMonths(month, count)).toBe(then);
  });

  test("has a title, and a last day", () => {
    expect(monthTitle("2026-11")).toBe("noviembre de 2026");
    expect(dayIn("2026-02", "31")).toBe("2026-02-28");
    expect(dayIn("2028-02", "31")).toBe("2028-02-29");
  });
});

describe("a key", () => {
  test.each([
    ["ArrowLeft", false, "2026-10-31"],
    ["ArrowRight", false, "2026-11-02"],
    ["ArrowUp", false, "2026-10-25"],
    ["ArrowDown", false, "2026-11-08"],
    // The first of November is a Sunday.
    ["Home", false, "2026-10-26"],
    ["End", false, "2026-11-01"],
    ["PageUp", false, "2026-10-01"],
    ["PageDown", false, "2026-12-01"],
    ["PageUp", true, "2025-11-01"],
    ["a", false, undefined],
  ])("%s (shift: %s) leads from 1 November to %s", (key, shift, day) => {
    expect(dayByKey("2026-11-01", key, shift)).toBe(day);
  });

  test("leads to the last day of a month that is shorter", () => {
    expect(dayByKey("2027-01-31", "PageDown", false)).toBe("2027-02-28");
    expect(dayByKey("2028-02-29", "PageDown", true)).toBe("2029-02-28");
  });
});

describe("days that are offered", () => {
  test("are in the month of the first one, with their names; others cannot be chosen and say so", () => {
    const html = drawField({ ...days, options: offered });
    expect(html).toContain(">noviembre de 2026<");
    expect(tagsWith(html, 'name="ask.it"')).toHaveLength(30);
    const chosen = tagsWith(html, 'value="2026-11-26"', 'aria-label="jueves 26 de noviembre de 2026"');
    expect(chosen).toHaveLength(1);
    expect(chosen[0]).toContain('aria-disabled="false"');
    expect(tagsWith(html, 'name="ask.it"', 'aria-disabled="true"')).toHaveLength(28);
    // One stop of the keyboard, to which the error summary leads.
    expect(tagsWith(html, 'name="ask.it"', 'tabindex="0"')).toEqual(tagsWith(html, 'id="ask-it"'));
    expect(tagsWith(html, 'id="ask-it"')[0]).toContain('value="2026-11-26"');
  });

  test("cannot be left by turning the page before the first month", () => {
    const html = drawField({ ...days, options: offered });
    expect(tagsWith(html, 'aria-label="calendar.previous"')[0]).toContain('aria-disabled="true"');
    expect(tagsWith(html, 'aria-label="calendar.next"')[0]).toContain('aria-disabled="false"');
  });

  test("show the month of the chosen one, mark it, and say it in words", () => {
    const html = drawField({ ...days, options: offered }, "2027-01-04");
    expect(html).toContain(">enero de 2027<");
    expect(tagsWith(html, "<td", 'aria-selected="true"')).toHaveLength(1);
    expect(html).toMatch(/role="status">lunes 4 de enero de 2027</);
  });

  test("mark the day that the page says it is", () => {
    const html = drawField({ ...days, options: optionsOf("2026-11-26") });
    expect(tagsWith(html, 'aria-current="date"')[0]).toContain('value="2026-11-21"');
  });

  test("of a disabled field are none, and it says what is to be answered before", () => {
    const html = drawField({ ...days, options: offered, enabledWhen: { "!!": [{ var: "ask.before" }] } });
    expect(tagsWith(html, 'name="ask.it"')).toEqual([]);
    expect(html).toContain(">chooseFirst<");
  });

  test("that are no days are a list", () => {
    const html = drawField({ ...days, options: optionsOf("2026-11-26", "whenever") });
    expect(tagsWith(html, 'type="radio"')).toHaveLength(2);
  });

  test("say that they are awaited, and what is to be answered before", () => {
    expect(drawField({ ...days, options: { data: "loading" } })).toMatch(
      /role="status"[^>]*><span[^>]*>Cargando…/,
    );
    const html = drawField({
      ...days,
      options: { data: "waiting" },
    });
    expect(html).toContain(">chooseFirst<");
  });
});
