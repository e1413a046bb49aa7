/** Runs the program of an example as the server does: services answer what the example says, and its events come. */
import {
  plainWords,
  RuleError,
  type Answers,
  type CompiledCall,
  type Outcome,
  type Revision,
  type WaitOutcome,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../../server/http/errors.ts";
import type { ProgramValues } from "../../server/evaluation/program-scope.ts";
import { advanceInput } from "../../server/runs/advance.ts";
import { callInput } from "../../server/runs/call-once.ts";
import { awaitsIn } from "../../server/runs/prepare-waits.ts";
import {
  failed,
  runBranch,
  runProgram,
  type CallLine,
  type ProgramEnd,
  type ProgramRun,
} from "../../server/runs/program.ts";
import { programOf } from "../../server/runs/program-run.ts";
import { CallInputError, preparedCall, type PreparedCall } from "../../server/services/prepared-call.ts";
import { notMade, toResult, type CallResult } from "../../server/services/result.ts";
import { checkPayload, readEvent } from "../../server/waits/read-event.ts";

/** What a service answers a call: a body with its status, 200 where it says none, or a failure. */
export type GivenAnswer = "failed" | { status?: number; body?: unknown };

/** What a call gives by that. */
export const resultOf = (
  compiled: CompiledCall,
  { readAnswer }: PreparedCall,
  answer: GivenAnswer,
  today: string,
): CallResult => {
  const { status = 200, body = null } = answer === "failed" ? { status: 500 } : answer;
  return toResult({ status, data: body }, compiled, readAnswer, today);
};

export interface GivenEvent {
  /** The name (`as`) of what the run waits for. */
  wait: string;
  outcome: WaitOutcome;
  data?: Record<string, unknown>;
  /** What a provider sends to the address of the wait, in the place of `data`. */
  received?: Record<string, unknown>;
}

/** What Continuar does on a step, and what comes then. */
export interface GivenProgram {
  step: string;
  calls?: Record<string, GivenAnswer>;
  /** In their order. */
  events?: GivenEvent[];
}

/** Where a program led. A wait is told by its name. */
export type Led =
  | { go: string }
  | { wait: string }
  | { dialog: string }
  | { redirect: string }
  | { refuse: string };

export interface Ran {
  led: Led;
  /** What is left for later rules and texts. */
  kept: Record<string, unknown>;
  /** Answers that later steps begin with. */
  filled: Answers;
  /** What is told of the step that was reached. */
  told: Told[];
}

export interface Told {
  call: string;
  with: Record<string, unknown>;
}

/** What an example says that does not fit what its program does. */
export class MisfitError extends Error {
  readonly at: (string | number)[];
  readonly expected: unknown;
  readonly found: unknown;

  constructor(at: (string | number)[], expected: unknown, found: unknown) {
    super("the example does not fit the program");
    this.at = at;
    this.expected = expected;
    this.found = found;
  }
}

/** In the words of an example. `waitName` gives the name of a wait by its id. */
export function ledBy(outcome: Outcome, waitName: (id: string) => string): Led {
  if ("wait" in outcome) return { wait: waitName(outcome.wait) };
  if ("dialog" in outcome) return { dialog: outcome.dialog };
  if ("redirect" in outcome) return { redirect: outcome.redirect };
  if ("refuse" in outcome) return { refuse: outcome.refuse.map(({ words }) => plainWords(words)).join("\n") };
  if ("go" in outcome) return { go: outcome.go };
  throw new Error("only a dialog's button closes it");
}

/** @throws {MisfitError} */
export async function runExampleProgram(
  revision: Revision,
  values: ProgramValues,
  given: GivenProgram,
): Promise<Ran> {
  const { step, events = [] } = given;
  const program = programOf(revision, values.prepared.flow.flow);
  const made = new Set<string>();
  const awaits = awaitsIn(program.onContinue[step] ?? []);
  const work: ProgramRun = {
    revision,
    step,
    program,
    values,
    passed: [],
    waits: new Map(
      awaits.map(({ line: { as } }) => [as, { id: as, address: `https://${as}.example`, code: "000000" }]),
    ),
    mounts: (flow) => revision.public.brand.screens.some((screen) => screen.flow === flow),
    call: async (line) => {
      made.add(line.call);
      return { result: answered(work, given, line) };
    },
    submit: async () => ({
      id: "example",
      number: "example",
      sequence: null,
      created_at: `${values.today}T15:00:00.000Z`,
      consents: [],
    }),
    stillBusy: async () => {},
  };
  try {
    let end = await runProgram(work);
    const kept = { ...end.kept };
    for (const [index, event] of events.entries()) {
      end = await afterEvent(work, end, event, ["program", "events", index]);
      Object.assign(kept, end.kept);
    }
    const unmade = Object.keys(given.calls ?? {}).find((call) => !made.has(call));
    if (unmade !== undefined)
      throw new MisfitError(["program", "calls", unmade], unmade, "una llamada que no se hace");
    const { outcome, filled } = end;
    // What a program that waits has filled is written when it goes on.
    const isOn = !failed(outcome) && !("wait" in outcome);
    const told = isOn && "go" in outcome ? toldOf(work, outcome.go) : [];
    return { led: ledBy(outcome, (id) => id), kept, filled: isOn ? filled : {}, told };
  } catch (error) {
    if (error instanceof RuleError || error instanceof CallInputError)
      throw new MisfitError(["program", "step"], step, error.message);
    throw error;
  }

  async function afterEvent(
    run: ProgramRun,
    { wait, outcome }: ProgramEnd,
    event: GivenEvent,
    at: (string | number)[],
  ): Promise<ProgramEnd> {
    if (wait?.id !== event.wait) {
      throw new MisfitError(
        [...at, "wait"],
        event.wait,
        ledBy(outcome, (id) => id),
      );
    }
    const { place } = awaits.find(({ line }) => line.as === event.wait)!;
    const came = { outcome: event.outcome, data: broughtBy(revision, wait.line.await, event, at) };
    // As after a restart: all that was left is what can be written down.
    const left = structuredClone(wait.left);
    return await runBranch(run, { place, left, outcome: event.outcome, came });
  }
}

/** What is told of a step. @throws {RuleError} and {CallInputError} */
function toldOf({ revision, program, values }: ProgramRun, step: string): Told[] {
  return (program.onAdvance ?? []).flatMap((one) => {
    const made = advanceInput(one, values, { step, visit: "visit" });
    if (!made) return [];
    preparedCall(revision.private.calls[made.call]!).checkInput(made.input);
    return [{ call: made.call, with: made.input }];
  });
}

/** What a call gives. @throws {MisfitError} where the example does not say what its service answers. */
function answered(work: ProgramRun, { calls = {} }: GivenProgram, line: CallLine): CallResult {
  const compiled = work.revision.private.calls[line.call]!;
  const prepared = preparedCall(compiled);
  try {
    prepared.checkInput(callInput(work, line));
  } catch (error) {
    if (error instanceof CallInputError || error instanceof RuleError) return notMade("invalid-input");
    throw error;
  }
  const answer = Object.hasOwn(calls, line.call) ? calls[line.call]! : undefined;
  if (answer === undefined) {
    const known = Object.keys(calls);
    const missing = `la llamada ${line.call}, que aquí no tiene respuesta`;
    throw known.length > 0
      ? new MisfitError(["program", "calls"], known, missing)
      : new MisfitError(["program", "step"], work.step, missing);
  }
  return resultOf(compiled, prepared, answer, work.values.today);
}

/** The payload of an event. @throws {MisfitError} where it is not what its definition says. */
function broughtBy(
  { private: { events = {} } }: Revision,
  name: string,
  { outcome, data, received }: GivenEvent,
  at: (string | number)[],
): object {
  const type = events[name]!;
  try {
    if (received === undefined) return outcome === "came" ? checkPayload(type, data ?? {}) : (data ?? {});
    const read = readEvent(type, received);
    if (read.outcome !== outcome) throw new MisfitError([...at, "outcome"], outcome, read.outcome);
    return read.payload;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [key, said] = received ? ["received", received] : data ? ["data", data] : ["outcome", outcome];
    throw new MisfitError([...at, key], said, error.message);
  }
}
