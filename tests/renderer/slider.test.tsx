/** A number on a bar and typed beside it, as the server draws it. */
import { describe, expect, test } from "vitest";
import { drawField, tagsWith } from "./support/drawn-field.ts";

const schema = { type: "number", minimum: 20, maximum: 70, multipleOf: 5 };
const percent = { operation: "whole", with: { locale: "es-CL", length: 3, unit: "%" } };
const share = { type: "number", widget: "slider", schema, format: percent } as const;
const bar = (html: string): string => tagsWith(html, 'type="range"')[0]!;
const plain = (html: string): string => html.replaceAll("\u00A0", " ");

describe("a slider", () => {
  test("has the ends and the step of its schema, and both its controls have the answer", () => {
    const html = plain(drawField(share, 45));
    for (const part of ['min="20"', 'max="70"', 'step="5"', 'value="45"', 'aria-valuetext="45 %"']) {
      expect(bar(html)).toContain(part);
    }
    expect(bar(html)).toContain('aria-labelledby="ask-it-label"');
    expect(tagsWith(html, 'type="text"', 'id="ask-it"', 'value="45"')).toHaveLength(1);
    expect(html).toContain(">20 %<");
    expect(html).toContain(">70 %<");
  });

  test("without an answer says so, at its lower end", () => {
    const html = drawField(share);
    expect(bar(html)).toContain('aria-valuetext="slider.none"');
    expect(bar(html)).toContain('value="20"');
    expect(tagsWith(html, 'type="text"', 'id="ask-it"')[0]).toContain('value=""');
  });

  test.each([
    [42, 40],
    [43, 45],
    [3, 20],
    [900, 70],
  ])("typed %d stands at %d, and stays as it was typed", (answer, place) => {
    const html = plain(drawField(share, answer));
    expect(bar(html)).toContain(`value="${place}"`);
    expect(bar(html)).toContain(`aria-valuetext="${answer} %"`);
  });

  test("has the ends of the variant that holds", () => {
    const variant = { when: true, schema: { ...schema, maximum: 50 }, validator: "any", says: {} };
    expect(bar(drawField({ ...share, variants: [variant] }, 45))).toContain('max="50"');
  });

  test("that cannot be moved yet says why, to those who listen too", () => {
    const html = drawField({ ...share, enabledWhen: false, placeholder: "Primero el crédito" });
    const [, id] = /<p[^>]* id="([^"]+)"[^>]*>Primero el crédito/.exec(html)!;
    expect(bar(html)).toContain("disabled");
    expect(bar(html)).toContain(`aria-describedby="${id}"`);
    expect(html).not.toContain("placeholder=");
  });

  test("without an upper end is typed alone", () => {
    const html = drawField({ ...share, schema: { type: "number" } }, 45);
    expect(tagsWith(html, 'type="range"')).toEqual([]);
    expect(tagsWith(html, 'type="text"', 'value="45"')).toHaveLength(1);
  });

  test("has the ends that rules give it, slides by its own step, and is typed as an amount too", () => {
    const amount = { operation: "amount", with: { locale: "es-CL", currency: "CLP" } };
    const part = {
      ...share,
      schema: { type: "number", minimum: 0, maximum: 100 },
      format: { operation: "whole", with: { locale: "es-CL", length: 5, unit: "%", decimals: 2 } },
      limits: { minimum: 30, maximum: 60 },
      share: { of: 12_490_000, format: amount },
      slideBy: 5,
    } as const;
    // Five million, to the peso: the percentage is shown with two decimals.
    const html = plain(drawField(part, 40.032026));
    for (const shown of ['min="30"', 'max="60"', 'step="5"', 'aria-valuetext="40,03 %"']) {
      expect(bar(html)).toContain(shown);
    }
    expect(tagsWith(html, 'type="text"', 'value="40,03"')).toHaveLength(1);
    expect(tagsWith(html, 'type="text"', 'value="5.000.000"')).toHaveLength(1);
  });
});
