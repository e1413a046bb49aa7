import type { Outcome } from "../../schemas/engine/serve.ts";
import { settleRun } from "../store/runs.ts";
import type { Queries } from "../store/store.ts";
import { finishWait } from "../store/waits.ts";
import { busy } from "./errors.ts";

/**
 * Ends a wait whose branch has run, in the transaction that writes what the branch did: once. Gives what its owner is told
 * of it. @throws {ApiError} `busy` where somebody else has done it
 */
export async function settleWait(
  db: Queries,
  run: string,
  wait: string,
  outcome: Outcome,
  now: string,
): Promise<string> {
  if (!(await finishWait(db, wait, JSON.stringify(outcome), now))) throw busy();
  const settled = JSON.stringify({ wait, outcome });
  await settleRun(db, run, settled);
  return settled;
}
