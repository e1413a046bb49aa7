import {
  createEvaluator,
  sameAnswers,
  type Answer,
  type Answers,
  type DataAnswer,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
  type Problem,
} from "../../schemas/engine/evaluate.ts";
import { sameLeaf, type Leaf } from "./leaf.ts";

export type { Leaf } from "./leaf.ts";

/** Asks for what a data query gives. Never throws: a lost answer is `failed`. */
export type Ask = (data: string, inputs: Record<string, Answer>) => Promise<DataAnswer>;

export interface StoreOptions {
  prepared: Prepared;
  /** `yyyy-mm-dd` in the brand's time zone. */
  today: string;
  answers: Answers;
  results: Record<string, unknown>;
  ask: Ask;
}

/** The answers of one run in the browser, and their meaning. Knows neither React nor the server. */
export interface FlowStore {
  readonly prepared: Prepared;
  /** The same object as long as nothing about the field changed. */
  leaf(path: string): Leaf;
  subscribe(path: string, listener: () => void): () => void;
  answers(): Answers;
  results(): Record<string, unknown>;
  evaluation(): Evaluation;
  /** An edit by the person. Tells `onEdit` listeners every path that it changed. */
  set(path: string, value: Answer | undefined): void;
  setMany(changes: Record<string, Answer | undefined>): void;
  /** The person left the field: its problem may be shown. */
  touch(path: string): void;
  /** Shows the problems of a step, and gives them. */
  showStep(step: string): Problem[];
  /** Shows what the server refused, until the field is edited. */
  refuse(problems: Problem[]): void;
  /** Fresh options, by data query. */
  offer(options: Record<string, Option[]>): void;
  /** Takes answers as they are, without clearing: what the server holds, or what was kept. */
  replace(answers: Answers, results?: Record<string, unknown>): void;
  /** Begins to load data. Before that, queries only say that they will. */
  start(): void;
  /** Loads a query that failed once more. */
  retry(data: string): void;
  /** Called with the paths that an edit changed. */
  onEdit(listener: (paths: string[]) => void): () => void;
}

export function createFlowStore({ prepared, today, ask, ...initial }: StoreOptions): FlowStore {
  const paths = Object.keys(prepared.flow.fields);
  const listeners = new Map<string, Set<() => void>>();
  const editListeners = new Set<(paths: string[]) => void>();
  const leaves = new Map<string, Leaf>();
  const touched = new Set<string>();
  const refused = new Map<string, Problem>();
  /** Counts the questions of each query: only the answer to the newest one counts. */
  const asked = new Map<string, number>();
  let evaluator = createEvaluator(prepared, initial.answers, {
    today,
    data: {},
    results: initial.results,
  });
  let started = false;

  const leafOf = (path: string): Leaf => {
    const state = evaluator.state(path);
    const problem = refused.get(path) ?? (touched.has(path) ? state.problem : undefined);
    return problem && state.visible ? { ...state, shown: problem } : state;
  };

  const publish = (looked: Iterable<string>): void => {
    for (const path of looked) {
      const [before, now] = [leaves.get(path), leafOf(path)];
      if (before && sameLeaf(before, now)) continue;
      leaves.set(path, now);
      for (const listener of listeners.get(path) ?? []) listener();
    }
  };

  /** Queries whose inputs changed say so at once, so that nothing is offered from an older list. */
  const followInputs = (): void => {
    for (const [name, query] of Object.entries(prepared.flow.data)) {
      const inputs = evaluator.inputs(name);
      const known = evaluator.context().data[name];
      if (inputs === null) {
        if (known && known.status !== "idle") setData(name, { status: "idle", inputs: {} });
        asked.set(name, (asked.get(name) ?? 0) + 1);
      } else if (
        query.on !== "press" &&
        (!known || known.status === "idle" || !sameAnswers(known.inputs, inputs))
      ) {
        setData(name, { status: "loading", inputs });
        if (started) void load(name);
      }
    }
  };

  const setData = (name: string, state: DataState): void => publish(evaluator.setData(name, state));

  async function load(name: string): Promise<void> {
    const { inputs } = evaluator.context().data[name]!;
    const turn = (asked.get(name) ?? 0) + 1;
    asked.set(name, turn);
    const { status, options } = await ask(name, inputs);
    if (asked.get(name) !== turn) return;
    setData(name, { status, inputs, options });
    apply({});
  }

  /** Changes answers and clears what follows from it. Tells who saves drafts what is different now. */
  function apply(changes: Record<string, Answer | undefined>): void {
    const { touched: looked, edited } = evaluator.change(changes);
    for (const path of edited) refused.delete(path);
    publish(looked);
    followInputs();
    if (edited.length > 0) for (const listener of editListeners) listener(edited);
  }

  followInputs();
  publish(paths);

  return {
    prepared,
    leaf: (path) => leaves.get(path)!,
    subscribe(path, listener) {
      const known = listeners.get(path) ?? new Set();
      listeners.set(path, known.add(listener));
      return () => known.delete(listener);
    },
    answers: () => evaluator.answers(),
    results: () => evaluator.context().results,
    evaluation: () => evaluator.evaluation(),
    set: (path, value) => apply({ [path]: value }),
    setMany: apply,
    touch(path) {
      if (touched.has(path)) return;
      touched.add(path);
      publish([path]);
    },
    showStep(step) {
      const here = paths.filter((path) => path.startsWith(`${step}.`));
      for (const path of here) touched.add(path);
      publish(here);
      return here.flatMap((path) => evaluator.state(path).problem ?? []);
    },
    refuse(problems) {
      const before = new Set(refused.keys());
      refused.clear();
      for (const problem of problems) refused.set(problem.path, problem);
      publish(paths.filter((path) => refused.has(path) || before.has(path)));
    },
    offer(options) {
      for (const [name, fresh] of Object.entries(options)) {
        const inputs = evaluator.inputs(name);
        if (!inputs) continue;
        asked.set(name, (asked.get(name) ?? 0) + 1);
        setData(name, { status: fresh.length > 0 ? "ready" : "empty", inputs, options: fresh });
      }
      apply({});
    },
    replace(answers, results = evaluator.context().results) {
      evaluator = createEvaluator(prepared, answers, { ...evaluator.context(), results });
      refused.clear();
      followInputs();
      publish(paths);
    },
    start() {
      if (started) return;
      started = true;
      for (const [name, { status }] of Object.entries(evaluator.context().data)) {
        if (status === "loading") void load(name);
      }
    },
    retry(name) {
      const inputs = evaluator.inputs(name);
      if (!inputs) return;
      setData(name, { status: "loading", inputs });
      void load(name);
    },
    onEdit(listener) {
      editListeners.add(listener);
      return () => editListeners.delete(listener);
    },
  };
}
