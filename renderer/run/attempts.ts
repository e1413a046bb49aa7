import type {
  Answer,
  ApiProblem,
  ContinueAnswer,
  ContinueRequest,
  Problem,
  RunState,
  RunTransfer,
  StaticEvent,
} from "../../schemas/engine/evaluate.ts";
import { answersOf, withEdits } from "./answers.ts";
import type { Unconfirmed } from "./drafts.ts";
import type { Memory } from "./memory.ts";
import type { OtherTabs } from "./other-tabs.ts";
import { continueWithRetry, type GetCaptchaToken } from "./continue-with-retry.ts";
import type { Notice, RunNavigation, RunView } from "./run-view.ts";
import type { Accepted } from "./step-events.ts";
import type { FlowStore } from "./store.ts";
import type { Reply } from "./send.ts";
import type { Transport } from "./transport.ts";
import { listsComing, listsLoaded } from "./when-loaded.ts";
import type { UploadTracker } from "./uploads.ts";

/** The parts of a run that its attempts work with. */
export interface AttemptDeps {
  store: FlowStore;
  transport: Transport;
  memory: Memory;
  edits: Unconfirmed;
  uploads: UploadTracker;
  token?: GetCaptchaToken | undefined;
  /** Whether the browser knows of no network. */
  offline(): boolean;
  view(): RunView;
  update(change: Partial<RunView>): void;
  /** Whether another step than this is on screen by now. */
  isElsewhere(step: string): boolean;
  navigation(): RunNavigation;
  /** Requests about one run follow one another, so that no draft overtakes a Continuar. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The run of these answers: the one at hand, or a new one. */
  begun(): Promise<Reply<RunState>>;
  /** Keeps in this tab what the server has not confirmed. */
  remember(): void;
  stopDrafts(): void;
  /** Saves what is not saved yet, after a while without an edit. */
  saveLater(): void;
  /** Saves answers of the run. */
  saveDraft(run: RunState, answers: Record<string, Answer | null>): Promise<Reply<unknown>>;
  /** Another tab has moved on, or answers changed on which the step was built. */
  takeOver(state: RunState, reason?: ApiProblem["reason"]): void;
  /** How often the server's state was taken over. */
  takenOver(): number;
  /** Says once that these answers were sent from elsewhere; false where there is nothing to say. */
  tellSentElsewhere(): boolean;
  /** The run is gone: the answers make a new one. */
  startOver(): void;
  /** The run went to another device. */
  leave(went: RunTransfer): void;
  accepted?: Accepted | undefined;
  keepsDetails(): boolean | undefined;
  /** Whether what is sent is kept nowhere. */
  isSecret: boolean;
  /** Other tabs at the same form, where there can be any. */
  tabs?: OtherTabs | undefined;
  tellEvent?: ((event: StaticEvent) => void) | undefined;
}

/** What presses of Continuar, and of the buttons of dialogs, come to. */
export interface Attempts {
  submitStep(step: string): Promise<void>;
  answer(button: string): Promise<void>;
  /** Goes where an answer of the server leads. */
  follow(answer: ContinueAnswer, request: Pick<ContinueRequest, "step" | "answers">): void;
  /** Says why there was no answer. */
  tell(reply: Exclude<Reply<unknown>, { kind: "answer" }>): void;
}

export function createAttempts(parts: AttemptDeps): Attempts {
  const { store, transport, memory, edits, uploads, update, remember } = parts;

  async function submitStep(step: string): Promise<void> {
    if (parts.view().busy) return;
    if (uploads.underWay() || listsComing(store, step).length > 0) {
      update({ busy: true });
      // What is being sent belongs to the answers.
      await uploads.ended();
      await listsLoaded(store, step);
      update({ busy: false });
    }
    const problems = store.showStep(step);
    if (problems.length > 0) {
      tellRefused(step, problems);
      update({ summary: problems, submitCount: parts.view().submitCount + 1, notice: undefined });
      return;
    }
    await attempt(step);
  }

  const tellOf = (event: string, step: string, more: Record<string, string>): void =>
    parts.tellEvent?.({ event, flow: store.prepared.flow.flow, step, ...more });

  /** Names of questions, never what was answered; of a list's row, and of a group's question, that of the whole. */
  function tellRefused(step: string, problems: readonly Pick<Problem, "path">[]): void {
    const fields = new Set(problems.map(({ path }) => path.split(".", 2).join(".")));
    tellOf("step_refused", step, { fields: [...fields].join(",") });
  }

  async function answer(button: string): Promise<void> {
    const { busy, dialog } = parts.view();
    if (busy || !dialog) return;
    const { id, step } = dialog;
    await attempt(step, { id, button });
  }

  async function attempt(step: string, dialog?: ContinueRequest["dialog"]): Promise<void> {
    if (parts.offline()) {
      return update({ notice: { kind: "offline" }, summary: [], submitCount: parts.view().submitCount + 1 });
    }
    parts.stopDrafts();
    update({ busy: true, notice: undefined, summary: [] });
    const before = parts.takenOver();
    try {
      await parts.inTurn(async () => {
        if (parts.tellSentElsewhere()) return;
        // The press was for what was on screen then.
        if (parts.takenOver() === before) await send(step, dialog);
      });
    } finally {
      update({ busy: false });
    }
  }

  async function send(step: string, dialog: ContinueRequest["dialog"], again = true): Promise<void> {
    const begin = await parts.begun();
    if (begin.kind !== "answer") return tell(begin);
    const saved = await parts.saveDraft(begin.data, editsBeside(step));
    if (saved.kind === "lost" || (saved.kind === "refusal" && decides(saved))) return tell(saved);
    const keeps = parts.keepsDetails();
    const request: ContinueRequest = {
      step,
      version: begin.data.version,
      answers: answersOf(store, step),
      ...(dialog ? { dialog } : {}),
      ...(keeps === undefined ? {} : { keepDetails: keeps }),
    };
    const reply = await continueWithRetry(transport, memory, begin.data.run, request, {
      token: parts.token,
      isSecret: parts.isSecret,
    });
    if (reply.kind === "refusal" && reply.problem.error === "no-run" && again) {
      parts.startOver();
      // A new run has asked nothing yet.
      update({ dialog: undefined });
      return send(step, undefined, false);
    }
    if (reply.kind !== "answer") return tell(reply);
    follow(reply.data, request);
  }

  /** Continuar brings the answers of its own step: what was typed on others goes before it. */
  function editsBeside(step: string): Record<string, Answer | null> {
    const all = Object.entries(edits.take(store.answers()));
    return Object.fromEntries(all.filter(([path]) => !path.startsWith(`${step}.`)));
  }

  function follow(
    { state, outcome, options: fresh }: ContinueAnswer,
    { step, answers }: Pick<ContinueRequest, "step" | "answers">,
  ): void {
    const wasDone = parts.view().run?.done.includes(step);
    update({ run: state, dialog: undefined, cleared: undefined });
    if (!wasDone && state.done.includes(step)) parts.accepted?.(step, state);
    if ("redirect" in outcome) {
      const { analytics, failure, redirect } = outcome;
      if (failure) tellOf("step_failed", step, { failure_path: redirect.split(/[?#]/, 1)[0]! });
      if (analytics) parts.tellEvent?.(analytics);
    }
    if ("wait" in outcome) {
      edits.clear();
      memory.forget();
      store.replace(state.answers, state.results);
      // Whoever pressed is taken there; whoever comes back finds a button.
      if (state.wait?.page !== undefined) parts.navigation().open?.(state.wait.page);
      return undefined;
    }
    if (state.status === "done") {
      edits.clear();
      memory.forget();
    } else keepLate(answers);
    if ("refuse" in outcome || "dialog" in outcome || "close" in outcome) {
      if (fresh) store.offer(fresh);
      store.replace(store.answers(), state.results);
    }
    if ("refuse" in outcome) {
      tellRefused(step, outcome.refuse);
      store.refuse(outcome.refuse);
      // A program says no to no answer in particular: what was chosen may be gone by now.
      if (outcome.refuse.some(({ path }) => path === "")) store.askAgain();
      // Whoever went to another step meanwhile finds it beside the fields.
      if (parts.isElsewhere(step)) return;
      update({ summary: outcome.refuse, submitCount: parts.view().submitCount + 1 });
    } else if ("dialog" in outcome) {
      const { dialog: id, title, body } = outcome;
      update({
        dialog: { id, step, title, ...(body === undefined ? {} : { body }) },
        submitCount: parts.view().submitCount + 1,
      });
    } else if ("close" in outcome) {
      store.setMany(Object.fromEntries(outcome.close.map((path) => [path, undefined])));
      keepLate(Object.fromEntries(outcome.close.map((path) => [path, null])));
      update({ cleared: outcome.close, submitCount: parts.view().submitCount + 1 });
    } else if ("redirect" in outcome && outcome.failure) {
      parts.navigation().leave(outcome.redirect, { keep: outcome.keep });
    } else {
      // Of another step, something may not be saved yet.
      store.replace(withEdits(state.answers, edits.take(store.answers())), state.results);
      if ("go" in outcome) parts.navigation().go(outcome.go);
      else {
        const { redirect, keep, anew } = outcome;
        parts.navigation().leave(redirect, { keep, anew, linked: state.status === "done" });
      }
    }
  }

  /** The server has these. What was typed meanwhile, or on another step just before, is saved after them. */
  function keepLate(known: Record<string, Answer | null>): void {
    edits.confirm(known, store.answers());
    edits.giveUp();
    parts.tabs?.tell(Object.keys(known));
    remember();
    if (edits.size() > 0) parts.saveLater();
  }

  function tell(reply: Exclude<Reply<unknown>, { kind: "answer" }>): void {
    if (reply.kind === "refusal" && reply.problem.error === "stale" && reply.problem.state) {
      parts.takeOver(reply.problem.state, reply.problem.reason);
      parts.tellSentElsewhere();
    } else if (reply.kind === "refusal" && reply.problem.went) {
      parts.leave(reply.problem.went);
    } else {
      // What decided that something is asked is another one by now: the page follows.
      if (reply.kind === "refusal") for (const name of reply.problem.queries ?? []) store.retry(name);
      update({ notice: noticeOf(reply), submitCount: parts.view().submitCount + 1 });
    }
  }

  return { submitStep, answer, follow, tell };
}

/** Whether nothing can go on where a draft was refused so; what is wrong with an answer, Continuar says better. */
const decides = ({ status, problem }: { status: number; problem: ApiProblem }): boolean =>
  problem.error === "stale" || problem.error === "went" || status >= 500 || status === 429;

const noticeOf = (reply: { kind: "lost" } | { kind: "refusal"; problem: ApiProblem }): Notice =>
  reply.kind === "lost"
    ? { kind: "unreachable" }
    : { kind: "refused", message: reply.problem.message, requestId: reply.problem.requestId };
