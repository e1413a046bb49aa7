import { describe, expect, test } from "vitest";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { render } from "../../renderer/entry-server.tsx";
import { smallFlow, smallPage, validators } from "./support/small-flow.ts";

const resources = { flow: smallFlow, validators };
const draw = (page: Page = smallPage) => render(page, resources, "n0nce");
const run = {
  run: "run-1",
  flow: "visit",
  revision: "rev1",
  step: "ask",
  version: 1,
  answers: {
    "ask.name": '"><script>x</script>',
    "ask.region": "north",
    "ask.city": "far",
    "ask.reason": "Porque sí",
  },
  results: {},
  status: "open" as const,
  done: [],
};

describe("a page on the server", () => {
  test("has a label, a name and an id for each visible field, and one h1", () => {
    const { html } = draw();
    for (const path of [
      "ask.name",
      "ask.code",
      "ask.phone",
      "ask.region",
      "ask.city",
      "ask.office",
      "ask.agree",
    ]) {
      const id = path.replace(".", "-");
      expect(html).toContain(`id="${id}"`);
      expect(html).toContain(`for="${id}"`);
      expect(html).toContain(`name="${path}"`);
    }
    expect(html).not.toContain("ask.reason");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.replaceAll("<!-- -->", "")).toContain("(opcional)");
  });

  test("has no id that rjsf gives away, none twice, and no English of rjsf's", () => {
    const { html } = draw();
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain("root");
    expect(html).not.toMatch(/Submit|rjsf-field/);
  });

  test("gives every style element the nonce, and has no script", () => {
    const { html } = draw();
    for (const [style] of html.matchAll(/<style[^>]*>/g)) expect(style).toContain('nonce="n0nce"');
    expect(html).not.toContain("<script");
  });

  test("escapes what it says of itself in its head", () => {
    const { head } = draw();
    expect(head).toContain("<title>Visita &lt;b&gt; · Marca de prueba</title>");
    expect(head).toContain("Pide una &quot;visita&quot;");
    expect(head).not.toContain("noindex");
    expect(draw({ ...smallPage, screen: { ...smallPage.screen, indexed: false } }).head).toContain("noindex");
  });

  test("does not send a form before it is alive, and never in the address", () => {
    const { html } = draw();
    expect(html).toContain('method="post"');
    expect(html).not.toContain('type="submit"');
  });

  test("draws the answers of an open run, as text", () => {
    const { html } = draw({ ...smallPage, flow: { id: "visit", revision: "rev1", run } });
    expect(html).toContain("&quot;&gt;&lt;script&gt;x&lt;/script&gt;");
    expect(html).toContain(">Porque sí</textarea>");
    expect(html).toMatch(/<option value="far" selected="">Lejos<\/option>/);
  });

  test("draws the last step of a run that is done: formatted answers, and the number", () => {
    const done = {
      ...run,
      step: "thanks",
      status: "done" as const,
      answers: { ...run.answers, "ask.name": "<i>Ana</i>", "ask.phone": "221234567" },
      results: { submission: { number: "ZZ-1" } },
    };
    const page = {
      ...smallPage,
      path: "/visita/gracias",
      flow: { id: "visit", revision: "rev1", run: done },
    };
    const { html } = draw(page);
    expect(html).toContain("Gracias, ");
    expect(html).toContain("&lt;i&gt;Ana&lt;/i&gt;");
    expect(html).toContain("<strong>+56\u00a02 2123 4567</strong>");
    expect(html).toContain("ZZ-1");
  });

  test("fails on a block or widget that is not there, rather than leave it out", () => {
    const screen = { ...smallPage.screen, blocks: [{ block: "carousel" }] };
    expect(() => draw({ ...smallPage, screen })).toThrow('"carousel"');
    const field = { ...smallFlow.fields["ask.name"]!, widget: "lever" };
    const flow = { ...smallFlow, fields: { ...smallFlow.fields, "ask.name": field } };
    expect(() => render(smallPage, { flow, validators }, "n")).toThrow('"lever"');
  });
});
