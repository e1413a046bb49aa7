/** The times that are offered, as the server draws them. */
import { describe, expect, test } from "vitest";
import { drawField, optionsOf, tagsWith } from "./support/drawn-field.ts";

const slots = { type: "choice", widget: "slots" } as const;
const many = optionsOf("09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "12:00", "12:30", "18:00");

describe("times", () => {
  test("are the radio buttons of one group, with the answer marked", () => {
    const html = drawField({ ...slots, options: optionsOf("09:00", "15:30") }, "15:30");
    expect(tagsWith(html, 'role="radiogroup"', 'aria-labelledby="ask-it-label"')).toHaveLength(1);
    expect(tagsWith(html, 'type="radio"', 'name="ask.it"')).toHaveLength(2);
    expect(tagsWith(html, 'value="15:30"')[0]).toContain("checked");
    expect(tagsWith(html, 'value="09:00"')[0]).not.toContain("checked");
    expect(html).not.toContain("slots.morning");
  });

  test("stand under their part of the day when there are many", () => {
    const html = drawField({ ...slots, options: many });
    const [morning, afternoon] = html.split(">slots.morning<")[1]!.split(">slots.afternoon<");
    expect(tagsWith(morning!, 'type="radio"').map((tag) => /value="([^"]*)"/.exec(tag)![1])).toEqual(
      many.list.slice(0, 6).map(({ value }) => value),
    );
    expect(tagsWith(afternoon!, 'type="radio"')).toHaveLength(3);
    expect(tagsWith(html, 'id="ask-it"')[0]).toContain('value="09:00"');
  });

  test("of one part of the day alone have no empty one beside them", () => {
    const late = optionsOf(...Array.from({ length: 9 }, (_, hour) => `${hour + 12}:00`));
    const html = drawField({ ...slots, options: late });
    expect(html).toContain("slots.afternoon");
    expect(html).not.toContain("slots.morning");
  });

  test("say that they are awaited", () => {
    expect(drawField({ ...slots, options: { data: "loading" } })).toContain("Cargando…");
  });
});
