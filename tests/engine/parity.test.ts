import { describe, expect, it } from "vitest";
import {
  change,
  compileRule,
  compileValidators,
  createEvaluator,
  evaluate,
  fieldAt,
  prepare,
  rowPath,
  rowsIn,
  scopeOf,
  validatorModule,
  withAtOnce,
  type Answers,
  type CompiledFlow,
  type Context,
  type Evaluation,
  type Prepared,
  type Validators,
} from "../../schemas/engine/all.ts";
import { generatedAnswers, nestedAnswers } from "./generated-answers.ts";
import { generatedFlow, list, programRule, type Extras } from "./generated-flows.ts";
import { reference } from "./reference.ts";
import { whole } from "./whole.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };

/** Compiled once for each set of leaf schemas: it would take most of the time. */
const compiledFor = new Map<string, Validators>();
function validatorsOf(flow: CompiledFlow): Validators {
  const leaves = Object.values(flow.fields).map(({ validator, schema }) =>
    JSON.stringify([validator, schema]),
  );
  const key = [...new Set(leaves)].toSorted().join();
  const known = compiledFor.get(key) ?? compileValidators(flow);
  compiledFor.set(key, known);
  return known;
}
const prepared = (flow: CompiledFlow): Prepared => withAtOnce(prepare(flow, validatorsOf(flow)));

const answersFor = ({ nested }: Extras): fc.Arbitrary<Answers> => (nested ? nestedAnswers : generatedAnswers);

/** An evaluation in a form that does not hang on the order of the fields. */
const meaningOf = ({ steps, values, inputs, fields, cleared, problems }: Evaluation) => ({
  steps,
  values,
  inputs,
  fields: Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b))),
  cleared: cleared.toSorted(),
  problems: problems.toSorted((a, b) => a.path.localeCompare(b.path)),
});

/** Shown, and to be answered. A choice whose list is empty counts: what was chosen from it is refused, not forgotten. */
const canCount = ({ fields }: Evaluation, path: string): boolean =>
  fields[path]!.visible && (fields[path]!.enabled || fields[path]!.status === "empty");

/** A group has no answer, and a list's names its rows: another one is another form. */
const isLeaf = (ready: Prepared, path: string): boolean =>
  !["group", "list"].includes(fieldAt(ready, path)!.type);

const withoutBlanks = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([, one]) => one !== undefined && String(one).trim() !== ""),
  );

it("rows come, go and change places in the edits that follow, with answers in them", () => {
  const edits = fc.sample(fc.tuple(nestedAnswers, nestedAnswers), { numRuns: 400, seed: 1 });
  const seen = new Set<string>();
  for (const [began, edit] of edits) {
    if (!Object.hasOwn(edit, list)) continue;
    const [before, after] = [rowsIn(began[list]), rowsIn(edit[list])];
    const added = after.filter((row) => !before.includes(row));
    const kept = after.filter((row) => before.includes(row));
    const isAnswered = (answers: Answers) => (row: string) =>
      answers[rowPath(list, row, `${list}.f4`)] !== undefined;
    if (added.some(isAnswered(edit))) seen.add("a new row with its answers");
    if (before.some((row) => !after.includes(row) && isAnswered(began)(row)))
      seen.add("an answered row goes");
    if (kept.join() !== before.filter((row) => kept.includes(row)).join()) seen.add("rows change places");
    if (added.length > 0 && kept.length < before.length && kept.length > 0) seen.add("one comes, one goes");
    if (after.length === 0 && before.length > 1) seen.add("all go");
    if (kept.some(isAnswered(edit))) seen.add("an answer in a row that stays");
  }
  expect([...seen].toSorted()).toEqual([
    "a new row with its answers",
    "all go",
    "an answer in a row that stays",
    "an answered row goes",
    "one comes, one goes",
    "rows change places",
  ]);
});

describe("any flow", () => {
  const sameAsReference = (extras: Extras, numRuns: number, endOnFailure = false): void =>
    fc.assert(
      fc.property(generatedFlow(extras), answersFor(extras), ({ flow }, answers) => {
        const validators = validatorsOf(flow);
        const { fields, values, problems } = evaluate(prepared(flow), answers, context);
        const found = Object.fromEntries(
          Object.entries(fields).map(([path, { visible, enabled, value, options, problem }]) => [
            path,
            { visible, enabled, value, options: options?.map((one) => one.value), problem: problem?.code },
          ]),
        );
        const expected = reference(flow, validators, answers, context);
        expect(found).toEqual(expected);
        const present = Object.entries(expected).filter(([, { value }]) => value !== undefined);
        expect(values).toEqual(Object.fromEntries(present.map(([path, { value }]) => [path, value])));
        expect(problems.map(({ path }) => path)).toEqual(
          Object.keys(expected).filter((path) => expected[path]!.problem !== undefined),
        );
      }),
      { numRuns: propertyRuns(numRuns), ...(endOnFailure ? { endOnFailure } : {}) },
    );

  it("means what the reference says", () => {
    expect(() => sameAsReference({}, 150)).not.toThrow();
  });

  it("with rules about what is missing", () => {
    expect(() => sameAsReference({ missing: true }, 50, true)).not.toThrow();
  });
  it("with groups and rows", () => {
    expect(() => sameAsReference({ nested: true, checks: true }, 150, true)).not.toThrow();
  });
  it("with checks that read other fields", () => {
    expect(() => sameAsReference({ checks: true }, 50, true)).not.toThrow();
  });
});

describe.each<[string, Extras]>([
  ["any flow", {}],
  ["any flow with groups and rows", { nested: true }],
])("%s", (_, shape) => {
  const answersOf = answersFor(shape);

  it("is evaluated twice with the same result, and changes nothing that it was given", () => {
    fc.assert(
      fc.property(
        generatedFlow({ ...shape, missing: true, checks: true }),
        answersOf,
        ({ flow }, answers) => {
          const [before, given] = [structuredClone(flow), structuredClone(answers)];
          const ready = prepared(flow);
          const first = structuredClone(meaningOf(evaluate(ready, answers, context)));
          expect(meaningOf(evaluate(ready, answers, context))).toEqual(first);
          expect(meaningOf(evaluate(prepared(flow), answers, context))).toEqual(first);
          expect([flow, answers]).toEqual([before, given]);
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it("means the same in whatever order its fields are written", () => {
    fc.assert(
      fc.property(generatedFlow(shape), answersOf, answersOf, ({ flow, shuffled }, answers, edit) => {
        const [one, other] = [prepared(flow), prepared(shuffled)];
        const evaluated = (ready: Prepared, of: Answers) => meaningOf(evaluate(ready, of, context));
        expect(evaluated(other, answers)).toEqual(evaluated(one, answers));
        const [left, right] = [one, other].map((ready) => change(ready, answers, edit, context));
        expect(right!.answers).toEqual(left!.answers);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it("never lets what is hidden or disabled count, whatever it holds", () => {
    fc.assert(
      fc.property(
        generatedFlow(shape),
        answersOf,
        answersOf,
        programRule(shape),
        ({ flow }, answers, other, rule) => {
          const ready = prepared(flow);
          const found = evaluate(ready, answers, context);
          for (const path of Object.keys(found.values)) expect(canCount(found, path)).toBe(true);
          const ineffective = Object.keys(found.fields).filter(
            (path) => isLeaf(ready, path) && !canCount(found, path),
          );
          const replaced = { ...answers };
          for (const path of ineffective) replaced[path] = other[path];
          const again = evaluate(ready, replaced, context);
          expect({ ...meaningOf(again), cleared: [] }).toEqual({ ...meaningOf(found), cleared: [] });

          const program = scopeOf(ready, found.values, context);
          for (const path of ineffective) expect(program.variable(path)).toBeNull();
          const [seen, seenAgain] = [found, again].map(({ values }) =>
            compileRule(rule)(scopeOf(ready, values, context)),
          );
          expect(seenAgain).toEqual(seen);
        },
      ),
      { numRuns: propertyRuns(50) },
    );
  });

  it("settles after a change: nothing is left to clear, and what is kept is effective", () => {
    fc.assert(
      fc.property(
        generatedFlow(shape),
        answersOf,
        fc.array(answersOf, { minLength: 1, maxLength: 4 }),
        ({ flow }, began, edits) => {
          const ready = prepared(flow);
          let answers = began;
          const kept = createEvaluator(ready, began, context);
          for (const edit of edits) {
            const changed = change(ready, answers, edit, context);
            for (const path of changed.cleared) expect(changed.answers[path]).toBeUndefined();
            answers = changed.answers;
            const before = new Map(kept.paths().map((path) => [path, kept.state(path)]));
            const { touched } = kept.change(edit);
            for (const [path, state] of before) {
              if (!touched.includes(path)) expect(kept.state(path)).toBe(state);
            }
            expect(change(ready, answers, {}, context)).toEqual({ answers, cleared: [] });
            const { cleared, problems, values } = evaluate(ready, answers, context);
            expect(cleared).toEqual([]);
            expect(problems.filter(({ code }) => code === "notOffered")).toEqual([]);
            expect(values).toEqual(withoutBlanks(answers));
          }
          expect(kept.answers()).toEqual(answers);
          expect(kept.evaluation()).toEqual(whole(evaluate(ready, answers, context)));
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });

  it("is accepted by the server exactly when it is by the browser", async () => {
    await fc.assert(
      fc.asyncProperty(
        generatedFlow({ ...shape, missing: true, checks: true }),
        fc.array(answersOf, { minLength: 10, maxLength: 10 }),
        async ({ flow }, all) => {
          const code = `data:text/javascript,${encodeURIComponent(validatorModule(flow))}`;
          const browser = prepare(
            JSON.parse(JSON.stringify(flow)) as CompiledFlow,
            (await import(code)) as Validators,
          );
          const server = prepared(flow);
          for (const answers of all) {
            expect(whole(evaluate(browser, answers, context))).toEqual(
              whole(evaluate(server, answers, context)),
            );
          }
        },
      ),
      { numRuns: propertyRuns(10) },
    );
  });
});
