import { describe, expect, it } from "vitest";
import {
  change,
  createEvaluator,
  evaluate,
  fieldAt,
  problemWords,
  type Answers,
  type Context,
} from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };

const codes = (evaluation: { problems: { path: string; code: string }[] }) =>
  Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code]));

const step = (fields: Record<string, unknown>) => ({ title: "S", sections: { only: { fields } } });

const text = { kind: "text", label: "T" };

describe("rows", async () => {
  const flow = await writtenFlow({
    data: { cities: { call: "branchOffice.cities", on: "load" } },
    steps: {
      s: step({
        has: { ...text, required: false },
        people: {
          kind: "list",
          label: "People",
          min: 2,
          max: 3,
          visibleWhen: { "!": { "==": [{ var: "s.has" }, "nobody"] } },
          fields: {
            name: { ...text, resets: ["row.note"] },
            age: { kind: "number", label: "Age" },
            guardian: { ...text, visibleWhen: { "<": [{ var: "row.age" }, 18] } },
            place: {
              kind: "group",
              label: "Place",
              fields: {
                street: text,
                number: { ...text, visibleWhen: { "!!": { var: "group.street" } } },
                owner: { ...text, required: false, visibleWhen: { "==": [{ var: "row.name" }, "Ana"] } },
              },
            },
            note: { ...text, required: false },
          },
        },
        minors: {
          ...text,
          visibleWhen: { some: [{ var: "s.people" }, { "<": [{ var: "age" }, 18] }] },
        },
        total: {
          kind: "number",
          label: "Total",
          computed: {
            reduce: [
              { map: [{ var: "s.people" }, { var: "age" }] },
              { "+": [{ var: "current" }, { var: "accumulator" }] },
              0,
            ],
          },
        },
      }),
    },
  });
  const two: Answers = {
    "s.people": ["r1", "r3"],
    "s.people.r1.name": "Ana",
    "s.people.r1.age": 40,
    "s.people.r1.place.street": "Uno",
    "s.people.r1.place.number": "1",
    "s.people.r3.name": "Beto",
    "s.people.r3.age": 12,
    "s.people.r3.guardian": "Ana",
    "s.people.r3.place.street": "Dos",
    "s.people.r3.place.number": "2",
    "s.minors": "yes",
  };

  it("have fields of their own, with their own rules", () => {
    const found = evaluate(flow, two, context);
    expect(codes(found)).toEqual({});
    expect(found.values).toEqual({ ...two, "s.total": 52 });
    expect(found.fields["s.people.r1.guardian"]!.visible).toBe(false);
    expect(found.fields["s.people.r3.place.owner"]!.visible).toBe(false);
  });

  it("have words for their problems", () => {
    const found = evaluate(flow, { ...two, "s.people.r3.age": "x" }, context).problems[0]!;
    expect(found.path).toBe("s.people.r3.age");
    expect(problemWords(flow, found)).not.toBe(found.code);
  });

  it("are as many as the list says", () => {
    expect(codes(evaluate(flow, {}, context))).toEqual({ "s.people": "required" });
    const one = evaluate(flow, { "s.people": ["r1"] }, context).problems[0];
    expect([one?.path, one?.code, one?.values]).toEqual(["s.people", "minItems", { limit: "2" }]);
    const four = evaluate(flow, { "s.people": ["r1", "r2", "r3", "r4"] }, context).problems;
    expect(four.some(({ path, code }) => path === "s.people" && code === "maxItems")).toBe(true);
  });

  it("are asked in order, each after the list and before what follows it", () => {
    const paths = createEvaluator(flow, { "s.people": ["r2", "r1"] }, context).paths();
    const at = (path: string) => paths.indexOf(path);
    expect(at("s.people")).toBeLessThan(at("s.people.r2.name"));
    expect(at("s.people.r2.note")).toBeLessThan(at("s.people.r1.name"));
    expect(at("s.people.r1.note")).toBeLessThan(at("s.minors"));
  });

  it("lose what they held when they go, and leave the others alone", () => {
    const after = change(flow, two, { "s.people": ["r1"] }, context);
    expect(after.cleared.toSorted()).toEqual(
      [...Object.keys(two).filter((path) => path.startsWith("s.people.r3.")), "s.minors"].toSorted(),
    );
    expect(Object.keys(after.answers).some((path) => path.includes(".r3."))).toBe(false);
    expect(after.answers["s.people.r1.name"]).toBe("Ana");
  });

  it("go with their list, and stay gone", () => {
    const off = change(flow, two, { "s.has": "nobody" }, context);
    expect(off.answers).toEqual({ "s.has": "nobody" });
    expect(change(flow, off.answers, { "s.has": "all" }, context).answers).toEqual({ "s.has": "all" });
  });

  it("reset within their row", () => {
    const noted = { ...two, "s.people.r1.note": "x", "s.people.r3.note": "y" };
    for (const row of ["r1", "r3"]) {
      const { cleared } = change(flow, noted, { [`s.people.${row}.name`]: "Eva" }, context);
      expect(cleared).toEqual([`s.people.${row}.note`]);
    }
  });

  it("take a new row and its answers in one change", () => {
    const { answers } = change(
      flow,
      two,
      { "s.people": ["r1", "r3", "r4"], "s.people.r4.name": "Eva" },
      context,
    );
    expect(answers["s.people.r4.name"]).toBe("Eva");
  });

  it("cost nothing elsewhere: states that are not different stay the same objects", () => {
    const evaluator = createEvaluator(flow, two, context);
    const [has, first] = [evaluator.state("s.has"), evaluator.state("s.people.r1.name")];
    const { touched } = evaluator.change({ "s.people": ["r1", "r3", "r4"] });
    expect(evaluator.state("s.has")).toBe(has);
    expect(evaluator.state("s.people.r1.name")).toBe(first);
    expect(touched).toContain("s.people.r4.name");
    expect(touched).not.toContain("s.people.r1.name");
    expect(evaluator.change({ "s.people": ["r3"] }).touched).toContain("s.people.r4.name");
    expect(evaluator.state("s.people.r4.name")).toBeUndefined();
  });

  it("are another state of the list, and of what reads it", () => {
    const evaluator = createEvaluator(flow, two, context);
    const { touched } = evaluator.change({ "s.people": ["r1"] });
    expect(touched).toEqual(expect.arrayContaining(["s.people", "s.minors", "s.total"]));
    const { value, problem } = evaluator.state("s.people")!;
    expect([value, problem?.code]).toEqual([["r1"], "minItems"]);
    expect(evaluator.state("s.minors")?.visible).toBe(false);
  });

  it("are read as what is effective in them", async () => {
    const friends = await writtenFlow({
      steps: {
        s: step({
          friends: {
            kind: "list",
            label: "Friends",
            fields: { name: text, nick: { ...text, visibleWhen: { "!!": { var: "row.name" } } } },
          },
          why: { ...text, visibleWhen: { some: [{ var: "s.friends" }, { "!!": { var: "nick" } }] } },
        }),
      },
    });
    const nicked = { "s.friends": ["r1"], "s.friends.r1.nick": "Nani" };
    const visible = (answers: Answers) => evaluate(friends, answers, context).fields["s.why"]!.visible;
    expect([visible(nicked), visible({ ...nicked, "s.friends.r1.name": "Ana" })]).toEqual([false, true]);
  });

  it("count once, however often the list names them", () => {
    const paths = createEvaluator(flow, { "s.people": ["r1", "r1"] }, context).paths();
    expect(paths.filter((path) => path === "s.people.r1.name")).toHaveLength(1);
  });

  it("are kept ready for other runs, but not without end", () => {
    const fields = () => [...flow.withRows.values()].reduce((sum, { list }) => sum + list.length, 0);
    for (let at = 0; at < 4; at++) {
      const ids = Array.from({ length: 1_000 }, (_, row) => `r${at * 1_000 + row + 1}`);
      evaluate(flow, { "s.people": ids }, context);
    }
    expect(fields()).toBeGreaterThan(1_000);
    expect(fields()).toBeLessThan(21_000);
  });

  it("are nothing where the list does not name them", () => {
    const orphaned = { ...two, "s.people": ["r3"] };
    const found = evaluate(flow, orphaned, context);
    expect(Object.keys(found.values).some((path) => path.includes(".r1."))).toBe(false);
    expect(found.cleared).toContain("s.people.r1.name");
  });

  it.each([
    ["s.people.r1.name", "s.people.name"],
    ["s.people.r1.place.street", "s.people.place.street"],
    ["s.people", "s.people"],
    ["s.people.name", undefined],
    ["s.people.x1.name", undefined],
    ["s.people.r1.nothing", undefined],
    ["s.people.r1", undefined],
    ["s.people.r1.place.number.more", undefined],
    ["constructor", undefined],
    ["s.people.r0.name", undefined],
  ])("%s is the field %s", (path, field) => {
    expect(fieldAt(flow, path)?.path).toBe(field);
  });

  it.each([[["r1", "r1"]], [["r1", "x"]], ["r1"], [[1, 2]], [{}]])(
    "take %j for no rows, without harm",
    (ids) => {
      const found = evaluate(flow, { "s.people": ids as never }, context);
      expect(found.problems.some(({ path }) => path === "s.people")).toBe(true);
    },
  );
});
