/** Ends an attempt at a place where the program waits for something outside. */
import {
  dateIsValid,
  instantOf,
  plusDays,
  RuleError,
  type DataState,
  type Revision,
  type Rule,
  type RunWait,
  type WaitLimit,
} from "../../schemas/engine/serve.ts";
import { dayIn, timeIn } from "../clock.ts";
import type { LoggedCallSite } from "../store/calls.ts";
import { anySessionsRun, finishRun, runResults } from "../store/runs.ts";
import { beginWait } from "../store/waits.ts";
import type { AttemptResponse } from "./attempt.ts";
import {
  attemptResponse,
  commitOutcome,
  keepAnswers,
  progressOf,
  type AttemptContext,
  type BeforeProgram,
  type EvaluatedValues,
} from "./commit-attempt.ts";
import type { LeftByProgram, ProgramEnd, StoppedProgram } from "./program.ts";
import { busy } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import { evaluateRule, fillFor, programScope, type ProgramValues } from "../evaluation/program-scope.ts";
import { keptAnswers } from "./secrets.ts";
import { isSitePath } from "./site-path.ts";
import { settleWait } from "./settle-wait.ts";

/** What a program goes on with: what it was decided with holds, whatever lists and the day have become. */
export interface KeptProgram {
  today: string;
  data: Record<string, DataState>;
  results: Record<string, unknown>;
  /** Those with which the answers were evaluated. */
  evaluated: Record<string, unknown>;
  /** Calls that dialogs before it were decided on. */
  decidedOn: LoggedCallSite[];
  left: LeftByProgram;
}

/** Writes all that a program did, in one transaction: where it led, or what it waits for. */
export const commit = (
  parts: RunDeps,
  attempting: AttemptContext,
  before: BeforeProgram,
  evaluated: EvaluatedValues,
  end: ProgramEnd,
): Promise<AttemptResponse> =>
  end.wait
    ? commitWait(parts, attempting, before, evaluated, { ...end, wait: end.wait })
    : commitOutcome(parts, attempting, before, evaluated.values, end);

/** The run stays at its step, and nothing of it can be changed, until what it waits for has come or its time is over. */
async function commitWait(
  { store, clock, wakeWaits }: RunDeps,
  { run, worker, step, revision, wait: ended }: AttemptContext,
  before: BeforeProgram,
  { values, evaluated }: EvaluatedValues,
  { kept, wait }: ProgramEnd & { wait: StoppedProgram },
): Promise<AttemptResponse> {
  const now = clock();
  const at = now.toISOString();
  const until = endOf(wait.line.until, values, revision, now);
  const { today, data, results } = values;
  const context: KeptProgram = {
    today,
    data,
    results,
    evaluated,
    decidedOn: before.decidedOn,
    left: wait.left,
  };
  const changes = {
    ...progressOf(run),
    answers: JSON.stringify(keptAnswers(values.prepared, values.evaluation.values)),
    results: JSON.stringify({ ...runResults(run), ...before.kept, ...kept }),
    failure: null,
    failure_says: null,
    dialog: null,
    wait: JSON.stringify(toldOf(wait, values, step, revision, { began: now, until })),
    settled: null,
    version: run.version + 1,
    updated_at: at,
  };
  const result = await store.transaction(async (db) => {
    if (!(await finishRun(db, run.id, worker.token, changes))) throw busy();
    if (ended !== undefined) await settleWait(db, run.id, ended, { wait: wait.id }, at);
    const times = { began_at: at, until_at: until.toISOString() };
    await beginWait(db, wait.id, { context: JSON.stringify(context), ...times });
    // It may have come already.
    const answered = attemptResponse(200, await anySessionsRun(db, run.id), { wait: wait.id });
    keepAnswers(db, worker, answered);
    return answered;
  });
  // What came already decided it: its branch is run now.
  wakeWaits();
  return result;
}

/** What its owner sees of it. */
function toldOf(
  { id, line }: StoppedProgram,
  values: ProgramValues,
  step: string,
  { public: { brand } }: Revision,
  { began, until }: { began: Date; until: Date },
): RunWait {
  const { title, body, check, cancel, open, code } = line;
  const page = pageOf(line.page, values);
  const ends = endOfPage(line.pageUntil, values, until);
  return {
    id,
    step,
    title: fillFor(values, title),
    ...(body === undefined ? {} : { body: fillFor(values, body) }),
    ...(check === undefined ? {} : { check: fillFor(values, check) }),
    ...(cancel === undefined ? {} : { cancel: fillFor(values, cancel) }),
    ...(code === undefined ? {} : { code: fillFor(values, code) }),
    ...(page === undefined ? {} : { page }),
    ...(page === undefined || ends === undefined
      ? {}
      : { pageUntil: { at: ends.toISOString(), time: timeIn(brand.timeZone, ends) } }),
    ...(open === undefined || page === undefined ? {} : { open: fillFor(values, open) }),
    began: began.toISOString(),
    until: until.toISOString(),
    day: dayIn(brand.timeZone, until),
    time: timeIn(brand.timeZone, until),
  };
}

/** @throws {RuleError} for an address that is none of this site: nobody is led elsewhere by what a service says. */
function pageOf(rule: Rule | undefined, values: ProgramValues): string | undefined {
  const page = rule === undefined ? null : evaluateRule(rule, programScope(values));
  if (page === null || page === "") return undefined;
  if (!isSitePath(page)) throw new RuleError("a wait leads to no page of this site");
  return page;
}

/** When its page ends, where that is before the wait does. What is no instant is no end: the wait has its own. */
function endOfPage(rule: Rule | undefined, values: ProgramValues, until: Date): Date | undefined {
  const said = rule === undefined ? null : evaluateRule(rule, programScope(values));
  const at = typeof said === "string" ? Date.parse(said) : NaN;
  return at < until.getTime() ? new Date(at) : undefined;
}

const timePattern = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

/** @throws {RuleError} where an answer is no day or time: it is not known for how long to wait. */
function endOf(limit: WaitLimit, values: ProgramValues, { public: { brand } }: Revision, now: Date): Date {
  if ("minutes" in limit) return new Date(now.getTime() + limit.minutes * 60_000);
  const scope = programScope(values);
  const day = evaluateRule(limit.day, scope);
  if (typeof day !== "string" || !dateIsValid(day)) throw new RuleError("a wait ends on no day");
  if (limit.time === undefined) return new Date(instantOf(plusDays(day, 1)!, "00:00", brand.timeZone));
  const time = evaluateRule(limit.time, scope);
  if (typeof time !== "string" || !timePattern.test(time)) throw new RuleError("a wait ends at no time");
  return new Date(instantOf(day, time, brand.timeZone));
}
