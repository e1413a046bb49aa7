import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  change,
  createEvaluator,
  evaluate,
  type Answer,
  type Answers,
  type CompiledFlow,
  type Context,
  type DataState,
  type Option,
} from "../../schemas/engine/all.ts";
import { preparedFlow, smallFlow } from "../support/definitions.ts";

const option = (value: string): Option => ({ value, label: value });
const letters = ["a", "b", "c"];
const count = 7;
const path = (index: number): string => `s.f${index}`;

/** A rule over some of the fields before this one. */
const ruleOver = (index: number): fc.Arbitrary<unknown> => {
  const read = fc.nat({ max: Math.max(0, index - 1) }).map((other) => ({ var: path(other) }));
  return fc.oneof(
    fc.tuple(read, fc.constantFrom(...letters)).map(([left, right]) => ({ "==": [left, right] })),
    fc.tuple(read, fc.constantFrom(...letters)).map(([left, right]) => ({ "!=": [left, right] })),
    read.map((one) => ({ "!!": [one] })),
    fc.tuple(read, read).map((both) => ({ or: both })),
    // Cannot be evaluated: it must refuse in the same way.
    fc.constant({ "!!": [{ var: "nowhere.at" }] }),
  );
};

type Field = Partial<CompiledFlow["fields"][string]>;

const fieldAt = (index: number): fc.Arbitrary<Field> => {
  const rule = index === 0 ? fc.constant(undefined) : fc.option(ruleOver(index), { nil: undefined });
  const options = fc.constantFrom<Field>(
    {},
    { type: "choice", options: { list: letters.slice(0, 2).map(option) } },
    { type: "choice", options: { data: "plain" } },
    ...(index > 0 ? [{ type: "choice", options: { data: `from${index - 1}` } } as const] : []),
  );
  const check = ruleOver(count).map((one) => [{ rule: one, says: "invalid" }]);
  return fc
    .record({
      visibleWhen: rule,
      enabledWhen: rule,
      required: fc.oneof(fc.boolean(), index === 0 ? fc.constant(true) : ruleOver(index)),
      checks: fc.option(check, { nil: [] }),
      resets: fc.option(
        fc.nat({ max: count - 1 }).map((other) => [path(other)]),
        { nil: [] },
      ),
      options,
    })
    .map(({ options: chosen, ...rest }) => ({
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...chosen,
    }));
};

const flow = fc.tuple(...Array.from({ length: count }, (_, index) => fieldAt(index))).map((fields) =>
  smallFlow(Object.fromEntries(fields.map((field, index) => [`f${index}`, field])), {
    data: {
      plain: { call: "x.plain", on: "load", with: {} },
      ...Object.fromEntries(
        Array.from({ length: count - 1 }, (_, index) => [
          `from${index}`,
          { call: "x.from", on: "change" as const, with: { of: { var: path(index) } } },
        ]),
      ),
    },
  }),
);

type Event =
  | { edit: Record<string, Answer | undefined> }
  | { data: string; answers: string[] | "failed" | "loading" };

const value = fc.constantFrom<Answer | undefined>(undefined, "", ...letters);
const event = fc.oneof<fc.Arbitrary<Event>[]>(
  fc
    .dictionary(fc.constantFrom(...Array.from({ length: count }, (_, index) => path(index))), value, {
      maxKeys: 3,
      noNullPrototype: true,
    })
    .map((edit) => ({ edit })),
  fc.record({
    data: fc.constantFrom("plain", ...Array.from({ length: count - 1 }, (_, index) => `from${index}`)),
    answers: fc.oneof(fc.subarray(letters), fc.constantFrom<"failed" | "loading">("failed", "loading")),
  }),
);

const stateOf = (answers: string[] | "failed" | "loading", inputs: DataState["inputs"]): DataState =>
  typeof answers === "string"
    ? { status: answers, inputs, options: [] }
    : { status: answers.length > 0 ? "ready" : "empty", inputs, options: answers.map(option) };

describe("the evaluation that is kept up to date", { timeout: 60_000 }, () => {
  it("is the one from scratch, after any edits and arrivals, in any flow", () => {
    fc.assert(
      fc.property(flow, fc.array(event, { maxLength: 8 }), (prepared, events) => {
        let answers: Answers = {};
        const data: Record<string, DataState> = {};
        const context = (): Context => ({ today: "2026-11-21", results: {}, data: { ...data } });
        const kept = createEvaluator(prepared, answers, context());
        for (const one of events) {
          if ("edit" in one) {
            const before = Object.fromEntries(
              Object.keys(prepared.fields).map((name) => [name, structuredClone(kept.state(name))]),
            );
            const { touched, cleared } = kept.change(one.edit);
            const scratch = change(prepared, answers, one.edit, context());
            answers = scratch.answers;
            expect(kept.answers()).toEqual(answers);
            expect(cleared.toSorted()).toEqual(scratch.cleared.toSorted());
            for (const name of Object.keys(before)) {
              if (!touched.includes(name)) expect(kept.state(name)).toEqual(before[name]);
            }
          } else {
            const state = stateOf(one.answers, kept.inputs(one.data) ?? {});
            kept.setData(one.data, state);
            data[one.data] = state;
          }
          expect(kept.evaluation()).toEqual(evaluate(prepared, answers, context()));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("never gives a value to what is hidden or disabled, and clears to an end", () => {
    fc.assert(
      fc.property(flow, fc.array(event, { maxLength: 6 }), (prepared, events) => {
        const kept = createEvaluator(prepared, {}, { today: "2026-11-21", results: {}, data: {} });
        for (const one of events) {
          if ("edit" in one) kept.change(one.edit);
          else kept.setData(one.data, stateOf(one.answers, kept.inputs(one.data) ?? {}));
        }
        kept.change({});
        const { fields, values } = kept.evaluation();
        for (const name of Object.keys(values)) {
          expect(fields[name]?.visible).toBe(true);
          const waits = ["loading", "failed"].includes(fields[name]?.status ?? "");
          if (!waits) expect(fields[name]?.enabled).toBe(true);
        }
        expect(kept.change({}).cleared).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("looks only at what a change touches", async () => {
    const prepared = await preparedFlow("SI", "contact");
    const kept = createEvaluator(prepared, {}, { today: "2026-11-21", results: {}, data: {} });
    expect(kept.change({ "request.name": "Ana" }).touched).toEqual(["request.name"]);
    expect(kept.change({ "request.type": "query" }).touched).toEqual(["request.type", "request.service"]);
    expect(kept.change({ "request.city": "Santiago" }).touched).toEqual(["request.city", "request.branch"]);
  });
});
