import {
  createEvaluator,
  rowsIn,
  type Answer,
  type Answers,
  type DataState,
  type Evaluation,
  type Option,
  type Prepared,
  type Problem,
} from "../../schemas/engine/evaluate.ts";
import { goneLeaf, sameLeaf, type Leaf } from "./leaf.ts";
import { createQueries, type Ask, type FilledMemory, type Query } from "./queries.ts";
import { rowIds } from "./row-ids.ts";

export type { Leaf } from "./leaf.ts";
export type { Ask, Query } from "./queries.ts";

export interface StoreOptions {
  prepared: Prepared;
  /** `yyyy-mm-dd` in the brand's time zone. */
  today: string;
  answers: Answers;
  results: Record<string, unknown>;
  /** Of a run that is done: what people read of what was chosen, by path. */
  labels?: Record<string, string> | undefined;
  /** What is known of data queries from the beginning. */
  data?: Record<string, DataState>;
  ask: Ask;
  filled?: FilledMemory;
}

/** The answers of one run in the browser, and their meaning. Knows neither React nor the server. */
export interface FlowStore {
  readonly prepared: Prepared;
  /** `yyyy-mm-dd` in the brand's time zone. */
  readonly today: string;
  /** The same object as long as nothing about the field changed. Of a row that is gone, nothing is visible. */
  leaf(path: string): Leaf;
  /**
   * `data.<name>` tells of a data query, `data.retry.<name>` of who wants it asked once more where the page asks, `results` of the run's results, `awaited` of what may be another question to
   * answer first, `problems` of the problems that are shown; every other name is a field's path.
   */
  subscribe(path: string, listener: () => void): () => void;
  answers(): Answers;
  results(): Record<string, unknown>;
  /** What was chosen is called so, whether or not its options are here. */
  pastLabel(path: string): string | undefined;
  /** What is known of a data query. */
  data(name: string): Query;
  evaluation(): Evaluation;
  /** Of it, without an object for each field. */
  steps(): string[];
  problems(): Problem[];
  /** An edit by the person. Tells `onEdit` listeners every path that it changed. */
  set(path: string, value: Answer | undefined): void;
  setMany(changes: Record<string, Answer | undefined>): void;
  /** Paths of the questions to answer before this one can be answered. */
  awaited(path: string): string[];
  /** How many rows a list can have; none where there is no limit. */
  rowLimit(list: string): number | undefined;
  /** Adds a row at the end of a list, and gives its id; none where the list is full or cannot be answered. */
  addRow(list: string): string | undefined;
  /** Takes a row away, with all that was answered in it. Gives the way to bring it back. */
  removeRow(list: string, row: string): (() => void) | undefined;
  /** Moves a row by so many places, as far as there are any. */
  moveRow(list: string, row: string, by: number): void;
  /** The person left the field: its problem may be shown. */
  touch(path: string): void;
  /** The problem of a field that is shown, or is about to be. */
  problem(path: string): Problem | undefined;
  /** The problems of a step that are shown, or are about to be, in the order of the page. */
  shownProblems(step: string): Problem[];
  /** Shows the problems of a step, and gives them. */
  showStep(step: string): Problem[];
  /** Shows what the server refused, until the field is edited. */
  refuse(problems: Problem[]): void;
  /** Fresh options, by data query. */
  offer(options: Record<string, Option[]>): void;
  /** Asks again for what was chosen from. */
  askAgain(): void;
  /** Takes answers as they are, without clearing: what the server holds, or what was kept. */
  replace(answers: Answers, results?: Record<string, unknown>): void;
  /** Begins to load data. Before that, queries only say that they will. */
  start(): void;
  /** Loads a query that failed once more. */
  retry(data: string): void;
  /** Loads a query that waits for its button. */
  runQuery(data: string): void;
  /** Called with the paths that an edit changed, and whether it was made here, not by data that arrived. */
  onEdit(listener: (paths: string[], made: boolean) => void): () => void;
  /** What a query of the page gave, for a flow whose options are of it. */
  take(name: string, state: Pick<DataState, "status" | "value">): void;
}

/** Fields that are told of at first, where there are many: more than are on screen. */
const first = 24;
/** And in each turn after them: so few that a key or a frame between two turns waits for nothing. */
const next = 200;

/** Whether a question can be answered now, and is not. */
const isOpenIn = (leaf: Leaf | undefined): boolean =>
  leaf !== undefined && leaf.visible && leaf.enabled && leaf.value === undefined;

export function createFlowStore({ prepared, today, ask, filled, ...initial }: StoreOptions): FlowStore {
  const listeners = new Map<string, Set<() => void>>();
  const editListeners = new Set<(paths: string[], made: boolean) => void>();
  const leaves = new Map<string, Leaf>();
  const touched = new Set<string>();
  const refused = new Map<string, Problem>();
  const ids = rowIds(prepared);
  let evaluator = createEvaluator(prepared, initial.answers, {
    today,
    data: { ...initial.data },
    results: initial.results,
  });

  const queries = createQueries({
    prepared,
    ask,
    evaluator: () => evaluator,
    publish: (paths) => publish(paths),
    tell(name) {
      tell(`data.${name}`);
      tell("awaited");
    },
    change: (changes, byPerson) => apply(changes, [], { made: false, byPerson }),
    filled,
  });

  const tell = (name: string): void => {
    for (const listener of listeners.get(name) ?? []) listener();
  };

  const shownOf = (path: string, state = evaluator.state(path)): Problem | undefined =>
    state?.visible ? (refused.get(path) ?? (touched.has(path) ? state.problem : undefined)) : undefined;

  const leafOf = (path: string): Leaf | undefined => {
    const state = evaluator.state(path);
    const shown = shownOf(path, state);
    return state && shown ? { ...state, shown } : state;
  };

  function publish(looked: Iterable<string>): void {
    let [isElsewhere, isShown] = [false, false];
    for (const path of looked) {
      const [before, now] = [leaves.get(path), leafOf(path)];
      if (before === now || (before && now && sameLeaf(before, now))) continue;
      if (now) leaves.set(path, now);
      else leaves.delete(path);
      isElsewhere ||= isOpenIn(before) !== isOpenIn(now);
      isShown ||= before?.shown !== now?.shown;
      tell(path);
    }
    if (isElsewhere) tell("awaited");
    if (isShown) tell("problems");
  }

  /** The first ones now, the others in the moments after: nobody sees a thousand problems at once. */
  function publishInTurn(paths: string[], count = first): void {
    publish(paths.slice(0, count));
    if (paths.length > count) setTimeout(() => publishInTurn(paths.slice(count), next));
  }

  /** Those that are there now, and those that were. */
  const everyPath = (): Set<string> => new Set([...leaves.keys(), ...evaluator.paths()]);

  /** Changes answers and clears what follows from it. Tells who saves drafts what is different now. */
  function apply(
    changes: Record<string, Answer | undefined>,
    gone: string[] = [],
    { made, byPerson } = { made: true, byPerson: true },
  ): void {
    const { touched: looked, edited } = evaluator.change(changes);
    const different = [...new Set([...edited, ...gone])];
    for (const path of different) refused.delete(path);
    publish(looked);
    queries.follow(byPerson);
    if (different.length > 0) for (const listener of editListeners) listener(different, made);
  }

  const pathsIn = (step: string): string[] => evaluator.paths().filter((path) => path.startsWith(`${step}.`));

  const rowsOf = (list: string): string[] => rowsIn(evaluator.state(list)?.value);

  const rowLimit = (list: string): number | undefined => {
    const limit = prepared.flow.fields[list]?.schema["maxItems"];
    return typeof limit === "number" ? limit : undefined;
  };

  const isFull = (list: string): boolean => rowsOf(list).length >= (rowLimit(list) ?? Infinity);

  ids.see(initial.answers);
  queries.follow(false);
  publish(everyPath());

  return {
    prepared,
    today,
    leaf: (path) => leaves.get(path) ?? goneLeaf,
    subscribe(path, listener) {
      const known = listeners.get(path) ?? new Set();
      listeners.set(path, known.add(listener));
      return () => known.delete(listener);
    },
    answers: () => evaluator.answers(),
    results: () => evaluator.context().results,
    pastLabel: (path) => initial.labels?.[path],
    data: queries.query,
    evaluation: () => evaluator.evaluation(),
    steps: () => evaluator.steps(),
    problems: () => evaluator.problems(),
    set: (path, value) => apply({ [path]: value }),
    setMany: (changes) => apply(changes),
    awaited: (path) => evaluator.awaited(path),
    rowLimit,
    addRow(list) {
      const state = evaluator.state(list);
      if (!state?.visible || !state.enabled || isFull(list)) return undefined;
      const row = ids.next(list);
      apply({ [list]: [...rowsOf(list), row] });
      return row;
    },
    removeRow(list, row) {
      const rows = rowsOf(list);
      const place = rows.indexOf(row);
      if (place === -1) return undefined;
      const answers = Object.entries(evaluator.answers()).filter(([path]) =>
        path.startsWith(`${list}.${row}.`),
      );
      const within = answers.map(([path]) => path);
      const left = rows.toSpliced(place, 1);
      apply(
        {
          ...Object.fromEntries(within.map((path) => [path, undefined])),
          [list]: left.length > 0 ? left : undefined,
        },
        within,
      );
      return () => {
        const now = rowsOf(list);
        if (now.includes(row) || isFull(list)) return;
        apply({ [list]: now.toSpliced(place, 0, row), ...Object.fromEntries(answers) });
      };
    },
    moveRow(list, row, by) {
      const rows = rowsOf(list);
      const from = rows.indexOf(row);
      const to = Math.max(0, Math.min(rows.length - 1, from + by));
      if (from === -1 || to === from || !evaluator.state(list)?.enabled) return;
      apply({ [list]: rows.toSpliced(from, 1).toSpliced(to, 0, row) });
    },
    touch(path) {
      if (touched.has(path)) return;
      touched.add(path);
      publish([path]);
    },
    problem: (path) => shownOf(path),
    shownProblems: (step) => pathsIn(step).flatMap((path) => shownOf(path) ?? []),
    showStep(step) {
      const here = pathsIn(step);
      for (const path of here) touched.add(path);
      publishInTurn(here);
      return here.flatMap((path) => evaluator.state(path)?.problem ?? []);
    },
    refuse(problems) {
      const before = [...refused.keys()];
      refused.clear();
      for (const problem of problems) refused.set(problem.path, problem);
      publish(new Set([...before, ...refused.keys()]));
    },
    offer: queries.offer,
    askAgain: queries.askAgain,
    take: queries.take,
    replace(answers, results = evaluator.context().results) {
      evaluator = createEvaluator(prepared, answers, { ...evaluator.context(), results });
      refused.clear();
      ids.see(answers);
      queries.follow(false);
      publish(everyPath());
      tell("results");
    },
    start: queries.start,
    retry: queries.retry,
    runQuery: queries.runQuery,
    onEdit(listener) {
      editListeners.add(listener);
      return () => editListeners.delete(listener);
    },
  };
}
