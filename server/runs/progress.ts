import {
  sameAnswer,
  type Answers,
  type CompiledProgram,
  type Evaluation,
  type Prepared,
} from "../../schemas/engine/serve.ts";
import type { Asked } from "../store/compiled.ts";
import { keepSteps, type NewSteps, type NumberedStep } from "../store/run-steps.ts";
import type { Run } from "../store/runs.ts";
import type { Queries } from "../store/store.ts";

/** How far a run is: the open step, and those that were continued from, as JSON. */
export type Progress = Pick<Run, "step" | "done">;

const changedSteps = (before: Answers, after: Answers): Set<string> =>
  new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((path) => !sameAnswer(before[path], after[path]))
      .map((path) => path.split(".", 1)[0]!),
  );

/**
 * How far a run is with other answers. What a program worked out holds for the answers that it had: from the first step
 * with a program that was done with a changed answer, or after one, nothing is done any more, and that step is open.
 */
export function progressWith(
  run: Pick<Run, "step" | "done" | "answers">,
  { flow }: Prepared,
  // A program of an older engine, or of a flow without one.
  { onContinue = {} }: Partial<CompiledProgram>,
  answers: Answers,
): Progress {
  const { step, done } = run;
  const changed = changedSteps(JSON.parse(run.answers) as Answers, answers);
  const ids = flow.steps.map(({ id }) => id);
  const first = ids.findIndex((id) => changed.has(id));
  const finished = JSON.parse(done) as string[];
  const again = ids.findIndex(
    (id, index) =>
      first !== -1 && index >= first && finished.includes(id) && (onContinue[id] ?? []).length > 0,
  );
  if (again === -1) return { step, done };
  return {
    step: ids.indexOf(step) > again ? ids[again]! : step,
    done: JSON.stringify(finished.filter((id) => ids.indexOf(id) < again)),
  };
}

/**
 * How far a run is after a step was done, and it leads to another. Whoever went back to change something is as far as
 * before, unless a step that was done is not right any more: then that one is open.
 */
export function progressAfter(
  { step: open, done }: Progress,
  { flow }: Prepared,
  { steps, problems }: Pick<Evaluation, "steps" | "problems">,
  { step, target }: { step: string; target: string },
): Progress {
  const at = (id: string): number => steps.indexOf(id);
  const isRight = (id: string): boolean => !problems.some(({ path }) => path.startsWith(`${id}.`));
  const finished = JSON.parse(done) as string[];
  const left = new Set([...finished.filter((id) => at(id) <= at(step) || isRight(id)), step]);
  const isFarther = at(open) > at(target);
  const asks = (id: string): boolean => !flow.steps.find((one) => one.id === id)?.ends;
  // Where it was before it went back, a program may have led it past others.
  const isNext = (id: string): boolean =>
    isFarther ? id === open || (finished.includes(id) && !left.has(id)) : !left.has(id) && asks(id);
  const next = finished.includes(target) ? steps.slice(at(target)).find(isNext) : undefined;
  return { step: next ?? target, done: JSON.stringify([...left]) };
}

/** Writes how far a run came, in the caller's transaction: a step was continued from, and leads to another. */
export function keepProgress(
  db: Queries,
  run: Pick<Run, "id" | "created_at">,
  { flow }: Prepared,
  { step, target }: { step: string; target: string },
  now: string,
): Asked<NewSteps> {
  const placed = (id: string): NumberedStep => ({
    step: id,
    position: flow.steps.findIndex((one) => one.id === id),
  });
  return keepSteps(db, run, { from: placed(step), to: placed(target) }, now);
}

/** Whether it was continued from for the first time, by what writing that gave. */
export const isFirstTime = async (written: Asked<NewSteps> | undefined, step: string): Promise<boolean> =>
  (await written)?.rows.some((one) => one.step === step) ?? false;
