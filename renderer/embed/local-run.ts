import {
  fieldAt,
  type Answers,
  type ContinueAnswer,
  type ContinueRequest,
  type DataAnswer,
  type DataRequest,
  type Prepared,
  type Problem,
  type RunState,
} from "../../schemas/engine/evaluate.ts";
import { withEdits } from "../run/answers.ts";
import type { FlowResources } from "../run/resources.ts";
import type { FlowStore } from "../run/store.ts";
import type { Reply } from "../run/send.ts";
import type { Transport } from "../run/transport.ts";
import type { MountOptions } from "./api.ts";

export interface LocalRunOptions
  extends Pick<FlowResources, "flow" | "revision">, Pick<MountOptions, "onUpload" | "onDiscard"> {
  onSubmit: NonNullable<MountOptions["onSubmit"]>;
  /** The journey that is under way. */
  store(): FlowStore;
  /** What is answered already. */
  answers: Answers;
  /** What data queries ask for. Without it they fail, and say so where they are needed. */
  data?: ((request: DataRequest) => Promise<Reply<DataAnswer>>) | undefined;
}

export interface LocalRun {
  transport: Transport;
  /** The state that it begins with. */
  first: RunState;
}

const answered = <T>(data: T): Reply<T> => ({ kind: "answer", data });
const lost: Reply<never> = { kind: "lost" };

/** What the page that holds the form did wrong is told to those who wrote it; people are told to try again. */
async function safely<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    return answered(await work());
  } catch (error) {
    console.error(error);
    return lost;
  }
}

/**
 * A run that lives in the page alone, behind the same protocol as the server's: the engine decides the way and what is
 * wrong, and what asks last hands the answers over. What only a server can do, programs and dialogs, it has not.
 */
export function localRun(options: LocalRunOptions): LocalRun {
  const { flow, revision, store, onSubmit, onUpload, onDiscard } = options;
  const first: RunState = {
    run: "local",
    flow: flow.flow,
    revision,
    step: flow.steps[0]!.id,
    version: 1,
    answers: options.answers,
    results: {},
    status: "open",
    done: [],
  };
  let state = first;

  async function proceed({ step, answers: sent }: ContinueRequest): Promise<ContinueAnswer> {
    const before = state;
    // The engine has seen the data too that is on this page alone.
    const meaning = store().evaluation();
    const visible = flow.steps.filter(({ id }) => meaning.steps.includes(id));
    const at = visible.findIndex(({ id }) => id === step);
    const wrong = visible
      .slice(0, at + 1)
      .map(({ id }) => [id, meaning.problems.filter(({ path }) => path.startsWith(`${id}.`))] as const)
      .find(([, problems]) => problems.length > 0);
    if (wrong?.[0] === step) return { state: before, outcome: { refuse: wrong[1] } };
    if (wrong) {
      const done = before.done.filter(
        (id) => visible.findIndex((one) => one.id === id) < at && id !== wrong[0],
      );
      state = { ...before, step: wrong[0], done, version: before.version + 1 };
      return { state, outcome: { go: wrong[0] } };
    }
    const next = visible[at + 1];
    if (!next || next.ends) {
      const refused = (await onSubmit(meaning.values)) ?? [];
      const problems = problemsOf(store().prepared, refused);
      if (problems.length > 0) return { state: before, outcome: { refuse: problems } };
    }
    state = {
      ...before,
      answers: withEdits(before.answers, sent),
      version: before.version + 1,
      done: [...new Set([...before.done, step])],
      step: next?.id ?? step,
      status: next && !next.ends ? "open" : "done",
    };
    return { state, outcome: { go: state.step } };
  }

  const transport: Transport = {
    begin: () => {
      // Who begins again after the end begins with nothing.
      if (state.status === "done") state = { ...first, answers: {} };
      return Promise.resolve(answered(state));
    },
    draft: (_run, { answers: edits }) => {
      state = { ...state, answers: withEdits(state.answers, edits) };
      return Promise.resolve(answered(undefined));
    },
    proceed: (_run, request) => safely(() => proceed(request)),
    data: options.data ?? (() => Promise.resolve(lost)),
    upload: (_run, path, file, how) =>
      onUpload ? safely(() => onUpload(path, file, how)) : Promise.resolve(lost),
    discard: (_run, file) => {
      onDiscard?.(file);
      return Promise.resolve(answered(undefined));
    },
  };
  return { transport, first };
}

type Refused = Exclude<Awaited<ReturnType<LocalRunOptions["onSubmit"]>>, void>;

/** What a page says is wrong, as the flow shows it. @throws {Error} for a field that there is not. */
function problemsOf(prepared: Prepared, refused: Refused): Problem[] {
  return refused.map(({ path, message }) => {
    if (!fieldAt(prepared, path))
      throw new Error(`onSubmit refuses "${path}", which is no field of the form`);
    // Words without a key stand for themselves.
    return { path, code: message, words: message, values: {} };
  });
}
