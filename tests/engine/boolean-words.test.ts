/** What a brand says for yes and no is what people read of an answer, a value of a query and a fact. */
import { describe, expect, it } from "vitest";
import {
  answerText,
  booleansOf,
  compileBrand,
  filledScreen,
  knownWords,
  placeholderText,
  readSources,
  rowReader,
  type CompiledFlow,
  type CompiledScreen,
  type Sources,
} from "../../schemas/engine/all.ts";
import { jsonSections } from "../../schemas/engine/4-evaluate/json-answers.ts";
import { baseSources } from "./broken-cases.ts";

const base = baseSources();
const english = { "common.form.yes": "Yes", "common.form.no": "No, thanks" };
const wording = (texts: Record<string, string>): Sources => ({
  ...base,
  "brands/BB/wording.es.json": JSON.stringify({
    ...(JSON.parse(base["brands/BB/wording.es.json"]!) as object),
    ...texts,
  }),
});
const compiled = (brand: string, sources = wording(english)) =>
  compileBrand(readSources(sources).files, brand).public;

describe.each([
  ["AA", { yes: "Sí", no: "No" }],
  ["BB", { yes: "Yes", no: "No, thanks" }],
])("in %s", (brand, said) => {
  const { flows, brand: site } = compiled(brand);
  const flow = flows["visit"]!;

  it("flows and pages know it", () => {
    expect(flow.booleans).toEqual(said);
    expect(booleansOf(site.words)).toEqual(said);
  });

  it.each([
    [true, said.yes],
    [false, said.no],
  ])("%s is said so", (value, text) => {
    const asked: CompiledFlow = {
      ...flow,
      fields: { "a.b": { ...Object.values(flow.fields)[0]!, path: "a.b", type: "boolean" } },
    };
    const source = { field: () => ({ value }), variable: () => value };
    expect(answerText({ flow: asked }, "a.b", { value })).toBe(text);
    expect(placeholderText({ flow: asked }, source, "data.one.value")).toBe(text);
    expect(knownWords([{ var: "row.free" }], rowReader({ free: value }), flow.booleans)).toEqual([text]);
    const schema = { type: "object", properties: { free: { type: "boolean", title: "Libre" } } };
    expect(jsonSections(schema, { free: value }, 1, flow.booleans)).toEqual([
      { level: 1, rows: [{ label: "Libre", value: text }] },
    ]);
    const screen = { title: "Libre: {data.one.value}", breadcrumbs: [], blocks: [] };
    const data = { one: { status: "ready" as const, inputs: {}, value, options: [] } };
    expect(
      filledScreen(screen as unknown as CompiledScreen, {
        data,
        today: "2026-11-23",
        route: {},
        booleans: flow.booleans,
      }).title,
    ).toBe(`Libre: ${text}`);
  });
});

it("a fact that is so, or not, is said so where words name it", () => {
  const sources = wording({ ...english, "common.continue": "Seguir: {brand.open}" });
  const brand = JSON.parse(sources["brands/BB/brand.json"]!) as { facts: object };
  const facts = { ...brand.facts, open: true };
  const text = JSON.stringify({ ...brand, facts });
  expect(compiled("BB", { ...sources, "brands/BB/brand.json": text }).brand.words["continue"]).toBe(
    "Seguir: Yes",
  );
});
