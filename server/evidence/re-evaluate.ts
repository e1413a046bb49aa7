/** A stored submission, evaluated again as it was: what was shown and answered, and why. */
import {
  evaluate,
  explainField,
  prepareFlow,
  type Answers,
  type CompileRule,
  type Explanation,
  type Prepared,
  type Revision,
  type ShownStep,
} from "../../schemas/engine/serve.ts";
import { disagreements, preparedAgain } from "../evaluation/second-evaluation.ts";
import { dayIn } from "../clock.ts";
import type { ProgramValues } from "../evaluation/program-scope.ts";
import { readLists } from "../store/evidence.ts";
import { keptRevision, parseRevision } from "../store/revisions.ts";
import type { Queries } from "../store/store.ts";
import type { Submission } from "../store/submissions.ts";
import { dataOf, listsIn, shownHash, shownOf, type EvaluationContext } from "./context.ts";

/** What stands in the way of evaluating it as it was. */
export type Doubt =
  /** It is from before what it was evaluated with was kept: data of services are missing. */
  | "no-context"
  /** A list is gone, or was changed, that people chose from. */
  | "list-gone"
  /** What is shown now is not what was shown then, as its hash says. */
  | "other-shown";

export interface ReEvaluated {
  revision: Revision;
  /** Engines: that compiled the revision, that evaluated it then, where they are known. */
  compiledBy?: string;
  evaluatedBy?: string;
  values: ProgramValues;
  /** What was shown up to the step that was sent. */
  steps: ShownStep[];
  doubts: Doubt[];
}

/** A flow as it was, ready for `evaluate`. */
export interface KeptFlow {
  revision: Revision;
  compiledBy: string | null;
  prepared: Prepared;
}

export type ReadFlow = (revision: string, flow: string) => Promise<KeptFlow | undefined>;

/** Flows that are kept ready: submissions are gone through in the order in which they came, so few are in use at a time. */
const maxFlows = 20;

/** Reads a flow once, as long as it is in use. Undefined where its revision is gone. */
function keptFlows(db: Queries): ReadFlow {
  const known = new Map<string, Promise<KeptFlow | undefined>>();
  const read = async (hash: string, name: string): Promise<KeptFlow | undefined> => {
    const kept = await keptRevision(db, hash);
    const revision = kept && parseRevision(kept.content);
    const flow = revision?.public.flows[name];
    if (!kept || !revision || !flow) return undefined;
    return { revision, compiledBy: kept.engine, prepared: prepareFlow(flow) };
  };
  return (revision, flow) => {
    const key = `${revision} ${flow}`;
    const found = known.get(key) ?? read(revision, flow);
    // The one that was asked for last is the last to go.
    known.delete(key);
    known.set(key, found);
    for (const oldest of [...known.keys()].slice(0, -maxFlows)) known.delete(oldest);
    return found;
  };
}

/** Undefined where its revision is gone, or what it held was erased. */
export async function reEvaluate(
  db: Queries,
  submission: Submission,
  readFlow: ReadFlow = keptFlows(db),
): Promise<ReEvaluated | undefined> {
  if (submission.erased_at !== null) return undefined;
  const kept = await readFlow(submission.revision, submission.flow);
  if (!kept) return undefined;
  const { revision, compiledBy, prepared } = kept;
  const context =
    submission.context === null ? undefined : (JSON.parse(submission.context) as EvaluationContext);
  const doubts: Doubt[] = context ? [] : ["no-context"];
  const data = context && dataOf(context, await readLists(db, listsIn(context)));
  if (context && !data) doubts.push("list-gone");
  const today = context?.today ?? dayIn(revision.public.brand.timeZone, new Date(submission.created_at));
  const evaluated = { today, results: context?.results ?? { with: {} }, data: data ?? {} };
  const evaluation = evaluate(prepared, JSON.parse(submission.answers) as Answers, evaluated);
  const values: ProgramValues = { prepared, evaluation, ...evaluated };
  const steps = shownOf(values, submission.step);
  if (context && data && shownHash(steps) !== context.shown) doubts.push("other-shown");
  return {
    revision,
    ...(compiledBy === null ? {} : { compiledBy }),
    ...(context ? { evaluatedBy: context.engine } : {}),
    values,
    steps,
    doubts,
  };
}

/**
 * What another evaluator of rules says otherwise of a stored submission: json-logic-js, if none is named. Nothing where its
 * revision is gone; undefined where what is stored cannot be evaluated.
 */
export function secondEvaluation(
  db: Queries,
  compileRule?: CompileRule,
): (submission: Submission) => Promise<string[] | undefined> {
  const readFlow = keptFlows(db);
  const second = new WeakMap<Prepared, Prepared>();
  return async (submission) => {
    // Whoever changed what is stored wrote anything there.
    const again = await reEvaluate(db, submission, readFlow).catch(() => null);
    if (!again) return again === null ? undefined : [];
    const { prepared, evaluation, ...context } = again.values;
    const other = second.get(prepared) ?? preparedAgain(prepared, compileRule);
    second.set(prepared, other);
    return disagreements(evaluation, evaluate(other, JSON.parse(submission.answers) as Answers, context));
  };
}

/** Why a field was shown, required and open, or not. Undefined where the revision has no such field. */
export const whyOf = ({ values }: ReEvaluated, path: string): Explanation | undefined =>
  explainField(values.prepared, values.evaluation, values, path);
