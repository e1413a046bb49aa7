import {
  fieldAt,
  plainWords,
  ruleVariables,
  type Answers,
  type CompiledProgram,
  type ContinueRequest,
  type DataState,
  type Evaluation,
  type Option,
  type Outcome,
  type Prepared,
  type Problem,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { dayIn } from "../clock.ts";
import { checkFiles } from "../files/files.ts";
import { isEditable, runResults, type Run } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { isInterrupted } from "../store/submissions.ts";
import { mergeAnswers } from "./answers.ts";
import type { AttemptResponse, Worker } from "./attempt.ts";
import { commit } from "./commit-wait.ts";
import { evaluateWithData, lookUpPressed } from "./data.ts";
import { buttonLines, checkDialog, forgetDecision, nameOf, openDialog } from "./dialogs.ts";
import {
  commitRefusal,
  type AttemptContext,
  type BeforeProgram,
  type EvaluatedValues,
} from "./commit-attempt.ts";
import { prepareWaits } from "./prepare-waits.ts";
import { commitDialogButton, isAhead, withoutCleared } from "./dialog-button.ts";
import { progressWith } from "./progress.ts";
import { runButton, runProgram, type ProgramEnd } from "./program.ts";
import { keptAnswers } from "./secrets.ts";
import { personOfSession } from "./signed-in.ts";
import { programOf, programRun, type ProgramOwner } from "./program-run.ts";
import { changedBefore, stale } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import { filledPrefix, type ProgramValues } from "../evaluation/program-scope.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

/**
 * Milliseconds for one Continuar, from its arrival until its last service has answered, the captcha's too; and for looking
 * lists up in each round of it. What is left of 10 s is for the store.
 */
export const maxDurationMs = 8_000;
const maxLookUpMs = 4_000;

/**
 * Validates a step and runs its program, or that of a dialog's button. The caller has taken the run for itself. Each stage
 * reads what those before it left; the last one writes all of it in one transaction, and answers.
 */
export async function submitStep(
  parts: RunDeps,
  run: Run,
  worker: Worker,
  request: ContinueRequest,
): Promise<AttemptResponse> {
  const loaded = await load(parts, run, worker, request);
  const merged = merge(loaded);
  const evaluated = await evaluateAnswers(loaded, merged);
  refuseHidden(loaded.prepared, evaluated.values.evaluation, request);
  const pressed = await answerDialog(loaded, evaluated);
  const attempting = attemptingOf(loaded, pressed);
  const problems = await problemsOf(loaded, pressed);
  if (problems.length > 0) {
    const options = freshOptions(loaded.prepared, problems, pressed.values.data);
    return await commitRefusal(
      parts,
      attempting,
      loaded.prepared,
      pressed.before,
      pressed.answers,
      problems,
      options,
    );
  }
  const { before, outcome, values } = pressed;
  if (outcome) {
    const isCleared = "close" in outcome && outcome.close.length > 0;
    const lists = isCleared ? listsOf(loaded.prepared, loaded.step, values.data) : {};
    return await commitDialogButton(parts, attempting, values, outcome, before.kept, lists);
  }
  const end = await runStep(loaded, pressed);
  return await commit(parts, attempting, before, pressed, end);
}

/** What an attempt begins with. */
interface Loaded extends ProgramOwner {
  request: ContinueRequest;
  prepared: Prepared;
  program: CompiledProgram;
  today: string;
  /** The run's. Programs add to them. */
  results: ProgramValues["results"];
}

/** @throws {ApiError} `stale` where the run is not where the request thinks it is. */
async function load(parts: RunDeps, run: Run, worker: Worker, request: ContinueRequest): Promise<Loaded> {
  const { definitions, clock } = parts;
  const done = JSON.parse(run.done) as string[];
  const isOpen = isEditable(run) && run.version === request.version;
  if (!isOpen) throw stale(run);
  if (run.step !== request.step && !done.includes(request.step)) throw changedBefore(run);
  checkDialog(run, request);
  const revision = await requiredRevision(definitions, run);
  return {
    parts,
    run,
    worker,
    request,
    revision,
    step: request.step,
    prepared: definitions.prepared(revision, run.flow),
    program: programOf(revision, run.flow),
    today: dayIn(revision.public.brand.timeZone, clock()),
    results: runResults(run),
    ends: worker.began + maxDurationMs,
  };
}

/** The run's answers with those that were sent. */
const merge = ({ prepared, run, request, step }: Loaded): Answers =>
  mergeAnswers(prepared, JSON.parse(run.answers) as Answers, request.answers, step);

interface Evaluated extends EvaluatedValues {
  answers: Answers;
}

/** What the answers mean, with all lists looked up again. */
async function evaluateAnswers(
  { parts, run, worker, revision, prepared, today, results, ends }: Loaded,
  answers: Answers,
): Promise<Evaluated> {
  const context = { today, results };
  // Programs add to the results; what was shown was evaluated without that.
  const evaluated = { ...results };
  const within = (): number => Math.min(maxLookUpMs, ends - performance.now());
  const asker = { person: () => personOfSession(parts, run), address: worker.visitorAddress };
  const looked = await evaluateWithData(parts.services, revision, prepared, answers, context, within, asker);
  const { data } = looked.context;
  return { answers, evaluated, values: { prepared, evaluation: looked.evaluation, today, data, results } };
}

/** What was pressed: Continuar, or a button whose own program has run. */
interface Pressed extends Evaluated {
  before: BeforeProgram;
  /** Where the button led, where the step's program does not run after it. */
  outcome?: Outcome;
  /** A retry of what a service may have done without saying so. */
  isTriedAgain: boolean;
}

/** Runs the program of the dialog's button that was pressed, if one was. */
async function answerDialog(loaded: Loaded, evaluated: Evaluated): Promise<Pressed> {
  const { request, run, program } = loaded;
  const { answers, values } = evaluated;
  const none: BeforeProgram = { kept: {}, passed: [], decidedOn: [] };
  if (!request.dialog) return { ...evaluated, before: none, isTriedAgain: false };
  const open = openDialog(run)!;
  const holds = nameOf(values.evaluation.values) === open.answers;
  const work = programRun(loaded, values, evaluated.evaluated, { passed: [], waits: new Map() });
  const end = await runButton(work, request.dialog, buttonLines(program, request.dialog));
  const before = { ...none, kept: end.kept };
  const cleared = withoutCleared(values, answers, end.clear);
  const left = cleared.cleared.length > 0 ? await evaluateAnswers(loaded, cleared.answers) : evaluated;
  if (!("again" in end.outcome)) {
    const outcome = "close" in end.outcome ? { close: cleared.cleared } : end.outcome;
    return { ...left, before, outcome, isTriedAgain: false };
  }
  const isPassed = end.outcome.again === "resume" && holds;
  return {
    ...left,
    before: isPassed ? { ...before, passed: [...open.passed, open.id], decidedOn: open.decidedOn } : before,
    isTriedAgain: holds && open.unsure === true,
  };
}

const attemptingOf = (
  { run, worker, step, revision, prepared, program, request }: Loaded,
  { answers }: Pressed,
): AttemptContext => ({
  run: { ...run, ...progressWith(run, prepared, program, answers) },
  worker,
  step,
  revision,
  keepsDetails: request.keepDetails,
});

/** What is wrong with the answers, and keeps the person where they are. */
async function problemsOf(
  { parts: { store }, run, prepared, step }: Loaded,
  { values, outcome, isTriedAgain }: Pressed,
): Promise<Problem[]> {
  const goesAhead = !outcome || ("go" in outcome && isAhead(prepared, step, outcome.go));
  const found = goesAhead ? await checkFiles(store.db, run.id, prepared, values.evaluation) : [];
  const problems = problemsUpTo(prepared, found, step);
  if (problems.length === 0) return [];
  return (await areOurOwn(store, run, step, problems, values, isTriedAgain)) ? [] : problems;
}

/** Runs the step's program. */
async function runStep(loaded: Loaded, { before, values, evaluated }: Pressed): Promise<ProgramEnd> {
  const { parts, run, worker, program, step } = loaded;
  const { store, clock } = parts;
  if (before.passed.length === 0) await forgetDecision(store, run, worker);
  const lines = program.onContinue[step] ?? [];
  const opened = { origin: worker.origin, now: clock().toISOString() };
  const waits = await prepareWaits(store.db, run, step, lines, opened);
  const known = { ...values, pressed: await pressedData(loaded, values) };
  return await runProgram(programRun(loaded, known, evaluated, { passed: before.passed, waits }));
}

/** What `filled.<query>` of the step's program is judged by, as far as it is not known already. */
async function pressedData(
  { parts, worker, revision, prepared, program, step, ends }: Loaded,
  { evaluation, data }: ProgramValues,
): Promise<Record<string, DataState>> {
  const queries = ruleVariables(program.onContinue[step] ?? []).flatMap((path) =>
    path.startsWith(filledPrefix) ? [path.slice(filledPrefix.length)] : [],
  );
  const open = queries.filter((name) => data[name] === undefined);
  const within = Math.min(maxLookUpMs, ends - performance.now());
  const asked = { within, address: worker.visitorAddress };
  return await lookUpPressed(parts.services, revision, prepared, evaluation, open, asked);
}

/**
 * A hidden or disabled field has no answer; who sends one is not looking at this form, or a query by which it is asked
 * says something else than a moment ago: the page is told which ones its rules read.
 */
function refuseHidden(prepared: Prepared, evaluation: Evaluation, { answers }: ContinueRequest): void {
  const hidden = evaluation.cleared.filter((path) => (answers[path] ?? null) !== null);
  if (hidden.length === 0) return;
  const reads = hidden.flatMap((path) => prepared.fields[path]?.reads ?? []);
  const queries = [...new Set(reads.flatMap((path) => /^data\.([^.]+)/.exec(path)?.[1] ?? []))];
  const labels = hidden.map((path) => `«${plainWords(fieldAt(prepared, path)?.label ?? []) || path}»`);
  throw new ApiError("hidden-value", { labels: labels.join(", ") }, queries.length > 0 ? { queries } : {});
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
  { prepared, evaluation }: ProgramValues,
  isTriedAgain: boolean,
): Promise<boolean> {
  // Of any step up to this one: a time may be chosen long before what takes it is pressed.
  if (problems.some(({ code }) => code !== "notOffered")) return false;
  return (
    isTriedAgain ||
    (await isInterrupted(db, id, step, JSON.stringify(keptAnswers(prepared, evaluation.values))))
  );
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
