import { describe, expect, test } from "vitest";
import { compileValidators, type CompiledField, type CompiledFlow } from "../../schemas/engine/all.ts";
import { compileRawStep } from "../../schemas/engine/3-compile/raw-step.ts";
import { render } from "../../renderer/entry-server.tsx";
import { smallFlow, smallPage } from "./support/small-flow.ts";

type Schema = Record<string, unknown>;

function rawFlow(schema: Schema, ui: Schema = {}): CompiledFlow {
  const field: CompiledField = {
    path: "ask.form",
    id: "form",
    type: "json",
    widget: "jsonForm",
    kind: "json",
    label: "Datos",
    says: {},
    checks: [],
    resets: [],
    problems: {},
    personal: true,
    ...compileRawStep(schema, ui, new Map()),
  };
  const [ask, ...others] = smallFlow.steps;
  return {
    ...smallFlow,
    steps: [{ ...ask!, sections: [{ id: "form", fields: ["ask.form"] }] }, ...others],
    fields: { "ask.form": field },
    data: {},
    trees: {},
  };
}

const run = (answer: unknown) => ({
  run: "run-1",
  flow: "visit",
  revision: "rev1",
  step: "ask",
  version: 1,
  answers: { "ask.form": answer as never },
  results: {},
  status: "open" as const,
  done: [],
});

function draw(schema: Schema, { ui = {}, answer }: { ui?: Schema; answer?: unknown } = {}): string {
  const flow = rawFlow(schema, ui);
  const page =
    answer === undefined
      ? smallPage
      : { ...smallPage, flow: { id: "visit", revision: "rev1", run: run(answer) } };
  return render(page, { flow, validators: compileValidators(flow) }, "n0nce").html;
}

describe("a raw JSON Schema as a form", () => {
  test("is drawn with labels, hints, optional marks and our controls", () => {
    const html = draw(
      {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", title: "Nombre", description: "Como en el documento" },
          age: { type: "integer", title: "Edad" },
          mail: { type: "string", format: "email", title: "Correo" },
          born: { type: "string", format: "date", title: "Nacimiento" },
          colour: {
            type: "integer",
            title: "Color",
            oneOf: [
              { const: 1, title: "Rojo" },
              { const: 2, title: "Azul" },
            ],
          },
          kind: { type: "string", title: "Clase", enum: ["a", "b"] },
          news: { type: "boolean", title: "Quiero noticias" },
        },
      },
      { ui: { kind: { "ui:widget": "radio" } } },
    );
    for (const label of [
      "Nombre",
      "Edad",
      "Correo",
      "Nacimiento",
      "Color",
      "Clase",
      "Quiero noticias",
      "Como en el documento",
    ]) {
      expect(html).toContain(label);
    }
    expect(html).toContain('for="ask-form-name"');
    expect(html).toContain('id="ask-form-name"');
    expect(html).not.toContain('type="number"');
    expect(html).toMatch(/inputMode="numeric"/i);
    expect(html).toMatch(/inputMode="email"/i);
    expect(html).toContain('type="date"');
    expect(html).toContain('type="radio"');
    expect(html).toContain(">Azul</option>");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(html).not.toMatch(/Submit|Add Item|Move up|No items yet/);
  });

  test("draws the answers: lists, the option that fits, and what a condition adds", () => {
    const html = draw(
      {
        properties: {
          children: {
            type: "array",
            title: "Hijos",
            items: { type: "object", properties: { name: { type: "string", title: "Nombre" } } },
          },
          pet: {
            title: "Mascota",
            oneOf: [
              {
                title: "Perro",
                properties: { kind: { const: "dog" }, tricks: { type: "string", title: "Trucos" } },
                required: ["kind"],
              },
              {
                title: "Pez",
                properties: { kind: { const: "fish" }, litres: { type: "number", title: "Litros" } },
                required: ["kind"],
              },
            ],
          },
          works: { type: "string", enum: ["yes", "no"] },
        },
        if: { properties: { works: { const: "yes" } }, required: ["works"] },
        // oxlint-disable-next-line unicorn/no-thenable
        then: { properties: { employer: { type: "string", title: "Empleador" } } },
      },
      {
        answer: {
          children: [{ name: "Ana" }, { name: "Luis" }],
          pet: { kind: "fish", litres: 20 },
          works: "yes",
        },
      },
    );
    expect(html).toContain('value="Ana"');
    expect(html).toContain('value="Luis"');
    expect(html).toContain("Litros");
    expect(html).not.toContain("Trucos");
    expect(html).toContain("Empleador");
  });

  test("draws what has one value only, besides what tells options apart", () => {
    const html = draw(
      {
        definitions: {
          fish: {
            title: "Pez",
            properties: { kind: { const: "fish" }, food: { const: "algas", title: "Comida" } },
          },
        },
        properties: {
          plan: { type: "string", title: "Plan", description: "El que elegiste", const: "Básico" },
          months: { const: 12 },
          pet: {
            oneOf: [
              { $ref: "#/definitions/fish" },
              { title: "Perro", properties: { kind: { const: "dog" } } },
            ],
          },
        },
      },
      { answer: { plan: "Básico", months: 12, pet: { kind: "fish", food: "algas" } } },
    );
    expect(html).toMatch(/aria-labelledby="ask-form-plan-label" id="ask-form-plan">Básico</);
    expect(html).toMatch(/id="ask-form-months">12</);
    expect(html).toContain("El que elegiste");
    expect(html).toMatch(/id="ask-form-pet-food">algas</);
    expect(html).toMatch(/<div hidden="">(?:(?!<\/div>).)*id="ask-form-pet-kind"/);
  });

  test.each([
    ["an enum", { type: "string", enum: ["r", "g"] }],
    [
      "a oneOf",
      {
        oneOf: [
          { const: "r", title: "r" },
          { const: "g", title: "g" },
        ],
      },
    ],
    ["a reference", { $ref: "#/definitions/colour" }],
  ])("draws several of %s as one multiple choice", (_, items) => {
    const html = draw(
      {
        definitions: { colour: { enum: ["r", "g"] } },
        properties: { colours: { type: "array", title: "Colores", uniqueItems: true, items } },
      },
      { answer: { colours: ["g"] } },
    );
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(html).toMatch(/<input(?=[^>]*value="1")[^>]*checked=""/);
    expect(html).not.toMatch(/value="0"[^>]*checked/);
    expect(html).not.toContain("rows.add");
  });

  test("fills in defaults", () => {
    const html = draw({
      properties: {
        country: { type: "string", default: "CL" },
        list: { type: "array", items: { type: "string", default: "x" }, minItems: 2 },
      },
    });
    expect(html).toContain('value="CL"');
    expect(html.match(/value="x"/g)).toHaveLength(2);
  });

  test("escapes titles and answers", () => {
    const html = draw({ properties: { a: { type: "string", title: "<b>x</b>" } } }, { answer: { a: "<i>" } });
    expect(html).not.toMatch(/<b>x|<i>/);
  });
});
