/** A date that is typed, with the button of its calendar, as the server draws it. */
import { expect, test } from "vitest";
import { drawField, tagsWith } from "./support/drawn-field.ts";

const date = {
  type: "date",
  widget: "date",
  format: { operation: "date", with: {} },
  keyboard: "numeric",
} as const;

test("is typed as any text with a format, and the calendar is a button with the date's name", () => {
  const html = drawField(date, "2026-11-26");
  const [input] = tagsWith(html, 'name="ask.it"');
  for (const part of ['id="ask-it"', 'value="26/11/2026"', 'inputMode="numeric"']) {
    expect(input!.toLowerCase()).toContain(part.toLowerCase());
  }
  const [button] = tagsWith(html, 'aria-label="calendar.open: Esto"');
  expect(button).toContain('aria-haspopup="dialog"');
  expect(html).not.toContain("<dialog");
});

test("that cannot be answered has no calendar either", () => {
  const [button] = tagsWith(drawField({ ...date, enabledWhen: false }), 'aria-label="calendar.open');
  expect(button).toContain("disabled");
});
