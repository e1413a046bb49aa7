import type { Answer, Answers, Context, DataState, Evaluation, FieldState, Problem } from "../types.ts";
import { evaluateField, inputsOf } from "./field-state.ts";
import { pop, push } from "./heap.ts";
import type { Prepared } from "./prepare.ts";
import { problemOf } from "./problem.ts";
import { contextVariable, holds, isBlank, sameAnswer, sameAnswers, type Work } from "./work.ts";

/** What came of a change: the paths that were looked at again, whose answer is another one now, and that were cleared. */
export interface Changed {
  touched: string[];
  edited: string[];
  cleared: string[];
}

/** One run's answers and their meaning, kept up to date. What a change costs depends on what it touches. */
export interface Evaluator {
  /** The answers now, those that are not effective too. */
  answers(): Answers;
  context(): Context;
  /** The same object as long as the field was not looked at again. */
  state(path: string): FieldState;
  /** Inputs of a data query; null where one is absent or its condition does not hold. */
  inputs(data: string): Record<string, Answer> | null;
  /** The whole, as `evaluate` gives it. Costs a look at every field. */
  evaluation(): Evaluation;
  /** Applies an edit and all the clearing that follows from it. With no changes it clears what is not offered any more. */
  change(changes: Record<string, Answer | undefined>): Changed;
  /** Takes what is known of a data query now. Clears nothing. Gives the paths that were looked at again. */
  setData(name: string, state: DataState): string[];
}

/** Begins with these answers as they are, clearing nothing. Never throws on an answer, whatever it holds. */
export function createEvaluator(prepared: Prepared, given: Answers, context: Context): Evaluator {
  const { graph, list, data, flow } = prepared;
  const values = empty<Answer>(list.length);
  const work: Work = {
    prepared,
    context,
    answers: empty<Answer>(list.length),
    states: [],
    chosen: empty(list.length),
    steps: [],
    inputs: [],
    scope: {
      values,
      variable: (path) => {
        const index = prepared.fields[path]?.index;
        return index === undefined ? contextVariable(work.context, path) : (values[index] ?? null);
      },
    },
  };
  /** Fields with an answer that is not effective, or that is not offered. */
  const stale = new Set<number>();
  const waiting = new Uint8Array(graph.nodes.length);
  const queue: number[] = [];

  const wait = (place: number): void => {
    if (waiting[place]) return;
    waiting[place] = 1;
    push(queue, place);
  };

  /** Looks at a node again, and tells whether those who depend on it must too. */
  function look(place: number): boolean {
    const { kind, index } = graph.nodes[place]!;
    if (kind === "field") {
      const value = values[index];
      const chosen = work.chosen[index];
      work.states[index] = evaluateField(work, list[index]!);
      return !sameAnswer(value, values[index]) || chosen !== work.chosen[index];
    }
    if (kind === "step") {
      const before = work.steps[index];
      work.steps[index] = holds(prepared.stepVisible[index], work.scope);
      return before !== work.steps[index];
    }
    const before = work.inputs[index];
    const now = inputsOf(data[index]!, work.scope);
    work.inputs[index] = now;
    return !sameAsked(before, now);
  }

  function judge(index: number): void {
    const state = work.states[index]!;
    const problem = problemOf(work, list[index]!, state);
    state.problem = problem;
    const lost = state.value === undefined || problem?.code === "notOffered";
    if (lost && !isBlank(work.answers[index])) stale.add(index);
    else stale.delete(index);
  }

  /** Looks at all that waits, each after those that it depends on, and then at the problems of what was touched. */
  function settle(touched: Set<number>): void {
    const now = new Set<number>();
    const judged = new Set<number>();
    while (queue.length > 0) {
      const place = pop(queue);
      waiting[place] = 0;
      const { kind, index } = graph.nodes[place]!;
      const changed = look(place);
      if (kind === "field") now.add(index);
      if (!changed) continue;
      for (const dependent of graph.dependents[place]!) wait(dependent);
      if (kind === "field") for (const other of graph.checkedBy[index]!) judged.add(other);
    }
    for (const index of judged) {
      if (now.has(index)) continue;
      now.add(index);
      work.states[index] = { ...work.states[index]! };
    }
    for (const index of now) {
      judge(index);
      touched.add(index);
    }
  }

  const put = (index: number, value: Answer | undefined): void => {
    work.answers[index] = isBlank(value) ? undefined : value;
    wait(graph.placeOfField[index]!);
  };

  function change(changes: Record<string, Answer | undefined>): Changed {
    const touched = new Set<number>();
    const changed = new Set<number>();
    const cleared = new Set<number>();
    const before = [...work.inputs];
    const edited = new Set(Object.keys(changes).map((path) => prepared.fields[path]?.index));
    const clear = (index: number): void => {
      if (isBlank(work.answers[index])) return;
      put(index, undefined);
      changed.add(index);
      cleared.add(index);
      reset(index);
    };
    const reset = (index: number): void => {
      for (const path of list[index]!.field.resets) {
        const other = prepared.fields[path]?.index;
        if (other !== undefined && !edited.has(other)) clear(other);
      }
    };
    for (const [path, value] of Object.entries(changes)) {
      const index = prepared.fields[path]?.index;
      if (index === undefined || list[index]!.computed) continue;
      const same = sameAnswer(work.answers[index], isBlank(value) ? undefined : value);
      put(index, value);
      if (same) continue;
      changed.add(index);
      reset(index);
    }
    // Each round clears at least one answer, so it ends.
    for (;;) {
      settle(touched);
      const gone = [...stale];
      for (const [index, was] of before.entries()) {
        if (!was || was === "failed" || sameAsked(was, work.inputs[index])) continue;
        gone.push(...data[index]!.choices.filter((choice) => !edited.has(choice)));
      }
      const present = gone.filter((index) => !isBlank(work.answers[index]));
      if (present.length === 0) break;
      present.forEach(clear);
    }
    return { touched: pathsOf(touched), edited: pathsOf(changed), cleared: pathsOf(cleared) };
  }

  const pathsOf = (indices: Set<number>): string[] => [...indices].map((index) => list[index]!.field.path);
  const byPath = <Value>(all: (Value | undefined)[]): Record<string, Value> => {
    const found: Record<string, Value> = {};
    for (const [index, value] of all.entries()) {
      if (value !== undefined) found[list[index]!.field.path] = value;
    }
    return found;
  };

  // What is worked out is not answered: whatever was sent for it has no meaning.
  for (let index = 0; index < list.length; index++) {
    const { field, computed } = list[index]!;
    if (!computed) work.answers[index] = given[field.path];
  }
  // The first look needs no queue: the nodes are in order.
  for (let place = 0; place < graph.nodes.length; place++) look(place);
  for (let index = 0; index < list.length; index++) judge(index);

  return {
    answers: () => ({
      ...Object.fromEntries(
        // Answers to what is no field of the flow are kept, without meaning.
        Object.entries(given).filter(([path]) => !Object.hasOwn(prepared.fields, path)),
      ),
      ...byPath(work.answers),
    }),
    context: () => work.context,
    state: (path) => work.states[prepared.fields[path]!.index]!,
    inputs: (name) => asked(work.inputs[data.findIndex((query) => query.name === name)]),
    change,
    setData(name, state) {
      work.context = { ...work.context, data: { ...work.context.data, [name]: state } };
      const query = data.find((one) => one.name === name);
      for (const index of query?.choices ?? []) wait(graph.placeOfField[index]!);
      const touched = new Set<number>();
      settle(touched);
      return pathsOf(touched);
    },
    evaluation() {
      const problems: Problem[] = [];
      const cleared: string[] = [];
      const states = work.states.slice();
      const current = values.slice();
      let fields: Record<string, FieldState> | undefined;
      let effective: Answers | undefined;
      for (let index = 0; index < states.length; index++) {
        const { problem, value } = states[index]!;
        if (problem) problems.push(problem);
        if (value === undefined && !isBlank(work.answers[index])) {
          cleared.push(list[index]!.field.path);
        }
      }
      return {
        steps: flow.steps.filter((_, index) => work.steps[index] === true).map(({ id }) => id),
        // Records by path cost more than the evaluation: they are made for whoever reads them.
        get fields() {
          return (fields ??= byPath(states));
        },
        get values() {
          return (effective ??= byPath(current));
        },
        cleared,
        problems,
        inputs: Object.fromEntries(data.map(({ name }, index) => [name, asked(work.inputs[index])])),
      };
    },
  };
}

const empty = <Value>(length: number): (Value | undefined)[] => Array.from({ length });

type Asked = Work["inputs"][number] | undefined;

const asked = (inputs: Asked): Record<string, Answer> | null =>
  inputs === "failed" ? null : (inputs ?? null);

const sameAsked = (a: Asked, b: Asked): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && !!a && !!b && sameAnswers(a, b));
