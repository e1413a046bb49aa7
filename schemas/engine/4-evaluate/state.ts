import type { Answer, Answers, Context, FieldState } from "../types/index.ts";
import { evaluateField } from "./field-state.ts";
import { pop, push } from "./heap.ts";
import { lookAtAll } from "./first-look.ts";
import type { Prepared } from "./prepare.ts";
import { isNotOffered, problemOf } from "./problem.ts";
import { isContainer } from "./rows.ts";
import { holds, isBlank, sameAnswer, sameAnswers, type QueryInputs, type Work } from "./work.ts";
import { inputsOf } from "./query-inputs.ts";

export const sameInputs = (a: QueryInputs, b: QueryInputs): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && !!a && !!b && sameAnswers(a, b));

/** The answers of one run for the rows that they name, with what each of them means. */
export interface State {
  work: Work;
  /** The flow with those rows. */
  prepared: Prepared;
  /** Indices of fields with an answer that is not effective, or that is not offered. */
  stale: Set<number>;
  /** Takes an answer; it is looked at by `settle`. */
  put(index: number, answer: Answer | undefined): void;
  /** Asks for those who depend on a data query to be looked at. */
  waitForData(index: number): void;
  /** Looks at all that waits, each after those that it depends on. Adds the indices of what was looked at. */
  settle(touched: Set<number>): void;
}

/** Takes these answers as they are and works everything out. */
export function stateOf(base: Prepared, given: Answers, context: Context): State {
  const work = lookAtAll(base, given, context);
  const { prepared } = work;
  const { graph, list, data } = prepared;
  const { values } = work.scope;
  const stale = new Set<number>();
  const waiting = new Set<number>();
  const queue: number[] = [];

  const wait = (place: number): void => {
    if (waiting.has(place)) return;
    waiting.add(place);
    push(queue, place);
  };

  /** Looks at a node again, and tells whether those who depend on it must too. */
  function look(place: number): boolean {
    const { kind, index } = graph.nodes[place]!;
    if (kind === "field") {
      const value = values[index];
      const chosen = work.chosen[index];
      const flags = work.flags[index];
      evaluateField(work, list[index]!);
      if (!sameAnswer(value, values[index]) || chosen !== work.chosen[index]) return true;
      // What a group or list holds is shown and answered with it.
      return flags !== work.flags[index] && isContainer(list[index]!.field);
    }
    if (kind === "step") {
      const before = work.steps[index];
      work.steps[index] = holds(prepared.stepVisible[index], work.scope);
      return before !== work.steps[index];
    }
    const before = work.inputs[index];
    const now = inputsOf(data[index]!, work.scope);
    work.inputs[index] = now;
    return !sameInputs(before, now);
  }

  function judge(index: number): void {
    const problem = problemOf(work, list[index]!);
    if (problem || work.problems[index]) work.problems[index] = problem;
    noteStale(index);
  }

  function noteStale(index: number): void {
    const lost =
      values[index] === undefined || (work.problems[index] !== undefined && isNotOffered(work, index));
    if (lost && !isBlank(work.answers[index])) stale.add(index);
    else stale.delete(index);
  }

  function settle(touched: Set<number>): void {
    const now = new Set<number>();
    const judged = new Set<number>();
    const tell = (place: number): void => {
      for (const dependent of graph.dependents[place]!) wait(dependent);
      for (const other of graph.checkedBy[place]!) judged.add(other);
    };
    for (const place of dataWaiting) tell(place);
    dataWaiting.clear();
    while (queue.length > 0) {
      const place = pop(queue);
      waiting.delete(place);
      const { kind, index } = graph.nodes[place]!;
      const changed = look(place);
      if (kind === "field") now.add(index);
      if (changed) tell(place);
    }
    for (const index of judged) {
      if (now.has(index)) continue;
      now.add(index);
      work.states[index] = undefined;
    }
    for (const index of now) {
      judge(index);
      touched.add(index);
    }
  }
  const dataWaiting = new Set<number>();

  for (let index = 0; index < list.length; index++) noteStale(index);

  return {
    work,
    prepared,
    stale,
    put(index, answer) {
      work.answers[index] = isBlank(answer) ? undefined : answer;
      wait(graph.placeOfField[index]!);
    },
    waitForData: (index) => dataWaiting.add(graph.placeOfData[index]!),
    settle,
  };
}

const sameOptions = (a: FieldState["options"], b: FieldState["options"]): boolean =>
  a === b || (a?.length === b?.length && !!a?.every((option, at) => option === b?.[at]));

/** Whether nothing that anybody sees of a field is different. */
export const sameState = (a: FieldState, b: FieldState): boolean =>
  a.visible === b.visible &&
  a.required === b.required &&
  a.enabled === b.enabled &&
  a.variant === b.variant &&
  a.failed === b.failed &&
  a.status === b.status &&
  sameOptions(a.options, b.options) &&
  sameAnswer(a.value, b.value) &&
  JSON.stringify([a.problem, a.items, a.numbers]) === JSON.stringify([b.problem, b.items, b.numbers]);
