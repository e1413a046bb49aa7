/** What a program is run with, whether a press of Continuar began it or what it waited for has come. */
import type { CompiledProgram, Revision } from "../../schemas/engine/serve.ts";
import type { Run } from "../store/runs.ts";
import type { Worker } from "./attempt.ts";
import { callOnce, type Caller } from "./call-once.ts";
import { createPendingSubmission, sequenceOf } from "./commit-attempt.ts";
import { routeOf } from "./linked.ts";
import type { PreparedWait } from "./prepare-waits.ts";
import type { ProgramRun } from "./program.ts";
import type { RunDeps } from "./runs.ts";
import { personOfSession } from "./signed-in.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";

export const noProgram: CompiledProgram = {
  onContinue: {},
  onPress: {},
  mails: {},
  documents: {},
  sequences: {},
};

/** The program of a flow in a revision. */
export const programOf = ({ private: { programs } }: Revision, flow: string): CompiledProgram =>
  programs[flow] ?? noProgram;

/** What is the same for all that an attempt runs. */
export interface ProgramOwner {
  parts: RunDeps;
  run: Run;
  worker: Worker;
  revision: Revision;
  step: string;
  /** When the whole attempt has to be over, by `performance.now()`. */
  ends: number;
}

/** `evaluated` are the results with which the answers were evaluated: programs add to `values.results`. */
export function programRun(
  { parts, run, worker, revision, step, ends }: ProgramOwner,
  values: ProgramValues,
  evaluated: ProgramValues["results"],
  more: { passed: string[]; waits: ReadonlyMap<string, PreparedWait> },
): ProgramRun {
  const { store, definitions, services, clock, log } = parts;
  const program = programOf(revision, run.flow);
  const { timeZone } = revision.public.brand;
  const caller: Caller = {
    store,
    services,
    clock,
    log,
    revision,
    run: run.id,
    attempt: worker.key,
    answered: worker.answered,
    step,
    values,
    waits: more.waits,
    stillBusy: worker.stillBusy,
    timeLeft: () => ends - performance.now(),
    person: () => personOfSession(parts, run),
    ...(worker.captcha === undefined ? {} : { captcha: worker.captcha }),
    ...(worker.visitorAddress === undefined ? {} : { visitorAddress: worker.visitorAddress }),
  };
  return {
    revision,
    step,
    program,
    values,
    ...more,
    mounts: (flow) => routeOf(definitions.current(run.brand), flow) !== undefined,
    call: (line, place) => callOnce(caller, line, place),
    submit: (sequence) =>
      createPendingSubmission(
        parts,
        run,
        { step, worker, ...(program.sender ? { sender: program.sender } : {}) },
        { ...values, results: evaluated },
        timeZone,
        sequenceOf(program, sequence),
      ),
    stillBusy: worker.stillBusy,
  };
}
