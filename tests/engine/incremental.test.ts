import { describe, expect, it } from "vitest";
import {
  change,
  createEvaluator,
  evaluate,
  sameAnswers,
  type Answer,
  type Answers,
  type Context,
  type DataState,
  type Evaluator,
  type FieldState,
} from "../../schemas/engine/all.ts";
import { preparedFlow, smallFlow } from "../support/definitions.ts";
import { arrivedState, generatedEvents, generatedLiveFlow, type Event } from "./generated-events.ts";
import { whole } from "./whole.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const contextWith = (data: Record<string, DataState>): Context => ({
  today: "2026-11-21",
  results: {},
  data,
});

const statesOf = (kept: Evaluator): Map<string, FieldState> =>
  new Map(kept.paths().map((path) => [path, kept.state(path)!]));

/** What is not told as looked at again is the same object as before, and what came or went is told. */
function expectAllTold(before: Map<string, FieldState>, kept: Evaluator, touched: string[]): void {
  const after = statesOf(kept);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (!touched.includes(path)) expect(after.get(path)).toBe(before.get(path));
  }
}

/** Paths whose answers are not the same. */
const differentIn = (one: Answers, other: Answers): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (path) => JSON.stringify(one[path]) !== JSON.stringify(other[path]),
  );

const edited = (event: Event, kept: Evaluator): Record<string, Answer | undefined> | undefined =>
  "edit" in event ? event.edit : "fill" in event ? kept.fills(event.fill) : undefined;

describe.each([
  ["fields", false],
  ["fields, groups and rows", true],
])("the evaluation of %s that is kept up to date", (_, nested) => {
  it("is the one from scratch, after any edits and arrivals, in any flow", () => {
    fc.assert(
      fc.property(generatedLiveFlow(nested), generatedEvents(nested), (prepared, events) => {
        let answers: Answers = {};
        const data: Record<string, DataState> = {};
        const context = (): Context => contextWith({ ...data });
        const kept = createEvaluator(prepared, answers, context());
        for (const event of events) {
          const before = statesOf(kept);
          const edit = edited(event, kept);
          if (edit) {
            const { touched, cleared, edited: told } = kept.change(edit);
            const scratch = change(prepared, answers, edit, context());
            expect(kept.answers()).toEqual(scratch.answers);
            expect(cleared.toSorted()).toEqual(scratch.cleared.toSorted());
            expect(told).toEqual(expect.arrayContaining(differentIn(answers, scratch.answers)));
            answers = scratch.answers;
            expectAllTold(before, kept, touched);
          } else if ("data" in event) {
            const state = arrivedState(event, kept.inputs(event.data) ?? {});
            const touched = kept.setData(event.data, state);
            data[event.data] = state;
            expectAllTold(before, kept, touched);
          }
          const now = whole(evaluate(prepared, answers, context()));
          expect(kept.evaluation()).toEqual(now);
          expect([kept.steps(), kept.problems()]).toEqual([now.steps, now.problems]);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("never gives a value to what is hidden or disabled, and clears to an end", () => {
    fc.assert(
      fc.property(generatedLiveFlow(nested), generatedEvents(nested), (prepared, events) => {
        const kept = createEvaluator(prepared, {}, contextWith({}));
        for (const event of events) {
          const edit = edited(event, kept);
          if (edit) kept.change(edit);
          else if ("data" in event)
            kept.setData(event.data, arrivedState(event, kept.inputs(event.data) ?? {}));
        }
        endWaiting(kept, Object.keys(prepared.flow.data));
        const { fields, values } = kept.evaluation();
        for (const name of Object.keys(values)) {
          expect(fields[name]?.visible).toBe(true);
          const waits = ["loading", "failed"].includes(fields[name]?.status ?? "");
          if (!waits) expect(fields[name]?.enabled).toBe(true);
        }
        expect(kept.change({}).cleared).toEqual([]);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe("a group that is read as a whole", () => {
  // The reader stands before the group, and the group's only answer hangs on another one.
  const prepared = smallFlow({
    reader: { visibleWhen: { "!!": [{ var: "s.g" }] } },
    g: { type: "group", fields: ["s.g.a"] },
    "g.a": { parent: "s.g", visibleWhen: { "==": [{ var: "s.who" }, "x"] } },
    who: {},
  });

  it.each<[string, Answers, Answers]>([
    ["is looked at again with what it holds", { "s.g.a": "here" }, { "s.who": "x" }],
    ["is looked at again when that goes", { "s.g.a": "here", "s.who": "x" }, { "s.who": "y" }],
    ["is looked at again when that is answered", { "s.who": "x" }, { "s.g.a": "here" }],
  ])("%s", (_, given, edit) => {
    const kept = createEvaluator(prepared, given, contextWith({}));
    kept.change(edit);
    const all = { ...given, ...edit };
    expect(kept.state("s.reader")?.visible).toBe(all["s.who"] === "x");
    expect(kept.evaluation()).toEqual(whole(evaluate(prepared, kept.answers(), contextWith({}))));
  });
});

/** Whatever is still awaited fails, until nothing is asked any more: what hangs on it is judged then. */
function endWaiting(kept: Evaluator, queries: string[]): void {
  for (let round = 0; round <= queries.length; round++) {
    for (const name of queries) {
      const inputs = kept.inputs(name);
      const known = kept.context().data[name];
      const isThere = known && known.status !== "loading" && sameAnswers(known.inputs, inputs ?? {});
      if (inputs && !isThere) kept.setData(name, { status: "failed", inputs });
    }
    kept.change({});
  }
}

describe("the evaluation that is kept up to date", () => {
  it("looks only at what a change touches", async () => {
    const prepared = await preparedFlow("SI", "contact");
    const kept = createEvaluator(prepared, {}, contextWith({}));
    expect(kept.change({ "request.name": "Ana" }).touched).toEqual(["request.name"]);
    expect(kept.change({ "request.type": "query" }).touched).toEqual(["request.type", "request.service"]);
    expect(kept.change({ "request.city": "Santiago" }).touched).toEqual(["request.city", "request.branch"]);
  });
});
