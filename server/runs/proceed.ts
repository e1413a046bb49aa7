import type {
  Answers,
  ContinueRequest,
  Evaluation,
  Option,
  Prepared,
  Problem,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { dayIn } from "../clock.ts";
import { findRun } from "../store/runs.ts";
import { mergeAnswers } from "./answers.ts";
import type { Answered, Worker } from "./attempt.ts";
import { evaluateWithData } from "./data.ts";
import { finish, refuse, submit } from "./finish.ts";
import { runProgram } from "./program.ts";
import { noRun, stale } from "./refusals.ts";
import type { RunParts } from "./runs.ts";
import type { ProgramValues } from "./scope.ts";

/** Milliseconds for all services of one Continuar together, and for looking lists up in each round of it. */
const longest = 9_500;
const longestLookUp = 4_000;

/** Validates a step and runs its program. The caller has the run for itself. */
export async function proceed(
  parts: RunParts,
  session: string,
  worker: Worker,
  request: ContinueRequest,
): Promise<Answered> {
  const { store, definitions, services, clock } = parts;
  // Read again: another attempt may have ended between the first look and the taking.
  const run = await findRun(store.db, session, worker.runId);
  if (!run) throw noRun();
  const done = JSON.parse(run.done) as string[];
  const open = run.status === "open" && run.version === request.version;
  if (!open || !(run.step === request.step || done.includes(request.step))) throw stale(run);
  const revision = await definitions.revision(run.brand, run.revision);
  if (!revision) throw new Error(`revision ${run.revision} of ${run.brand} is gone`);

  const prepared = definitions.prepared(revision, run.flow);
  const answers = mergeAnswers(prepared, JSON.parse(run.answers) as Answers, request.answers, request.step);
  const today = dayIn(revision.public.brand.timeZone, clock());
  const kept = JSON.parse(run.results) as Record<string, unknown>;
  const ends = performance.now() + longest;
  const { evaluation, context } = await evaluateWithData(
    services,
    revision,
    prepared,
    answers,
    { today, results: { ...kept } },
    longestLookUp,
  );
  refuseHidden(evaluation, request);

  const problems = problemsUpTo(prepared, evaluation, request.step);
  if (problems.length > 0) {
    const options = freshOptions(prepared, problems, context.data);
    return await refuse(parts, run, worker, answers, problems, options);
  }
  const values: ProgramValues = { prepared, evaluation, today, results: context.results };
  const program = revision.private.programs[run.flow] ?? { onContinue: {}, mails: {} };
  const end = await runProgram({
    store,
    services,
    clock,
    revision,
    run: run.id,
    step: request.step,
    program,
    values,
    submit: () => submit(parts, run, request.step, values),
    stillBusy: worker.stillBusy,
    timeLeft: () => ends - performance.now(),
  });
  return await finish(parts, run, worker, request.step, revision, values, end);
}

/** A hidden or disabled field has no answer; who sends one is not looking at this form. */
function refuseHidden(evaluation: Evaluation, { answers }: ContinueRequest): void {
  const hidden = evaluation.cleared.filter((path) => (answers[path] ?? null) !== null);
  if (hidden.length > 0) {
    throw new ApiError(422, "hidden-value", `No se preguntó por: ${hidden.join(", ")}.`);
  }
}

/** Problems of this step and of those before it: a step is not done while an earlier one is not. */
function problemsUpTo(prepared: Prepared, { problems }: Evaluation, step: string): Problem[] {
  const ids = prepared.flow.steps.map(({ id }) => id);
  const upTo = ids.slice(0, ids.indexOf(step) + 1);
  return problems.filter(({ path }) => upTo.some((id) => path.startsWith(`${id}.`)));
}

function freshOptions(
  prepared: Prepared,
  problems: Problem[],
  data: Record<string, { options?: Option[] }>,
): Record<string, Option[]> {
  const names = problems
    .filter(({ code }) => code === "notOffered")
    .flatMap(({ path }) => {
      const source = prepared.fields[path]?.field.options;
      return source && "data" in source ? [source.data] : [];
    });
  return Object.fromEntries(names.map((name) => [name, data[name]?.options ?? []]));
}
