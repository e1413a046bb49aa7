import {
  sameAnswers,
  type Answer,
  type ApiProblem,
  type ContinueAnswer,
  type ContinueRequest,
  type RunState,
} from "../../schemas/engine/evaluate.ts";
import { answersOf, knownTo, withEdits } from "./answers.ts";
import { debounced, unconfirmed } from "./drafts.ts";
import type { Attempt, Memory } from "./memory.ts";
import { proceed } from "./proceed.ts";
import type { Notice, RunLeads, RunView } from "./run-view.ts";
import type { FlowStore } from "./store.ts";
import type { Reply, Transport } from "./transport.ts";

export interface RunController {
  view(): RunView;
  subscribe(listener: () => void): () => void;
  leads: RunLeads;
  /** After hydration: brings back what was not saved, loads data, saves drafts from now on. Returns the way to stop. */
  start(typed?: Record<string, Answer | undefined>): () => void;
  /** Continuar on a step. A second press while the first is under way does nothing. */
  press(step: string): Promise<void>;
  saveNow(): void;
}

export interface RunOptions {
  store: FlowStore;
  flow: string;
  revision: string;
  run: RunState | null;
  transport: Transport;
  memory: Memory;
  /** Milliseconds without an edit before a draft is saved. */
  settle?: number;
}

const nowhere: RunLeads = { go() {}, leave() {}, reload() {} };

export function createRun({
  store,
  flow,
  revision,
  transport,
  memory,
  ...options
}: RunOptions): RunController {
  const edits = unconfirmed();
  const listeners = new Set<() => void>();
  const settle = options.settle ?? 500;
  let view: RunView = { run: options.run, busy: false, summary: [], press: 0 };
  /** Requests about one run follow one another, so that no draft overtakes a Continuar. */
  let queue: Promise<unknown> = Promise.resolve();

  const drafts = debounced(() => void save(), settle);
  const controller: RunController = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leads: nowhere,
    start,
    press,
    saveNow: () => saveOnLeaving(),
  };

  function update(change: Partial<RunView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };

  const remember = (): void =>
    memory.keepUnsaved({ run: view.run?.run ?? null, revision, answers: edits.take(store.answers()) });

  function onEdit(paths: string[]): void {
    edits.add(paths);
    remember();
    drafts.later();
  }

  function start(typed: Record<string, Answer | undefined> = {}): () => void {
    const stop = store.onEdit(onEdit);
    const kept = memory.unsaved();
    const unanswered = view.run ? null : memory.attempt();
    const same =
      kept && (kept.run === (view.run?.run ?? null) || kept.run === null) && view.run?.status !== "done";
    if (kept && !same) memory.forget();
    if (same) {
      const known = knownTo(store, kept.answers);
      store.replace(withEdits(store.answers(), known));
      onEdit(Object.keys(known));
    }
    const adopted = knownTo(store, typed);
    if (Object.keys(adopted).length > 0) store.setMany(adopted);
    store.start();
    if (unanswered) void askFor(unanswered);
    return () => {
      drafts.cancel();
      saveOnLeaving();
      stop();
    };
  }

  /**
   * An attempt was never answered, and its run is not open any more: the same request again only tells how it ended.
   * Who has begun to type since then is left where they are.
   */
  async function askFor({ key, body }: Attempt): Promise<void> {
    const { run, ...request } = JSON.parse(body) as ContinueRequest & { run: string };
    const reply = await inTurn(() => transport.proceed(run, request, key));
    if (reply.kind === "lost") return;
    memory.forgetAttempt();
    if (reply.kind === "answer" && edits.size() === 0) follow(reply.data, request);
  }

  /** The run of these answers: the one at hand, or a new one. */
  async function begun(): Promise<Reply<RunState>> {
    if (view.run) return { kind: "answer", data: view.run };
    const reply = await transport.begin({ flow, revision });
    if (reply.kind !== "answer") return reply;
    const state = reply.data;
    if (state.revision !== revision) {
      memory.keepUnsaved({ run: state.run, revision: state.revision, answers: edits.take(store.answers()) });
      controller.leads.reload();
      return { kind: "lost" };
    }
    // Another tab may have begun it: what was typed here wins over what was saved there.
    if (Object.keys(state.answers).length > 0) {
      store.replace(withEdits(state.answers, edits.take(store.answers())));
    }
    update({ run: state });
    remember();
    return reply;
  }

  async function save(): Promise<void> {
    if (view.busy || edits.size() === 0) return;
    await inTurn(async () => {
      const reply = await begun();
      if (reply.kind !== "answer") return lostDraft(reply);
      const sent = edits.take(store.answers());
      if (Object.keys(sent).length === 0) return;
      const saved = await transport.draft(reply.data.run, { version: reply.data.version, answers: sent });
      if (saved.kind !== "answer") return lostDraft(saved);
      edits.confirm(sent, store.answers());
      remember();
    });
  }

  /** A draft that did not arrive stays in this tab and goes along with the next one, or with Continuar. */
  function lostDraft(reply: Exclude<Reply<unknown>, { kind: "answer" }>): void {
    if (reply.kind === "lost" || reply.status >= 500 || reply.status === 429) return;
    const { error, state } = reply.problem;
    if (error === "stale" && state) takeOver(state);
    else if (error === "no-run") startOver();
  }

  function saveOnLeaving(): void {
    drafts.cancel();
    if (!view.run || view.run.status === "done" || view.busy || edits.size() === 0) return;
    const answers = edits.take(store.answers());
    void transport.draft(view.run.run, { version: view.run.version, answers }, true);
  }

  /** Another tab has moved on. What was typed here is kept, whatever happened there. */
  function takeOver(state: RunState): void {
    const mine = edits.take(store.answers());
    const typed = withEdits(state.answers, mine);
    if (state.status === "done" && !sameAnswers(typed, state.answers)) {
      // What was sent there is another request than this one.
      startOver();
      update({ notice: { kind: "sentElsewhere" }, summary: [], press: view.press + 1 });
      return;
    }
    if (state.status === "done") {
      edits.clear();
      memory.forget();
    }
    store.replace(typed, state.results);
    update({ run: state, notice: { kind: "stale" }, summary: [] });
    if (state.status === "open") remember();
    controller.leads.go(state.step);
  }

  /** The run is gone, with the session perhaps: the answers are still here and make a new one. */
  function startOver(): void {
    edits.add(Object.keys(store.answers()));
    update({ run: null });
    remember();
  }

  async function press(step: string): Promise<void> {
    if (view.busy) return;
    const problems = store.showStep(step);
    if (problems.length > 0) {
      update({ summary: problems, press: view.press + 1, notice: undefined });
      return;
    }
    drafts.cancel();
    update({ busy: true, notice: undefined, summary: [] });
    try {
      await inTurn(() => send(step, true));
    } finally {
      update({ busy: false });
    }
  }

  async function send(step: string, again: boolean): Promise<void> {
    const begin = await begun();
    if (begin.kind !== "answer") return tell(begin);
    const request: ContinueRequest = { step, version: begin.data.version, answers: answersOf(store, step) };
    const reply = await proceed(transport, memory, begin.data.run, request);
    if (reply.kind === "refusal" && reply.problem.error === "no-run" && again) {
      startOver();
      return send(step, false);
    }
    if (reply.kind !== "answer") return tell(reply);
    follow(reply.data, request);
  }

  function follow({ state, outcome, options: fresh }: ContinueAnswer, { answers }: ContinueRequest): void {
    update({ run: state });
    if ("refuse" in outcome) {
      // What was edited while it was under way is not saved yet.
      edits.confirm(answers, store.answers());
      remember();
      if (fresh) store.offer(fresh);
      store.refuse(outcome.refuse);
      update({ summary: outcome.refuse, press: view.press + 1 });
      return;
    }
    if ("redirect" in outcome && outcome.failure) {
      keepLate(state, answers);
      return controller.leads.leave(outcome.redirect);
    }
    edits.clear();
    memory.forget();
    store.replace(state.answers, state.results);
    if ("go" in outcome) controller.leads.go(outcome.go);
    else controller.leads.leave(outcome.redirect);
  }

  /** What was typed while an attempt was under way that came to nothing is saved too. */
  function keepLate({ run, version }: RunState, sent: Record<string, Answer | null>): void {
    edits.confirm(sent, store.answers());
    const late = edits.take(store.answers());
    if (Object.keys(late).length === 0) return memory.forget();
    remember();
    void transport.draft(run, { version, answers: late }, true);
  }

  function tell(reply: Exclude<Reply<unknown>, { kind: "answer" }>): void {
    if (reply.kind === "refusal" && reply.problem.error === "stale" && reply.problem.state) {
      takeOver(reply.problem.state);
    } else {
      update({ notice: noticeOf(reply), press: view.press + 1 });
    }
  }

  return controller;
}

const noticeOf = (reply: { kind: "lost" } | { kind: "refusal"; problem: ApiProblem }): Notice =>
  reply.kind === "lost"
    ? { kind: "unreachable" }
    : { kind: "refused", message: reply.problem.message, requestId: reply.problem.requestId };
