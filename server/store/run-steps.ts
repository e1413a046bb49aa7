/** How far runs came: the first time that each step was reached, and continued from. */
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";

/** A step of a flow and its place in it, from 0. */
export interface NumberedStep {
  step: string;
  position: number;
}

/**
 * Writes that a step was continued from and another one reached, in the caller's transaction. Only the first time of each
 * counts. Tells whether it is the first time that the step was continued from.
 */
export async function keepSteps(
  db: Queries,
  { id: run, created_at }: Pick<Run, "id" | "created_at">,
  { from, to }: { from: NumberedStep; to?: NumberedStep | undefined },
  now: string,
): Promise<boolean> {
  // Nobody is led to the first step: it is reached with the run.
  const reached_at = from.position === 0 ? created_at : now;
  const continued = await db
    .insertInto("run_steps")
    .values({ run, ...from, reached_at, continued_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["run", "step"])
        .doUpdateSet({ continued_at: now })
        .where("run_steps.continued_at", "is", null),
    )
    .returning("step")
    .execute();
  if (to && to.step !== from.step) {
    await db
      .insertInto("run_steps")
      .values({ run, ...to, reached_at: now, continued_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return continued.length > 0;
}
