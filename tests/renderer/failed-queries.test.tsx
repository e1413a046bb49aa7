/** A field that cannot be answered because what it hangs on did not come, as the server draws it. */
import { expect, test } from "vitest";
import { render } from "../../renderer/entry-server.tsx";
import type { CompiledFlow, Rule } from "../../schemas/engine/evaluate.ts";
import { tagsWith } from "./support/drawn-field.ts";
import { field, smallFlow, smallPage } from "./support/small-flow.ts";

const isReady: Rule = { "==": [{ var: "data.prices.status" }, "ready"] };
const isHigh: Rule = { ">": [{ var: "ask.share" }, { var: "data.prices.value" }] };

/** A price that waits for the prices of a query, and a credit that waits for them and for another answer. */
function draw(status: "ready" | "failed", share?: string): string {
  const flow: CompiledFlow = {
    ...smallFlow,
    steps: [
      {
        ...smallFlow.steps[0]!,
        sections: [{ id: "only", fields: ["ask.share", "ask.price", "ask.credit"] }],
      },
      smallFlow.steps[1]!,
    ],
    fields: {
      "ask.share": field("ask.share", { label: "Pie" }),
      "ask.price": field("ask.price", {
        label: "Valor",
        enabledWhen: isReady,
        problems: { optionsFailed: "No llegaron los precios" },
      }),
      "ask.credit": field("ask.credit", {
        label: "Crédito",
        enabledWhen: { and: [isReady, isHigh] },
        problems: { optionsFailed: "No llegó lo demás" },
      }),
    },
    data: { prices: { call: "a.b", on: "load", with: {} } },
  };
  const found = {
    answers: share === undefined ? {} : { "ask.share": share },
    data: { prices: { status, inputs: {}, options: [], value: 5 } },
  };
  const page = { ...smallPage, flow: { id: "visit", revision: "rev1", run: null, found } };
  const { html } = render(page, { flow, validators: { any: () => true } }, "n");
  return html.replaceAll("<!-- -->", "");
}

test("a query that failed is told at the field that waits for it, with a way to ask again, and at no other", () => {
  const html = draw("failed");
  expect(html).toContain("No llegaron los precios");
  expect(html.match(/>Reintentar</g)).toHaveLength(1);
  expect(html).not.toContain("No llegó lo demás");
  expect(tagsWith(html, 'name="ask.price"')[0]).toContain("disabled");
});

test("nothing is told of a query that came", () => {
  const html = draw("ready");
  expect(html).not.toContain("No llegaron los precios");
  expect(html).not.toContain("Reintentar");
  expect(tagsWith(html, 'name="ask.price"')[0]).not.toContain("disabled");
});

test("what waits for it too says so where nothing else is missing", () => {
  const html = draw("failed", "7");
  expect(html).toContain("No llegó lo demás");
  expect(html.match(/>Reintentar</g)).toHaveLength(2);
});
