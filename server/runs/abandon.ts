/** Runs that make way for the next person: they are nobody's any more, and housekeeping removes them in its time. */
import { randomBytes } from "node:crypto";
import { dayIn, type Clock } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { moveFamily, moveLine } from "../store/linked-runs.ts";
import { lockLine } from "../store/locks.ts";
import { isBeingPaid } from "../store/payments.ts";
import { moveFreeRun, type Run } from "../store/runs.ts";
import type { Queries, Store } from "../store/store.ts";
import { ownRun } from "./own-run.ts";
import { busy, stale } from "./errors.ts";
import type { Visitor } from "../http/sessions.ts";

interface AbandonDeps {
  store: Store;
  definitions: Definitions;
  clock: Clock;
}

const minuteMs = 60_000;

/** Whether nobody touched a run of a flow for as long as the flow keeps it: for so many minutes, or since yesterday. */
export function isAbandoned(
  definitions: Definitions,
  { brand, flow, updated_at }: Pick<Run, "brand" | "flow" | "updated_at">,
  now: string,
): boolean {
  const { flows = {}, brand: shown } = definitions.current(brand)?.public ?? {};
  const { abandon, expires } = Object.hasOwn(flows, flow) ? flows[flow]! : {};
  const day = (time: string): string => dayIn(shown!.timeZone, new Date(time));
  if (expires === "day" && day(updated_at) !== day(now)) return true;
  return abandon !== undefined && updated_at <= before(now, abandon.minutes);
}

const before = (now: string, minutes: number): string =>
  new Date(Date.parse(now) - minutes * minuteMs).toISOString();

/**
 * Puts an open run aside, with what waits in its line, in the caller's transaction. Gives the session that has it then, and
 * that nobody is in; undefined where an attempt was at work on it, or somebody touched it after `touched`, and where it may
 * still be paid: who paid would not be led back to it.
 */
export async function detachRun(
  db: Queries,
  run: Run,
  now: string,
  touched?: string,
): Promise<string | undefined> {
  const id = randomBytes(32).toString("hex");
  await lockLine(db, run.session);
  if (await isBeingPaid(db, run.id)) return undefined;
  await db.insertInto("sessions").values({ id, brand: run.brand, created_at: now }).execute();
  const isMoved = await moveFreeRun(db, run, { to: id, now, touched });
  if (isMoved) await moveLine(db, run.id, run.session, id);
  else await db.deleteFrom("sessions").where("id", "=", id).execute();
  return isMoved ? id : undefined;
}

/** What of a session's run may still be shown: one that was left is put aside, and of one that is done nothing is told. */
export async function unlessAbandoned(
  { store, definitions, clock }: AbandonDeps,
  run: Run | undefined,
): Promise<Run | undefined> {
  const now = clock().toISOString();
  if (!run || !isAbandoned(definitions, run, now)) return run;
  if (run.status === "done") return undefined;
  const session = await store.transaction((db) => detachRun(db, run, now, run.updated_at));
  return session === undefined ? run : undefined;
}

/**
 * Because its person says so, who leaves the device to somebody else: all of its line and the form's receipts go too.
 * @throws {ApiError} `no-run`, `went`, `stale` where it is done or being paid, `busy`.
 */
export async function abandonRun(parts: AbandonDeps, visitor: Visitor, id: string): Promise<void> {
  const run = await ownRun(parts, visitor, id);
  if (run.status !== "open") throw stale(run);
  const now = parts.clock().toISOString();
  await parts.store.transaction(async (db) => {
    const session = await detachRun(db, run, now);
    if (session === undefined) throw (await isBeingPaid(db, run.id)) ? stale(run) : busy();
    await moveFamily(db, run, session, now);
  });
}
