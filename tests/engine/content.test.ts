import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { fixSources } from "../../schemas/engine/edit.ts";
import { openContent } from "../../schemas/engine/3-compile/content.ts";
import { foldCondition, foldRule } from "../../schemas/engine/3-compile/fold.ts";
import { openProject } from "../../schemas/engine/3-compile/project.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { buildRevisions } from "../../server/definitions/build.ts";
import { brandCodes } from "../support/brands.ts";
import { baseSources, changed, projectSources } from "./broken-cases.ts";

const base = baseSources();
const help = "brands/AA/content/visit-help.json";
const type = "schemas/content/visit-help.json";
const home = "schemas/screens/home.json";
const flow = "schemas/flows/visit/flow.json";

/** What is told of the base with one text of a file replaced: code, marked text, suggestion. */
function told(file: string, replace: string, by: string, sources: Sources = base): string[] {
  return checkSources(changed(sources, { [file]: { replace, by } })).map(
    ({ code, excerpt, column, length, suggestion, file: where }) => {
      const marked = excerpt.slice(column - 1, column - 1 + length);
      const place = where === file ? "" : ` in ${where}`;
      return `${code} at ${marked}${place}${suggestion === undefined ? "" : `, ${suggestion}?`}`;
    },
  );
}

describe("content of a brand", () => {
  it.each([
    ['"hours": 8', '"hours": "8"', ["wrong-type at 8"]],
    ['"open": true', '"open": "sí"', ["wrong-type at sí"]],
    ['"title": "Te ayudamos en {brand.name}"', '"title": 3', ["wrong-type at 3"]],
    ['"reasons": ["Es gratis", "Es rápido"]', '"reasons": "Es gratis"', ["wrong-type at Es gratis"]],
    ['"Es rápido"', '{ "title": "Es rápido" }', ['wrong-type at { "title": "Es rápido" }']],
    ['"Es rápido"', '""', ['empty-wording at ""']],
    ['"Una *hora*."', "true", ["wrong-type at true"]],
    ['{ "question": "¿Puedo ir sin hora?", "answer": "Sí." }', '"Sí."', ["wrong-type at Sí."]],
    ['"open": true,', "", ["missing-key at {"]],
    ['"open": true', '"opn": true', ["unknown-key at opn, open?"]],
    ['"open": true', '"open": true, "other": 1', ["unknown-key at other"]],
    ['"answer": "Sí."', '"anwser": "Sí."', ["unknown-key at anwser, answer?"]],
    [', "answer": "Sí."', "", ['missing-key at { "question": "¿Puedo ir sin hora?" }']],
    ['"more": "/visita"', '"more": "http://aa.example"', ["malformed-value at http://aa.example"]],
    ['"more": "/visita"', '"more": "//aa.example"', ["malformed-value at //aa.example"]],
    ['"more": "/visita"', '"more": "javascript:alert(1)"', ["malformed-value at javascript:alert(1)"]],
    ['"more": "/visita"', '"more": "https://aa.example/a?b#c"', []],
    ['"more": "/visita"', '"more": "https://ñandú.cl/a"', []],
    ['"more": "/visita"', '"more": "https://-ñandú.cl"', ["malformed-value at https://-ñandú.cl"]],
    ["https://mapas.example/aa", "javascript:alert", ["unsafe-link at javascript:alert"]],
    ["Una *hora*.", "# Una hora", ["unsupported-markdown at # Una hora"]],
    ["Una *hora*.", "<b>Una</b>", ["unsupported-markdown at <b>Una</b>"]],
    ["Te ayudamos en {brand.name}", "{brand.nombre}", ["unknown-placeholder at {brand.nombre}"]],
    ["{word.plate}", "{word.plat}", ["unknown-term at {word.plat}, {word.plate}?"]],
    ["Es gratis", "Es {gratis", ["malformed-placeholder at {gratis"]],
    ["Es gratis", "Es *gratis* y # más", []],
  ])("with %j as %j tells %j", (replace, by, expected) => {
    expect(told(help, replace, by)).toEqual(expected);
  });

  it("is not judged while its type has a mistake of its own", () => {
    const sources = changed(base, { [help]: { replace: '"open": true', by: '"opn": 3' } });
    expect(told(type, '"type": "boolean"', '"type": "boolen"', sources)).toEqual([
      "unknown-value at boolen, boolean?",
    ]);
  });

  it("of a brand that is not there is told", () => {
    const sources = { ...base, "brands/CC/content/visit-help.json": base[help]! };
    expect(checkSources(sources).map(({ code, file }) => [code, file])).toEqual([
      ["unknown-brand", "brands/CC/content/visit-help.json"],
    ]);
  });

  it("gets the texts that are missing by --fix, and nothing else", () => {
    const sources = changed(base, {
      [help]: { replace: '"title": "Te ayudamos en {brand.name}",', by: "" },
    });
    const { changed: fixed, added } = fixSources(sources);
    expect(added).toEqual([{ file: help, key: "title" }]);
    expect(Object.keys(JSON.parse(fixed[help]!) as object)[0]).toBe("title");
  });
});

describe("a type of content", () => {
  it.each([
    ['"type": "number"', '"type": "list"', ["missing-key at hours"]],
    ['"of": "text"', '"of": "number"', ["unknown-value at number"]],
    ['"of": "text"', '"of": "text", "fields": {}', ["unknown-key at fields"]],
    ['"type": "number"', '"type": "number", "of": "text"', ["unknown-key at of"]],
    ['"description": "Horas de atención."', '"description": ""', ['value-out-of-range at ""']],
    ['"hours"', '"opening-hours"', ["malformed-value at opening-hours"]],
    ['"content": "visitHelp"', '"content": "visit"', ["id-file-mismatch at visit"]],
  ])("with %j as %j tells %j", (replace, by, expected) => {
    expect(told(type, replace, by)).toEqual(expected);
  });
});

describe("reading content", () => {
  const area = '"visibleWhen": { "!!": { "var": "subject.area" } }';

  it.each([
    [home, '"title": "Hola"', '"title": "Hola {content.visitHelp.title}, {content.visitHelp.hours}"', []],
    [home, "**Bienvenido** a {brand.name}", "{content.visitHelp.body}", []],
    [home, "**Bienvenido** a {brand.name}", "[más]({content.visitHelp.hours})", ["unsafe-link"]],
    // The other brand has none.
    [home, "**Bienvenido** a {brand.name}", "[más]({content.visitHelp.more})", ["unsafe-link"]],
    [home, '"title": "Hola"', '"title": "{content.visitHelp.open}"', ["content-does-not-fit"]],
    [home, '"title": "Hola"', '"title": "{content.visitHelp}"', ["unknown-content"]],
    [home, '"title": "Hola"', '"title": "{content.visitHelp.title.x}"', ["unknown-content"]],
    [home, '"title": "Hola"', '"title": "{content.nobody.title}"', ["unknown-content-type"]],
    [flow, area, '"visibleWhen": { "var": "content.visitHelp.open" }', []],
    [flow, area, '"visibleWhen": { "in": ["x", { "var": "content.visitHelp.reasons" }] }', []],
    [flow, area, '"visibleWhen": { "var": "content" }', ["unknown-variable"]],
    [flow, area, '"visibleWhen": { "var": "content.visitHelp.title.x" }', ["unknown-content"]],
  ])("in %s: %j as %j", (file, replace, by, expected) => {
    const codes = told(file, replace, by).map((one) => one.split(" ")[0]);
    expect(codes).toEqual(expected);
  });

  it("tells a brand without it once for each type, whoever reads it, and only where the brand shows it", () => {
    const sources = changed(base, {
      "brands/BB/content/visit-help.json": null,
      [home]: { replace: '"title": "Hola"', by: '"title": "{content.visitHelp.title}"' },
      [flow]: { replace: area, by: '"visibleWhen": { "var": "content.visitHelp.open" }' },
    });
    expect(checkSources(sources).map(({ code, file }) => [code, file])).toEqual([
      ["missing-content", "brands/BB/brand.json"],
    ]);
    const brand = JSON.parse(sources["brands/BB/brand.json"]!) as { screens: string[] };
    const fewer = { ...brand, screens: ["failure"] };
    const hidden = { ...sources, "brands/BB/brand.json": JSON.stringify(fewer) };
    expect(checkSources(hidden).map(({ code }) => code)).not.toContain("missing-content");
  });

  it("says nothing of content whose own file is broken", () => {
    const sources = changed(base, {
      [help]: { text: "{" },
      [home]: { replace: '"title": "Hola"', by: '"title": "{content.visitHelp.title}"' },
    });
    expect(checkSources(sources).map(({ code, file }) => [code, file])).toEqual([["unfinished-file", help]]);
  });
});

describe("compiled content", () => {
  const { files } = readSources(base);
  const open = (brand: string) => openProject(files, brand);

  it("is constants of rules, with the brand's facts in its texts", () => {
    const { constant } = open("AA");
    expect(constant("content.visitHelp.open")).toBe(true);
    expect(constant("content.visitHelp.hours")).toBe(8);
    expect(constant("content.visitHelp.title")).toBe("Te ayudamos en Alfa Autos");
    expect(constant("content.visitHelp.reasons")).toEqual(["Es gratis", "Es rápido"]);
    // What may be left out is absent, for rules.
    expect(open("BB").constant("content.visitHelp.more")).toBeNull();
    expect(constant("subject.area")).toBeUndefined();
  });

  it("is folded away", () => {
    const visible = { and: [{ var: "content.visitHelp.open" }, { "!!": { var: "s.a" } }] };
    expect(foldRule(visible, open("AA").constant)).toEqual({ "!!": [{ var: "s.a" }] });
    expect(foldCondition(visible, open("BB").constant)).toBe(false);
    const first = { in: ["Es gratis", { var: "content.visitHelp.reasons" }] };
    expect(foldRule(first, open("AA").constant)).toBe(true);
  });

  it("enters words as text, and Markdown only where it is the whole text", () => {
    const { words } = open("AA");
    expect(words("body", ["¿{content.visitHelp.hours} *horas*?"])).toEqual([
      "¿8 ",
      { tag: "em", children: ["horas"] },
      "?",
    ]);
    expect(words("body", ["{content.visitHelp.body}"])).toEqual([
      "Trae tu ",
      { tag: "strong", children: ["patente"] },
      " o mira ",
      { tag: "a", href: "https://mapas.example/aa", children: ["cómo llegar"] },
      ".",
    ]);
    expect(words("body", ["[más]({content.visitHelp.more})"])).toEqual([
      { tag: "a", href: "/visita", children: ["más"] },
    ]);
    expect(open("BB").words("body", ["Más: {content.visitHelp.more}"])).toBe("Más: ");
  });

  it("of text can become no markup", () => {
    const sharp = changed(base, { [help]: { replace: "Te ayudamos en {brand.name}", by: "<b>*Hola*</b>" } });
    const { words } = openProject(readSources(sharp).files, "AA");
    expect(words("body", ["{content.visitHelp.title}"])).toBe("<b>*Hola*</b>");
  });

  it("is read by no name that it does not have", () => {
    const content = openContent(files, "AA", () => undefined);
    expect(content.text("content.visitHelp.toString")).toBeUndefined();
    expect(content.constant("content.toString.constructor")).toBeNull();
  });

  const brandsHash = (sources: Sources): Record<string, string> =>
    Object.fromEntries([...buildRevisions(sources, "engine").revisions!].map(([id, { hash }]) => [id, hash]));

  it("is part of its brand's revision, and of no other's", () => {
    const before = brandsHash(base);
    const after = brandsHash(changed(base, { [help]: { replace: '"hours": 8', by: '"hours": 7' } }));
    expect(after["AA"]).not.toBe(before["AA"]);
    expect(after["BB"]).toBe(before["BB"]);
    // How it is written is no part of what it says.
    expect(brandsHash(changed(base, { [help]: { replace: '"hours": 8', by: '"hours":   8' } }))).toEqual(
      before,
    );
  });
});

describe("the appraisal's content", () => {
  const { files } = readSources(projectSources());

  it.each([
    ["SI", true],
    ["WI", false],
  ])("of %s says whether it asks decisive questions", (brand, asks) => {
    const { constant } = openProject(files, brand);
    expect(constant("content.appraisal.asksDecisiveQuestions")).toBe(asks);
  });

  it("can be read by a dialog's words in each brand", () => {
    for (const brand of brandCodes) {
      const { words } = openProject(files, brand);
      for (const name of ["rejectionBody", "quoteFailureBody", "summaryText"]) {
        expect(words("body", [`{content.appraisal.${name}}`])).toEqual(expect.any(Array));
      }
    }
  });
});
