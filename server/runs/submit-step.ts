import {
  fieldAt,
  type Answers,
  type CompiledProgram,
  type ContinueRequest,
  type Evaluation,
  type Option,
  type Outcome,
  type Prepared,
  type Problem,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import { dayIn } from "../clock.ts";
import { checkFiles } from "../files/files.ts";
import { runResults, type Run } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { isInterrupted } from "../store/submissions.ts";
import { mergeAnswers } from "./answers.ts";
import type { AttemptResponse, Worker } from "./attempt.ts";
import { evaluateWithData } from "./data.ts";
import { buttonLines, checkDialog, forgetDecision, nameOf, openDialog } from "./dialogs.ts";
import {
  commitOutcome,
  commitRefusal,
  sequenceOf,
  createPendingSubmission,
  type AttemptContext,
  type BeforeProgram,
} from "./commit-attempt.ts";
import { routeOf } from "./linked.ts";
import { commitDialogButton, isAhead, withoutCleared } from "./dialog-button.ts";
import { progressWith } from "./progress.ts";
import { runButton, runProgram, type ProgramRun } from "./program.ts";
import { changedBefore, stale } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";

/**
 * Milliseconds for one Continuar, from its arrival until its last service has answered, the captcha's too; and for looking
 * lists up in each round of it. What is left of 10 s is for the store.
 */
const maxDurationMs = 8_000;
const maxLookUpMs = 4_000;

/** Validates a step and runs its program, or that of a dialog's button. The caller has taken the run for itself. */
export async function submitStep(
  parts: RunDeps,
  run: Run,
  worker: Worker,
  request: ContinueRequest,
): Promise<AttemptResponse> {
  const { store, definitions, services, clock, log } = parts;
  const done = JSON.parse(run.done) as string[];
  const isOpen = run.status === "open" && run.version === request.version;
  if (!isOpen) throw stale(run);
  if (run.step !== request.step && !done.includes(request.step)) throw changedBefore(run);
  checkDialog(run, request);
  const revision = await definitions.revision(run.brand, run.revision);
  if (!revision) throw new Error(`revision ${run.revision} of ${run.brand} is gone`);

  const { step } = request;
  const prepared = definitions.prepared(revision, run.flow);
  const program = revision.private.programs[run.flow] ?? noProgram;
  const today = dayIn(revision.public.brand.timeZone, clock());
  const results = runResults(run);
  const ends = worker.began + maxDurationMs;
  let evaluatedWith: ProgramValues["results"] = {};
  const look = async (answers: Answers): Promise<ProgramValues> => {
    const context = { today, results };
    // Programs add to the results; what was shown was evaluated without that.
    evaluatedWith = { ...results };
    const looked = await evaluateWithData(services, revision, prepared, answers, context, () =>
      Math.min(maxLookUpMs, ends - performance.now()),
    );
    return { prepared, evaluation: looked.evaluation, today, data: looked.context.data, results };
  };
  let answers = mergeAnswers(prepared, JSON.parse(run.answers) as Answers, request.answers, step);
  let values = await look(answers);
  refuseHidden(values.evaluation, request);

  const work = (passed: string[]): ProgramRun => ({
    store,
    services,
    clock,
    log,
    revision,
    run: run.id,
    step,
    program,
    values,
    passed,
    mounts: (flow) => routeOf(definitions.current(run.brand), flow) !== undefined,
    submit: (sequence) =>
      createPendingSubmission(
        parts,
        run,
        { step, key: worker.key },
        { ...values, results: evaluatedWith },
        revision.public.brand.timeZone,
        sequenceOf(program, sequence),
      ),
    stillBusy: worker.stillBusy,
    timeLeft: () => ends - performance.now(),
    ...(worker.captcha === undefined ? {} : { captcha: worker.captcha }),
  });
  let before: BeforeProgram = { kept: {}, passed: [], decidedOn: [] };
  let pressed: Outcome | undefined;
  let isTriedAgain = false;
  if (request.dialog) {
    const open = openDialog(run)!;
    const holds = nameOf(values.evaluation.values) === open.answers;
    const end = await runButton(work([]), request.dialog, buttonLines(program, request.dialog));
    before = { ...before, kept: end.kept };
    const cleared = withoutCleared(values, answers, end.clear);
    if (cleared.cleared.length > 0) {
      answers = cleared.answers;
      values = await look(answers);
    }
    if (!("again" in end.outcome)) {
      pressed = "close" in end.outcome ? { close: cleared.cleared } : end.outcome;
    } else if (end.outcome.again === "resume" && holds) {
      before = { ...before, passed: [...open.passed, open.id], decidedOn: open.decidedOn };
    }
    isTriedAgain = "again" in end.outcome && holds && open.unsure === true;
  }

  const attempting: AttemptContext = {
    run: { ...run, ...progressWith(run, prepared, program, answers) },
    worker,
    step,
    revision,
  };
  const goesAhead = !pressed || ("go" in pressed && isAhead(prepared, step, pressed.go));
  const found = goesAhead ? await checkFiles(store.db, run.id, prepared, values.evaluation) : [];
  const problems = problemsUpTo(prepared, found, step);
  if (problems.length > 0 && !(await areOurOwn(store, run, step, problems, values, isTriedAgain))) {
    const options = freshOptions(prepared, problems, values.data);
    return await commitRefusal(parts, attempting, before, answers, problems, options);
  }
  if (pressed) {
    const lists = "close" in pressed && pressed.close.length > 0 ? listsOf(prepared, step, values.data) : {};
    return await commitDialogButton(parts, attempting, values, pressed, before.kept, lists);
  }
  if (before.passed.length === 0) await forgetDecision(store, run, worker);
  const end = await runProgram(work(before.passed));
  return await commitOutcome(parts, attempting, before, values, end);
}

const noProgram: CompiledProgram = { onContinue: {}, onPress: {}, mails: {}, documents: {}, sequences: {} };

/** A hidden or disabled field has no answer; who sends one is not looking at this form. */
function refuseHidden(evaluation: Evaluation, { answers }: ContinueRequest): void {
  const hidden = evaluation.cleared.filter((path) => (answers[path] ?? null) !== null);
  if (hidden.length > 0) {
    throw new ApiError(422, "hidden-value", `No se preguntó por: ${hidden.join(", ")}.`);
  }
}

/** Problems of this step and of those before it: a step is not done while an earlier one is not. */
function problemsUpTo(prepared: Prepared, problems: Problem[], step: string): Problem[] {
  const ids = prepared.flow.steps.map(({ id }) => id);
  const upTo = ids.slice(0, ids.indexOf(step) + 1);
  return problems.filter(({ path }) => upTo.some((id) => path.startsWith(`${id}.`)));
}

/**
 * Whether all that is wrong is that something chosen is not offered any more, and it was put to a service whose answer
 * is not known: that it is gone may be our own doing. The call goes out with the same key, and the service decides.
 */
async function areOurOwn(
  { db }: Store,
  { id }: Run,
  step: string,
  problems: Problem[],
  { evaluation }: ProgramValues,
  isTriedAgain: boolean,
): Promise<boolean> {
  if (problems.some(({ code, path }) => code !== "notOffered" || !path.startsWith(`${step}.`))) return false;
  return isTriedAgain || (await isInterrupted(db, id, step, JSON.stringify(evaluation.values)));
}

/** The lists of a step as they are now, by query: what is to be chosen anew, is so from these. */
function listsOf(
  { flow }: Prepared,
  step: string,
  data: Record<string, { options?: Option[] }>,
): Record<string, Option[]> {
  const names = Object.values(flow.fields).flatMap(({ path, options }) =>
    path.startsWith(`${step}.`) && options && "data" in options ? [options.data] : [],
  );
  return Object.fromEntries(names.flatMap((name) => (data[name] ? [[name, data[name].options ?? []]] : [])));
}

function freshOptions(
  prepared: Prepared,
  problems: Problem[],
  data: Record<string, { options?: Option[] }>,
): Record<string, Option[]> {
  const names = problems
    .filter(({ code }) => code === "notOffered")
    .flatMap(({ path }) => {
      const source = fieldAt(prepared, path)?.options;
      return source && "data" in source ? [source.data] : [];
    });
  return Object.fromEntries(names.map((name) => [name, data[name]?.options ?? []]));
}
