import type { Answer, Answers, Context, FieldState } from "../types/index.ts";
import { evaluateField, inputsOf } from "./field-state.ts";
import { pop, push } from "./heap.ts";
import { instanceOf, rowsOf, type Rows } from "./instance.ts";
import type { Prepared } from "./prepare.ts";
import { isNotOffered, problemOf } from "./problem.ts";
import { collected, isContainer } from "./rows.ts";
import { contextVariable, dataVariable, holds, isBlank, sameAnswer, sameAnswers, type Work } from "./work.ts";

export type QueryInputs = Work["inputs"][number] | undefined;

export const inputsOrNull = (inputs: QueryInputs): Record<string, Answer> | null =>
  inputs === "failed" ? null : (inputs ?? null);

export const sameInputs = (a: QueryInputs, b: QueryInputs): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && !!a && !!b && sameAnswers(a, b));

/** The answers of one run for the rows that they name, with what each of them means. */
export interface State {
  work: Work;
  /** The flow with those rows. */
  prepared: Prepared;
  rows: Rows;
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
  const rows = rowsOf(base, (index) => given[base.list[index]!.field.path]);
  const prepared = instanceOf(base, rows);
  const { graph, list, data, flow } = prepared;
  const values = empty<Answer>(list.length);
  const read = (path: string): Answer | undefined => {
    const index = prepared.fields[path]?.index;
    return index === undefined ? undefined : values[index];
  };
  const work: Work = {
    prepared,
    context,
    answers: empty<Answer>(list.length),
    flags: filled(list.length, 0),
    variant: [],
    offers: [],
    items: [],
    problems: [],
    states: [],
    chosen: [],
    steps: [],
    inputs: [],
    scope: {
      values,
      variable(path) {
        const known = prepared.fields[path];
        if (known) {
          return isContainer(known.field)
            ? collected(flow, flow.fields[templateOf(known.field)]!, path, read)
            : (values[known.index] ?? null);
        }
        const [head, name = ""] = path.split(".", 2);
        if (head !== "data") return contextVariable(work.context, path);
        const index = data.findIndex((query) => query.name === name);
        return dataVariable(
          data[index]?.data,
          inputsOrNull(work.inputs[index]),
          work.context.data[name],
          path,
        );
      },
    },
  };
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
    const lost = values[index] === undefined || (problem !== undefined && isNotOffered(work, index));
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

  // What is worked out is not answered: whatever was sent for it has no meaning.
  for (let index = 0; index < list.length; index++) {
    const { field, computed } = list[index]!;
    if (!computed) work.answers[index] = given[field.path];
  }
  // The first look needs no queue, because the nodes are in order, and nobody hears of it.
  for (let place = 0; place < graph.nodes.length; place++) {
    const { kind, index } = graph.nodes[place]!;
    if (kind === "field") evaluateField(work, list[index]!);
    else look(place);
  }
  for (let index = 0; index < list.length; index++) judge(index);

  return {
    work,
    prepared,
    rows,
    stale,
    put(index, answer) {
      work.answers[index] = isBlank(answer) ? undefined : answer;
      wait(graph.placeOfField[index]!);
    },
    waitForData: (index) => dataWaiting.add(graph.placeOfData[index]!),
    settle,
  };
}

/** The path that a field was compiled with. */
const templateOf = ({ path, list }: { path: string; list?: string }): string =>
  list === undefined ? path : list + path.slice(path.indexOf(".", list.length + 1));

// Faster than Array.from by a tenth of the whole evaluation.
const filled = <Value>(length: number, value: Value): Value[] => Array<Value>(length).fill(value);

const empty = <Value>(length: number): (Value | undefined)[] => filled<Value | undefined>(length, undefined);

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
  JSON.stringify([a.problem, a.items]) === JSON.stringify([b.problem, b.items]);
