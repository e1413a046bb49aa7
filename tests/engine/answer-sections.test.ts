import { describe, expect, test } from "vitest";
import { answerSections, withAnswers } from "../../schemas/engine/all.ts";
import type { Answers, CompiledField, CompiledFlow, Words } from "../../schemas/engine/types/index.ts";

describe("questions and answers", () => {
  const field = (path: string, more: Partial<CompiledField> = {}) => ({
    path,
    type: "text",
    label: `Pregunta ${path.split(".").at(-1)}`,
    ...more,
  });
  const fields = [
    field("a.name"),
    field("a.home", { type: "group", label: "Domicilio", fields: ["a.home.street", "a.home.rooms"] }),
    field("a.home.street"),
    field("a.home.rooms", {
      type: "list",
      label: "Piezas",
      row: ["Pieza ", { var: "number" }, " de ", { var: "a.home.rooms.use" }],
      fields: ["a.home.rooms.use", "a.home.rooms.size"],
    }),
    field("a.home.rooms.use", { label: "Uso" }),
    field("a.home.rooms.size", { type: "group", label: "Medidas", fields: ["a.home.rooms.size.width"] }),
    field("a.home.rooms.size.width", { label: ["Ancho de ", { var: "a.home.rooms.use" }] }),
    field("a.note"),
    field("b.terms", { type: "boolean", label: "Términos", text: ["Acepto ", { var: "a.name" }] }),
    field("b.file", { type: "file", label: "Carnet" }),
    field("b.card", { type: "display", label: "Precio" }),
  ];
  const flow = {
    steps: [
      {
        id: "a",
        title: "Primero",
        sections: [{ id: "s", title: "Datos", fields: ["a.name", "a.home", "a.note"] }],
      },
      {
        id: "b",
        title: "Segundo",
        sections: [{ id: "s", fields: ["b.terms", "b.file", "b.card"] }],
      },
    ],
    fields: Object.fromEntries(fields.map((one) => [one.path, one])),
  } as unknown as CompiledFlow;
  const answers: Answers = {
    "a.name": "Ana",
    "a.home.street": "Mac Iver",
    "a.home.rooms": ["r2", "r1"],
    "a.home.rooms.r2.use": "cocina",
    "a.home.rooms.r1.use": "baño",
    "a.home.rooms.r1.size.width": "3",
    "a.note": "Nada",
    "b.terms": true,
    "b.file": { id: "x", name: "carnet.pdf", size: 1_572_864, type: "application/pdf" },
  };
  const fill = (words: Words): Words =>
    typeof words === "string"
      ? words
      : words.map((node) => (typeof node === "object" && "var" in node ? String(answers[node.var]) : node));
  const sectionsOf = (given: Answers, steps = ["a", "b"]) =>
    answerSections({
      flow,
      steps,
      answers: given,
      label: (path) => (given[path] === true ? "Sí" : String(given[path])),
      fill,
    });

  test("stand by step, section, group and row, in reading order", () => {
    const lines = sectionsOf(answers).flatMap(({ title, level, rows }) => [
      ...(title === undefined ? [] : [`${"#".repeat(level ?? 1)} ${title}`]),
      ...rows.map(({ label, value }) => `${label}: ${value}`),
    ]);
    expect(lines).toEqual([
      "# Primero",
      "## Datos",
      "Pregunta name: Ana",
      "### Domicilio",
      "Pregunta street: Mac Iver",
      "#### Piezas",
      "##### Pieza 1 de cocina",
      "Uso: cocina",
      "##### Pieza 2 de baño",
      "Uso: baño",
      "###### Medidas",
      "Ancho de baño: 3",
      "## Datos",
      "Pregunta note: Nada",
      "# Segundo",
      "Términos: Sí. Acepto Ana",
      "Carnet: carnet.pdf (1,5 MB)",
    ]);
  });

  test("of one step need no heading of it, and what was not answered has none", () => {
    expect(sectionsOf({ "a.note": "Nada", "a.home.rooms": [] })).toEqual([
      { title: "Datos", level: 1, rows: [{ label: "Pregunta note", value: "Nada" }] },
    ]);
    expect(sectionsOf(answers, ["b"])).toEqual([
      { level: 1, rows: expect.arrayContaining([{ label: "Términos", value: "Sí. Acepto Ana" }]) },
    ]);
    expect(sectionsOf({})).toEqual([]);
  });

  test("have one heading where a step, its section and a group in it have the same", () => {
    const same = {
      steps: flow.steps.map((step) => ({
        ...step,
        sections: step.sections.map((section) => ({ ...section, title: step.title })),
      })),
      fields: { ...flow.fields, "a.home": { ...flow.fields["a.home"], label: "Primero" } },
    } as unknown as CompiledFlow;
    const sections = (given: Answers) =>
      answerSections({
        flow: same,
        steps: ["a", "b"],
        answers: given,
        label: String,
        fill: (words) => words,
      });
    const headings = (given: Answers) =>
      sections(given).map(({ title, level, rows }) => [level, title, rows.length]);
    expect(headings({ "a.name": "Ana", "b.terms": true })).toEqual([
      [1, "Primero", 1],
      [1, "Segundo", 1],
    ]);
    expect(headings({ "a.home.street": "Mac Iver", "b.terms": true })).toEqual([
      [1, "Primero", 1],
      [1, "Segundo", 1],
    ]);
    // What is told in between keeps both apart.
    expect(headings({ "a.name": "Ana", "a.home.street": "Mac Iver" })).toEqual([
      [1, "Primero", 1],
      [2, "Primero", 1],
    ]);
  });

  test("of a raw form have its own titles and labels", () => {
    const schema = {
      type: "object",
      definitions: { person: { title: "Persona", properties: { name: { title: "Nombre" } } } },
      properties: {
        owner: { $ref: "#/definitions/person" },
        colour: { title: "Color", oneOf: [{ const: "r", title: "Rojo" }] },
        extras: { title: "Extras", items: { anyOf: [{ const: "a", title: "Aire" }, { const: "b" }] } },
        cars: { title: "Auto", items: { properties: { plate: { title: "Patente" } } } },
        agreed: { title: "De acuerdo", type: "boolean" },
        born: { title: "Fecha", type: "string", format: "date" },
        pet: {
          title: "Mascota",
          oneOf: [{ title: "Un perro", properties: { kind: { const: "dog" }, age: { title: "Edad" } } }],
        },
      },
      allOf: [{ else: { properties: { why: { title: "Por qué" } } } }],
    };
    const raw = {
      steps: [{ id: "r", title: "Formulario", sections: [{ id: "form", fields: ["r.form"] }] }],
      fields: { "r.form": field("r.form", { type: "json", label: "", schema }) },
    } as unknown as CompiledFlow;
    const form = {
      why: "porque sí",
      agreed: false,
      born: "2026-11-18",
      pet: { kind: "dog", age: 3 },
      colour: "r",
      extras: ["a", "b"],
      cars: [{ plate: "ABCD12" }, { plate: "EFGH34" }],
      owner: { name: "Ana" },
      empty: "",
    };
    const sections = answerSections({
      flow: raw,
      steps: ["r"],
      answers: { "r.form": form },
      label: () => "[object Object]",
      fill: (words) => words,
    });
    expect(
      sections.map(({ title, rows }) => [title, ...rows.map((row) => `${row.label}: ${row.value}`)]),
    ).toEqual([
      [
        undefined,
        "Color: Rojo",
        "Extras: Aire, b",
        "De acuerdo: No",
        "Fecha: 18/11/2026",
        "Por qué: porque sí",
      ],
      ["Persona", "Nombre: Ana"],
      ["Auto 1", "Patente: ABCD12"],
      ["Auto 2", "Patente: EFGH34"],
      // What only tells the options apart is read as the option that was chosen.
      ["Mascota", "Mascota: Un perro", "Edad: 3"],
    ]);
  });

  test("headings under which nothing stands are left out", () => {
    const sections = [
      { title: "A", level: 1, rows: [] },
      { title: "A1", level: 2, rows: [] },
      { title: "B", level: 1, rows: [] },
      { title: "B1", level: 2, rows: [{ label: "x", value: "y" }] },
      { title: "C", rows: [] },
    ];
    expect(withAnswers(sections).map(({ title }) => title)).toEqual(["B", "B1"]);
  });
});
