/** A press on a button of the dialog that the last attempt ended with. */
import {
  change,
  type Answers,
  type Option,
  type Outcome,
  type Prepared,
} from "../../schemas/engine/serve.ts";
import { forgetCalls } from "../store/calls.ts";
import { withCommit } from "../store/compiled.ts";
import { finishRun, runResults, type Run } from "../store/runs.ts";
import type { AttemptResponse } from "./attempt.ts";
import { openDialog } from "./dialogs.ts";
import { attemptResponse, keepAnswers, progressOf, type AttemptContext } from "./commit-attempt.ts";
import { failed, pathOf } from "./program.ts";
import { isFirstTime, keepProgress, progressAfter } from "./progress.ts";
import { keptAnswers } from "./secrets.ts";
import { busy } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";

/** The answers without what a button clears and all that goes with it. A list's path stands for all in it. */
export function withoutCleared(
  { prepared, evaluation, today, data, results }: ProgramValues,
  answers: Answers,
  clear: string[],
): { answers: Answers; cleared: string[] } {
  if (clear.length === 0) return { answers, cleared: [] };
  const paths = Object.keys(evaluation.values).filter((path) =>
    clear.some((one) => path === one || path.startsWith(`${one}.`)),
  );
  const changes = Object.fromEntries(paths.map((path) => [path, undefined]));
  const changed = change(prepared, answers, changes, { today, data, results });
  return { answers: changed.answers, cleared: [...new Set([...paths, ...changed.cleared])] };
}

/** Ends an attempt with the outcome of a dialog's button: the step itself is done only where that goes ahead. */
export async function commitDialogButton(
  { store, clock, metrics }: RunDeps,
  { run, worker, step }: AttemptContext,
  values: ProgramValues,
  outcome: Outcome,
  kept: Record<string, unknown>,
  lists: Record<string, Option[]>,
): Promise<AttemptResponse> {
  const bad = failed(outcome);
  const changes = {
    ...progressOf(run),
    answers: JSON.stringify(keptAnswers(values.prepared, values.evaluation.values)),
    results: JSON.stringify({ ...runResults(run), ...kept }),
    failure: bad && "redirect" in outcome ? pathOf(outcome.redirect) : null,
    failure_says: bad && "redirect" in outcome && outcome.says ? JSON.stringify(outcome.says) : null,
    dialog: null,
    settled: null,
    updated_at: clock().toISOString(),
    ...("go" in outcome ? moved(run, values, step, outcome.go) : {}),
  };
  const answered = attemptResponse("refuse" in outcome ? 422 : 200, { ...run, ...changes }, outcome, lists);
  const ahead = "go" in outcome && isAhead(values.prepared, step, outcome.go) ? outcome.go : undefined;
  const { written } = await store.transaction(async (db) => {
    if (!(await finishRun(db, run.id, worker.token, changes))) throw busy();
    await forgetCalls(db, openDialog(run)?.decidedOn ?? []);
    keepAnswers(db, worker, answered);
    if (ahead === undefined) return { written: undefined };
    const asked = keepProgress(db, run, values.prepared, { step, target: ahead }, changes.updated_at);
    withCommit(db, asked);
    return { written: asked };
  });
  if (await isFirstTime(written, step)) metrics.stepDone(run.brand, run.flow, step);
  return answered;
}

/** Whether a step comes after another one. */
export function isAhead({ flow }: Prepared, from: string, to: string): boolean {
  const ids = flow.steps.map(({ id }) => id);
  return ids.indexOf(to) > ids.indexOf(from);
}

/** What going to another step changes. The step is done unless the person goes back. */
function moved(
  run: Run,
  { prepared, evaluation }: ProgramValues,
  step: string,
  target: string,
): Pick<Run, "step" | "version" | "done" | "status"> {
  const ends = prepared.flow.steps.find(({ id }) => id === target)?.ends ?? false;
  return {
    ...(isAhead(prepared, step, target)
      ? progressAfter(run, prepared, evaluation, { step, target })
      : { step: target, done: run.done }),
    version: run.version + 1,
    status: ends ? "done" : "open",
  };
}
