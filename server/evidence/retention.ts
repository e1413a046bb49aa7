/** How long what was sent is kept: each flow says it, and what is past its time is erased. */
import { flowsHeld, runsBefore, submissionsOfRun, type ExternalCopies } from "../store/erasure.ts";
import { keptRevision, parseRevision } from "../store/revisions.ts";
import type { Queries, Store } from "../store/store.ts";
import type { Revision } from "../../schemas/engine/serve.ts";
import { eraseRun, planErasure, type Erasure, type ErasurePlan } from "./erase.ts";

/** Of flows that do not say it. */
const defaultYears = 5;

/** Runs that are looked at together. */
const batch = 100;

export interface RetainedFlow {
  brand: string;
  flow: string;
  years: number;
  /** What is from before it is past its time. ISO 8601. */
  before: string;
}

/** The same day and time, so many years earlier; of 29 February, 28 February or 1 March as the calendar has it. */
export function yearsBefore(now: Date, years: number): string {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - years);
  return before.toISOString();
}

/** Every flow of which something is kept. A flow that is live says it itself; else the last that was sent does. */
export async function retainedFlows(
  db: Queries,
  current: (brand: string) => Revision | undefined,
  now: Date,
): Promise<RetainedFlow[]> {
  const kept: RetainedFlow[] = [];
  for (const { brand, flow } of await flowsHeld(db)) {
    const live = current(brand)?.private.programs[flow];
    const years = (live ?? (await lastProgram(db, brand, flow)))?.retention?.years ?? defaultYears;
    kept.push({ brand, flow, years, before: yearsBefore(now, years) });
  }
  return kept;
}

async function lastProgram(db: Queries, brand: string, flow: string) {
  const last = await db
    .selectFrom("submissions")
    .select("revision")
    .where("brand", "=", brand)
    .where("flow", "=", flow)
    .where("erased_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const revision = last && (await keptRevision(db, last.revision));
  return revision && parseRevision(revision.content)?.private.programs[flow];
}

/** Runs of a flow all of whose submissions are past their time, one after the other. */
async function* expiredRuns(db: Queries, kept: RetainedFlow): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const runs = await runsBefore(db, kept, after, batch);
    for (const run of runs) {
      const submissions = await submissionsOfRun(db, run);
      if (submissions.every(({ created_at }) => created_at < kept.before)) yield run;
    }
    if (runs.length < batch) return;
    after = runs.at(-1)!;
  }
}

/** What is past its time, and what holds it. Changes nothing. */
export async function planRetention(
  db: Queries,
  flows: RetainedFlow[],
  now: Date,
): Promise<{ kept: RetainedFlow; plans: ErasurePlan[] }[]> {
  const planned: { kept: RetainedFlow; plans: ErasurePlan[] }[] = [];
  for (const kept of flows) {
    const plans: ErasurePlan[] = [];
    for await (const run of expiredRuns(db, kept)) plans.push(await planErasure(db, run, now));
    planned.push({ kept, plans });
  }
  return planned;
}

/** Erases what is past its time and not held. `removed` gets what is named outside of the database, run by run. */
export async function applyRetention(
  store: Store,
  flows: RetainedFlow[],
  now: Date,
  removed: (elsewhere: ExternalCopies) => Promise<void>,
  isStopping: () => boolean = () => false,
): Promise<{ kept: RetainedFlow; erasure: Erasure }[]> {
  const done: { kept: RetainedFlow; erasure: Erasure }[] = [];
  for (const kept of flows) {
    for await (const run of expiredRuns(store.db, kept)) {
      if (isStopping()) return done;
      const erasure = await eraseRun(store, run, { by: "retention", years: kept.years }, now);
      if (erasure.outcome === "erased") await removed(erasure.elsewhere);
      done.push({ kept, erasure });
    }
  }
  return done;
}
