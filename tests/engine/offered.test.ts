/** What a choice offers: rules over each option, options that there always are, and inputs that a query can do without. */
import { describe, expect, it } from "vitest";
import {
  change,
  createEvaluator,
  evaluate,
  type Answers,
  type Context,
  type DataState,
} from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const step = (fields: Record<string, unknown>) => ({ title: "S", sections: { only: { fields } } });
const list = (...values: string[]) => values.map((value) => ({ value, label: `Texto ${value}` }));
const choice = { kind: "choice", label: "C", required: false };
const text = { kind: "text", label: "T", required: false };

const contextWith = (data: Record<string, DataState> = {}): Context => ({
  today: "2026-11-21",
  data,
  results: {},
});
const ready = (inputs: DataState["inputs"], values: string[], value?: unknown): DataState => ({
  status: values.length > 0 ? "ready" : "empty",
  inputs,
  options: values.map((one) => ({ value: one, label: one })),
  value,
});

describe("options for which a rule must hold", async () => {
  const trees = {
    "schemas/flows/written/options/places.json": {
      options: {
        a: { label: "Alfa", description: "primera", options: { x: { label: "X" }, y: { label: "Y" } } },
        b: { label: "Beta", options: { z: { label: "Z" } } },
      },
    },
  };
  const flow = await writtenFlow(
    {
      data: {
        days: { call: "branchOffice.cities", on: "load" },
        open: { call: "branchOffice.inCity", with: { city: { var: "s.a" } } },
      },
      steps: {
        s: step({
          a: text,
          b: {
            ...choice,
            options: {
              list: list("1", "2", "3"),
              where: { "!=": [{ var: "option.value" }, { var: "s.a" }] },
            },
          },
          c: { ...choice, required: true, options: { list: list("1"), where: { "!!": { var: "s.a" } } } },
          d: {
            ...choice,
            options: { tree: "places", where: { in: [{ var: "s.a" }, { var: "option.label" }] } },
          },
          e: { ...choice, options: { tree: "places", under: "s.d" } },
          f: {
            ...choice,
            options: { tree: "places", where: { "==": [{ var: "option.description" }, "primera"] } },
          },
          day: {
            ...choice,
            options: {
              data: "days",
              where: {
                or: [
                  { "!": { var: "data.open.value" } },
                  { in: [{ "date.weekday": [{ var: "option.value" }] }, { var: "data.open.value" }] },
                ],
              },
            },
          },
          rows: {
            kind: "list",
            label: "L",
            required: false,
            row: "Fila {number}",
            add: "Agregar",
            fields: {
              own: text,
              kind: {
                ...choice,
                options: {
                  list: list("1", "2"),
                  where: { "==": [{ var: "row.own" }, { var: "option.value" }] },
                },
              },
            },
          },
        }),
      },
    },
    trees,
  );
  const at = (answers: Answers, data?: Record<string, DataState>) =>
    evaluate(flow, answers, contextWith(data)).fields;
  const offered = (path: string, answers: Answers = {}, data?: Record<string, DataState>) =>
    at(answers, data)[path]!.options?.map(({ value }) => value);

  it("are offered as the answers have it: their value, their text, their explanation", () => {
    expect(offered("s.b")).toEqual([]);
    expect(offered("s.b", { "s.a": "2" })).toEqual(["1", "3"]);
    expect(offered("s.d", { "s.a": "Be" })).toEqual(["b"]);
    expect(offered("s.f")).toEqual(["a"]);
  });

  it("leave a choice empty where there are none", () => {
    expect(at({})["s.c"]).toMatchObject({ status: "empty", enabled: false });
    expect(at({})["s.c"]!.problem?.code).toBe("optionsEmpty");
    expect(at({ "s.a": "x" })["s.c"]!.problem?.code).toBe("required");
  });

  it("refuse what is not offered, and clear it on a change", () => {
    const answers = { "s.a": "2", "s.b": "2" };
    expect(at(answers)["s.b"]!.problem?.code).toBe("notOffered");
    const edited = change(flow, { "s.a": "1", "s.b": "2" }, { "s.a": "2" }, contextWith());
    expect(edited.answers["s.b"]).toBeUndefined();
    expect(edited.cleared).toContain("s.b");
  });

  it("offer nothing under what is not offered", () => {
    const answers = { "s.a": "Alfa", "s.d": "a", "s.e": "x" };
    expect(offered("s.e", answers)).toEqual(["x", "y"]);
    expect(at({ ...answers, "s.a": "Beta" })["s.e"]).toMatchObject({ status: "idle", options: [] });
    const { cleared } = change(flow, answers, { "s.a": "Beta" }, contextWith());
    expect(cleared).toEqual(expect.arrayContaining(["s.d", "s.e"]));
  });

  it("wait for the data that their rule reads, and keep what is chosen until then", () => {
    const days = ready({}, ["2026-11-23", "2026-11-24"]);
    const answers = { "s.a": "Lima", "s.day": "2026-11-24" };
    const kept = createEvaluator(flow, answers, contextWith({ days }));
    expect(kept.state("s.day")).toMatchObject({ status: "loading", options: [], value: "2026-11-24" });
    expect(kept.change({}).cleared).toEqual([]);
    expect(kept.setData("open", ready({ city: "Lima" }, ["x"], ["monday"]))).toContain("s.day");
    expect(kept.state("s.day")!.options?.map(({ value }) => value)).toEqual(["2026-11-23"]);
    expect(kept.change({}).cleared).toEqual(["s.day"]);
    expect(offered("s.day", {}, { days })).toEqual(["2026-11-23", "2026-11-24"]);
  });

  it("read the answers of their own row", () => {
    const answers = { "s.rows": ["r1", "r2"], "s.rows.r1.own": "1", "s.rows.r2.own": "2" };
    expect(offered("s.rows.r1.kind", answers)).toEqual(["1"]);
    expect(offered("s.rows.r2.kind", answers)).toEqual(["2"]);
  });

  it("are the same list as long as the same ones are offered", () => {
    const kept = createEvaluator(flow, { "s.a": "2" }, contextWith());
    const before = kept.state("s.b")!.options;
    kept.change({ "s.b": "1" });
    expect(kept.state("s.b")).toMatchObject({ value: "1" });
    expect(kept.state("s.b")!.options).toBe(before);
    expect(kept.change({ "s.a": "3" }).touched).toContain("s.b");
    expect(kept.state("s.b")!.options).not.toEqual(before);
  });
});

describe("options that are seen and cannot be chosen", async () => {
  const options = {
    list: list("1", "2", "3"),
    where: { "!=": [{ var: "option.value" }, "3"] },
    enabledWhere: { "!=": [{ var: "option.value" }, { var: "s.a" }] },
  };
  const several = { kind: "choices", label: "C", required: false, options };
  const flow = await writtenFlow({
    steps: { s: step({ a: text, b: { ...choice, options }, c: several }) },
  });
  const offeredNow = (answers: Answers) =>
    evaluate(flow, answers, contextWith()).fields["s.b"]!.options!.map((one) => [
      one.value,
      one.disabled ?? false,
    ]);

  it("stay in the list", () => {
    expect(offeredNow({ "s.a": "9" })).toEqual([
      ["1", false],
      ["2", false],
    ]);
    expect(offeredNow({ "s.a": "2" })).toEqual([
      ["1", false],
      ["2", true],
    ]);
  });

  it("are no answer", () => {
    const { problems } = evaluate(flow, { "s.a": "2", "s.b": "2", "s.c": ["1", "2"] }, contextWith());
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ["s.b", "notOffered"],
      ["s.c", "notOffered"],
    ]);
  });

  it("are cleared where they were chosen, of several they alone", () => {
    const answers = { "s.b": "2", "s.c": ["1", "2"] };
    const after = change(flow, answers, { "s.a": "2" }, contextWith());
    expect(after.answers).toMatchObject({ "s.a": "2", "s.c": ["1"] });
    expect(after.answers["s.b"]).toBeUndefined();
  });

  it("are the same list each time", () => {
    const evaluator = createEvaluator(flow, { "s.a": "2" }, contextWith());
    const before = evaluator.evaluation().fields["s.b"]!.options;
    evaluator.change({ "s.c": ["1"] });
    expect(evaluator.evaluation().fields["s.b"]!.options).toBe(before);
  });
});

describe("a rule of what is offered that cannot be evaluated", async () => {
  const flow = await writtenFlow({
    steps: { s: step({ a: { ...choice, options: { list: list("1", "2") } } }) },
  });
  const broken = {
    ...flow,
    list: flow.list.map((one) => ({
      ...one,
      source: {
        kind: "written" as const,
        options: list("1", "2"),
        where: {
          data: [],
          holds: () => {
            throw new Error("cannot be evaluated");
          },
        },
      },
    })),
  };

  it("offers nothing, and refuses", () => {
    const { fields, problems } = evaluate(broken, { "s.a": "1" }, contextWith());
    expect(fields["s.a"]).toMatchObject({ options: [], enabled: false, failed: true });
    expect(fields["s.a"]!.value).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(["rule"]);
  });
});

describe("options that there always are", async () => {
  const flow = await writtenFlow({
    data: { models: { call: "branchOffice.inCity", with: { city: { var: "s.brand" } } } },
    steps: {
      s: step({
        brand: text,
        model: {
          ...choice,
          options: {
            data: "models",
            where: { "!=": [{ var: "option.value" }, "m2"] },
            also: [{ value: "other", label: "OTRO MODELO" }],
          },
        },
      }),
    },
  });
  const inputs = { city: "Kia" };
  const model = (models?: DataState, value?: string) =>
    evaluate(flow, { "s.brand": "Kia", "s.model": value }, contextWith(models ? { models } : {})).fields[
      "s.model"
    ]!;
  const values = (models?: DataState) => model(models).options?.map(({ value }) => value);

  it("come after those of the query, and no rule leaves them out", () => {
    expect(values(ready(inputs, ["m1", "m2"]))).toEqual(["m1", "other"]);
    expect(model(ready(inputs, ["m1"]), "other").problem).toBeUndefined();
  });

  it("are there when it gave nothing or failed, and not before it was asked", () => {
    for (const models of [ready(inputs, []), { status: "failed" as const, inputs }]) {
      expect(model(models)).toMatchObject({ status: "ready", enabled: true });
      expect(values(models)).toEqual(["other"]);
      expect(model(models, "m1").problem?.code).toBe("notOffered");
    }
    expect(model()).toMatchObject({ status: "loading", options: [] });
    expect(evaluate(flow, {}, contextWith()).fields["s.model"]).toMatchObject({ status: "idle" });
  });

  it("are there once where the query has them too", () => {
    expect(values(ready(inputs, ["other", "m1"]))).toEqual(["other", "m1"]);
  });
});

describe("inputs that a query can do without", async () => {
  const flow = await writtenFlow({
    data: {
      places: {
        call: "carInformation.byRut",
        with: {
          identification: { var: "s.rut" },
          service: "1",
          additional: true,
          plate: { var: "s.plate" },
        },
        optional: ["plate"],
      },
    },
    steps: { s: step({ rut: text, plate: text, place: { ...choice, options: { data: "places" } } }) },
  });
  const inputs = (answers: Answers) => evaluate(flow, answers, contextWith()).inputs["places"];

  it("are left out where they are absent; the others are waited for", () => {
    expect(inputs({ "s.plate": "AB1234" })).toBeNull();
    expect(inputs({ "s.rut": "1-9" })).toEqual({ identification: "1-9", service: "1", additional: true });
    expect(inputs({ "s.rut": "1-9", "s.plate": "AB1234" })).toMatchObject({ plate: "AB1234" });
  });
});
