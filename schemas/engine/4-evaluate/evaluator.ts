import type { Answer, Answers, Context, DataState, Evaluation, FieldState, Problem } from "../types/index.ts";
import type { Prepared } from "./prepare.ts";
import { placeIn, rowsIn } from "./rows.ts";
import { awaitedBy } from "./awaited.ts";
import { asAnswer, stateAt } from "./field-state.ts";
import { canBeChosen, isAwaited } from "./offer.ts";
import { resetFrom } from "./resets.ts";
import { sameInputs, sameState, stateOf } from "./state.ts";
import { inputsOrNull, isBlank, sameAnswer, type Work } from "./work.ts";

/** What came of a change: the paths that were looked at again, whose answer is another one now, and that were cleared. */
export interface Changed {
  /** Paths of rows that are new or gone are among them. */
  touched: string[];
  edited: string[];
  cleared: string[];
}

/** One run's answers and their meaning, kept up to date. What a change costs depends on what it touches; a row more or less looks at all. */
export interface Evaluator {
  /** The answers now, those that are not effective too. */
  answers(): Answers;
  context(): Context;
  /** Paths of all fields that there are now, in rows with their row, in the order in which they are asked. */
  paths(): string[];
  /** The same object as long as nothing of the field is different. Undefined for what is no field, or in no row that there is. */
  state(path: string): FieldState | undefined;
  /** Inputs of a data query; null where one is absent or its condition does not hold. */
  inputs(data: string): Record<string, Answer> | null;
  /** Paths of the questions to answer first, so that this one can be answered. None where it can be, or where nothing helps. */
  awaited(path: string): string[];
  /** The answers that a data query sets: when it is ready, what its rules give; when it failed, nothing in their place. */
  fills(data: string): Record<string, Answer | undefined>;
  /** Ids of the visible steps, and what is wrong, as in `evaluation`, which makes an object of every field besides. */
  steps(): string[];
  problems(): Problem[];
  /** The whole, as `evaluate` gives it. Costs a look at every field. */
  evaluation(): Evaluation;
  /** Applies an edit and all the clearing that follows from it. With no changes it clears what is not offered any more. */
  change(changes: Record<string, Answer | undefined>): Changed;
  /** Takes what is known of a data query now. Clears nothing. Gives the paths that were looked at again. */
  setData(name: string, state: DataState): string[];
}

/** Begins with these answers as they are, clearing nothing. Never throws on an answer, whatever it holds. */
export function createEvaluator(base: Prepared, given: Answers, context: Context): Evaluator {
  let state = stateOf(base, given, context);
  /** Answers of rows that were not there from the beginning. */
  let orphans = orphansOf(state.work, given);

  const pathAt = (index: number): string => state.prepared.list[index]!.field.path;
  const own = (): Answers => byPath(state.work, state.work.answers);

  /** Begins again with the rows that there are now. Gives the paths where something is different. */
  function reshape(): { touched: string[]; gone: string[] } {
    const before = state;
    const answers = byPath(before.work, before.work.answers);
    state = stateOf(base, answers, before.work.context);
    const touched: string[] = [];
    for (const { field, index } of state.prepared.list) {
      const old = before.prepared.fields[field.path];
      const known = old && stateAt(before.work, old.index);
      if (known && sameState(known, stateAt(state.work, index))) state.work.states[index] = known;
      else touched.push(field.path);
    }
    const left = before.prepared.list
      .map(({ field }) => field.path)
      .filter((path) => !state.prepared.fields[path]);
    return { touched: [...touched, ...left], gone: left.filter((path) => answers[path] !== undefined) };
  }

  const isReshaped = (): boolean =>
    state.prepared.lists.some((list, at) => {
      const rows = rowsIn(state.work.answers[list]);
      return (
        rows.length !== state.work.rows[at]!.length ||
        rows.some((row, index) => row !== state.work.rows[at]![index])
      );
    });

  function change(changes: Record<string, Answer | undefined>): Changed {
    const touched = new Set<string>();
    const changed = new Set<string>();
    const cleared = new Set<string>();
    const before = [...state.work.inputs];
    const resets = {
      of: (path: string) => state.prepared.fields[path]?.field.resets ?? [],
      isEdited: (path: string) => Object.hasOwn(changes, path),
      clear: (path: string): boolean => {
        const index = state.prepared.fields[path]?.index;
        if (index === undefined || isBlank(state.work.answers[index])) return false;
        state.put(index, undefined);
        changed.add(path);
        cleared.add(path);
        return true;
      },
    };
    /** Of several that are chosen, those that are offered stay. Tells whether there are any, beside others that go. */
    const keepOffered = (index: number): boolean => {
      const answer = state.work.scope.values[index];
      const offer = state.work.offers[index];
      if (offer?.status !== "ready" || !Array.isArray(answer)) return false;
      const kept = answer.filter((one) =>
        offer.options.some((option) => option.value === one && canBeChosen(option)),
      );
      if (kept.length === 0 || kept.length === answer.length) return false;
      state.put(index, kept);
      return true;
    };
    const edit = (path: string): void => {
      const prepared = state.prepared.fields[path];
      if (!prepared || prepared.computed) return;
      const value = isBlank(changes[path]) ? undefined : changes[path];
      const same = sameAnswer(state.work.answers[prepared.index], value);
      state.put(prepared.index, value);
      if (same) return;
      changed.add(path);
      resetFrom(path, resets);
    };
    const followRows = (): void => {
      if (!isReshaped()) return;
      const { touched: different, gone } = reshape();
      for (const path of different) touched.add(path);
      for (const path of gone) {
        changed.add(path);
        cleared.add(path);
      }
    };
    const isList = (path: string): boolean => state.prepared.fields[path]?.field.type === "list";
    const paths = Object.keys(changes);
    // Rows first, so that what is answered in a new one has its place.
    const lists = state.prepared.lists.length > 0 ? paths.filter(isList) : [];
    lists.forEach(edit);
    if (lists.length > 0) followRows();
    for (const path of paths) if (!lists.includes(path)) edit(path);
    for (;;) {
      const looked = new Set<number>();
      state.settle(looked);
      for (const index of looked) touched.add(pathAt(index));
      // What hangs on data that is still to come is not gone: it is judged when that is there.
      const open = state.prepared.deciding.filter(({ data }) => isAwaited(state.work, data));
      const gone = [...state.stale].filter((index) => !open.some(({ fields }) => fields.has(index)));
      for (const [index, was] of before.entries()) {
        if (!was || was === "failed" || sameInputs(was, state.work.inputs[index])) continue;
        gone.push(
          ...state.prepared.data[index]!.choices.filter((choice) => !resets.isEdited(pathAt(choice))),
        );
      }
      const present = gone.filter((index) => !isBlank(state.work.answers[index]));
      if (present.length === 0) break;
      let hasCleared = false;
      for (const index of present) {
        const path = pathAt(index);
        const isKept = keepOffered(index);
        if (isKept) changed.add(path);
        if (!isKept && !resets.clear(path)) continue;
        hasCleared = true;
        resetFrom(path, resets);
      }
      // Each round leaves less, so it ends: an engine that is wrong fails here, where it would go on for ever.
      if (!hasCleared) throw new Error(`Nothing clears ${present.map(pathAt).join(", ")}.`);
      followRows();
    }
    for (const path of orphans) {
      const now = state.prepared.fields[path];
      if (!now || isBlank(state.work.answers[now.index])) cleared.add(path);
    }
    orphans = [];
    return { touched: [...touched], edited: [...changed], cleared: [...cleared] };
  }

  const indexOfData = (name: string): number => state.prepared.data.findIndex((query) => query.name === name);

  return {
    answers: () => ({
      // Answers to what is no field of the flow are kept, without meaning.
      ...Object.fromEntries(Object.entries(given).filter(([path]) => !placeIn(base.flow, path))),
      ...own(),
    }),
    context: () => state.work.context,
    paths: () => state.prepared.order.map(pathAt),
    state: (path) => {
      const prepared = state.prepared.fields[path];
      return prepared && stateAt(state.work, prepared.index);
    },
    inputs: (name) => inputsOrNull(state.work.inputs[indexOfData(name)]),
    awaited: (path) => {
      const prepared = state.prepared.fields[path];
      return prepared ? awaitedBy(state.work, prepared.index) : [];
    },
    fills(name) {
      const query = state.prepared.data[indexOfData(name)];
      const status = state.work.context.data[name]?.status;
      if (!query || (status !== "ready" && status !== "failed")) return {};
      return Object.fromEntries(
        query.fills.map(([path, rule]) => {
          if (status === "failed") return [path, undefined];
          try {
            return [path, asAnswer(rule(state.work.scope))];
          } catch {
            return [path, undefined];
          }
        }),
      );
    },
    change,
    setData(name, known) {
      const { work } = state;
      work.context = { ...work.context, data: { ...work.context.data, [name]: known } };
      const index = indexOfData(name);
      if (index !== -1) state.waitForData(index);
      const touched = new Set<number>();
      state.settle(touched);
      return [...touched].map(pathAt);
    },
    steps: () => evaluationOf(state.work, orphans).steps,
    problems: () => evaluationOf(state.work, orphans).problems,
    evaluation() {
      const found = evaluationOf(state.work, orphans);
      // What is read later is what was meant now.
      return { ...found, fields: found.fields, values: found.values, inputs: found.inputs };
    },
  };
}

function byPath<Value>({ prepared: { list } }: Work, all: (Value | undefined)[]): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [index, value] of all.entries()) {
    if (value !== undefined) found[list[index]!.field.path] = value;
  }
  return found;
}

/** Paths of answers in rows that no list names. */
export const orphansOf = ({ prepared }: Work, given: Answers): string[] =>
  prepared.lists.length === 0
    ? []
    : Object.keys(given).filter((path) => !prepared.fields[path] && placeIn(prepared.flow, path));

/** What `evaluate` gives. Records by path cost more than the evaluation: they are made for whoever reads them. */
class Evaluated implements Evaluation {
  readonly steps: string[];
  readonly problems: Problem[] = [];
  readonly cleared: string[];
  readonly #work: Work;
  #fields: Evaluation["fields"] | undefined;
  #values: Answers | undefined;
  #inputs: Evaluation["inputs"] | undefined;

  constructor(work: Work, orphans: string[]) {
    const { flow, list, order } = work.prepared;
    const { answers, scope } = work;
    this.#work = work;
    this.steps = flow.steps.filter((_, index) => work.steps[index] === true).map(({ id }) => id);
    this.cleared = [...orphans];
    const isWrong = work.problems.length > 0;
    for (const index of order) {
      const problem = isWrong ? work.problems[index] : undefined;
      if (problem) this.problems.push(problem);
      if (scope.values[index] === undefined && answers[index] !== undefined && !isBlank(answers[index]))
        this.cleared.push(list[index]!.field.path);
    }
  }
  get fields() {
    const work = this.#work;
    const states = (): FieldState[] => work.prepared.list.map(({ index }) => stateAt(work, index));
    return (this.#fields ??= byPath(work, states()));
  }
  get values() {
    return (this.#values ??= byPath(this.#work, this.#work.scope.values));
  }
  get inputs() {
    const { prepared, inputs } = this.#work;
    return (this.#inputs ??= Object.fromEntries(
      prepared.data.map(({ name }, index) => [name, inputsOrNull(inputs[index])]),
    ));
  }
}

export const evaluationOf = (work: Work, orphans: string[]): Evaluation => new Evaluated(work, orphans);
