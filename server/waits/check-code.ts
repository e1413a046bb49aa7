/** A person types the one-time code that was sent to them: the right one is what the run waits for. */
import type { RunWait } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import type { RunDeps } from "../runs/runs.ts";
import { findWait, takeWaitTry } from "../store/waits.ts";
import { isOneTimeCode } from "../runs/one-time-code.ts";
import { eventKey } from "./read-event.ts";
import type { Waits } from "./waits.ts";

export const maxTries = 5;

const wrongCode = (left: number): ApiError =>
  new ApiError(left === 1 ? "wrong-code.sent.one" : "wrong-code.sent.many", { left });

/**
 * Nothing is compared without a try that was taken for it: the code cannot be guessed by asking at once, and a server that
 * ends in between has spent the try. Where none is left, or the wait is over, nothing happens.
 * @throws {ApiError} `wrong-code` while there are tries left.
 */
export async function checkCode(
  { store, clock, waits }: Pick<RunDeps, "store" | "clock"> & { waits: Waits },
  { id }: RunWait,
  typed: string,
): Promise<void> {
  const tries = await takeWaitTry(store.db, id, maxTries, clock().toISOString());
  const wait = tries === undefined ? undefined : await findWait(store.db, id);
  if (tries === undefined || !wait) return;
  const isRight = isOneTimeCode(wait.address, typed);
  if (!isRight && tries < maxTries) throw wrongCode(maxTries - tries);
  const outcome = isRight ? ("came" as const) : ("refused" as const);
  await waits.bring(wait, { source: "person", outcome, key: eventKey(`code ${outcome}`), payload: "{}" });
}
