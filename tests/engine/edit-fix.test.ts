import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { compileBrand, compileValidators, prepare, readSources } from "../../schemas/engine/all.ts";
import { fixSources } from "../../schemas/engine/edit.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { baseSources, changed, projectSources } from "./broken-cases.ts";

const base = baseSources();
const wording = "schemas/flows/waiver/wording.es.json";
const flow = "schemas/flows/waiver/flow.json";
const visit = "schemas/flows/visit/flow.json";
const family = "schemas/flows/family/flow.json";
const place = "schemas/fragments/place.json";
const relatives = "steps.members.sections.all.fields.relatives.fields";

/** The codes that are left, and where. */
const codesOf = (sources: Sources): string[] =>
  checkSources(sources).map(({ file, line, code }) => `${file}:${line} ${code}`);

describe("putting in missing keys", () => {
  it("changes nothing where nothing is missing", () => {
    expect(fixSources(base)).toEqual({ changed: {}, added: [] });
    expect(fixSources(projectSources())).toEqual({ changed: {}, added: [] });
  });

  it("puts words that stand apart where they are read, empty, and changes nothing else", () => {
    const sources = changed(base, {
      [wording]: { replace: '  "sign.name.label": "Nombre",\n', by: "" },
      [flow]: { replace: '["paper", "mail"]', by: '["paper", "fax", "mail"]' },
    });
    const { changed: files, added } = fixSources(sources);
    expect(added.map(({ key }) => key).toSorted()).toEqual(["sign.copy.options.fax", "sign.name.label"]);
    expect(Object.keys(files)).toEqual([wording]);
    expect(files[wording]).toBe(
      base[wording]!.replace('"Nombre"', '""').replace(
        '"sign.copy.options.mail"',
        '"sign.copy.options.fax": "",\n  "sign.copy.options.mail"',
      ),
    );
    expect(codesOf({ ...sources, ...files })).toEqual([
      `${wording}:5 empty-wording`,
      `${wording}:9 empty-wording`,
    ]);
  });

  it("makes the file of the words when there is none, whole and in order", () => {
    const sources = changed(base, { [wording]: null });
    const { changed: files } = fixSources(sources);
    const made = JSON.parse(files[wording]!) as Record<string, string>;
    const { $schema, ...words } = made;
    expect($schema).toBe("../../language/wording.schema.json");
    const wanted = Object.keys(JSON.parse(base[wording]!) as object).filter((key) => key !== "sign.body");
    expect(Object.keys(words)).toEqual(wanted);
    expect(new Set(Object.values(words))).toEqual(new Set([""]));
    expect(new Set(checkSources({ ...sources, ...files }).map(({ code }) => code))).toEqual(
      new Set(["empty-wording"]),
    );
  });

  it("puts a label in place where words stand in place, after the kind", () => {
    const sources = changed(base, { [visit]: { replace: '              "label": "Nota",\n', by: "" } });
    const { changed: files } = fixSources(sources);
    expect(files).toEqual({ [visit]: base[visit]!.replace('"label": "Nota"', '"label": ""') });
  });

  it("puts in the words of rows, dialogs, documents and of what a fragment asks, each in its own file", () => {
    const sources = changed(base, {
      [family]: {
        replace: '"name": { "kind": "text", "label": "Nombre" }',
        by: '"name": { "kind": "text" }, "card": { "kind": "notice", "items": { "due": { "label": "Total" } } }',
      },
      [place]: { replace: '"label": "Zona", ', by: "" },
    });
    const text = sources[family]!.replace('"title": "Queda lejos",', "").replace('"label": "Salir", ', "");
    const { changed: files, added } = fixSources({ ...sources, [family]: text });
    expect(added.map(({ file, key }) => `${file} ${key}`).toSorted()).toEqual([
      `${family} dialogs.far.buttons.leave.label`,
      `${family} dialogs.far.title`,
      `${family} ${relatives}.card.items.due.text`,
      `${family} ${relatives}.name.label`,
      `${place} fields.area.label`,
    ]);
    expect(files[place]).toBe(base[place]!.replace('"Zona"', '""'));
    expect(new Set(checkSources({ ...sources, ...files }).map(({ code }) => code))).toEqual(
      new Set(["empty-wording"]),
    );
  });

  it("puts apart what a fragment leaves to a flow whose words stand apart, for each use", () => {
    const twice = ["mother", "father"].map((id) => `"${id}": { "kind": "group", "use": "kin" }`).join(", ");
    const sources = changed(
      {
        ...base,
        "schemas/fragments/kin.json": '{ "fragment": "kin", "fields": { "name": { "kind": "text" } } }',
      },
      {
        [flow]: { replace: '"agree": { "kind": "consent" }', by: `"agree": { "kind": "consent" }, ${twice}` },
      },
    );
    const { changed: files, added } = fixSources(sources);
    expect(Object.keys(files)).toEqual([wording]);
    expect(added.map(({ key }) => key).toSorted()).toEqual([
      "sign.father.label",
      "sign.father.name.label",
      "sign.mother.label",
      "sign.mother.name.label",
    ]);
  });

  it("puts apart what stands apart, also of groups, dialogs and documents", () => {
    const sources = changed(base, {
      [flow]: {
        replace: '"agree": { "kind": "consent" }',
        by: '"agree": { "kind": "consent" }, "home": { "kind": "group", "fields": { "street": { "kind": "text" } } }, "kin": { "kind": "list", "use": "place", "with": { "asked": true } }',
      },
    });
    const more =
      '"dialogs": { "sure": { "buttons": { "yes": { "onPress": [{ "resume": true }] } } } }, "documents": { "sheet": { "format": "pdf" } }, "mails"';
    const text = sources[flow]!.replace('"mails"', more)
      .replace('{ "go": "signed" }', '{ "dialog": "sure" }, { "go": "signed" }')
      .replace('"to": {', '"attach": ["sheet"], "to": {');
    const { changed: files, added } = fixSources({ ...sources, [flow]: text });
    expect(Object.keys(files)).toEqual([wording]);
    expect(added.map(({ key }) => key).toSorted()).toEqual([
      "dialogs.sure.buttons.yes.label",
      "dialogs.sure.title",
      "documents.sheet.title",
      "sign.home.label",
      "sign.home.street.label",
      "sign.kin.label",
    ]);
    const codes = new Set(checkSources({ ...sources, [flow]: text, ...files }).map(({ code }) => code));
    expect(codes).toEqual(new Set(["empty-wording"]));
  });

  it("puts in common words, words of a kind and of a brand", () => {
    const sources = changed(base, {
      "schemas/wording.es.json": { replace: '  "common.back": "Volver",\n', by: "" },
      "schemas/kinds/dni.json": { replace: ', "problems.digits": "Deben ser 8 dígitos"', by: "" },
      "brands/BB/brand.json": {
        replace: '  "vocabulary": { "plate": { "noun": "placa", "article": "la" } },\n',
        by: "",
      },
    });
    const { changed: files } = fixSources(sources);
    expect(files["schemas/wording.es.json"]).toBe(base["schemas/wording.es.json"]!.replace('"Volver"', '""'));
    expect(JSON.parse(files["schemas/kinds/dni.json"]!)).toMatchObject({
      wording: { "problems.digits": "" },
    });
    expect(JSON.parse(files["brands/BB/brand.json"]!)).toMatchObject({
      vocabulary: { plate: { noun: "", article: "la" } },
    });
    expect(new Set(checkSources({ ...sources, ...files }).map(({ code }) => code))).toEqual(
      new Set(["empty-wording"]),
    );
  });

  it("leaves what is misspelt to its author", () => {
    const sources = changed(base, {
      [visit]: { replace: '"says": "repeated"', by: '"says": "repeeted"' },
      "schemas/wording.es.json": { replace: '"common.back"', by: '"common.bak"' },
    });
    expect(fixSources(sources)).toEqual({ changed: {}, added: [] });
  });

  it("moves no text that stands in place, and gives it its key apart", () => {
    const sources = changed(base, {
      [flow]: { replace: '{ "kind": "consent" }', by: '{ "kind": "consent", "hint": "Léelo" }' },
    });
    const { changed: files, added } = fixSources(sources);
    expect(added).toEqual([{ file: wording, key: "sign.agree.hint" }]);
    expect(Object.keys(files)).toEqual([wording]);
    expect(checkSources({ ...sources, ...files }).map(({ code }) => code)).toEqual([
      "words-in-place",
      "empty-wording",
    ]);
  });

  it("does nothing to files that cannot be read", () => {
    const sources = changed(base, { [wording]: { text: "{" } });
    expect(fixSources(sources)).toEqual({ changed: {}, added: [] });
    expect(checkSources(sources).map(({ code }) => code)).toEqual(["unfinished-file"]);
  });

  it("comes to an end: a second time changes nothing", () => {
    const sources = changed(base, { [wording]: null, "schemas/wording.es.json": { text: "{}" } });
    const once = { ...sources, ...fixSources(sources).changed };
    expect(fixSources(once)).toEqual({ changed: {}, added: [] });
  });
});

describe("a flow whose words stand apart", () => {
  it("is compiled with them", () => {
    const sources = changed(base, {
      "schemas/screens/home.json": {
        replace: '"blocks": [',
        by: '"blocks": [{ "block": "flow", "flow": "waiver" }, ',
      },
    });
    expect(checkSources(sources)).toEqual([]);
    const { public: shown, private: kept } = compileBrand(readSources(sources).files, "BB");
    const compiled = shown.flows["waiver"]!;
    expect([compiled.title, compiled.steps[0]!.title]).toEqual(["Renuncia", "Firma"]);
    expect(compiled.fields["sign.copy"]!.options).toEqual({
      list: [
        { value: "paper", label: "En papel" },
        { value: "mail", label: "Por correo" },
      ],
    });
    expect(compiled.fields["sign.name"]!.problems["initial"]).toBe("No basta con una inicial");
    expect(kept.programs["waiver"]!.mails["receipt"]!.body).toBe("Gracias");
    prepare(compiled, compileValidators(compiled));
  });
});
