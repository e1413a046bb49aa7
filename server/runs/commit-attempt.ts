import {
  detailFields,
  detailsWith,
  writtenId,
  type Answers,
  type CompiledProgram,
  type ContinueAnswer,
  type Option,
  type Outcome,
  type Prepared,
  type Problem,
  type Revision,
} from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { evidenceOf, type NewConsent } from "../evidence/context.ts";
import { recordAccepted } from "../evidence/record.ts";
import { removeFailedAdvances } from "../store/advances.ts";
import { answerAttempt } from "../store/attempts.ts";
import { together, withCommit, type Asked } from "../store/compiled.ts";
import { forgetCalls, keepAnswer, type LoggedCallSite } from "../store/calls.ts";
import { addDeliveries } from "../store/deliveries.ts";
import { keepLists } from "../store/evidence.ts";
import { forgetIdentifiers, keepIdentifiers } from "../store/identifiers.ts";
import { hasLine, putInLine } from "../store/linked-runs.ts";
import { finishRun, runResults, runState, type Run } from "../store/runs.ts";
import { nextNumber, type NamedSequence, type SequenceNumber } from "../store/sequences.ts";
import type { Queries } from "../store/store.ts";
import { findDetails, keepDetails, type KnownDetails } from "../store/visitor-details.ts";
import { sessionDays } from "../http/sessions.ts";
import {
  addSubmission,
  decideSubmission,
  keepSubmission,
  unnumbered,
  type NewSubmission,
  type SubmissionName,
} from "../store/submissions.ts";
import type { AttemptResponse, Worker } from "./attempt.ts";
import { nameOf, openDialog, type OpenDialog } from "./dialogs.ts";
import { beginWaiting, nextInLine } from "./linked.ts";
import { advanceDeliveries } from "./advance.ts";
import { failed, pathOf, type ProgramEnd } from "./program.ts";
import { isFirstTime, keepProgress, progressAfter, type Progress } from "./progress.ts";
import { busy } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";
import { keptAnswers } from "./secrets.ts";
import { settleWait } from "./settle-wait.ts";
import {
  chosenLabels,
  createArtifacts,
  enqueueAll,
  identifyingAnswers,
  newNumber,
  sendingPerson,
} from "./submission.ts";

/** An attempt at a run: what it began with. */
export interface AttemptContext {
  /** With the progress that the answers leave it. */
  run: Run;
  worker: Worker;
  step: string;
  revision: Revision;
  /** Id of the wait whose branch it is, where nobody pressed anything. */
  wait?: string;
  /** Whether what the person told of themselves stays for later visits. */
  keepsDetails?: boolean | undefined;
}

/** What a program has worked with. */
export interface EvaluatedValues {
  values: ProgramValues;
  /** The results with which the answers were evaluated. */
  evaluated: ProgramValues["results"];
}

/** What there was before the step's program: of the dialog whose button was pressed, where one was. */
export interface BeforeProgram {
  /** What its button `set`. */
  kept: Record<string, unknown>;
  /** Dialogs that the person agreed to. */
  passed: string[];
  /** Calls that earlier dialogs were decided on, and whose answers were used again. */
  decidedOn: LoggedCallSite[];
}

/** The run's own, as it is to be written. */
export const progressOf = ({ step, done }: Run): Progress => ({ step, done });

/** Ends an attempt whose answers are not right: they are kept as they are, and nothing else happens. */
export async function commitRefusal(
  { store, clock }: RunDeps,
  { run, worker }: AttemptContext,
  prepared: Prepared,
  { kept }: BeforeProgram,
  answers: Answers,
  problems: Problem[],
  options: Record<string, Option[]>,
): Promise<AttemptResponse> {
  const changes = {
    ...progressOf(run),
    answers: JSON.stringify(keptAnswers(prepared, answers)),
    results: JSON.stringify({ ...runResults(run), ...kept }),
    dialog: null,
    settled: null,
    updated_at: clock().toISOString(),
  };
  const answered = attemptResponse(422, { ...run, ...changes }, { refuse: problems }, options);
  await store.transaction(async (db) => {
    if (!(await finishRun(db, run.id, worker.token, changes))) throw busy();
    await forgetCalls(db, openDialog(run)?.decidedOn ?? []);
    keepAnswers(db, worker, answered);
  });
  return answered;
}

/** Writes what an attempt is answered, and what it was told by services of this process, with the transaction that ends it. */
export function keepAnswers(db: Queries, { runId, key, answered }: Worker, response: AttemptResponse): void {
  for (const one of answered) withCommit(db, keepAnswer(db, one));
  withCommit(db, answerAttempt(db, runId, key, response));
}

/** The answer of an attempt. */
export function attemptResponse(
  status: number,
  run: Run,
  outcome: Outcome,
  options: Record<string, Option[]> = {},
): AttemptResponse {
  const body: ContinueAnswer = {
    state: runState(run),
    outcome,
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
  return { status, body: JSON.stringify(body) };
}

/** A submission that is stored, with what was agreed to in it. */
export interface CreatedSubmission extends SubmissionName {
  consents: NewConsent[];
  /** Takes its number, where it is given one when it is accepted and has none yet. */
  take?: (db: Queries) => Promise<SequenceNumber>;
}

/**
 * Stores the submission as pending, before anything is asked of anybody. `values.results` are those with which the
 * answers were evaluated.
 */
export async function createPendingSubmission(
  { store, clock, definitions }: RunDeps,
  run: Run,
  { step, worker, sender }: Pick<AttemptContext, "step" | "worker"> & Pick<CompiledProgram, "sender">,
  values: ProgramValues,
  timeZone: string,
  sequence?: NamedSequence,
): Promise<CreatedSubmission> {
  const { brand } = run;
  const now = clock();
  const { context, lists, consents } = evidenceOf(values, step, definitions.engine, run.revision);
  const submission: NewSubmission = {
    id: newNumber(brand),
    run: run.id,
    step,
    brand,
    flow: run.flow,
    revision: run.revision,
    answers: JSON.stringify(keptAnswers(values.prepared, values.evaluation.values)),
    labels: JSON.stringify(chosenLabels(values)),
    state: "pending",
    created_at: now.toISOString(),
    decided_at: null,
    context,
    attempt: worker.key,
  };
  const take = sequence?.definition.given === "stored" ? numberOf(run, timeZone, now, sequence) : undefined;
  const identifiers = identifyingAnswers(values);
  const person = sendingPerson(values, sender);
  let isFirst = !worker.hasSubmissions;
  worker.hasSubmissions = true;
  const { isOpen: stays, ...name } = await store.transaction(async (db) => {
    if (isFirst) {
      // Nothing is asked that has to be answered: all of it goes with the commit. Where that fails it is looked at.
      isFirst = false;
      const { id, created_at } = submission;
      const number = take ? await take(db) : unnumbered(submission);
      withCommit(db, addSubmission(db, { ...submission, ...number }));
      withCommit(db, keepLists(db, lists));
      withCommit(db, keepIdentifiers(db, store.seals, { id, brand }, identifiers, person));
      return { isOpen: true, id, number: number.number, sequence: number.sequence, created_at };
    }
    const [{ isOpen, ...kept }] = await together(
      keepSubmission(db, submission, take && (() => take(db))),
      keepLists(db, lists),
    );
    // Of a new one there is nothing yet to be replaced.
    if (isOpen && kept.id !== submission.id) await forgetIdentifiers(db, kept.id);
    if (isOpen) withCommit(db, keepIdentifiers(db, store.seals, { id: kept.id, brand }, identifiers, person));
    return { isOpen, ...kept };
  });
  const awaits = sequence && !take && stays && name.sequence === null;
  return {
    ...name,
    consents,
    ...(awaits ? { take: numberOf(run, timeZone, new Date(name.created_at), sequence) } : {}),
  };
}

/**
 * How a submission takes its number, in the caller's transaction. Its year is that of the submission's day, whenever it is
 * taken: a number of another year would belong to neither.
 */
function numberOf(
  { brand, flow }: Run,
  timeZone: string,
  made: Date,
  sequence: NamedSequence,
): (db: Queries) => Promise<SequenceNumber> {
  const year = dayIn(timeZone, made).slice(0, 4);
  // Flows that are written once count together: no number is given twice.
  return (db) => nextNumber(db, { brand, flow: writtenId(flow), year, ...sequence });
}

/** The sequence that a program names. @throws {Error} when it has none of that name. */
export function sequenceOf(
  { sequences }: CompiledProgram,
  id: string | undefined,
): NamedSequence | undefined {
  if (id === undefined) return undefined;
  if (!Object.hasOwn(sequences, id)) throw new Error(`there is no sequence "${id}"`);
  return { sequence: id, definition: sequences[id]! };
}

/**
 * Keeps what the person told of themselves for the next form, in the caller's transaction. `before` is what they told
 * before. Undefined where there is nothing.
 */
function rememberDetails(
  db: Queries,
  { run, keepsDetails }: AttemptContext,
  { prepared, evaluation }: ProgramValues,
  before: KnownDetails | undefined,
  now: Date,
): Asked<unknown> | undefined {
  const details = detailsWith(prepared.flow, before?.details ?? {}, evaluation.values);
  if (!details) return undefined;
  const kept = keepsDetails === undefined ? (before?.kept ?? "use") : keepsDetails ? "session" : "use";
  return keepDetails(db, run, { details, kept }, now, sessionDays * 86_400_000);
}

/** Everything that the attempt changed, in one transaction: submission, deliveries, linked runs, run and answer. */
export async function commitOutcome(
  parts: RunDeps,
  attempting: AttemptContext,
  before: BeforeProgram,
  values: ProgramValues,
  { outcome, submission, kept, decidedOn, begun, unsure, filled }: ProgramEnd,
): Promise<AttemptResponse> {
  const { store, clock, wake, definitions, metrics } = parts;
  const { run, worker, step, revision } = attempting;
  const now = clock();
  const at = now.toISOString();
  const bad = failed(outcome);
  const target = "go" in outcome ? outcome.go : run.step;
  const ends = values.prepared.flow.steps.find(({ id }) => id === target)?.ends ?? false;
  const over = !bad && (ends || ("redirect" in outcome && submission !== undefined));
  const decided = bad ? [...before.decidedOn, ...decidedOn] : decidedOn;
  const asked: OpenDialog | undefined =
    "dialog" in outcome
      ? {
          id: outcome.dialog,
          step,
          title: outcome.title,
          ...(outcome.body === undefined ? {} : { body: outcome.body }),
          answers: nameOf(values.evaluation.values),
          passed: before.passed,
          decidedOn: decided,
          unsure,
        }
      : undefined;
  const changesBesideResults = {
    ...progressOf(run),
    answers: JSON.stringify({
      ...keptAnswers(values.prepared, values.evaluation.values),
      ...(bad ? {} : filled),
    }),
    failure: bad && "redirect" in outcome ? pathOf(outcome.redirect) : null,
    failure_says: bad && "redirect" in outcome && outcome.says ? JSON.stringify(outcome.says) : null,
    dialog: asked ? JSON.stringify(asked) : null,
    wait: null,
    updated_at: at,
    ...(bad
      ? {}
      : {
          ...progressAfter(run, values.prepared, values.evaluation, { step, target }),
          version: run.version + 1,
          status: over ? ("done" as const) : ("open" as const),
        }),
  };
  const advances =
    bad || !("go" in outcome) ? [] : advanceDeliveries(parts, revision, run, values, outcome.go);
  const isTold =
    revision.private.programs[run.flow]?.onAdvance !== undefined &&
    (advances.length > 0 || (submission && !bad));
  const asksDetails = !bad && attempting.wait === undefined && detailFields(values.prepared.flow).length > 0;
  const { result: answered, written } = await store.transaction(async (db) => {
    // Who is accepted next waits for it, and who takes this transaction back gives it back: there are no gaps.
    const taken = bad ? undefined : await submission?.take?.(db);
    if (taken) values.results["submission"] = { ...(kept["submission"] as object), number: taken.number };
    const results = { ...kept, ...(taken ? { submission: values.results["submission"] } : {}) };
    const changes = {
      ...changesBesideResults,
      results: JSON.stringify({ ...runResults(run), ...before.kept, ...results }),
      settled: null as string | null,
    };
    const number = taken?.number ?? submission?.number;
    const made = bad || number === undefined ? undefined : createArtifacts(revision, values, number);
    const offered = made?.offered();
    // What is asked together goes to PostgreSQL together.
    const [isOurs, stored, isInLine, details] = await together(
      finishRun(db, run.id, worker.token, changes),
      submission && decideSubmission(db, submission.id, bad ? "failed" : "accepted", at, offered, taken),
      hasLine(db, run.session),
      asksDetails ? findDetails(db, run, now) : undefined,
    );
    if (!isOurs) throw busy();
    const hasNext = begun.length > 0 || isInLine;
    if (hasNext && !bad) await putInLine(db, run, step, begun, at);
    if (hasNext && over) await beginWaiting(definitions, db, run.session, run.brand, at);
    const next = hasNext && over && "go" in outcome ? await nextInLine(definitions, db, run) : undefined;
    if (!asked) await forgetCalls(db, decided);
    const told = next === undefined ? outcome : { redirect: next, failure: false };
    if (attempting.wait !== undefined) {
      changes.settled = await settleWait(db, run.id, attempting.wait, told, at);
    }
    const result = attemptResponse("refuse" in outcome ? 422 : 200, { ...run, ...changes }, told);
    if (isTold) await removeFailedAdvances(db, run.id, submission && !bad ? undefined : advances);
    const progress = bad ? undefined : keepProgress(db, run, values.prepared, { step, target }, at);
    withCommit(db, progress);
    if (asksDetails) withCommit(db, rememberDetails(db, attempting, values, details, now));
    withCommit(db, addDeliveries(db, advances, now));
    if (made && submission) {
      const queued = { ...submission, run: run.id, made, origin: worker.origin };
      withCommit(db, enqueueAll(db, revision, values, queued, now));
    }
    keepAnswers(db, worker, result);
    if (stored && submission && !bad) recordAccepted(db, stored, revision, submission.consents);
    return { result, written: progress };
  });
  if (await isFirstTime(written, step)) metrics.stepDone(run.brand, run.flow, step);
  if (submission) metrics.submission(run.brand, run.flow, bad ? "failed" : "accepted");
  if ((submission && !bad) || advances.length > 0) wake();
  return answered;
}
