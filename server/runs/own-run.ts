import type { RunTransfer } from "../../schemas/engine/serve.ts";
import type { ApiError } from "../http/errors.ts";
import { dayIn, timeIn } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { findTransfer } from "../store/handoffs.ts";
import { findRun, findRunFacts, type Run, type RunFacts } from "../store/runs.ts";
import type { Queries, Store } from "../store/store.ts";
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
  const run = await findOwnRun(parts.store.db, visitor, id);
  if (run) return run;
  throw await absence(parts, visitor, id);
}

/** The same, where whose it is and of what is enough. */
export async function ownRunFacts(parts: OwnRunDeps, visitor: Visitor, id: string): Promise<RunFacts> {
  const { session, brand } = visitor;
  const run = session === undefined ? undefined : await findRunFacts(parts.store.db, session, id);
  if (run?.brand === brand) return run;
  throw await absence(parts, visitor, id);
}

/** The run; undefined where there is none. */
export async function findOwnRun(
  db: Queries,
  { session, brand }: Visitor,
  id: string,
  how?: { isHeld: boolean },
): Promise<Run | undefined> {
  const run = session === undefined ? undefined : await findRun(db, session, id, how);
  return run?.brand === brand ? run : undefined;
}

/** Why a session has not got a run. */
export async function absence(
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
