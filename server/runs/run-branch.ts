/** Goes on with a program that waited, by the branch of what came. */
import { evaluate, type Answers } from "../../schemas/engine/serve.ts";
import { anySessionsRun, type Run } from "../store/runs.ts";
import { decidingEvent, type Wait } from "../store/waits.ts";
import { whileHeld, type AttemptResponse, type Worker } from "./attempt.ts";
import { commit, type KeptProgram } from "./commit-wait.ts";
import { prepareWaits } from "./prepare-waits.ts";
import { maxDurationMs } from "./submit-step.ts";
import { runBranch } from "./program.ts";
import { programOf, programRun } from "./program-run.ts";
import type { RunDeps } from "./runs.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

/**
 * Runs the branch of a wait that is decided, as an attempt of its own: calls that were answered are not made again, and
 * what it did is written once. The caller has leased the wait.
 * @throws {ApiError} `busy` where somebody else is at work on the run.
 */
export async function continueWait(parts: RunDeps, wait: Wait): Promise<AttemptResponse> {
  const { id, session } = await anySessionsRun(parts.store.db, wait.run);
  const origin = new URL(wait.address).origin;
  return await whileHeld(parts, { session, runId: id, key: `wait-${wait.id}`, origin }, (run, worker) =>
    runHeld(parts, wait, run, worker),
  );
}

async function runHeld(parts: RunDeps, wait: Wait, run: Run, worker: Worker): Promise<AttemptResponse> {
  const { store, definitions, clock } = parts;
  const { step, line: place, outcome } = wait;
  const revision = await requiredRevision(definitions, run);
  const prepared = definitions.prepared(revision, run.flow);
  const { today, data, results, evaluated, decidedOn, left } = JSON.parse(wait.context!) as KeptProgram;
  const answers = JSON.parse(run.answers) as Answers;
  const evaluation = evaluate(prepared, answers, { today, data, results: evaluated });
  const lines = programOf(revision, run.flow).onContinue[step] ?? [];
  const { payload } = await decidingEvent(store.db, wait.id);
  const came = { outcome, data: JSON.parse(payload) as object };
  const values: ProgramValues = { prepared, evaluation, today, data, results };
  const opened = { origin: worker.origin, now: clock().toISOString(), within: `${place}/` };
  const waits = await prepareWaits(store.db, run, step, lines, opened);
  const owner = { parts, run, worker, revision, step, ends: worker.began + maxDurationMs };
  const work = programRun(owner, values, evaluated, { passed: [], waits });
  const end = await runBranch(work, { place, left, outcome: outcome!, came });
  const before = { kept: {}, passed: [], decidedOn };
  return await commit(
    parts,
    { run, worker, step, revision, wait: wait.id },
    before,
    { values, evaluated },
    end,
  );
}
