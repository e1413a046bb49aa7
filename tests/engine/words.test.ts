import { describe, expect, it, test } from "vitest";
import {
  compileBrand,
  evaluate,
  fillWords,
  filledScreen,
  placeholderText,
  readSources,
  type CompiledFlow,
  type CompiledScreen,
  type Words,
} from "../../schemas/engine/all.ts";
import { isBody } from "../../schemas/engine/1-read/markdown.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { openProject } from "../../schemas/engine/3-compile/project.ts";
import { compileWords } from "../../schemas/engine/3-compile/words.ts";
import { knownWords, rowReader } from "../../schemas/engine/4-evaluate/known-words.ts";
import { isWords, plainWords, shownAs } from "../../schemas/engine/4-evaluate/words.ts";
import type { Format, Sources } from "../../schemas/engine/types/index.ts";
import { writtenFlow } from "../support/written-flow.ts";
import { baseSources, changed, projectSources } from "./broken-cases.ts";

const base = baseSources();
const family = "schemas/flows/family/flow.json";
const place = "schemas/fragments/place.json";

const money: Format = { operation: "amount", with: { locale: "es-CL", currency: "CLP" } };
const booleans = { yes: "Sí", no: "No" };

/** The flow as a brand has it; of sources in which nothing is wrong. */
function compiled(sources: Sources, brand = "AA"): CompiledFlow {
  expect(checkSources(sources).map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([]);
  return compileBrand(readSources(sources).files, brand).public.flows["family"]!;
}

describe("placeholders that are shown as a kind", () => {
  const formats = (kind: string): Format | undefined => (kind === "money" ? money : undefined);

  it("show what a kind with options says of a code, in each brand's words, and nothing of a code that it does not have", () => {
    const state = {
      kind: "visitState",
      type: "choice",
      widget: "select",
      options: {
        list: [
          { value: "open", label: "Abierta en {brand.name}" },
          { value: "late", label: "Atrasada" },
        ],
      },
    };
    const project = openProject(
      readSources({ ...baseSources(), "schemas/kinds/visit-state.json": JSON.stringify(state) }).files,
      "AA",
    );
    const words = project.words("text", ["Está {row.state:visitState}"])!;
    const read = (code: unknown) => knownWords(words, rowReader({ state: code }), undefined);
    expect(read("late")).toEqual(["Está ", "Atrasada"]);
    expect(read("open")).toEqual(["Está ", `Abierta en ${String(project.known("brand.name"))}`]);
    expect(read(["open", "late"])).toEqual([
      "Está ",
      `Abierta en ${String(project.known("brand.name"))}, Atrasada`,
    ]);
    for (const code of ["lost", "toString", null]) expect(read(code)).toBeUndefined();
  });

  it("carry the format", () => {
    expect(compileWords("Son {a.price:money}", () => undefined, formats)).toEqual([
      "Son ",
      { var: "a.price", format: money },
    ]);
    expect(compileWords("Son {a.price:text}", () => undefined, formats)).toEqual([
      "Son ",
      { var: "a.price" },
    ]);
  });

  it("show what is known when a brand is compiled in it", () => {
    expect(compileWords("Son {brand.price:money}", () => "12500", formats)).toBe("Son $12.500");
  });

  it("give the format to whoever fills them", () => {
    const words = compileWords("**{a.price:money}** de {a.of}", () => undefined, formats);
    const values: Record<string, unknown> = { "a.price": 12_500, "a.of": "<b>" };
    const filled = fillWords(words, (name, format) => shownAs(values[name], format, undefined));
    expect(plainWords(filled)).toBe("$12.500 de <b>");
  });

  it("show several values, yes and no, and nothing of an object", () => {
    expect([[1500, 2500], true, false, { id: "a" }].map((value) => shownAs(value, money, booleans))).toEqual([
      "$1.500, $2.500",
      "Sí",
      "No",
      "",
    ]);
  });

  it.each([
    ["data.price", 12_500, money, "$12.500"],
    ["data.price", 12_500, undefined, "12500"],
    ["data.name", "$ y más", undefined, "$ y más"],
    ["data.price", null, money, ""],
  ])("keep a figure beside what stands before it: %s of %j", (name, value, format, shown) => {
    const source = { field: () => undefined, variable: () => value };
    expect(placeholderText({ flow: compiled(base) }, source, name, format)).toBe(shown);
  });

  it("are empty where there is nothing to show", () => {
    expect(["", null, undefined].map((value) => shownAs(value, money, booleans))).toEqual(["", "", ""]);
  });

  it("have the decimals of the kind, where they were computed; what was typed with more is shown as it is", () => {
    const dollars = (decimals?: number): Format => ({
      operation: "amount",
      with: { locale: "es-PE", currency: "USD", ...(decimals === undefined ? {} : { decimals }) },
    });
    const computed = [19509.39, 812.5, 813, 0.4];
    expect(computed.map((value) => shownAs(value, dollars(), booleans))).toEqual([
      "USD\u00a019,509",
      "USD\u00a0813",
      "USD\u00a0813",
      "USD\u00a00",
    ]);
    expect([1234.567, 5].map((value) => shownAs(value, dollars(2), booleans))).toEqual([
      "USD\u00a01,234.57",
      "USD\u00a05",
    ]);
    expect(shownAs("19509.39", dollars(), booleans)).toBe("USD\u00a019509.39");
  });

  it.each([
    ["SI", "Contáctanos $12.500"],
    ["WI", "Contáctanos S/\u00a012,500"],
  ])("have the format that the kind has in %s", (brand, shown) => {
    const contact = "schemas/flows/contact/flow.json";
    const sources = changed(projectSources(), {
      [contact]: { replace: '"title": "Contáctanos"', by: '"title": "Contáctanos {brand.price:money}"' },
    });
    const text = sources[`brands/${brand}/brand.json`]!.replace('"facts": {', '"facts": { "price": 12500,');
    const { files } = readSources({ ...sources, [`brands/${brand}/brand.json`]: text });
    expect(compileBrand(files, brand).public.flows["contact"]!.title).toBe(shown);
  });
});

describe("words of groups, rows and fragments", () => {
  it("name what stands beside them by its full path", () => {
    const sources = changed(base, {
      [place]: { replace: '"label": "Pueblo",', by: '"label": "{with.where}", "hint": "En {group.area}",' },
      [family]: {
        replace: '"label": "De quién es",',
        by: '"label": "De quién es", "hint": "{row.name}: {group.phone}",',
      },
    });
    const { fields } = compiled(sources);
    expect(fields["house.home.town"]).toMatchObject({
      label: "Lugar",
      hint: ["En ", { var: "house.home.area" }],
    });
    expect(fields["house.office.town"]!.hint).toEqual(["En ", { var: "house.office.area" }]);
    expect(fields["members.relatives.contact.owner"]!.hint).toEqual([
      { var: "members.relatives.name" },
      ": ",
      { var: "members.relatives.contact.phone" },
    ]);
  });

  it("may be worded again for each use of a fragment, by the flow and by the brand", () => {
    const sources: Sources = {
      ...base,
      "schemas/flows/family/wording.es.json": JSON.stringify({
        "house.office.town.label": "Pueblo de la oficina, {group.area}",
        "members.relatives.row": "Familiar {number}",
      }),
    };
    const brand = "brands/BB/wording.es.json";
    const own = JSON.parse(sources[brand]!) as Record<string, string>;
    own["flows.family.house.office.area.label"] = "Zona de la oficina";
    own["flows.family.dialogs.far.buttons.leave.label"] = "Irme";
    own["flows.family.documents.sheet.title"] = "Ficha familiar";
    const { fields, dialogs } = compiled({ ...sources, [brand]: JSON.stringify(own) }, "BB");
    expect(fields["house.office.town"]!.label).toEqual([
      "Pueblo de la oficina, ",
      { var: "house.office.area" },
    ]);
    expect([fields["house.home.town"]!.label, fields["house.home.area"]!.label]).toEqual(["Pueblo", "Zona"]);
    expect(fields["house.office.area"]!.label).toBe("Zona de la oficina");
    expect(fields["members.relatives"]!.row).toEqual(["Familiar ", { var: "number" }]);
    expect(dialogs["far"]!.buttons.at(-1)).toEqual({ id: "leave", label: "Irme" });
  });

  it.each([
    [
      "the day, which rules read",
      '"body": "¿Quieres seguir?"',
      '"body": "Hoy es {today}"',
      "unknown-placeholder",
    ],
    [
      "an answer in a row's title",
      '"label": "Familiares",',
      '"label": "Familiares", "row": "{row.name}",',
      "unknown-placeholder",
    ],
    [
      "what a button found, where the server fills",
      '"body": "¿Quieres seguir?"',
      '"body": "¿Y el {data.vehicle.value.model}?"',
      "press-data-rule",
    ],
    [
      "an answer of a row outside of it",
      '"label": "Quién vive fuera",',
      '"label": "Quién vive fuera, {members.relatives.name}",',
      "read-of-row",
    ],
    [
      "a row where there is none",
      '"label": "Quién vive fuera",',
      '"label": "Quién vive fuera, {row.name}",',
      "row-outside-list",
    ],
  ])("cannot name %s", (_, replace, by, code) => {
    const sources = changed(base, { [family]: { replace, by } });
    expect(checkSources(sources).map((one) => one.code)).toEqual([code]);
  });

  it("are told when their key is misspelt, or is of nothing that is shown", () => {
    const sources: Sources = {
      ...base,
      "schemas/flows/family/wording.es.json": JSON.stringify({
        "house.home.aera.label": "Zona",
        "dialogs.far.butons.leave.label": "Irme",
        "house.home.row": "Fila",
        "house.found.hint": "Ayuda",
      }),
    };
    expect(checkSources(sources).map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ["unknown-wording-key", "house.home.area.label"],
      ["unknown-wording-key", "dialogs.far.buttons.leave.label"],
      ["unused-wording-key", undefined],
      ["unused-wording-key", undefined],
    ]);
  });

  it("are checked in a fragment that no flow uses", () => {
    const alone = {
      fragment: "alone",
      parameters: { who: { description: "Quién es." } },
      fields: {
        name: { kind: "text", label: "Nombre de {with.who}" },
        note: { kind: "text", hint: "{group.nmae} {nobody}" },
      },
    };
    const found = checkSources({ ...base, "schemas/fragments/alone.json": JSON.stringify(alone) });
    const told = found.map(({ code, suggestion }) => `${code} ${suggestion ?? ""}`.trim());
    expect(new Set(told)).toEqual(
      new Set(["missing-wording", "unknown-placeholder", "unknown-placeholder {group.name}"]),
    );
  });
});

describe("what the chosen option says of itself", () => {
  const offices = [
    { value: "center", label: "Centro", description: "{brand.name}, Av. Uno 123" },
    { value: "north", label: "Norte" },
  ];
  const steps = {
    s: {
      title: "S",
      sections: {
        only: {
          fields: {
            office: { kind: "choice", label: "Sucursal", options: { list: offices } },
            group: {
              kind: "group",
              label: "G",
              fields: {
                own: { kind: "choice", label: "Otra", options: { list: offices } },
                where: { kind: "notice", text: "En {group.own.description}." },
              },
            },
          },
        },
      },
    },
    end: { name: "Fin", title: "Queda en {s.office.description}.", ends: true },
  };
  const context = { today: "2026-11-21", data: {}, results: {} };

  it.each([
    ["center", "Salazar Israel, Av. Uno 123"],
    ["north", ""],
    [undefined, ""],
    ["nowhere", ""],
  ])("of %s is read as %j", async (office, shown) => {
    const prepared = await writtenFlow({ steps });
    const given = office === undefined ? {} : { "s.office": office, "s.group.own": office };
    const { fields } = evaluate(prepared, given, context);
    const source = { field: (path: string) => fields[path], variable: () => null };
    const fill = (words: Words): string =>
      plainWords(fillWords(words, (name, format) => placeholderText(prepared, source, name, format)));
    expect(fill(prepared.flow.steps[1]!.title)).toBe(`Queda en ${shown}.`);
    expect(fill(prepared.flow.fields["s.group.where"]!.text!)).toBe(`En ${shown}.`);
  });

  it("is of a choice alone", () => {
    const told = (by: string): string[] => {
      const sources = changed(base, {
        [family]: { replace: '"title": "Quiénes son"', by: `"title": "${by}"` },
      });
      return checkSources(sources).map(({ code }) => code);
    };
    expect(told("En {house.home.area.description}")).toEqual([]);
    expect(told("En {house.plate.description}")).toEqual(["unknown-placeholder"]);
    expect(told("En {house.home.description}")).toEqual(["unknown-placeholder"]);
  });
});

describe("the short name of a step", () => {
  const named = changed(base, {
    [family]: { replace: '"title": "Quiénes son"', by: '"name": "{Word.plate}", "title": "Quiénes son"' },
  });

  it("is filled for the brand, and worded again by it", () => {
    expect(compiled(named).steps.map(({ name }) => name)).toEqual([
      undefined,
      "Patente",
      undefined,
      undefined,
    ]);
    const words = JSON.stringify({ "flows.family.members.name": "Los tuyos" });
    const own = { ...named, "brands/AA/wording.es.json": words };
    expect(compiled(own).steps[1]!.name).toBe("Los tuyos");
  });

  it("is checked as other words are", () => {
    const sources = changed(base, {
      [family]: { replace: '"title": "Quiénes son"', by: '"name": "{house.none}", "title": "Quiénes son"' },
    });
    expect(checkSources(sources).map(({ code }) => code)).toEqual(["unknown-placeholder"]);
  });
});

describe("a line", () => {
  /** Each would be a block of Markdown where paragraphs and lists may stand. */
  const lines = [
    "1. Nombre",
    "1) Nombre",
    "- Nombre",
    "+ Nombre",
    "* Nombre",
    "# Nombre",
    "> Nombre",
    "---",
    "```",
    "[a]: /b",
    "2026. Un buen año",
  ];
  /** Every slot that is a line. */
  const keys = [
    "title",
    "house.title",
    "house.name",
    "house.action",
    "members.relatives.label",
    "members.relatives.row",
    "members.relatives.add",
    "members.abroad.problems.required",
    "dialogs.far.title",
    "dialogs.far.buttons.leave.label",
    "mails.copy.subject",
    "documents.sheet.title",
  ];
  const wordedAs = (text: string, also: Record<string, string> = {}) => {
    const own = Object.fromEntries(keys.map((key) => [`flows.family.${key}`, text]));
    const named = { replace: '"title": "Tu casa",', by: '"name": "Casa", "title": "Casa", "body": "Casa",' };
    const words = JSON.stringify({ ...own, ...also });
    const sources = { ...changed(base, { [family]: named }), "brands/AA/wording.es.json": words };
    expect(checkSources(sources).map(({ code, message }) => `${code} ${message}`)).toEqual([]);
    const { public: open, private: closed } = compileBrand(readSources(sources).files, "AA");
    const { title, steps, fields, dialogs } = open.flows["family"]!;
    const { mails, documents } = closed.programs["family"]!;
    const list = fields["members.relatives"]!;
    const said: (Words | undefined)[] = [
      title,
      steps[0]!.title,
      steps[0]!.name,
      steps[0]!.action,
      list.label,
      list.row,
      list.add,
      fields["members.abroad"]!.problems["required"],
      dialogs["far"]!.title,
      dialogs["far"]!.buttons.at(-1)!.label,
      mails["copy"]!.subject,
      documents["sheet"]!.title,
    ];
    return { said, body: steps[0]!.body };
  };

  it.each(lines)("is %j, whatever that would begin elsewhere", (text) => {
    expect(wordedAs(text).said).toEqual(keys.map(() => text));
  });

  it("loses the space before it, and is one paragraph", () => {
    expect(compileWords("    Nombre", () => undefined, undefined, false)).toBe("Nombre");
    expect(compileWords("Uno\n\nDos", () => undefined, undefined, false)).toBe("Uno\nDos");
    expect(compileWords("Uno\n---", () => undefined, undefined, false)).toBe("Uno\n---");
  });

  it("has inline Markdown, and a list where it is a body", () => {
    const { said, body } = wordedAs("1. **Nombre**", { "flows.family.house.body": "1. Nombre" });
    expect(said).toEqual(keys.map(() => ["1. ", { tag: "strong", children: ["Nombre"] }]));
    expect(body).toEqual([{ tag: "ol", children: [{ tag: "li", children: ["Nombre"] }] }]);
  });

  it("of a problem or an option that is called as a body is stays one", () => {
    const told = ["a.problems.text", "a.options.body", "a.label", "screens.x.blocks.0.title"].map(isBody);
    expect(told).toEqual([false, false, false, false]);
    expect(["a.text", "a.items.b.text", "hint", "screens.x.blocks.0.items.1.body"].map(isBody)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

describe("words of a view", () => {
  const words = (sources: Sources): Record<string, Words> => {
    expect(checkSources(sources).map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([]);
    const { screens } = compileBrand(readSources(sources).files, "AA").public.brand;
    const blocks = screens.flatMap((screen) => screen.blocks);
    expect(blocks.filter(({ view }) => view !== "branchOffices").some((block) => "words" in block)).toBe(
      false,
    );
    return blocks.find(({ view }) => view === "branchOffices")!["words"] as Record<string, Words>;
  };

  it("come with the block that shows it, and a brand may have its own", () => {
    expect(words(base)).toMatchObject({
      more: "Ver horario y contacto",
      message: ["Hola, quiero hacer una consulta a la sucursal ", { var: "name" }, "."],
    });
    const own = { "brands/AA/wording.es.json": `{ "views.branchOffices.more": "Más de {brand.name}" }` };
    expect(words({ ...base, ...own })["more"]).toBe("Más de Alfa Autos");
  });
});

test("an item of a block may have slots that are named as parts of words are", () => {
  const items = [
    { tag: "Nuevo", title: "Auto de {data.car.value.name}" },
    { var: "Color", value: [{ var: "data.car.value.name" }, " rojo"] },
  ];
  const screen = { title: "", breadcrumbs: [], blocks: [{ block: "cards", id: "a", items }] };
  const data = { car: { status: "ready" as const, inputs: {}, value: { name: "Yaris" }, options: [] } };
  const filling = { data, today: "2026-01-01", route: {}, booleans };
  const { blocks } = filledScreen(screen as unknown as CompiledScreen, filling);
  expect(blocks[0]!["items"]).toEqual([
    { tag: "Nuevo", title: "Auto de Yaris" },
    { var: "Color", value: ["Yaris", " rojo"] },
  ]);
});

test("the way to a page ends before what has no name, as of a thing that is gone", () => {
  const breadcrumbs = [{ label: "Inicio", to: "/" }, { label: "{data.car.value.name}" }];
  const screen = { title: "", breadcrumbs, blocks: [] } as unknown as CompiledScreen;
  const labels = (value: object): string[] => {
    const data = { car: { status: "ready" as const, inputs: {}, value, options: [] } };
    const filling = { data, today: "2026-01-01", route: {}, booleans };
    return filledScreen(screen, filling).breadcrumbs.map(({ label }) => label);
  };
  expect(labels({ name: "Yaris" })).toEqual(["Inicio", "Yaris"]);
  expect(labels({})).toEqual(["Inicio"]);
});

describe("whether what a block holds is words", () => {
  test.each<[unknown, boolean]>([
    ["Hola", true],
    ["", true],
    [["Hola ", { tag: "strong", children: ["tú"] }], true],
    [[{ var: "data.car.value.name", format: {} }], true],
    [[{ var: "person.name" }, " y ", { tag: "br", children: [] }], true],
    // Lists: of texts, of nothing, and of things that have slots of these names.
    [["Sí", "No"], false],
    [[], false],
    [[{ tag: "Nuevo", title: "Uno" }], false],
    [[{ var: "a", title: "b" }], false],
    [[{ tag: "p", children: [] }, { title: "Uno" }], false],
    [{ tag: "p", children: [] }, false],
    [3, false],
    [null, false],
  ])("%j: %s", (value, words) => {
    expect(isWords(value)).toBe(words);
  });
});
