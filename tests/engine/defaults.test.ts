import { describe, expect, it } from "vitest";
import { compileBrand } from "../../schemas/engine/all.ts";
import { addScreens, fixSources } from "../../schemas/engine/edit.ts";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { baseSources, changed } from "./broken-cases.ts";

const whole = baseSources();
const own = "brands/BB/brand.json";
const folder = "brands/defaults/peru";
const defaults = `${folder}/brand.json`;
const help = `${folder}/content/visit-help.json`;
const words = `${folder}/wording.es.json`;

const parsed = (path: string): Record<string, object> => JSON.parse(whole[path]!) as Record<string, object>;

/** The small project, where brand BB says only what is its own. */
function split(): Sources {
  const { facts, vocabulary, theme, screens } = parsed(own);
  const { name, companyId, mailSender, mailboxes, ...common } = facts as Record<string, unknown>;
  const { "screens.home.title": title, ...others } = parsed("brands/BB/wording.es.json");
  const files: Record<string, unknown> = {
    [own]: {
      brand: "BB",
      extends: "peru",
      facts: { name, companyId, mailSender, mailboxes },
      hosts: ["bb.localhost"],
      theme,
    },
    "brands/BB/wording.es.json": { "screens.home.title": title },
    [defaults]: { defaults: "peru", facts: common, vocabulary, screens },
    [words]: others,
    [help]: parsed("brands/BB/content/visit-help.json"),
  };
  const { "brands/BB/content/visit-help.json": _, ...sources } = whole;
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value, null, 2)]);
  return { ...sources, ...(Object.fromEntries(texts) as Sources) };
}

const sources = split();

/** What is told with one text of a file replaced: code, marked text, file, line. */
const told = (file: string, replace: string, by: string): string[] =>
  checkSources(changed(sources, { [file]: { replace, by } })).map(
    ({ code, excerpt, column, length, file: where, line }) =>
      `${code} ${excerpt.slice(column - 1, column - 1 + length)} ${where}:${line}`,
  );

const lineOf = (file: string, text: string): number =>
  sources[file]!.split("\n").findIndex((line) => line.includes(text)) + 1;

describe("a brand that extends defaults", () => {
  it("is the brand that says all of it itself", () => {
    expect(checkSources(sources)).toEqual([]);
    for (const brand of ["AA", "BB"]) {
      expect(compileBrand(readSources(sources).files, brand)).toEqual(
        compileBrand(readSources(whole).files, brand),
      );
    }
  });

  it("says what it says over them: facts and words by key, lists and content whole", () => {
    const { files } = readSources({
      ...sources,
      [own]: sources[own]!.replace(
        '"name": "Beta Motores"',
        '"name": "Beta Motores",\n    "currencies": ["USD"]',
      ).replace('"hosts"', '"screens": ["home", "failure"],\n  "hosts"'),
      "brands/BB/wording.es.json": '{ "common.continue": "Dale" }',
      "brands/BB/content/visit-help.json": '{ "title": "Otra", "body": "Hola.", "open": true, "hours": 1 }',
    });
    expect(files[own]!.value).toMatchObject({
      facts: { currencies: ["USD"], country: "PE" },
      screens: ["home", "failure"],
    });
    expect(files["brands/BB/wording.es.json"]!.value).toMatchObject({
      "common.continue": "Dale",
      "kinds.dni.label": "Documento",
    });
    expect(files["brands/BB/content/visit-help.json"]!.value).toMatchObject({ title: "Otra" });
    expect(files["brands/AA/content/offer/spring.json"]).toBeDefined();
    expect(files["brands/AA/wording.es.json"]).toBeUndefined();
  });

  it("is told of a mistake where the mistake is", () => {
    expect(told(defaults, '"country": "PE"', '"country": "QQ"')).toEqual([
      `unknown-country QQ ${defaults}:${lineOf(defaults, '"country"')}`,
    ]);
    expect(told(defaults, '"screens": [', '"screens": [\n    "nowhere",')).toEqual([
      `unknown-screen nowhere ${defaults}:${lineOf(defaults, '"screens"') + 1}`,
    ]);
    expect(
      told(
        own,
        '"hosts"',
        '"screens": ["home", "family", "offer", "visit", "failure", "nowhere"],\n  "hosts"',
      ),
    ).toEqual([`unknown-screen nowhere ${own}:${lineOf(own, '"hosts"')}`]);
    expect(told(help, '"open": false', '"open": 3')).toEqual([
      `wrong-type 3 ${help}:${lineOf(help, '"open"')}`,
    ]);
    expect(told(words, '"Documento"', '"{brand.nobody}"')).toEqual([
      `unknown-placeholder {brand.nobody} ${words}:${lineOf(words, "Documento")}`,
    ]);
    expect(told(defaults, '"vocabulary"', '"vocabulry"')).toEqual([
      `unknown-key vocabulry ${defaults}:${lineOf(defaults, '"vocabulary"')}`,
    ]);
  });

  it("is told itself of a fact, a key or content that nobody says", () => {
    expect(told(defaults, '    "premium": false\n', '    "other": 1\n')).toEqual([
      `missing-fact facts ${own}:${lineOf(own, '"facts"')}`,
    ]);
    expect(told(defaults, '"locale": "es-PE",', "")).toEqual([
      `missing-key facts ${own}:${lineOf(own, '"facts"')}`,
    ]);
    const { [help]: _, ...without } = sources;
    const home = "schemas/screens/home.json";
    const reading = changed(without, {
      [home]: { replace: '"title": "Hola"', by: '"title": "{content.visitHelp.title}"' },
    });
    const [missing, ...more] = checkSources(reading);
    expect([missing, more.length]).toMatchObject([{ code: "missing-content", file: own }, 0]);
  });

  it("is not judged while what it extends cannot be read", () => {
    expect(told(defaults, '"defaults": "peru",', '"defaults": "peru"')).toMatchObject([
      expect.stringMatching(`^missing-comma .*${defaults}`),
    ]);
  });

  it("has what is missing put in where it is missing, and screens added to a list of its own", () => {
    const broken = changed(sources, {
      [help]: { replace: '  "body": "Llega diez minutos antes.",\n', by: "" },
    });
    expect(fixSources(broken).added).toEqual([{ file: help, key: "body" }]);
    const more = JSON.parse(addScreens(sources, "BB", ["extra"])) as { screens: string[] };
    expect(more.screens).toEqual([...(parsed(own)["screens"] as string[]), "extra"]);
    expect(JSON.parse(addScreens(whole, "AA", ["extra"]))).toMatchObject({
      screens: [...(parsed("brands/AA/brand.json")["screens"] as string[]), "extra"],
    });
  });
});

describe("defaults", () => {
  it("need an own name, have no hosts, and may be nobody's", () => {
    expect(told(defaults, '"defaults": "peru",', '"defaults": "pero",')).toEqual([
      `id-file-mismatch pero ${defaults}:2`,
    ]);
    expect(told(defaults, '"defaults": "peru",', '"defaults": "peru", "hosts": ["a.b"],')).toEqual([
      `conflicting-keys hosts ${defaults}:2`,
    ]);
    const alone = { ...whole, "brands/defaults/chile/brand.json": '{ "defaults": "chile", "facts": {} }' };
    expect(checkSources(alone)).toEqual([]);
  });
});
