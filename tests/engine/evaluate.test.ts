import { describe, expect, it } from "vitest";
import {
  change,
  evaluate,
  problemWords,
  type Answers,
  type Context,
  type DataState,
} from "../../schemas/engine/all.ts";
import { preparedFlow, smallFlow } from "../support/definitions.ts";
import fc from "../support/properties.ts";

const context = (data: Record<string, DataState> = {}, results: Record<string, unknown> = {}): Context => ({
  today: "2026-11-21",
  data,
  results,
});

const codes = (evaluation: { problems: { path: string; code: string }[] }) =>
  Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code]));

const equals = (path: string, value: string) => ({ "==": [{ var: path }, value] });

describe("visibility", () => {
  const flow = smallFlow({
    c: { visibleWhen: equals("s.b", "yes"), required: true },
    b: { visibleWhen: equals("s.a", "yes") },
    a: {},
  });

  it("prunes what hangs on something hidden, whatever the order of the fields", () => {
    const answers = { "s.a": "no", "s.b": "yes", "s.c": "text" };
    const { fields, values, cleared, problems } = evaluate(flow, answers, context());
    expect(values).toEqual({ "s.a": "no" });
    expect([fields["s.b"]?.visible, fields["s.c"]?.visible]).toEqual([false, false]);
    expect(cleared.toSorted()).toEqual(["s.b", "s.c"]);
    expect(problems).toEqual([]);
  });

  it("asks what is visible", () => {
    expect(codes(evaluate(flow, { "s.a": "yes", "s.b": "yes" }, context()))).toEqual({ "s.c": "required" });
  });

  it("clears with a change, and what was cleared stays cleared", () => {
    const all = { "s.a": "yes", "s.b": "yes", "s.c": "text" };
    const off = change(flow, all, { "s.a": "no" }, context());
    expect(off).toEqual({ answers: { "s.a": "no" }, cleared: ["s.b", "s.c"] });
    expect(change(flow, off.answers, { "s.a": "yes" }, context()).answers).toEqual({ "s.a": "yes" });
  });

  it("hides a step with its fields", () => {
    const hidden = smallFlow({ a: { required: true } });
    hidden.stepVisible[0] = () => false;
    const found = evaluate(hidden, { "s.a": "x" }, context());
    expect([found.steps, found.problems, found.values]).toEqual([[], [], {}]);
  });
});

describe("requiredness and enabledness", () => {
  it("takes white space for no answer", () => {
    const flow = smallFlow({ a: { required: true } });
    for (const blank of [undefined, "", "   ", "\n"]) {
      expect(codes(evaluate(flow, { "s.a": blank }, context()))).toEqual({ "s.a": "required" });
    }
  });

  it("asks for a yes where a yes-or-nothing is required", () => {
    const flow = smallFlow({ a: { type: "boolean", required: true }, b: { type: "boolean" } });
    expect(codes(evaluate(flow, { "s.a": false, "s.b": false }, context()))).toEqual({ "s.a": "required" });
    expect(codes(evaluate(flow, { "s.a": true }, context()))).toEqual({});
  });

  it("does not ask for a disabled field, and gives it no value", () => {
    const flow = smallFlow({ a: {}, b: { required: true, enabledWhen: { "!!": { var: "s.a" } } } });
    const found = evaluate(flow, { "s.b": "x" }, context());
    expect([codes(found), found.values, found.cleared]).toEqual([{}, {}, ["s.b"]]);
  });

  it("asks when a rule says so", () => {
    const flow = smallFlow({ a: {}, b: { required: equals("s.a", "x") } });
    expect(codes(evaluate(flow, { "s.a": "x" }, context()))).toEqual({ "s.b": "required" });
    expect(codes(evaluate(flow, { "s.a": "y" }, context()))).toEqual({});
  });
});

// A rule that cannot be evaluated refuses: it neither shows nor accepts.
describe("a rule that fails", () => {
  const fails = { "!!": { var: "nowhere.x" } };
  it.each([
    ["visibleWhen", { visibleWhen: fails }],
    ["enabledWhen", { enabledWhen: fails }],
    ["requiredWhen", { required: fails }],
    ["a check", { checks: [{ rule: fails, says: "invalid" }] }],
  ])("in %s is a problem of its field", (_, field) => {
    const flow = smallFlow({ a: field });
    expect(codes(evaluate(flow, { "s.a": "x" }, context()))).toEqual({ "s.a": "rule" });
  });

  it("of a step is a problem of its fields", () => {
    const flow = smallFlow({ a: {} });
    flow.stepVisible[0] = () => {
      throw new Error("no");
    };
    expect(codes(evaluate(flow, { "s.a": "x" }, context()))).toEqual({ "s.a": "rule" });
  });

  it("of a data query leaves a required choice without options, and says so", () => {
    const flow = smallFlow(
      { a: { type: "choice", required: true, options: { data: "list" } } },
      { data: { list: { call: "x.y", on: "change", with: { in: fails } } } },
    );
    expect(codes(evaluate(flow, {}, context()))).toEqual({ "s.a": "optionsFailed" });
  });
});

describe("choices from a tree", async () => {
  const flow = await preparedFlow("SI", "contact");
  const at = context();

  it("opens one level after another", () => {
    const enabled = (answers: Answers) =>
      ["type", "service", "reason", "subReason"].map(
        (id) => evaluate(flow, answers, at).fields[`request.${id}`]!.enabled,
      );
    expect(enabled({})).toEqual([true, false, false, false]);
    expect(enabled({ "request.type": "query" })).toEqual([true, true, false, false]);
    expect(enabled({ "request.type": "query", "request.service": "service" })).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("clears all that hangs on a changed choice, but keeps what both branches offer until their parent goes", () => {
    const answers = {
      "request.type": "query",
      "request.service": "newCars",
      "request.reason": "quote",
      "request.subReason": "price",
    };
    expect(change(flow, answers, { "request.service": "bodyShop" }, at).answers).toEqual({
      "request.type": "query",
      "request.service": "bodyShop",
    });
    expect(change(flow, answers, { "request.type": undefined }, at).answers).toEqual({});
  });

  it("refuses an option that is not offered there", () => {
    expect(codes(evaluate(flow, { "request.type": "made-up" }, at))["request.type"]).toBe("notOffered");
  });
});

describe("choices from data", () => {
  const flow = smallFlow(
    {
      city: { type: "choice", options: { data: "cities" } },
      branch: { type: "choice", required: true, options: { data: "branches" } },
    },
    {
      data: {
        cities: { call: "x.cities", on: "load", with: {} },
        branches: { call: "x.branches", on: "change", with: { city: { var: "s.city" } } },
      },
    },
  );
  const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
  const cities: DataState = { status: "ready", inputs: {}, options: options("A", "B") };
  const branches = (city: string, state: Partial<DataState> = {}): DataState => ({
    status: "ready",
    inputs: { city },
    options: options(`${city}1`, `${city}2`),
    ...state,
  });

  it("asks for data once its inputs are there", () => {
    expect(evaluate(flow, {}, context({ cities })).inputs).toEqual({ cities: {}, branches: null });
    expect(evaluate(flow, { "s.city": "A" }, context({ cities })).inputs["branches"]).toEqual({ city: "A" });
  });

  it.each([
    ["the inputs are missing", {}, { cities }, "idle", {}],
    ["nothing came yet", { "s.city": "A" }, { cities }, "loading", { "s.branch": "optionsLoading" }],
    [
      "what came is for other inputs",
      { "s.city": "A" },
      { cities, branches: branches("B") },
      "loading",
      { "s.branch": "optionsLoading" },
    ],
    [
      "it failed",
      { "s.city": "A" },
      { cities, branches: branches("A", { status: "failed", options: [] }) },
      "failed",
      { "s.branch": "optionsFailed" },
    ],
    [
      "there are none",
      { "s.city": "A" },
      { cities, branches: branches("A", { status: "empty", options: [] }) },
      "empty",
      { "s.branch": "optionsEmpty" },
    ],
    [
      "there are some",
      { "s.city": "A" },
      { cities, branches: branches("A") },
      "ready",
      { "s.branch": "required" },
    ],
    [
      "the chosen one is gone",
      { "s.city": "A", "s.branch": "A9" },
      { cities, branches: branches("A") },
      "ready",
      { "s.branch": "notOffered" },
    ],
    [
      "all are gone",
      { "s.city": "A", "s.branch": "A1" },
      { cities, branches: branches("A", { status: "empty", options: [] }) },
      "empty",
      { "s.branch": "notOffered" },
    ],
  ] as [string, Answers, Record<string, DataState>, string, Record<string, string>][])(
    "when %s",
    (_, answers, data, status, problems) => {
      const found = evaluate(flow, answers, context(data));
      expect(found.fields["s.branch"]?.status).toBe(status);
      expect(codes(found)).toEqual(problems);
    },
  );

  it("clears the branch when the city changes, and keeps it while the list of a restored run loads", () => {
    const answers = { "s.city": "A", "s.branch": "A1" };
    const data = { cities, branches: branches("A") };
    expect(change(flow, answers, { "s.city": "B" }, context(data)).answers).toEqual({ "s.city": "B" });
    expect(change(flow, answers, {}, context({ cities })).answers).toEqual(answers);
    expect(change(flow, answers, {}, context(data)).answers).toEqual(answers);
    const gone = branches("A", { options: options("A2") });
    expect(change(flow, answers, {}, context({ cities, branches: gone })).answers).toEqual({ "s.city": "A" });
  });
});

describe("resets", () => {
  it("clears what a field says, one after another, and ends on a circle", () => {
    const flow = smallFlow({ a: { resets: ["s.b"] }, b: { resets: ["s.c"] }, c: { resets: ["s.a"] } });
    const answers = { "s.a": "1", "s.b": "2", "s.c": "3" };
    expect(change(flow, answers, { "s.a": "9" }, context()).answers).toEqual({ "s.a": "9" });
    expect(change(flow, answers, { "s.a": "1" }, context()).answers).toEqual(answers);
  });
});

describe("problem words", () => {
  it("are the field's own, else the common ones, with their placeholders filled", async () => {
    const flow = await preparedFlow("WI", "contact");
    const { problems } = evaluate(
      flow,
      { "request.identity": "123", "request.comment": "x".repeat(501) },
      context(),
    );
    const words = Object.fromEntries(problems.map((one) => [one.path, problemWords(flow, one)]));
    expect(words["request.identity"]).toBe("El DNI debe tener 8 dígitos");
    expect(words["request.comment"]).toBe("Usa como máximo 500 caracteres");
    expect(words["request.name"]).toBe("Escribe tu nombre");
  });
});

describe("on any answers", async () => {
  const flow = await preparedFlow("SI", "contact");
  const paths = Object.keys(flow.fields);
  const naughty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("query", "service", "newCars", "quote", "price", "__proto__", "constructor"),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 2 }),
  );
  const answers = fc.dictionary(fc.constantFrom(...paths), naughty) as fc.Arbitrary<Answers>;

  it("evaluates the same twice, gives hidden fields no value, and never throws", () => {
    fc.assert(
      fc.property(answers, (some) => {
        const first = evaluate(flow, some, context());
        expect(evaluate(flow, some, context())).toEqual(first);
        for (const path of Object.keys(first.values)) expect(first.fields[path]?.visible).toBe(true);
      }),
    );
  });

  it("ends clearing: a second change with nothing new clears nothing", () => {
    fc.assert(
      fc.property(answers, answers, (some, edit) => {
        const once = change(flow, some, edit, context());
        expect(change(flow, once.answers, {}, context())).toEqual({ answers: once.answers, cleared: [] });
      }),
    );
  });

  it.each([
    ["WI", "contact", "request.terms", "Marca «Términos y condiciones» para continuar"],
    ["WI", "contact", "request.type", "Elige una opción en «Tipo de solicitud»"],
    // The kind says "Escribe tu nombre y apellidos", of a field that is called otherwise here.
    ["WI", "complaints-book", "sheet.name", "Completa «Nombre completo»"],
    ["WI", "fleet-quote", "request.companyName", "Completa «Nombre de la empresa»"],
  ])("of what is missing name it: in %s, %s, %s", async (brand, flow, path, says) => {
    const prepared = await preparedFlow(brand, flow);
    const { problems } = evaluate(prepared, {}, context());
    expect(
      problemWords(
        prepared,
        problems.find((one) => one.path === path)!,
      ),
    ).toBe(says);
  });
});
