/** The files as an author's editor sees them: with VS Code's own JSON language service and this project's settings. */
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  getLanguageService,
  TextDocument,
  type CompletionItem,
  type Diagnostic,
  type Hover,
} from "vscode-json-languageservice";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { editorOffers } from "../../tools/authors/offers.ts";
import { baseSources, brokenCases, changed, projectSources } from "./broken-cases.ts";

const root = resolve(import.meta.dirname, "../..");
const settings = JSON.parse(readFileSync(join(root, ".vscode/settings.json"), "utf8")) as {
  "json.schemas": { fileMatch: string[]; url: string }[];
};
const offers = editorOffers(projectSources());
const service = getLanguageService({
  schemaRequestService: async (uri) => {
    const path = relative(root, fileURLToPath(uri)).replaceAll("\\", "/");
    return offers[path] ?? readFileSync(join(root, path), "utf8");
  },
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
});
service.configure({
  validate: true,
  schemas: settings["json.schemas"].map(({ fileMatch, url }) => ({
    uri: pathToFileURL(join(root, url)).href,
    fileMatch,
  })),
});

const documentOf = (path: string, text: string): TextDocument =>
  TextDocument.create(pathToFileURL(join(root, path)).href, "json", 1, text);

const validate = (path: string, text: string): Promise<Diagnostic[]> => {
  const document = documentOf(path, text);
  return Promise.resolve(service.doValidation(document, service.parseJSONDocument(document)));
};

/** What is offered at the `|` that `by` puts in the place of a text of a file. */
async function offered(path: string, replace: string, by: string): Promise<CompletionItem[]> {
  const text = projectSources()[path]!.replace(replace, by);
  const offset = text.indexOf("|");
  const document = documentOf(path, text.replace("|", ""));
  const list = await service.doComplete(
    document,
    document.positionAt(offset),
    service.parseJSONDocument(document),
  );
  return list?.items ?? [];
}

const labels = (items: CompletionItem[]): string[] => items.map(({ label }) => label.replaceAll('"', ""));

/** What is read over the first place of a text in a file, after a change to it. */
async function hover(path: string, over: string, [replace, by] = ["", ""]): Promise<string> {
  const text = projectSources()[path]!.replace(replace, by);
  const document = documentOf(path, text);
  const position = document.positionAt(text.indexOf(over, by === "" ? 0 : text.indexOf(by)) + 1);
  const found = await service.doHover(document, position, service.parseJSONDocument(document));
  const contents: Hover["contents"] = found?.contents ?? [];
  return [contents]
    .flat()
    .map((one) => (typeof one === "string" ? one : one.value))
    .join("\n");
}

const flow = "schemas/flows/contact/flow.json";
const phone = '{ "kind": "phone" }';
const fragment = "schemas/fragments/chilean-place.json";

describe("an editor", () => {
  it("knows the grammar of every definition file by the settings alone", async () => {
    const sources = { ...projectSources(), ...baseSources() };
    for (const path of Object.keys(sources).filter((one) => placeOf(one))) {
      // No file has this key; files of words and of content take any, but nothing empty.
      expect({ path, found: await validate(path, '{ "nobody": null }') }).not.toEqual({ path, found: [] });
    }
  });

  it("finds nothing wrong with the project's own files", async () => {
    const own = Object.entries({ ...projectSources(), ...baseSources() }).filter(([path]) => placeOf(path));
    const found = await Promise.all(
      own.map(async ([path, text]) => ({ path, found: await validate(path, text) })),
    );
    expect(found.filter((one) => one.found.length > 0)).toEqual([]);
  });

  it.each(
    brokenCases()
      .filter(({ code }) =>
        ["unknown-key", "wrong-type", "unknown-format", "missing-key", "empty-wording"].includes(code),
      )
      // What a kind needs is known only with the kind's file, which an editor does not look at.
      .filter(
        ({ name, expect: told }) =>
          told.length === 1 &&
          ![
            "choice-without-options",
            "fields",
            "options",
            "raw-step",
            "offered-document",
            "handoff",
            "sender",
            "mail-shows",
            "mail-calendar",
          ].includes(name) &&
          // Nor at the flow of a content or of an example.
          !["row-options", "row-text", "example-content", "wait-until"].includes(name) &&
          // Nor does it know what each format takes, or that blanks say nothing.
          !["format-parameter", "format-of-field", "format-of-kind", "blanks", "blank-action"].includes(name),
      )
      .map((one) => [`${one.code}/${one.name}`, one] as const),
  )("marks %s", async (_, { change, expect: [told] }) => {
    const text = changed(baseSources(), change)[told!.file]!;
    const found = await validate(told!.file, text);
    expect(found).not.toEqual([]);
  });

  it("offers the keys of a field", async () => {
    const found = labels(await offered(flow, phone, '{ "kind": "phone", | }'));
    expect(found).toEqual(expect.arrayContaining(["label", "hint", "visibleWhen", "required", "options"]));
    expect(found).not.toContain("kind");
    expect(found).not.toContain("steps");
  });

  const limits = ["minLength", "maxLength", "pattern", "format", "minimum", "maximum", "multipleOf"];
  const ofVariant = '{ "kind": "number", "variants": [{ "when": true, "schema": { | } }] }';
  it.each<[string, string, string, string, string[]]>([
    ["number", flow, phone, '{ "kind": "number", "schema": { | } }', ["minimum", "maximum", "multipleOf"]],
    [
      "text",
      flow,
      phone,
      '{ "kind": "text", "schema": { | } }',
      ["minLength", "maxLength", "pattern", "format"],
    ],
    [
      "kind with a pattern of its own",
      flow,
      phone,
      '{ "kind": "year", "schema": { | } }',
      ["minLength", "maxLength", "format"],
    ],
    [
      "kind with a format of its own",
      flow,
      phone,
      '{ "kind": "email", "schema": { | } }',
      ["minLength", "maxLength"],
    ],
    ["choice of several", flow, phone, '{ "kind": "choices", "schema": { | } }', ["minItems", "maxItems"]],
    ["yes or no", flow, phone, '{ "kind": "yesNo", "schema": { | } }', []],
    ["variant of a number", flow, phone, ofVariant, ["minimum", "maximum", "multipleOf"]],
    ["kind that there is not", flow, phone, '{ "kind": "nobody", "schema": { | } }', limits],
    [
      "field of a fragment",
      fragment,
      '"kind": "region",',
      '"kind": "number", "schema": { | },',
      ["minimum", "maximum", "multipleOf"],
    ],
  ])("offers in the schema of a %s what fits", async (_, path, replace, by, those) => {
    const found = labels(await offered(path, replace, by)).toSorted();
    if (by.includes("nobody")) expect(found).toEqual(expect.arrayContaining(those));
    else expect(found).toEqual(those.toSorted());
  });

  it("offers the kinds, widgets and formats by name", async () => {
    const kinds = labels(await offered(flow, phone, '{ "kind": | }'));
    expect(kinds).toEqual(expect.arrayContaining(["rut", "dni", "email", "choice", "identityDocument"]));
    const widgets = labels(await offered(flow, phone, '{ "kind": "phone", "widget": | }'));
    expect(widgets).toEqual(expect.arrayContaining(["text", "longText", "select", "consent"]));
    const path = "schemas/kinds/countries/rut.json";
    expect(labels(await offered(path, '"format": "rut"', '"format": |'))).toContain("withoutSpaces");
  });

  it.each<[string, string, string, string, string[], string[]]>([
    ["steps to go to", flow, '{ "go": "confirmation" }', '{ "go": | }', ["confirmation"], ["receipt"]],
    [
      "calls",
      flow,
      '"call": "branchOffice.cities"',
      '"call": "|"',
      ["crm.webForm", "branchOffice.inCity"],
      ["cities"],
    ],
    ["queries", flow, '{ "data": "cities" }', '{ "data": "|" }', ["cities", "branches"], ["matters"]],
    ["trees", flow, '{ "tree": "matters" }', '{ "tree": "|" }', ["matters", "chile"], ["cities"]],
    ["mails", flow, '{ "mail": "receipt" }', '{ "mail": "|" }', ["receipt"], ["contact"]],
    [
      "answers, facts and queries",
      flow,
      '{ "var": "request.city" }',
      '{ "var": "|" }',
      ["request.phone", "brand.country", "data.cities.status", "today"],
      ["crm.webForm"],
    ],
    [
      "answers to reset",
      flow,
      '"resets": ["request.service"]',
      '"resets": [|]',
      ["request.reason"],
      ["brand.country"],
    ],
    ["fragments", flow, phone, '{ "kind": "group", "use": | }', ["residence"], ["contact"]],
    [
      "flows to begin",
      "schemas/flows/declaration/flow.json",
      '"begin": "declaration"',
      '"begin": "|"',
      ["declaration", "leasing"],
      ["end"],
    ],
    ["dialogs", "schemas/flows/appraisal/flow.json", '"dialog": "', '"dialog": "|', [], ["declaration"]],
    [
      "flows of a page",
      "schemas/screens/contact.json",
      '"flow": "contact"',
      '"flow": "|"',
      ["leasing"],
      ["request"],
    ],
    ["pages of a brand", "brands/SI/brand.json", '"contact"', '"|"', ["leasing"], ["request"]],
    [
      "answers in a fragment",
      fragment,
      '"kind": "region"',
      '"kind": "region", "visibleWhen": { "var": "|" }',
      ["brand.country"],
      [],
    ],
  ])("offers %s that the project has", async (_, path, replace, by, those, others) => {
    const found = labels(await offered(path, replace, by));
    expect(found).toEqual(expect.arrayContaining(those));
    for (const other of others) expect(found).not.toContain(other);
  });

  it("offers the names of a flow in its own file alone, and nothing it offers is asked for", async () => {
    const leasing = labels(await offered("schemas/flows/leasing/flow.json", '"go": "', '"go": "|'));
    expect(leasing.length).toBeGreaterThan(0);
    const paths = labels(await offered(flow, '{ "var": "request.city" }', '{ "var": "|" }'));
    expect(paths.filter((path) => /^(house|vehicle|visit)\./.test(path))).toEqual([]);
    expect(await validate(flow, projectSources()[flow]!)).toEqual([]);
  });

  it("offers the operators in a rule, at any depth, with what they mean", async () => {
    const rule = await offered(flow, phone, '{ "kind": "phone", "visibleWhen": { "!": { | } } }');
    expect(labels(rule)).toEqual(expect.arrayContaining(["==", "and", "in", "var", "rut.isValid"]));
    const valid = rule.find(({ label }) => label === "rut.isValid")?.documentation;
    expect(JSON.stringify(valid)).toContain("RUT");
  });

  const inGroup = '{ "kind": "group", "fields": { "inner": { "kind": "phone", | } } }';
  const inRow = '{ "kind": "list", "fields": { "inner": { "kind": "phone", "widget": | } } }';
  const inDialog = '"dialogs": { "sure": { "buttons": { "leave": { "onPress": [|] } } } }, "mails"';

  it("offers the same within groups, lists, fragments and dialogs", async () => {
    const field = labels(await offered(flow, phone, inGroup));
    expect(field).toEqual(expect.arrayContaining(["label", "visibleWhen", "options", "use", "items"]));
    expect(field).not.toContain("kind");
    expect(labels(await offered(flow, phone, inRow))).toEqual(
      expect.arrayContaining(["text", "list", "priceCard"]),
    );
    const kinds = labels(await offered(fragment, '"kind": "region"', '"kind": |'));
    expect(kinds).toEqual(expect.arrayContaining(["commune", "group", "list", "notice"]));
    const rule = labels(
      await offered(fragment, '"kind": "region",', '"kind": "region", "visibleWhen": { | },'),
    );
    expect(rule).toEqual(expect.arrayContaining(["==", "var", "rut.isValid"]));
    const dialog = '"dialogs": { "sure": { "body": "x", | } }, "mails"';
    expect(labels(await offered(flow, '"mails"', dialog))).toEqual(["title", "buttons"]);
    const press = labels(await offered(flow, '"mails"', inDialog));
    expect(press).toEqual(expect.arrayContaining(["close", "retry", "resume", "clear"]));
    expect(press).not.toContain("call");
  });

  it.each([
    ["field", flow, phone, "|", "Elección"],
    ["group", flow, phone, "|", "Grupo"],
    ["list", flow, phone, "|", "Lista"],
    ["field in a group", flow, phone, '{ "kind": "group", "fields": { "inner": | } }', "Archivo"],
    ["field in a row", flow, phone, '{ "kind": "list", "fields": { "inner": | } }', "Grupo de un fragmento"],
    ["line of a card", flow, phone, '{ "kind": "priceCard", "items": { "price": | } }', "Línea"],
    ["field of a fragment", fragment, '"commune": {', '"more": |, "commune": {', "Campo de texto"],
    ["raw step", flow, '"confirmation": {', '"another": |, "confirmation": {', "Paso con JSON Schema"],
    ["dialog", flow, '"mails"', '"dialogs": { "sure": | }, "mails"', "Diálogo"],
    ["button", flow, '"mails"', '"dialogs": { "sure": { "buttons": { "leave": | } } }, "mails"', "Botón"],
    ["document", flow, '"mails"', '"documents": { "sheet": | }, "mails"', "Documento"],
    ["parameter of a flow", flow, '"mails"', '"parameters": { "who": | }, "mails"', "Parámetro"],
    ["begin", flow, '{ "go": "confirmation" }', '|, { "go": "confirmation" }', "begin"],
    [
      "query with a button",
      flow,
      '"branches": { "call"',
      '"more": |, "branches": { "call"',
      "Consulta con botón",
    ],
    [
      "bound answer",
      "schemas/screens/contact.json",
      '"answers": {',
      '"answers": { "request.city": |,',
      "De la dirección",
    ],
    ["choice field", flow, phone, "|", "Campo de texto"],
    ["step", flow, '"confirmation": {', '"another": |, "confirmation": {', "Paso final"],
    ["section", flow, '"person": {', '"another": |, "person": {', "Sección"],
    [
      "data",
      flow,
      '"branches": { "call"',
      '"more": |, "branches": { "call"',
      "Consulta que depende de una respuesta",
    ],
    ["call", flow, '{ "go": "confirmation" }', '|, { "go": "confirmation" }', "call"],
    ["submit", flow, '{ "go": "confirmation" }', '|, { "go": "confirmation" }', "submit"],
    ["rule", flow, phone, '{ "kind": "phone", "visibleWhen": | }', "Es igual a"],
    ["options", flow, phone, '{ "kind": "phone", "options": | }', "Árbol, bajo otra elección"],
    ["screen block", "schemas/screens/contact.json", '"blocks": [', '"blocks": [|, ', "hero"],
  ])("offers a snippet for a %s", async (_, path, replace, by, label) => {
    const found = (await offered(path, replace, by)).find((item) => item.label === label);
    expect(found?.insertText).toMatch(/\$\{?\d/);
  });

  it.each([
    ["a group", '{ "kind": "group", "use": "x", "label": "A" }', '"use"', "schemas/fragments"],
    [
      "a row",
      '{ "kind": "list", "fields": { "inner": { "kind": "text", "hint": "A" } } }',
      '"hint"',
      "ayuda",
    ],
    ["a row's title", '{ "kind": "list", "row": "A" }', '"row"', "cada fila de una lista"],
    [
      "a card's line",
      '{ "kind": "priceCard", "items": { "price": { "text": "A" } } }',
      '"text"',
      "marcadores",
    ],
    ["a file", '{ "kind": "file", "maxSize": 5 }', '"maxSize"', "megabytes"],
  ])("says in Spanish over a key of %s what it is", async (_, by, over, said) => {
    expect(await hover(flow, over, [phone, by])).toContain(said);
  });

  it("says in Spanish over a key of a dialog what it is", async () => {
    const by =
      '"dialogs": { "sure": { "buttons": { "leave": { "onPress": [{ "resume": true }] } } } }, "mails"';
    expect(await hover(flow, '"resume"', ['"mails"', by])).toContain("Siempre true");
    expect(await hover(flow, '"onPress"', ['"mails"', by])).toContain("en el servidor");
  });

  it.each([
    [flow, '"onContinue"', "en el servidor"],
    [flow, '"onFailure"', "Qué se hace si falla"],
    [flow, '"autocomplete"', "navegador"],
    [flow, '"=="', "Si los dos son iguales"],
    ["schemas/kinds/countries/rut.json", '"rut.isValid"', "dígito verificador"],
    [fragment, '"parameters"', "de un uso a otro"],
    [fragment, '"requiredWhen"', "Cuándo hay que responder"],
    ["brands/SI/brand.json", '"mailSender"', "Desde qué dirección se envían los correos"],
    ["schemas/services/crm.json", '"timeout"', "milisegundos"],
    ["schemas/screens/failure.json", '"leaving"', "antes de salir"],
    ["schemas/wording.es.json", '"common.back"', "vuelve"],
  ])("says in Spanish over %s what %s is", async (path, over, said) => {
    expect(await hover(path, over)).toContain(said);
  });
});
