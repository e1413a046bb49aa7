import { describe, expect, it } from "vitest";
import { createEvaluator, evaluate, type Answers, type Context } from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };

const codes = (evaluation: { problems: { path: string; code: string }[] }) =>
  Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code]));

const step = (fields: Record<string, unknown>) => ({ title: "S", sections: { only: { fields } } });

const text = { kind: "text", label: "T" };

const person = {
  "schemas/fragments/somebody.json": {
    fragment: "somebody",
    parameters: {
      foreign: { description: "Whether foreigners are asked too", default: false },
      country: { description: "Where they live" },
    },
    fields: {
      name: text,
      passport: { ...text, visibleWhen: { var: "with.foreign" } },
      visa: { ...text, visibleWhen: { "==": [{ var: "with.country" }, "PE"] } },
      nick: { ...text, label: "Apodo de {group.name}", visibleWhen: { "!!": { var: "group.name" } } },
    },
  },
};

describe("groups", async () => {
  const flow = await writtenFlow(
    {
      steps: {
        s: step({
          who: { ...text, label: "Who" },
          home: { ...text, label: "Home" },
          friend: {
            kind: "group",
            label: "Friend",
            use: "somebody",
            with: { foreign: true, country: { var: "s.home" } },
            visibleWhen: { "==": [{ var: "s.who" }, "friend"] },
          },
          self: {
            kind: "group",
            label: "Self",
            use: "somebody",
            visibleWhen: { "==": [{ var: "s.who" }, "self"] },
          },
          known: { ...text, required: false, visibleWhen: { "!!": { var: "s.friend" } } },
        }),
      },
    },
    person,
  );

  it("are hidden with all that they hold", () => {
    const answers = { "s.who": "self", "s.home": "PE", "s.friend.name": "Ana" };
    const found = evaluate(flow, answers, context);
    expect(found.values).toEqual({ "s.who": "self", "s.home": "PE" });
    expect(found.cleared).toEqual(["s.friend.name"]);
    expect(found.fields["s.friend.name"]!.visible).toBe(false);
    expect(codes(found)).toEqual({ "s.self.name": "required" });
  });

  it("take a fragment with its parameters, and their own fields by relative names", () => {
    const found = evaluate(flow, { "s.who": "friend", "s.home": "PE", "s.friend.name": "Ana" }, context);
    expect(codes(found)).toEqual({
      "s.friend.passport": "required",
      "s.friend.visa": "required",
      "s.friend.nick": "required",
    });
    expect(flow.flow.fields["s.friend.nick"]!.label).toEqual(["Apodo de ", { var: "s.friend.name" }]);
  });

  it("fold a parameter that is a constant: nothing is left of what it hides", () => {
    expect(Object.keys(flow.flow.fields)).not.toContain("s.self.passport");
    expect(flow.flow.fields["s.friend.passport"]!.visibleWhen).toBeUndefined();
  });

  it("read as what they hold, and as nothing without answers", () => {
    const visible = (answers: Answers) => evaluate(flow, answers, context).fields["s.known"]!.visible;
    expect(visible({ "s.who": "friend" })).toBe(false);
    expect(visible({ "s.who": "friend", "s.friend.name": "Ana" })).toBe(true);
  });

  it("do not ask when they are disabled, nor take answers", async () => {
    const closed = await writtenFlow({
      steps: {
        s: step({
          open: { ...text, required: false },
          friend: {
            kind: "group",
            label: "Friend",
            enabledWhen: { "!!": { var: "s.open" } },
            fields: { name: text },
          },
        }),
      },
    });
    const found = evaluate(closed, { "s.friend.name": "Ana" }, context);
    expect([codes(found), found.values, found.cleared]).toEqual([{}, {}, ["s.friend.name"]]);
    const open = evaluate(closed, { "s.open": "x", "s.friend.name": "Ana" }, context);
    expect(open.values["s.friend.name"]).toBe("Ana");
  });

  it("read as nothing where all that they hold is a list without rows", async () => {
    const family = await writtenFlow({
      steps: {
        s: step({
          home: {
            kind: "group",
            label: "Home",
            fields: {
              people: { kind: "list", label: "People", required: false, fields: { name: text } },
            },
          },
          asked: { ...text, visibleWhen: { "!!": { var: "s.home" } } },
        }),
      },
    });
    const visible = (answers: Answers) => evaluate(family, answers, context).fields["s.asked"]!.visible;
    expect([visible({}), visible({ "s.home.people": ["r1"] })]).toEqual([false, true]);
  });

  it("come and go with an answer, and so does what reads them", () => {
    const evaluator = createEvaluator(flow, { "s.who": "self" }, context);
    const visible = () => ["s.friend.name", "s.known"].map((path) => evaluator.state(path)!.visible);
    evaluator.change({ "s.who": "friend" });
    expect(visible()).toEqual([true, false]);
    evaluator.change({ "s.friend.name": "Ana" });
    expect(visible()).toEqual([true, true]);
    evaluator.change({ "s.who": "self" });
    expect(visible()).toEqual([false, false]);
  });

  it("have no answer of their own", () => {
    const found = evaluate(flow, { "s.who": "friend", "s.friend": "sent" }, context);
    expect(found.values).toEqual({ "s.who": "friend" });
    expect(found.cleared).toEqual(["s.friend"]);
  });
});
