import type {
  Answers,
  ContinueAnswer,
  Option,
  Outcome,
  Problem,
  Revision,
} from "../../schemas/engine/all.ts";
import { answerAttempt } from "../store/attempts.ts";
import { forgetCalls } from "../store/calls.ts";
import { finishRun, runState, type Run } from "../store/runs.ts";
import { decideSubmission, keepSubmission } from "../store/submissions.ts";
import type { Answered, Worker } from "./attempt.ts";
import { failed, type ProgramEnd } from "./program.ts";
import { busy } from "./refusals.ts";
import type { RunParts } from "./runs.ts";
import type { ProgramValues } from "./scope.ts";
import { chosenLabels, enqueueAll, newNumber } from "./submission.ts";

/** Ends an attempt whose answers are not right: they are kept as they are, and nothing else happens. */
export async function refuse(
  { store, clock }: RunParts,
  run: Run,
  { key, token }: Worker,
  answers: Answers,
  problems: Problem[],
  options: Record<string, Option[]>,
): Promise<Answered> {
  const changes = { answers: JSON.stringify(answers), updated_at: clock().toISOString() };
  const answered = answer(422, { ...run, ...changes }, { refuse: problems }, options);
  await store.transaction(async (db) => {
    await finishRun(db, run.id, token, changes);
    await answerAttempt(db, run.id, key, answered);
  });
  return answered;
}

function answer(
  status: number,
  run: Run,
  outcome: Outcome,
  options: Record<string, Option[]> = {},
): Answered {
  const body: ContinueAnswer = {
    state: runState(run),
    outcome,
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
  return { status, body: JSON.stringify(body) };
}

/** Stores the submission as pending, before anything is asked of anybody. */
export async function submit(
  { store, clock }: RunParts,
  run: Run,
  step: string,
  values: ProgramValues,
): Promise<string> {
  return await keepSubmission(store.db, {
    number: newNumber(run.brand),
    run: run.id,
    step,
    brand: run.brand,
    flow: run.flow,
    revision: run.revision,
    answers: JSON.stringify(values.evaluation.values),
    labels: JSON.stringify(chosenLabels(values)),
    state: "pending",
    created_at: clock().toISOString(),
    decided_at: null,
  });
}

/** Everything that the attempt changed, in one transaction: submission, deliveries, run and answer. */
export async function finish(
  parts: RunParts,
  run: Run,
  { key, token }: Worker,
  step: string,
  revision: Revision,
  values: ProgramValues,
  { outcome, submission, kept, decidedOn }: ProgramEnd,
): Promise<Answered> {
  const { store, clock, wake } = parts;
  const now = clock();
  const at = now.toISOString();
  const bad = failed(outcome);
  const target = "go" in outcome ? outcome.go : run.step;
  const ends = values.prepared.flow.steps.find(({ id }) => id === target)?.ends ?? false;
  const over = !bad && (ends || ("redirect" in outcome && submission !== undefined));
  const done = JSON.parse(run.done) as string[];
  const changes = {
    answers: JSON.stringify(values.evaluation.values),
    results: JSON.stringify({ ...(JSON.parse(run.results) as object), ...kept }),
    failure: bad && "redirect" in outcome ? outcome.redirect : null,
    updated_at: at,
    ...(bad
      ? {}
      : {
          step: target,
          version: run.version + 1,
          done: JSON.stringify([...new Set([...done, step])]),
          status: over ? ("done" as const) : ("open" as const),
        }),
  };
  const status = "refuse" in outcome ? 422 : 200;
  const answered = answer(status, { ...run, ...changes }, outcome);
  await store.transaction(async (db) => {
    if (!(await finishRun(db, run.id, token, changes))) throw busy();
    if (submission) {
      await decideSubmission(db, submission.number, bad ? "failed" : "accepted", at);
      if (!bad) await enqueueAll(db, revision, values, submission, now);
    }
    await forgetCalls(db, decidedOn);
    await answerAttempt(db, run.id, key, answered);
  });
  if (submission && !bad) wake();
  return answered;
}
