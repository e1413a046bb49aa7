import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { compileBrand, readSources, type CompiledFlow, type Sources } from "../../schemas/engine/all.ts";
import { buildRevisions } from "../../server/definitions/build.ts";
import { baseSources, changed } from "./broken-cases.ts";

const base = baseSources();
const spring = "brands/AA/content/offer/spring.json";
const compiled = (brand: string, sources: Sources = base) => compileBrand(readSources(sources).files, brand);
const flowOf = (brand: string, sources?: Sources): CompiledFlow =>
  compiled(brand, sources).public.flows["offer--spring"]!;

describe("a flow and a screen for each entry of content", () => {
  it("have the entry's name in their ids and their address", () => {
    const screens = compiled("AA").public.brand.screens.map(({ screen, route, flow }) => [
      screen,
      route,
      flow,
    ]);
    expect(screens).toContainEqual(["offer--spring", "/ofertas/spring", "offer--spring"]);
    expect(screens.filter(([screen]) => screen!.startsWith("offer"))).toHaveLength(1);
  });

  it("say what their brand's entry of that name says", () => {
    expect(flowOf("AA").title).toBe("Primavera");
    expect(flowOf("BB").title).toBe("Otra primavera");
  });

  it("come with a new file and go with it, and change no other page", () => {
    const more = { ...base, "brands/AA/content/offer/autumn-2027.json": base[spring]! };
    expect(checkSources(more)).toEqual([]);
    expect(Object.keys(compiled("AA", more).public.flows)).toContain("offer--autumn-2027");
    expect(flowOf("AA", more)).toEqual(flowOf("AA"));
    const fewer = Object.fromEntries(Object.entries(base).filter(([path]) => path !== spring));
    expect(checkSources(fewer)).toEqual([]);
    expect(Object.keys(compiled("AA", fewer).public.flows)).not.toContain("offer--spring");
  });

  it("are part of their brand's revision alone", () => {
    const hashes = (sources: Sources) =>
      Object.fromEntries(
        [...buildRevisions(sources, "engine").revisions!].map(([id, { hash }]) => [id, hash]),
      );
    const before = hashes(base);
    const after = hashes(changed(base, { [spring]: { replace: '"Apodo"', by: '"Sobrenombre"' } }));
    expect(after["AA"]).not.toBe(before["AA"]);
    expect(after["BB"]).toBe(before["BB"]);
  });

  it("stand below others where their names say so by two hyphens", () => {
    const more = { ...base, "brands/AA/content/offer/spring--south.json": base[spring]! };
    expect(checkSources(more)).toEqual([]);
    const { screens } = compiled("AA", more).public.brand;
    expect(screens.map(({ screen, route }) => [screen, route])).toContainEqual([
      "offer--spring--south",
      "/ofertas/spring/south",
    ]);
  });

  it("lead to the others of their type, and not to themselves", () => {
    const listed = changed(
      { ...base, "brands/AA/content/offer/autumn.json": base[spring]! },
      {
        "schemas/screens/offer.json": {
          replace: '"blocks": [',
          by: '"blocks": [{ "block": "news", "title": "Más", "items": { "entries": "offer", "fields": ["title"], "label": "Ver" } },',
        },
      },
    );
    const linksOf = (id: string) =>
      compiled("AA", listed)
        .public.brand.screens.find(({ screen }) => screen === id)!
        .blocks.flatMap(({ items }) => (items as { action: { to: string } }[] | undefined) ?? [])
        .map(({ action }) => action.to);
    expect(linksOf("offer--spring")).toEqual(["/ofertas/autumn"]);
    expect(linksOf("offer--autumn")).toEqual(["/ofertas/spring"]);
  });

  it("are in no menu that nobody wrote", () => {
    expect(compiled("AA").public.brand.site.menu.map(({ to }) => to)).not.toContain("/ofertas/spring");
  });

  it("can be linked to by address, in the brands that have the entry", () => {
    const link = (to: string) =>
      checkSources(
        changed(base, {
          "schemas/screens/home.json": {
            replace: '"blocks": [',
            by: `"blocks": [{ "block": "hero", "title": "Oferta", "action": { "label": "Ver", "to": "${to}" } },`,
          },
        }),
      ).map(({ code, file }) => [code, file]);
    expect(link("/ofertas/spring")).toEqual([]);
    expect(link("/ofertas/sprin")).toEqual([["unknown-route", "schemas/screens/home.json"]]);
    const onlyAA = Object.fromEntries(
      Object.entries(base).filter(([path]) => path !== "brands/BB/content/offer/spring.json"),
    );
    const told = checkSources({
      ...onlyAA,
      "schemas/screens/home.json": base["schemas/screens/home.json"]!.replace(
        '"blocks": [',
        '"blocks": [{ "block": "hero", "title": "Oferta", "action": { "label": "Ver", "to": "/ofertas/spring" } },',
      ),
    });
    expect(told.map(({ code, file }) => [code, file])).toEqual([["missing-screen", "brands/BB/brand.json"]]);
  });
});

describe("questions from rows of content", () => {
  const { fields, steps } = flowOf("AA");

  it("stand after the flow's own, in the order of the rows", () => {
    expect(steps[0]!.sections.flatMap((section) => section.fields)).toEqual([
      "ask.name",
      "ask.nick",
      "ask.size",
      "ask.terms",
    ]);
  });

  it("are what their type says, in the words of their row", () => {
    expect(fields["ask.size"]).toMatchObject({
      type: "choice",
      label: "Tamaño",
      required: true,
      options: {
        list: [
          { value: "Chico", label: "Chico" },
          { value: "Grande", label: "Grande" },
        ],
      },
    });
    expect(flowOf("BB").fields["ask.size"]).toMatchObject({ type: "text", label: "Talla", required: false });
  });

  it("take lines as they are written, and Markdown in what is agreed to", () => {
    expect(fields["ask.nick"]!.hint).toBe("Uno *corto*.");
    expect(fields["ask.terms"]!.text).toEqual([
      "Acepto los de ",
      { tag: "strong", children: ["Alfa Autos"] },
      ".",
    ]);
  });

  it("that the flow reads are null where the content does not ask them", () => {
    expect(fields["ask.nick"]).toBeDefined();
    expect(flowOf("BB").fields["ask.nick"]).toBeUndefined();
    const [, , leaves] = compiled("BB").private.programs["offer--spring"]!.onContinue["ask"]!;
    // A condition that can never hold leaves its line out.
    expect(leaves).toEqual({ go: "done" });
    expect(compiled("AA").private.programs["offer--spring"]!.onContinue["ask"]![2]).toMatchObject({
      redirect: "/306",
      says: ["Hola ", { var: "ask.nick" }],
    });
  });
});
