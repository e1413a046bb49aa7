import {
  sameAnswer,
  sameAnswers,
  type Answer,
  type Answers,
  type DataAnswer,
  type DataState,
  type DataStatus,
  type Evaluator,
  type Option,
  type Prepared,
} from "../../schemas/engine/evaluate.ts";
import { debounced, type Debounced } from "./drafts.ts";

/** Asks for what a data query gives. Never throws: a lost answer is `failed`. */
export type Ask = (data: string, inputs: Record<string, Answer>) => Promise<DataAnswer>;

/** What is known of a data query, as words and buttons read it. */
export interface Query {
  status: DataStatus;
  value?: unknown;
  /** Whether all its inputs are there. */
  possible: boolean;
}

/** The data queries of one run: they follow the answers, and what they give may fill answers. */
export interface FlowQueries {
  /** The same object as long as nothing about it changed. */
  query(name: string): Query;
  /** Looks at all inputs again. `edited`: because a person changed something. */
  follow(edited: boolean): void;
  /** Begins to load. Before that, queries only say that they will. */
  start(): void;
  /** Loads a query that failed once more. */
  retry(name: string): void;
  /** Loads a query that is loaded only when somebody asks for it. */
  runQuery(name: string): void;
  /** What the page's own query gave: the page asks for it. What is not offered any more is cleared. */
  take(name: string, state: Pick<DataState, "status" | "value">): void;
  /** Fresh options, by query. */
  offer(options: Record<string, Option[]>): void;
  /** Asks again for what was chosen from: what is not offered any more is cleared once that is known. */
  askAgain(): void;
}

const unknown: Query = { status: "idle", possible: false };

export interface QueriesOptions {
  prepared: Prepared;
  ask: Ask;
  evaluator(): Evaluator;
  publish(paths: string[]): void;
  /** Something about the query is different. */
  tell(name: string): void;
  /**
   * Answers that a query fills in; with none, whatever is not offered any more is cleared. `byPerson`: what is asked for
   * because of it is asked for because a person changed or pressed something.
   */
  change(changes: Answers, byPerson: boolean): void;
  filled?: FilledMemory | undefined;
}

/** What queries filled in last, by query, for a page that is opened again. */
export interface FilledMemory {
  recall(): Record<string, Answers>;
  keep(filled: Record<string, Answers>): void;
}

/**
 * Milliseconds in which a query is asked once: what changes it again within them, as dragging does, is asked when there
 * was no change for as long.
 */
const restMs = 300;

export function createQueries({
  prepared,
  ask,
  evaluator,
  publish,
  tell,
  change,
  filled: memory,
}: QueriesOptions): FlowQueries {
  /** Counts the questions of each query: only the answer to the newest one counts. */
  const asked = new Map<string, number>();
  const known = new Map<string, Query>();
  /** Those that were asked because a person changed or pressed something: only they may overwrite answers. */
  const wanted = new Set<string>();
  /** Read when it is needed for the first time: a server that draws the page has no memory. */
  let filledLast: Record<string, Answers> | undefined;
  /** Queries that were asked a moment ago, and the ways to ask them again. */
  const resting = new Map<string, Debounced & { again: boolean }>();
  let started = false;

  const nextTurn = (name: string): number => {
    const turn = (asked.get(name) ?? 0) + 1;
    asked.set(name, turn);
    return turn;
  };

  function look(name: string): void {
    const { status = "idle", value } = evaluator().context().data[name] ?? {};
    const possible = evaluator().inputs(name) !== null;
    const before = known.get(name);
    if (before?.status === status && before.possible === possible && before.value === value) return;
    known.set(name, { status, possible, value });
    if (before) tell(name);
  }

  function setData(name: string, state: DataState): void {
    publish(evaluator().setData(name, state));
    look(name);
  }

  /** At once, unless it was asked a moment ago. */
  function loadAtRest(name: string): void {
    const before = resting.get(name);
    // What was asked before does not count any more, however long the next one waits.
    nextTurn(name);
    if (before) before.again = true;
    else void load(name);
    const timer = before ?? { ...debounced(() => awake(name), restMs), again: false };
    resting.set(name, timer);
    timer.later();
  }

  function awake(name: string): void {
    const isAskedAgain = resting.get(name)?.again && evaluator().context().data[name]?.status === "loading";
    resting.delete(name);
    if (isAskedAgain) void load(name);
  }

  async function load(name: string): Promise<void> {
    const { inputs } = evaluator().context().data[name]!;
    const turn = nextTurn(name);
    const { status, options, value } = await ask(name, inputs);
    if (asked.get(name) !== turn) return;
    setData(name, { status, inputs, options, ...(value === undefined ? {} : { value }) });
    change(filled(name), wanted.has(name));
  }

  /**
   * What was answered before the page was opened is not overwritten: perhaps the person corrected it. Where nothing is found,
   * what was found before does not stay; what somebody typed does, and so does what an answer does not tell of.
   */
  function filled(name: string): Answers {
    const given = evaluator().fills(name);
    const answers = evaluator().answers();
    const { status } = evaluator().context().data[name]!;
    const { [name]: last = {}, ...others } = (filledLast ??= memory?.recall() ?? {});
    const before = Object.entries(last);
    if (prepared.flow.data[name]!.fills) {
      filledLast = status === "ready" ? { ...others, [name]: given } : others;
      memory?.keep(filledLast);
    }
    if (status === "empty") {
      const stands = before.some(([path, value]) => value !== undefined && sameAnswer(value, answers[path]));
      return stands ? Object.fromEntries(before.map(([path]) => [path, undefined])) : {};
    }
    const isOwn = (path: string): boolean =>
      last[path] !== undefined && sameAnswer(last[path], answers[path]);
    const fits = ([path, value]: [string, Answer | undefined]): boolean =>
      wanted.has(name)
        ? value !== undefined || status !== "ready" || isOwn(path)
        : answers[path] === undefined;
    return Object.fromEntries(Object.entries(given).filter(fits));
  }

  function begin(name: string, inputs: Record<string, Answer>, byPerson: boolean): void {
    if (byPerson) wanted.add(name);
    else wanted.delete(name);
    setData(name, { status: "loading", inputs });
    if (started) loadAtRest(name);
  }

  /** Because a person asks for it: at once. */
  function beginNow(name: string, inputs: Record<string, Answer>, byPerson: boolean): void {
    resting.get(name)?.cancel();
    resting.delete(name);
    begin(name, inputs, byPerson);
  }

  return {
    query: (name) => known.get(name) ?? unknown,
    follow(edited) {
      for (const [name, { on, page }] of Object.entries(prepared.flow.data)) {
        if (page) {
          look(name);
          continue;
        }
        const inputs = evaluator().inputs(name);
        const state = evaluator().context().data[name];
        const same = inputs !== null && state !== undefined && sameAnswers(state.inputs, inputs);
        // Queries whose inputs changed say so at once, so that nothing is offered from an older list.
        if (inputs === null || (on === "press" && !same)) {
          nextTurn(name);
          if (state && state.status !== "idle") setData(name, { status: "idle", inputs: {} });
        } else if (on !== "press" && (!same || state.status === "idle")) {
          begin(name, inputs, edited);
        }
        look(name);
      }
    },
    start() {
      if (started) return;
      started = true;
      for (const [name, { status }] of Object.entries(evaluator().context().data)) {
        if (status === "loading") void load(name);
      }
    },
    retry(name) {
      if (prepared.flow.data[name]?.page) return tell(`retry.${name}`);
      const inputs = evaluator().inputs(name);
      if (inputs) beginNow(name, inputs, wanted.has(name));
    },
    runQuery(name) {
      const inputs = evaluator().inputs(name);
      const state = evaluator().context().data[name];
      if (!inputs || state?.status === "loading") return;
      beginNow(name, inputs, true);
    },
    take(name, { status, value }) {
      const before = evaluator().context().data[name];
      if (before?.status === status && before.value === value) return;
      setData(name, { status, inputs: {}, ...(value === undefined ? {} : { value }) });
      // The page asks for what is chosen on it.
      wanted.add(name);
      change(prepared.flow.data[name]!.fills ? filled(name) : {}, true);
    },
    offer(options) {
      for (const [name, fresh] of Object.entries(options)) {
        const inputs = evaluator().inputs(name);
        if (!inputs) continue;
        nextTurn(name);
        const state = evaluator().context().data[name];
        const status = fresh.length > 0 ? "ready" : "empty";
        setData(name, { ...state, status, inputs, options: fresh });
      }
      change({}, true);
    },
    askAgain() {
      const answers = evaluator().answers();
      const chosenFrom = Object.values(prepared.flow.fields).flatMap(({ path, options }) =>
        options && "data" in options && answers[path] !== undefined ? [options.data] : [],
      );
      for (const name of new Set(chosenFrom)) {
        const { on, page } = prepared.flow.data[name]!;
        if (page || on === "press" || evaluator().context().data[name]?.status !== "ready") continue;
        // Nobody asked for what it would fill in. What stands stays until the answer has come.
        wanted.delete(name);
        void load(name).then(() => change({}, true));
      }
    },
  };
}
