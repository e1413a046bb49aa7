import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { compileBrand, plainWords, type Sources, type Words } from "../../schemas/engine/all.ts";
import { baseSources, changed } from "./broken-cases.ts";

const type = "schemas/content/offers.json";
const content = "brands/AA/content/offers.json";
const screen = "schemas/screens/offers.json";
const brand = "brands/AA/brand.json";

const text = (required = true) => ({
  type: "text",
  description: "Texto.",
  ...(required ? {} : { required }),
});
const slide = {
  title: text(),
  body: { type: "words", description: "Texto.", required: false },
  illustration: text(false),
  picture: { type: "address", description: "Imagen.", required: false },
  label: text(false),
  to: { type: "address", description: "Enlace.", required: false },
};

/** The base with a content type of three lists, a brand's content of it, and a screen whose blocks take its rows. */
const sources: Sources = {
  ...changed(baseSources(), {
    [brand]: { replace: '"screens": ["home",', by: '"screens": ["home", "offers",' },
  }),
  [type]: JSON.stringify({
    content: "offers",
    description: "Ofertas.",
    fields: {
      slides: { type: "list", description: "Avisos.", required: false, fields: slide },
      parts: {
        type: "list",
        description: "Secciones.",
        required: false,
        fields: { anchor: text(), title: text(), body: { type: "words", description: "Texto." } },
      },
      topics: {
        type: "list",
        description: "Temas.",
        required: false,
        fields: {
          title: text(),
          items: {
            type: "list",
            description: "Preguntas.",
            fields: { title: text(), body: { type: "words", description: "Respuesta." } },
          },
        },
      },
      names: { type: "list", description: "Nombres.", required: false, of: "text" },
    },
  }),
  [content]: JSON.stringify({
    slides: [
      {
        title: "1. *Oferta* en {brand.name}",
        body: "Con tu **{word.plate}**.",
        label: "Ver más",
        to: "/visita",
      },
      { title: "Otra", illustration: "suv", picture: "https://fotos.example/auto.jpg" },
    ],
    parts: [{ anchor: "uso", title: "Uso", body: "Del sitio." }],
    topics: [{ title: "Compra", items: [{ title: "¿Cómo?", body: "Así: [aquí](/visita)." }] }],
  }),
  [screen]: JSON.stringify({
    screen: "offers",
    route: "/ofertas",
    title: "Ofertas",
    description: "Una página de prueba.",
    blocks: [
      { block: "hero", title: "Solo otros", onlyFor: { country: "PE" } },
      { block: "banner", title: "Avisos", items: { content: "offers.slides" } },
      { block: "sections", title: "Partes", items: { content: "offers.parts" } },
      { block: "questions", title: "Preguntas", items: { content: "offers.topics" } },
      {
        block: "cards",
        title: "Tarjetas",
        items: [
          { title: "De aquí", action: { label: "Ir", to: "/visita" }, onlyFor: { country: "CL" } },
          { title: "De allá", action: { label: "Ir", to: "/" }, onlyFor: { country: "PE" } },
        ],
      },
    ],
  }),
};

const told = (file: string, replace: string, by: string): string[] =>
  checkSources(changed(sources, { [file]: { replace, by } })).map(
    ({ code, file: where, excerpt, column, length }) =>
      `${code} at ${excerpt.slice(column - 1, column - 1 + length)}${where === file ? "" : ` in ${where}`}`,
  );

const compiled = (given: Sources) => {
  const { files, diagnostics } = readSources(given);
  expect(diagnostics).toEqual([]);
  const { blocks } = compileBrand(files, "AA").public.brand.screens.find((one) => one.screen === "offers")!;
  return blocks;
};

describe("a block whose items are rows of content", () => {
  it("is as it should be in these sources", () => expect(checkSources(sources)).toEqual([]));

  it("has them with the brand's words; a line is a line, whatever it looks like", () => {
    const [banner, sections, questions] = compiled(sources);
    const [first, second] = banner!["items"] as Record<string, unknown>[];
    expect(first!["title"]).toBe("1. *Oferta* en Alfa Autos");
    expect(plainWords(first!["body"] as Words)).toBe("Con tu patente.");
    expect(first!["body"]).toContainEqual({ tag: "strong", children: ["patente"] });
    expect(first!["action"]).toEqual({ label: "Ver más", to: "/visita" });
    expect(second).toEqual({
      title: "Otra",
      illustration: "suv",
      picture: "https://fotos.example/auto.jpg",
    });
    expect(sections!["items"]).toEqual([{ anchor: "uso", title: "Uso", body: "Del sitio." }]);
    expect(questions!["items"]).toEqual([
      {
        title: "Compra",
        items: [
          {
            title: "¿Cómo?",
            body: ["Así: ", { tag: "a", href: "/visita", children: ["aquí"] }, "."],
          },
        ],
      },
    ]);
  });

  it("leaves out items that are for other brands", () => {
    expect(compiled(sources).at(-1)!["items"]).toEqual([
      { title: "De aquí", action: { label: "Ir", to: "/visita" } },
    ]);
  });

  it("is not there without rows", () => {
    const none = { ...sources, [content]: JSON.stringify({ slides: [], parts: [] }) };
    expect(checkSources(none)).toEqual([]);
    expect(compiled(none).map(({ block }) => block)).toEqual(["cards"]);
  });

  it("has its own words in a brand by its place in the file, whatever stands before it for others", () => {
    const own = {
      ...sources,
      "brands/AA/wording.es.json": JSON.stringify({ "screens.offers.blocks.4.items.0.title": "De casa" }),
    };
    expect(checkSources(own)).toEqual([]);
    expect(compiled(own).at(-1)!["items"]).toMatchObject([{ title: "De casa" }]);
  });

  it.each([
    ["offers.slides", "offers.slide", ["unknown-content at offers.slide"]],
    ["offers.slides", "ofers.slides", ["unknown-content-type at ofers.slides"]],
    ["offers.slides", "offers", ["malformed-value at offers"]],
    ["offers.slides", "offers.names", ["content-does-not-fit at offers.names"]],
    // Without a body, and with what it does not show.
    ["offers.parts", "offers.slides", ["content-does-not-fit at offers.slides"]],
    ["offers.topics", "offers.parts", ["content-does-not-fit at offers.parts"]],
    ["offers.slides", "offers.topics", ["content-does-not-fit at offers.topics"]],
  ])("that names %j as %j is told %j", (replace, by, expected) => {
    expect(told(screen, replace, by)).toEqual(expected);
  });

  it.each([
    [
      "a link needs a line",
      `"label":${JSON.stringify(text(false))}`,
      `"label":${JSON.stringify(slide.body)}`,
    ],
    [
      "what it has to have",
      `"fields":{"title":${JSON.stringify(text())},"body":{"type":"words","description":"Texto.","required"`,
      `"fields":{"title":${JSON.stringify(text(false))},"body":{"type":"words","description":"Texto.","required"`,
    ],
    [
      "no number",
      `"illustration":${JSON.stringify(text(false))}`,
      '"illustration":{"type":"number","description":"N.","required":false}',
    ],
    [
      "a misspelt field",
      `"illustration":${JSON.stringify(text(false))}`,
      `"ilustration":${JSON.stringify(text(false))}`,
    ],
  ])("takes only fields that it shows: %s", (_what, replace, by) => {
    const codes = told(type, replace, by).filter((one) => one.endsWith(screen));
    expect(codes).toEqual([`content-does-not-fit at offers.slides in ${screen}`]);
  });

  it.each([
    ['"suv"', '"suvv"', ["unknown-illustration at suvv"]],
    ['"anchor":"uso"', '"anchor":"Uso del sitio"', ["malformed-value at Uso del sitio"]],
    ['"to":"/visita"', '"to":"/vista"', ["unknown-route at /vista"]],
    ['"to":"/visita"', '"to":"https://otro.example/x"', []],
    [',"to":"/visita"', "", ["missing-key at {"]],
    [
      '{"anchor":"uso","title":"Uso","body":"Del sitio."}',
      '{"anchor":"uso","title":"Uso","body":"Del sitio."},{"anchor":"uso","title":"Otro","body":"Uso."}',
      ["value-out-of-range at uso"],
    ],
  ])("judges what stands in the rows: %j as %j", (replace, by, expected) => {
    const codes = told(content, replace, by).map((one) =>
      one.startsWith("missing-key") ? "missing-key at {" : one,
    );
    expect(codes).toEqual(expected);
  });

  it("tells a brand that has no such content, or not the screen that it leads to", () => {
    const { [content]: _, ...without } = sources;
    expect(checkSources(without).map(({ code, file }) => [code, file])).toEqual([["missing-content", brand]]);
    const lacks = changed(sources, { [brand]: { replace: '"visit", ', by: "" } });
    expect(checkSources(lacks).map(({ code }) => code)).toContain("missing-screen");
  });
});

describe("a screen for several addresses", () => {
  const codes = (route: string, given: Record<string, unknown>): Sources => ({
    ...sources,
    [screen]: JSON.stringify({
      screen: "offers",
      route,
      title: "Códigos",
      description: "Una página de prueba.",
      ...given,
      blocks: [{ block: "hero", title: "Hola", action: { label: "Ir", to: "/301" } }],
    }),
  });

  it.each([
    ["/:code", { parameters: { code: { pattern: "^3[0-9]{2}$" } } }, []],
    ["/:code", { parameters: { code: { pattern: "^4[0-9]{2}$" } } }, ["unknown-route"]],
    ["/:code", { parameters: { cod: { pattern: "^3[0-9]{2}$" } } }, ["parameter-not-in-route"]],
    ["/:code", { parameters: { code: { pattern: "(a+)+$" } } }, ["slow-pattern"]],
    ["/:code", { parameters: { code: { pattern: "[" } } }, ["invalid-pattern"]],
    ["/:code", { parameters: { code: {} } }, ["missing-key"]],
  ])("at %s with %j is told %j", (route, given, expected) => {
    expect(checkSources(codes(route, given)).map(({ code }) => code)).toEqual(expected);
  });

  it("says so in the revision", () => {
    const parameters = { code: { pattern: "^3[0-9]{2}$" } };
    const { files } = readSources(codes("/:code", { parameters }));
    expect(compileBrand(files, "AA").public.brand.screens[1]).toMatchObject({ route: "/:code", parameters });
  });
});
