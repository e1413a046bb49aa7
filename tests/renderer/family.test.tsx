/** Groups, rows, displays, files and look-ups as the server draws them. */
import { describe, expect, test, vi } from "vitest";
import type { Answers, RunState } from "../../schemas/engine/evaluate.ts";
import { render } from "../../renderer/entry-server.tsx";
import { familyFlow, familyPage, familyValidators, twoRelatives } from "./support/family-flow.ts";
import { runState } from "./support/open-run.ts";

/** Draws the page; what React or a library has to say against it is an error. */
const draw = (answers?: Answers): string => {
  const run: RunState | null = answers ? runState({ flow: "family", step: "home", answers }) : null;
  const page = { ...familyPage, flow: { id: "family", revision: "rev1", run } };
  const warnings = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  const { html } = render(page, { flow: familyFlow, validators: familyValidators }, "n");
  const said = warnings.flatMap(({ mock }) => mock.calls);
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`drawn with warnings: ${said.join("; ")}`);
  return html.replaceAll("<!-- -->", "");
};

describe("a group", () => {
  test("is a fieldset with its name, and its fields have the whole path", () => {
    const html = draw();
    expect(html).toMatch(/<fieldset[^>]*data-path="home.third"[^>]*><legend[^>]*>Un tercero<\/legend>/);
    expect(html).toContain('name="home.third.name"');
  });
});

describe("a list", () => {
  test("without rows says so, and offers to add one under the list's own id", () => {
    const html = draw();
    expect(html).toContain("Todavía nada");
    expect(html).toMatch(/<button[^>]*id="home-relatives"/);
    expect(html).toContain("Agregar familiar");
    expect(html).not.toContain('name="home.relatives');
  });

  test("draws its rows in order, each with a name, and what is visible in each", () => {
    const html = draw({ ...twoRelatives, "home.relatives": ["r4", "r1"] });
    expect([...html.matchAll(/name="(home\.relatives[^"]*)"/g)].map(([, name]) => name)).toEqual([
      "home.relatives.r4.name",
      "home.relatives.r4.address.street",
      "home.relatives.r1.name",
      "home.relatives.r1.address.street",
    ]);
    expect(html.indexOf("Familiar 1")).toBeLessThan(html.indexOf("home.relatives.r4.name"));
    expect(html).toContain('aria-label="Quitar: Familiar 2"');
    expect(html).toContain("Calle de Eva");
    expect(html).toContain("Calle de Ana");
    expect(html).not.toContain("Todavía nada");
  });

  test("of which one row has to stay offers no way to take it away", () => {
    expect(draw({ "home.relatives": ["r1"] })).not.toContain("Quitar: Familiar 1");
  });

  test("that is full says why none can be added, and its button can still be reached", () => {
    const html = draw({ "home.relatives": ["r1", "r2", "r3"] });
    expect(html).toMatch(
      /<button[^>]*aria-disabled="true"[^>]*id="home-relatives"|<button[^>]*id="home-relatives"[^>]*aria-disabled="true"/,
    );
    expect(html).toMatch(/id="home-relatives-full"[^>]*>[^<]+</);
  });

  test("draws an id that nobody could have given as no row", () => {
    expect(draw({ "home.relatives": ["x-1", '"><b>'] })).toContain("Todavía nada");
  });
});

describe("what is shown", () => {
  test("reads answers as people do, as text, and only while there is something to show", () => {
    const html = draw({ "home.third.name": "<i>Ana</i>" });
    expect(html).toMatch(/role="note"[^>]*>.*<strong>&lt;i&gt;Ana&lt;\/i&gt;<\/strong>/);
    expect(html).not.toContain("Precio estimado");
  });
});

describe("a file", () => {
  test("has a label, a button in the page's language, and what may be chosen", () => {
    const html = draw();
    expect(html).toMatch(/<input type="file"[^>]*id="home-paper"/);
    expect(html).toContain('accept="application/pdf"');
    expect(html).toMatch(/<label for="home-paper"[^>]*>Elegir archivo<\/label>/);
  });

  test("that was sent has a name and a size, and can be taken away", () => {
    const html = draw({
      "home.paper": { id: "f1", name: "cédula.pdf", size: 2_621_440, type: "application/pdf" },
    });
    expect(html).toContain("cédula.pdf <small>2,5 MB</small>");
    expect(html).toContain('aria-label="Quitar: cédula.pdf"');
  });
});

test("a field that looks something up has its button; no id stands twice", () => {
  const html = draw(twoRelatives);
  expect(html).toMatch(/<button[^>]*aria-describedby="home-plate-search"/);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
});
