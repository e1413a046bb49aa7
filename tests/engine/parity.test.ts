import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  change,
  compileRule,
  compileValidators,
  createEvaluator,
  evaluate,
  prepare,
  scopeOf,
  validatorModule,
  type Answers,
  type CompiledFlow,
  type Context,
  type Evaluation,
  type Prepared,
  type Validators,
} from "../../schemas/engine/all.ts";
import { generatedAnswers, generatedFlow, paths, programRule, type Extras } from "./generated-flows.ts";
import { reference } from "./reference.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };
const prepared = (flow: CompiledFlow): Prepared => prepare(flow, compileValidators(flow));

/** An evaluation in a form that does not hang on the order of the fields. */
const meaningOf = ({ fields, cleared, problems, ...rest }: Evaluation) => ({
  ...rest,
  fields: Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b))),
  cleared: cleared.toSorted(),
  problems: problems.toSorted((a, b) => a.path.localeCompare(b.path)),
});

/** Shown, and to be answered. A choice whose list is empty counts: what was chosen from it is refused, not forgotten. */
const canCount = ({ fields }: Evaluation, path: string): boolean =>
  fields[path]!.visible && (fields[path]!.enabled || fields[path]!.status === "empty");

const withoutBlanks = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([, one]) => one !== undefined && String(one).trim() !== ""),
  );

describe("any flow", { timeout: 60_000 }, () => {
  const sameAsReference = (extras: Extras, numRuns: number, endOnFailure = false): void =>
    fc.assert(
      fc.property(generatedFlow(extras), generatedAnswers, ({ flow }, answers) => {
        const validators = compileValidators(flow);
        const { fields, values, problems } = evaluate(prepare(flow, validators), answers, context);
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
      { numRuns, endOnFailure },
    );

  it("means what the reference says", () => {
    expect(() => sameAsReference({}, 600)).not.toThrow();
  });

  it("with rules about what is missing", () => {
    expect(() => sameAsReference({ missing: true }, 200, true)).not.toThrow();
  });
  it("with checks that read other fields", () => {
    expect(() => sameAsReference({ checks: true }, 200, true)).not.toThrow();
  });

  it("is evaluated twice with the same result, and changes nothing that it was given", () => {
    fc.assert(
      fc.property(generatedFlow({ missing: true, checks: true }), generatedAnswers, ({ flow }, answers) => {
        const [before, given] = [structuredClone(flow), structuredClone(answers)];
        const ready = prepared(flow);
        const first = structuredClone(meaningOf(evaluate(ready, answers, context)));
        expect(meaningOf(evaluate(ready, answers, context))).toEqual(first);
        expect(meaningOf(evaluate(prepared(flow), answers, context))).toEqual(first);
        expect([flow, answers]).toEqual([before, given]);
      }),
      { numRuns: 100 },
    );
  });

  it("means the same in whatever order its fields are written", () => {
    fc.assert(
      fc.property(
        generatedFlow(),
        generatedAnswers,
        generatedAnswers,
        ({ flow, shuffled }, answers, edit) => {
          const [one, other] = [prepared(flow), prepared(shuffled)];
          const evaluated = (ready: Prepared, of: Answers) => meaningOf(evaluate(ready, of, context));
          expect(evaluated(other, answers)).toEqual(evaluated(one, answers));
          const [left, right] = [one, other].map((ready) => change(ready, answers, edit, context));
          expect(right!.answers).toEqual(left!.answers);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("never lets what is hidden or disabled count, whatever it holds", () => {
    fc.assert(
      fc.property(
        generatedFlow(),
        generatedAnswers,
        generatedAnswers,
        programRule,
        ({ flow }, answers, other, rule) => {
          const ready = prepared(flow);
          const found = evaluate(ready, answers, context);
          for (const path of Object.keys(found.values)) expect(canCount(found, path)).toBe(true);
          const ineffective = paths.filter((path) => !canCount(found, path));
          const replaced = { ...answers };
          for (const path of ineffective) replaced[path] = other[path];
          const again = evaluate(ready, replaced, context);
          expect(meaningOf({ ...again, cleared: [] })).toEqual(meaningOf({ ...found, cleared: [] }));

          const program = scopeOf(ready, found.values, context);
          for (const path of ineffective) expect(program.variable(path)).toBeNull();
          const [seen, seenAgain] = [found, again].map(({ values }) =>
            compileRule(rule)(scopeOf(ready, values, context)),
          );
          expect(seenAgain).toEqual(seen);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("settles after a change: nothing is left to clear, and what is kept is effective", () => {
    fc.assert(
      fc.property(
        generatedFlow(),
        generatedAnswers,
        fc.array(generatedAnswers, { minLength: 1, maxLength: 4 }),
        ({ flow }, began, edits) => {
          const ready = prepared(flow);
          let answers = began;
          const kept = createEvaluator(ready, began, context);
          for (const edit of edits) {
            const changed = change(ready, answers, edit, context);
            for (const path of changed.cleared) expect(changed.answers[path]).toBeUndefined();
            answers = changed.answers;
            kept.change(edit);
            expect(change(ready, answers, {}, context)).toEqual({ answers, cleared: [] });
            const { cleared, problems, values } = evaluate(ready, answers, context);
            expect(cleared).toEqual([]);
            expect(problems.filter(({ code }) => code === "notOffered")).toEqual([]);
            expect(values).toEqual(withoutBlanks(answers));
          }
          expect(kept.answers()).toEqual(answers);
          expect(kept.evaluation()).toEqual(evaluate(ready, answers, context));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is accepted by the server exactly when it is by the browser", async () => {
    await fc.assert(
      fc.asyncProperty(
        generatedFlow({ missing: true, checks: true }),
        fc.array(generatedAnswers, { minLength: 10, maxLength: 10 }),
        async ({ flow }, all) => {
          const code = `data:text/javascript,${encodeURIComponent(validatorModule(flow))}`;
          const browser = prepare(
            JSON.parse(JSON.stringify(flow)) as CompiledFlow,
            (await import(code)) as Validators,
          );
          const server = prepared(flow);
          for (const answers of all) {
            expect(evaluate(browser, answers, context)).toEqual(evaluate(server, answers, context));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
