/** How far runs came: the first time that each step was reached, and continued from. */
import { compiled, type Asked } from "./compiled.ts";
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";
import type { RunStepsTable } from "./tables.ts";

/** A step of a flow and its place in it, from 0. */
export interface NumberedStep {
  step: string;
  position: number;
}

/** Steps that were reached, or continued from, for the first time. */
export type NewSteps = Pick<RunStepsTable, "step">;

/**
 * Writes that a step was continued from and another one reached, in the caller's transaction. Only the first time of each
 * counts.
 */
export function keepSteps(
  db: Queries,
  { id: run, created_at }: Pick<Run, "id" | "created_at">,
  { from, to }: { from: NumberedStep; to?: NumberedStep | undefined },
  now: string,
): Asked<NewSteps> {
  // Nobody is led to the first step: it is reached with the run.
  const reached_at = from.position === 0 ? created_at : now;
  const rows = [{ run, ...from, reached_at, continued_at: now as string | null }];
  if (to && to.step !== from.step) rows.push({ run, ...to, reached_at: now, continued_at: null });
  return insertSteps(db, rows);
}

const insertSteps = compiled((db, rows: RunStepsTable[]) =>
  db
    .insertInto("run_steps")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "step"])
        .doUpdateSet((build) => ({ continued_at: build.ref("excluded.continued_at") }))
        .where("run_steps.continued_at", "is", null)
        // One that was reached before stays as it is.
        .where("excluded.continued_at" as "run_steps.continued_at", "is not", null),
    )
    .returning("step"),
);
