/** The icons that the grammar offers are those that can be drawn. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Icon } from "../../renderer/widgets/icons.tsx";
import grammar from "../../schemas/language/definitions.schema.json" with { type: "json" };

const names = grammar.definitions.icon.enum;

it("each name of the grammar has a drawing of its own", () => {
  const drawn = names.map((name) => renderToStaticMarkup(<Icon name={name} />));
  expect(
    drawn.every((svg) => /^<svg [^>]*aria-hidden="true"[^>]*><path d="[^"]{20,}"><\/path><\/svg>$/.test(svg)),
  ).toBe(true);
  expect(new Set(drawn).size).toBe(names.length);
  expect(names).toContain("car");
});

it("a name without a drawing is told", () => {
  expect(() => renderToStaticMarkup(<Icon name="constructor" />)).toThrow(/no drawing "constructor"/);
});
