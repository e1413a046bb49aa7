import {
  type Answer,
  type ApiProblem,
  type FileAnswer,
  type Problem,
  type RunState,
  type RunTransfer,
  type StaticEvent,
} from "../../schemas/engine/evaluate.ts";
import { lostIn, withEdits } from "./answers.ts";
import { createAttempts, type AttemptDeps } from "./attempts.ts";
import { debounced, unconfirmed } from "./drafts.ts";
import type { Memory } from "./memory.ts";
import type { OtherTabs } from "./other-tabs.ts";
import { resumeRun } from "./resume.ts";
import type { GetCaptchaToken } from "./continue-with-retry.ts";
import { isOfAttempt, type RunNavigation, type RunView } from "./run-view.ts";
import type { Accepted } from "./step-events.ts";
import type { FlowStore } from "./store.ts";
import type { Reply } from "./send.ts";
import type { Transport } from "./transport.ts";
import { trackUploads, type UploadFile } from "./uploads.ts";
import { settleAll } from "./unsettled.ts";
import { createWaiting, type Waiting } from "./waiting.ts";

export interface RunController {
  view(): RunView;
  subscribe(listener: () => void): () => void;
  navigation: RunNavigation;
  /**
   * After hydration: brings back what was not saved, takes what the address gives and what was typed meanwhile, loads
   * data, saves drafts from now on. Returns the way to stop.
   */
  start(typed?: Record<string, Answer | undefined>, given?: Record<string, Answer | undefined>): () => void;
  /** Begins the run without waiting for an edit: somebody was led to one that waits. */
  begin(): Promise<void>;
  /** Continuar on a step. A second press while the first is under way does nothing. */
  submitStep(step: string): Promise<void>;
  /** A step is on screen: what the last press on another one came to is said no more. */
  showsStep(step: string): void;
  /** The step that was asked for is not open: says why, where a change of answers closed it. */
  sentBack(): void;
  /** Presses a button of the dialog that is open. */
  answer(button: string): Promise<void>;
  /** Sends a file. What the server says of it is not the field's answer yet. */
  upload: UploadFile;
  /** Asks for a mail to go on with on another device, with everything saved. Left out where that cannot be. */
  handOff?(email: string): Promise<Reply<unknown>>;
  /** Puts the run aside for the next person: nothing of it stays here. Left out where that cannot be. */
  abandon?(): Promise<Reply<unknown>>;
  /** Whether what the person told of themselves stays for later visits; nothing is said of it where that is not asked. */
  keepDetails(isKept: boolean): void;
  keepsDetails(): boolean | undefined;
  /** What the run waits for, where it does. Left out where nothing can. */
  waiting?: Waiting;
  /** A file that is no answer any more. */
  discard(file: string): void;
  saveNow(): void;
  /** Saves what is not saved yet, if there is anything: the server can be reached again. */
  saveSoon(): void;
}

export interface RunOptions {
  store: FlowStore;
  flow: string;
  /** What the run is about, where the flow has a subject. */
  subject?: string;
  revision: string;
  run: RunState | null;
  transport: Transport;
  memory: Memory;
  /** The run that was here went to another device. */
  went?: RunTransfer | undefined;
  /** Paths of what was filled in: an edit of one of them makes all of them the person's own here. */
  together?: string[];
  /** Paths of answers that are kept nowhere. */
  secrets?: string[];
  token?: GetCaptchaToken | undefined;
  accepted?: Accepted | undefined;
  /** Told of what a program has for analytics where it leads away. */
  tellEvent?: ((event: StaticEvent) => void) | undefined;
  /** Whether the browser knows of no network. */
  offline?(): boolean;
  /** Other tabs at the same form, where there can be any. */
  tabs?: OtherTabs | undefined;
  /** Milliseconds without an edit before a draft is saved. */
  settle?: number;
}

/** Why what the run waited for led nowhere, if that is so. */
const refusedBy = (run: RunState | null): Problem[] => {
  const outcome = run?.status === "open" ? run.settled?.outcome : undefined;
  return outcome && "refuse" in outcome ? outcome.refuse : [];
};

const noopNavigation: RunNavigation = { go() {}, leave() {}, reload() {} };

export function createRun({
  store,
  flow,
  subject,
  revision,
  transport,
  memory,
  ...options
}: RunOptions): RunController {
  const edits = unconfirmed();
  const uploads = trackUploads();
  const listeners = new Set<() => void>();
  const settle = options.settle ?? 500;
  const { run: first } = options;
  // A dialog that was open is asked again, whatever happened to the page.
  let view: RunView = {
    run: first,
    busy: false,
    // What came of waiting is told to whoever comes back.
    summary: refusedBy(first),
    submitCount: 0,
    dialog: first?.dialog,
    went: options.went,
  };
  /** Requests about one run follow one another, so that no draft overtakes a Continuar. */
  let queue: Promise<unknown> = Promise.resolve();
  /** Whether a draft closed steps, and nothing was pressed since. */
  let closed = false;
  let keepsDetails: boolean | undefined;
  /** The step that is on screen, where one is. */
  let shown: string | undefined;
  /** How often the server's state was taken over. */
  let takenOver = 0;
  /** Whether the answers were sent from elsewhere, and nobody was told yet. */
  let sentElsewhere = false;

  const drafts = debounced(() => void save(), settle);
  const parts: AttemptDeps = {
    store,
    transport,
    memory,
    edits,
    uploads,
    token: options.token,
    tabs: options.tabs,
    isSecret: (options.secrets?.length ?? 0) > 0,
    accepted: options.accepted,
    keepsDetails: () => keepsDetails,
    tellEvent: options.tellEvent,
    offline: options.offline ?? (() => false),
    view: () => view,
    update,
    isElsewhere: (step) => shown !== undefined && shown !== step,
    navigation: () => controller.navigation,
    inTurn: (work) => inTurn(work),
    begun,
    remember: () => remember(),
    stopDrafts: drafts.cancel,
    saveLater: drafts.later,
    saveDraft,
    takeOver,
    takenOver: () => takenOver,
    tellSentElsewhere,
    startOver,
    leave,
  };
  const attempts = createAttempts(parts);
  const controller: RunController = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigation: noopNavigation,
    start,
    begin: async () => {
      const reply = await inTurn(begun);
      if (reply.kind !== "answer") attempts.tell(reply);
    },
    submitStep(step) {
      closed = false;
      settleAll();
      return attempts.submitStep(step);
    },
    showsStep(step) {
      if (shown === step) return;
      // What came of waiting is told on the first one.
      const isFirst = shown === undefined;
      shown = step;
      const { notice } = view;
      if (!isFirst) update({ summary: [], notice: notice && isOfAttempt(notice) ? undefined : notice });
    },
    sentBack() {
      if (closed) update({ notice: { kind: "changed" } });
      closed = false;
    },
    answer: attempts.answer,
    upload: (path, file, how) => uploads.track(upload(path, file, how)),
    ...(transport.state && transport.cancelWait && transport.waitCode
      ? { waiting: createWaiting(parts, attempts.follow) }
      : {}),
    keepDetails(isKept) {
      keepsDetails = isKept;
    },
    keepsDetails: () => keepsDetails,
    ...(transport.handOff ? { handOff } : {}),
    ...(transport.abandon ? { abandon } : {}),
    discard(file) {
      if (view.run) void transport.discard(view.run.run, file);
    },
    saveNow: () => saveOnLeaving(),
    saveSoon: () => void save(),
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
    const { together = [], secrets = [] } = options;
    const edited = paths.some((path) => together.includes(path)) ? [...paths, ...together] : paths;
    edits.add(edited.filter((path) => !secrets.includes(path)));
    remember();
    drafts.later();
  }

  function start(
    typed: Record<string, Answer | undefined> = {},
    given: Record<string, Answer | undefined> = {},
  ): () => void {
    const stop = store.onEdit(onEdit);
    resumeRun({ ...parts, follow: attempts.follow, onEdit }, typed, given);
    const stopFollowing = options.tabs?.follow(parts);
    return () => {
      saveOnLeaving();
      stop();
      stopFollowing?.();
    };
  }

  /** The run of these answers: the one at hand, or a new one. */
  async function begun(): Promise<Reply<RunState>> {
    if (view.run) return { kind: "answer", data: view.run };
    const reply = await transport.begin({ flow, ...(subject === undefined ? {} : { subject }), revision });
    if (reply.kind !== "answer") return reply;
    const state = reply.data;
    if (state.revision !== revision) {
      memory.keepUnsaved({ run: state.run, revision: state.revision, answers: edits.take(store.answers()) });
      controller.navigation.reload();
      return { kind: "lost" };
    }
    // Another tab, or whoever put it in line, may have begun it: what was typed here wins over what was saved there.
    const mine = store.answers();
    store.replace(withEdits({ ...state.answers, ...mine }, edits.take(mine)), state.results);
    update({ run: state });
    remember();
    return reply;
  }

  async function save(): Promise<void> {
    if (view.busy) return drafts.later();
    // What was sent stays as it is: what is no longer offered there is no edit of anybody.
    if (view.went || view.run?.wait || view.run?.status === "done" || edits.size() === 0) return;
    await inTurn(async () => {
      const reply = await begun();
      if (reply.kind !== "answer") return lostDraft(reply);
      const saved = await saveDraft(reply.data, edits.take(store.answers()));
      if (saved.kind !== "answer") lostDraft(saved);
    });
  }

  async function saveDraft(
    { run, version }: RunState,
    sent: Record<string, Answer | null>,
  ): Promise<Reply<unknown>> {
    if (Object.keys(sent).length === 0) return { kind: "answer", data: undefined };
    const saved = await transport.draft(run, { version, answers: sent });
    if (saved.kind !== "answer") return saved;
    edits.confirm(sent, store.answers());
    remember();
    options.tabs?.tell(Object.keys(sent));
    if (saved.data) {
      closed = true;
      update({ run: saved.data.state });
    }
    return saved;
  }

  /** A draft that did not arrive stays in this tab and goes along with the next one, or with Continuar. */
  function lostDraft(reply: Exclude<Reply<unknown>, { kind: "answer" }>): void {
    if (reply.kind === "lost" || reply.status >= 500 || reply.status === 429) return;
    const { error, state, reason, went } = reply.problem;
    if (error === "stale" && state) takeOver(state, reason);
    else if (went) leave(went);
    else if (error === "no-run") startOver();
  }

  function saveOnLeaving(): void {
    settleAll();
    drafts.cancel();
    if (!view.run || view.run.status === "done" || view.run.wait || view.busy || edits.size() === 0) return;
    const answers = edits.take(store.answers());
    void transport.draft(view.run.run, { version: view.run.version, answers }, true);
  }

  /** Another tab has moved on, or answers changed. What was typed here is kept, whatever happened there. */
  function takeOver(state: RunState, reason?: ApiProblem["reason"]): void {
    takenOver++;
    // What the server had of this tab may have been written over in the other one.
    const lost = lostIn(state.answers, edits.own(store.evaluation().values));
    if (state.status === "done" && lost.length > 0) {
      // What was sent there is another request than this one. A draft may learn of it: the press is told.
      startOver();
      sentElsewhere = true;
      return;
    }
    if (state.status === "done") {
      edits.clear();
      memory.forget();
    }
    edits.add(lost);
    store.replace(withEdits(state.answers, edits.take(store.answers())), state.results);
    update({ run: state, notice: { kind: reason ?? "stale" }, summary: [], dialog: state.dialog });
    if (state.status === "open") remember();
    controller.navigation.go(state.step);
  }

  function tellSentElsewhere(): boolean {
    if (!sentElsewhere) return false;
    sentElsewhere = false;
    update({
      notice: { kind: "sentElsewhere" },
      summary: [],
      dialog: undefined,
      submitCount: view.submitCount + 1,
    });
    return true;
  }

  /** It went to another device, as its person wanted: nothing of it stays here. */
  function leave(went: RunTransfer): void {
    drafts.cancel();
    edits.clear();
    memory.forget();
    update({ went, run: null, dialog: undefined, notice: undefined, summary: [] });
  }

  async function handOff(email: string): Promise<Reply<unknown>> {
    settleAll();
    if (uploads.underWay()) await uploads.ended();
    drafts.cancel();
    return await inTurn(async () => {
      const begin = await begun();
      if (begin.kind !== "answer") return begin;
      const saved = await saveDraft(begin.data, edits.take(store.answers()));
      const reply = saved.kind === "answer" ? await transport.handOff!(begin.data.run, { email }) : saved;
      if (reply.kind === "refusal") lostDraft(reply);
      return reply;
    });
  }

  async function abandon(): Promise<Reply<unknown>> {
    if (uploads.underWay()) await uploads.ended();
    drafts.cancel();
    return await inTurn(async () => {
      const { run } = view;
      const reply = run ? await transport.abandon!(run.run) : ({ kind: "answer", data: undefined } as const);
      const isGone =
        reply.kind === "answer" || (reply.kind === "refusal" && reply.problem.error === "no-run");
      if (!isGone) return reply;
      edits.clear();
      memory.forget();
      return { kind: "answer", data: undefined };
    });
  }

  /** The run is gone, with the session perhaps: the answers are still here and make a new one. */
  function startOver(): void {
    edits.add(Object.keys(store.answers()).filter((path) => !options.secrets?.includes(path)));
    update({ run: null });
    remember();
  }

  async function upload(...[path, file, how]: Parameters<UploadFile>): Promise<Reply<FileAnswer>> {
    const begin = await inTurn(begun);
    if (begin.kind !== "answer") return begin;
    const reply = await transport.upload(begin.data.run, path, file, how);
    if (reply.kind !== "refusal" || reply.problem.error !== "no-run") return reply;
    startOver();
    const anew = await inTurn(begun);
    return anew.kind === "answer" ? transport.upload(anew.data.run, path, file, how) : anew;
  }

  return controller;
}
