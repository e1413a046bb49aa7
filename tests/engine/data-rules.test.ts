import { describe, expect, it } from "vitest";
import { createEvaluator, evaluate, type Context, type DataState } from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };

const step = (fields: Record<string, unknown>) => ({ title: "S", sections: { only: { fields } } });

const text = { kind: "text", label: "T" };

describe("data that rules read", async () => {
  const flow = await writtenFlow({
    data: {
      car: {
        call: "branchOffice.inCity",
        with: { city: { var: "s.plate" } },
        on: "press",
        fills: { "s.brand": { var: "data.car.value.brand" }, "s.gone": { var: "data.car.value.nothing" } },
      },
    },
    steps: {
      s: step({
        plate: { ...text, required: false, looksUp: "car" },
        brand: text,
        gone: { ...text, required: false },
        missing: {
          kind: "notice",
          text: "No está",
          visibleWhen: { "==": [{ var: "data.car.status" }, "empty"] },
        },
        searching: {
          kind: "notice",
          text: "Buscando",
          visibleWhen: { "==": [{ var: "data.car.status" }, "loading"] },
        },
        found: {
          kind: "notice",
          text: "Es un {data.car.value.brand}",
          visibleWhen: { "==": [{ var: "data.car.value.brand" }, "Kia"] },
        },
      }),
    },
  });
  const asked = { city: "AB1234" };
  const at = (status: DataState["status"], value?: unknown): Context => ({
    ...context,
    data: { car: { status, inputs: asked, value } },
  });
  const answers = { "s.plate": "AB1234", "s.brand": "x" };
  const shown = (now: Context) => {
    const { fields } = evaluate(flow, answers, now);
    return ["missing", "searching", "found"].filter((id) => fields[`s.${id}`]!.visible);
  };

  it("is idle until pressed, and says how it ended", () => {
    expect(shown(context)).toEqual([]);
    expect(shown(at("loading"))).toEqual(["searching"]);
    expect(shown(at("empty"))).toEqual(["missing"]);
    expect(shown(at("ready", { brand: "Kia" }))).toEqual(["found"]);
  });

  it("is nothing for other inputs than those that it was asked with", () => {
    const other = {
      ...at("ready", { brand: "Kia" }),
      data: { car: { status: "ready" as const, inputs: { city: "Z" }, value: { brand: "Kia" } } },
    };
    expect(shown(other)).toEqual([]);
  });

  it("fills answers when it is ready, and clears them when it failed", () => {
    const evaluator = createEvaluator(flow, answers, context);
    expect(evaluator.fills("car")).toEqual({});
    const touched = evaluator.setData("car", { status: "ready", inputs: asked, value: { brand: "Kia" } });
    expect(touched.toSorted()).toEqual(["s.found", "s.missing", "s.searching"]);
    expect(evaluator.fills("car")).toEqual({ "s.brand": "Kia", "s.gone": undefined });
    evaluator.setData("car", { status: "failed", inputs: asked });
    expect(evaluator.fills("car")).toEqual({ "s.brand": undefined, "s.gone": undefined });
    evaluator.setData("car", { status: "empty", inputs: asked });
    expect(evaluator.fills("car")).toEqual({});
  });
});

describe("display fields", async () => {
  const flow = await writtenFlow({
    steps: {
      s: step({
        name: text,
        card: {
          kind: "summary",
          label: "Resumen",
          items: {
            name: { label: "Nombre", text: "{s.name}" },
            greeting: { label: "Saludo", text: "Hola", visibleWhen: { "==": [{ var: "s.name" }, "Ana"] } },
          },
        },
      }),
    },
  });

  it("ask nothing, and show the lines whose rule holds", () => {
    const found = evaluate(flow, { "s.name": "Ana" }, context);
    expect([found.problems, found.fields["s.card"]!.items]).toEqual([[], ["name", "greeting"]]);
    expect(evaluate(flow, { "s.name": "Eva" }, context).fields["s.card"]!.items).toEqual(["name"]);
  });
});

describe("answers that hang on data", async () => {
  const flow = await writtenFlow({
    data: {
      service: { call: "branchOffice.inCity", with: { city: { var: "s.service" } } },
      more: { call: "branchOffice.inCity", with: { city: { var: "data.service.value.id" } } },
    },
    steps: {
      s: step({
        service: text,
        version: {
          ...text,
          required: false,
          visibleWhen: { "==": [{ var: "data.service.value.asksVersion" }, true] },
        },
        part: { kind: "choice", label: "Part", required: false, options: { data: "more" } },
        note: { ...text, required: false },
      }),
    },
  });
  const answers = { "s.service": "oil", "s.version": "XL", "s.part": "filter" };
  const service = (value: unknown): DataState => ({ status: "ready", inputs: { city: "oil" }, value });
  const parts = (): DataState => ({
    status: "ready",
    inputs: { city: "7" },
    options: [{ value: "filter", label: "Filter" }],
  });

  it("are kept while it is not known, without counting", () => {
    const evaluator = createEvaluator(flow, answers, context);
    expect(evaluator.change({ "s.note": "typed early" }).cleared).toEqual([]);
    expect(evaluator.evaluation().values).toEqual({ "s.service": "oil", "s.note": "typed early" });
    evaluator.setData("service", service({ id: "7", asksVersion: true }));
    expect(evaluator.change({}).cleared).toEqual([]);
    evaluator.setData("more", parts());
    expect(evaluator.change({}).cleared).toEqual([]);
    expect(evaluator.evaluation().values).toEqual({ ...answers, "s.note": "typed early" });
  });

  it("go when it is known and says otherwise", () => {
    const evaluator = createEvaluator(flow, answers, context);
    evaluator.setData("service", service({ id: null, asksVersion: false }));
    expect(evaluator.change({}).cleared.toSorted()).toEqual(["s.part", "s.version"]);
  });
});
