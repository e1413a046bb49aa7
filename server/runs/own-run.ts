import type { Went } from "../../schemas/engine/all.ts";
import type { ApiError } from "../api-error.ts";
import { dayIn, timeIn } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { wentAt } from "../store/handoffs.ts";
import { findRun, type Run } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { noRun, wentElsewhere } from "./refusals.ts";

interface Parts {
  store: Store;
  definitions: Definitions;
}

/** A run of this session. @throws {ApiError} `went` where another device has it now, `no-run` where there is none. */
export async function ownRun(parts: Parts, session: string | undefined, id: string): Promise<Run> {
  const run = session === undefined ? undefined : await findRun(parts.store.db, session, id);
  if (run) return run;
  throw await absence(parts, session, id);
}

/** Why a session has not got a run. */
async function absence(
  { store, definitions }: Parts,
  session: string | undefined,
  id: string,
): Promise<ApiError> {
  const gone = session === undefined ? undefined : await wentAt(store.db, session, { run: id });
  return gone ? wentElsewhere(toldWhen(definitions, gone.brand, gone.at)) : noRun();
}

/** A moment as the brand's people read it. */
export function toldWhen(definitions: Definitions, brand: string, at: string): Went {
  const { timeZone } = definitions.current(brand)!.public.brand;
  const moment = new Date(at);
  return { day: dayIn(timeZone, moment), time: timeIn(timeZone, moment) };
}
