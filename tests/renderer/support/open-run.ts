import type {
  Answers,
  ApiProblem,
  BeginRequest,
  ContinueAnswer,
  ContinueRequest,
  DraftAnswer,
  DraftRequest,
  FileAnswer,
  Prepared,
  RunState,
  StaticEvent,
} from "../../../schemas/engine/evaluate.ts";
import { memoryOf } from "../../../renderer/run/memory.ts";
import type { OtherTabs } from "../../../renderer/run/other-tabs.ts";
import { createRun } from "../../../renderer/run/run.ts";
import { createFlowStore, type Ask } from "../../../renderer/run/store.ts";
import type { Reply } from "../../../renderer/run/send.ts";
import type { Transport } from "../../../renderer/run/transport.ts";
import { preparedFlow } from "./small-flow.ts";

/** Answers with which the small flow's step is complete. */
export const complete: Answers = {
  "ask.name": "Ana",
  "ask.region": "south",
  "ask.city": "end",
  "ask.agree": true,
};
export const runState = (more: Partial<RunState> = {}): RunState => ({
  run: "run-1",
  flow: "visit",
  revision: "rev1",
  step: "ask",
  version: 0,
  answers: {},
  results: {},
  status: "open",
  done: [],
  ...more,
});
export const refusal = (
  status: number,
  error: ApiProblem["error"],
  state?: RunState,
  reason?: ApiProblem["reason"],
): Reply<never> => ({
  kind: "refusal",
  status,
  problem: {
    error,
    message: `Mensaje de ${error}`,
    requestId: "request-9",
    ...(state && { state }),
    ...(reason && { reason }),
  },
});
export const went: Reply<ContinueAnswer> = {
  kind: "answer",
  data: {
    state: runState({ version: 1, step: "thanks", status: "done", done: ["ask"], answers: complete }),
    outcome: { go: "thanks" },
  },
};

export function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A run in the browser before a server that answers as it is told. */
export function open({
  answers = {},
  run = null,
  replies = [],
  kept = storage(),
  begin = () => ({ kind: "answer", data: runState() }),
  draft = () => ({ kind: "answer", data: undefined }),
  upload = async () => ({ kind: "lost" }),
  offline = () => false,
  state,
  tabs,
  ask = async () => ({ status: "ready", options: [], hash: "h" }),
  prepared = preparedFlow(),
  token,
  accepted,
  tellEvent,
}: {
  answers?: Answers;
  run?: RunState | null;
  replies?: Reply<ContinueAnswer>[];
  kept?: ReturnType<typeof storage>;
  begin?: () => Reply<RunState>;
  draft?: () => Reply<DraftAnswer | undefined> | Promise<Reply<DraftAnswer | undefined>>;
  upload?: () => Promise<Reply<FileAnswer>>;
  offline?: () => boolean;
  /** How the run is at the server. */
  state?: () => RunState;
  tabs?: OtherTabs;
  ask?: Ask;
  prepared?: Prepared;
  token?: () => Promise<string | undefined>;
  accepted?: (step: string) => void;
  tellEvent?: (event: StaticEvent) => void;
} = {}) {
  const sent: {
    begins: BeginRequest[];
    drafts: DraftRequest[];
    presses: { request: ContinueRequest; key: string; captcha?: string | undefined }[];
    uploads: string[];
    discarded: string[];
  } = { begins: [], drafts: [], presses: [], uploads: [], discarded: [] };
  const transport: Transport = {
    begin: async (request) => (sent.begins.push(request), begin()),
    draft: async (_run, request) => (sent.drafts.push(request), draft()),
    proceed: async (_run, request, key, captcha) => (
      sent.presses.push({ request, key, ...(token ? { captcha } : {}) }),
      replies.shift() ?? went
    ),
    data: async () => ({ kind: "answer", data: { status: "empty", options: [], hash: "h" } }),
    upload: async (_run, path, file) => (sent.uploads.push(`${path} ${file.name}`), upload()),
    ...(state && { state: async () => ({ kind: "answer", data: { state: state() } }) }),
    discard: async (_run, file) => (sent.discarded.push(file), { kind: "answer", data: undefined }),
  };
  const store = createFlowStore({
    prepared,
    today: "2026-11-21",
    answers,
    results: {},
    ask,
  });
  const memory = memoryOf({ flow: "visit" }, () => kept);
  const parts = {
    store,
    flow: "visit",
    revision: "rev1",
    run,
    transport,
    memory,
    secrets: Object.values(prepared.flow.fields).flatMap(({ path, secret }) => (secret ? [path] : [])),
    settle: 5,
    offline,
    tabs,
    token,
    accepted,
    tellEvent,
  };
  const controller = createRun(parts);
  const led: string[] = [];
  controller.navigation = {
    go: (step) => led.push(`go ${step}`),
    leave: (path, how = {}) =>
      led.push(["leave", path, ...Object.keys(how).filter((key) => how[key as keyof typeof how])].join(" ")),
    reload: () => led.push("reload"),
  };
  return { store, controller, sent, led, kept, memory };
}
/** After drafts were saved. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 40));
