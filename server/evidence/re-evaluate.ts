/** A stored submission, evaluated again as it was: what was shown and answered, and why. */
import {
  compileValidators,
  evaluate,
  explainField,
  prepare,
  type Answers,
  type Explanation,
  type Revision,
  type ShownStep,
} from "../../schemas/engine/all.ts";
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

/** Undefined where its revision is gone, or what it held was erased. */
export async function reEvaluate(db: Queries, submission: Submission): Promise<ReEvaluated | undefined> {
  if (submission.erased_at !== null) return undefined;
  const kept = await keptRevision(db, submission.revision);
  const revision = kept && parseRevision(kept.content);
  if (!revision) return undefined;
  const flow = revision.public.flows[submission.flow];
  if (!flow) return undefined;
  const context =
    submission.context === null ? undefined : (JSON.parse(submission.context) as EvaluationContext);
  const doubts: Doubt[] = context ? [] : ["no-context"];
  const data = context && dataOf(context, await readLists(db, listsIn(context)));
  if (context && !data) doubts.push("list-gone");
  const today = context?.today ?? dayIn(revision.public.brand.timeZone, new Date(submission.created_at));
  const evaluated = { today, results: context?.results ?? { with: {} }, data: data ?? {} };
  const prepared = prepare(flow, compileValidators(flow));
  const evaluation = evaluate(prepared, JSON.parse(submission.answers) as Answers, evaluated);
  const values: ProgramValues = { prepared, evaluation, ...evaluated };
  const steps = shownOf(values, submission.step);
  if (context && data && shownHash(steps) !== context.shown) doubts.push("other-shown");
  return {
    revision,
    ...(kept.engine === null ? {} : { compiledBy: kept.engine }),
    ...(context ? { evaluatedBy: context.engine } : {}),
    values,
    steps,
    doubts,
  };
}

/** Why a field was shown, required and open, or not. Undefined where the revision has no such field. */
export const whyOf = ({ values }: ReEvaluated, path: string): Explanation | undefined =>
  explainField(values.prepared, values.evaluation, values, path);
