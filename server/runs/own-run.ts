import type { RunTransfer } from "../../schemas/engine/all.ts";
import type { ApiError } from "../http/errors.ts";
import { dayIn, timeIn } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { findTransfer } from "../store/handoffs.ts";
import { findRun, type Run } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { noRun, runTransferred } from "./errors.ts";
import type { Visitor } from "../http/sessions.ts";

interface OwnRunDeps {
  store: Store;
  definitions: Definitions;
}

/**
 * A run of this visitor, at its own brand's site.
 * @throws {ApiError} `went` where another device has it now, `no-run` where there is none.
 */
export async function ownRun(parts: OwnRunDeps, visitor: Visitor, id: string): Promise<Run> {
  const { session, brand } = visitor;
  const run = session === undefined ? undefined : await findRun(parts.store.db, session, id);
  if (run?.brand === brand) return run;
  throw await absence(parts, visitor, id);
}

/** Why a session has not got a run. */
async function absence(
  { store, definitions }: OwnRunDeps,
  { session, brand }: Visitor,
  id: string,
): Promise<ApiError> {
  const gone = session === undefined ? undefined : await findTransfer(store.db, session, { run: id });
  return gone?.brand === brand ? runTransferred(transferTime(definitions, gone.brand, gone.at)) : noRun();
}

/** A moment as the brand's people read it. */
export function transferTime(definitions: Definitions, brand: string, at: string): RunTransfer {
  const { timeZone } = definitions.current(brand)!.public.brand;
  const moment = new Date(at);
  return { day: dayIn(timeZone, moment), time: timeIn(timeZone, moment) };
}
