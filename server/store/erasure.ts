/** Takes what is personal out of a run and its submissions, and leaves the rows that other things hang on. */
import { removeListsOfSenders } from "./account-lists.ts";
import { eraseAppointments } from "./appointments.ts";
import { eraseCancellations } from "./cancellations.ts";
import { eraseOpportunities } from "./opportunities.ts";
import { removeByIds, type Delivery } from "./deliveries.ts";
import { advancesOf, inParts } from "./advances.ts";
import { held } from "./locks.ts";
import { removeRuns } from "./housekeeping.ts";
import { isFree, type Run } from "./runs.ts";
import { toldCalls } from "./told-services.ts";
import type { Queries } from "./store.ts";
import { readApart } from "./damaged.ts";
import { factColumns, type SubmissionFacts } from "./submissions.ts";
import { forgetDetails } from "./visitor-details.ts";
import { forgetPayer } from "./payments.ts";
import { hasOpenEvents, isWaiting, removeWaits } from "./waits.ts";

/** How many there are of each. */
export interface Holdings {
  submissions: number;
  answers: number;
  consents: number;
  deliveries: number;
  /** Of these, how many have not gone out. */
  undelivered: number;
  attempts: number;
  calls: number;
  files: number;
  /** Runs of others that it put in line, with what they were to begin with. */
  lines: number;
  /** Calls of services that got something of it, by name. */
  told: string[];
}

export const submissionsOfRun = (db: Queries, run: string): Promise<SubmissionFacts[]> =>
  db
    .selectFrom("submissions")
    .select(factColumns)
    .where("run", "=", run)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

async function count(db: Queries, table: "attempts" | "calls" | "files", run: string): Promise<number> {
  const { count: found } = await db
    .selectFrom(table)
    .select((build) => build.fn.countAll().as("count"))
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** What a run is of; undefined where there is none. */
export const ownerOf = (db: Queries, run: string): Promise<Pick<Run, "brand" | "flow"> | undefined> =>
  db.selectFrom("runs").select(["brand", "flow"]).where("id", "=", run).executeTakeFirst();

const linesOf = (db: Queries, run: string) =>
  db
    .selectFrom("linked_runs")
    .select(["id", "run"])
    .where((where) => where.or([where("begun_by", "=", run), where("run", "=", run)]))
    .execute();

/** What goes out because of a run: for its submissions, how far it came, what embedded services send for its calls, and its ways elsewhere. */
async function deliveriesOf(
  db: Queries,
  run: string,
  submissions: Pick<SubmissionFacts, "id">[],
): Promise<{ ids: Pick<Delivery, "id" | "state">[]; keys: string[] }> {
  const own = submissions.map(({ id }) => id);
  const ids =
    own.length === 0
      ? []
      : await db.selectFrom("deliveries").select(["id", "state"]).where("submission", "in", own).execute();
  const calls = await db.selectFrom("calls").select("key").where("run", "=", run).execute();
  const handoffs = await db.selectFrom("handoffs").select("id").where("run", "=", run).execute();
  ids.push(...(await advancesOf(db, run)));
  const keys = [...calls.map(({ key }) => key), ...ids.map(({ id }) => id), ...handoffs.map(({ id }) => id)];
  const whose = await ownerOf(db, run);
  if (!whose) return { ids, keys };
  for (const some of inParts(keys)) {
    const served = await db
      .selectFrom("deliveries")
      .select(["id", "state"])
      .where("submission", "is", null)
      .where("brand", "=", whose.brand)
      .where((where) =>
        where.or(
          some.flatMap((key) => [where("dedupe", "like", `%/${key}`), where("dedupe", "like", `%/${key}/%`)]),
        ),
      )
      .execute();
    ids.push(...served);
  }
  return { ids, keys };
}

const parsed = (json: string): object => {
  try {
    return JSON.parse(json) as object;
  } catch {
    return {};
  }
};

/** What an erasure of the run would take. */
export async function holdingsOf(db: Queries, run: string): Promise<Holdings> {
  const submissions = await submissionsOfRun(db, run);
  const ids = submissions.map(({ id }) => id);
  const { ids: deliveries } = await deliveriesOf(db, run, submissions);
  const consents =
    ids.length === 0
      ? []
      : await db.selectFrom("consents").select("path").where("submission", "in", ids).execute();
  // What cannot be read is erased too, and counts as nothing.
  const { rows } = await readApart<{ answers: string }>(
    submissions.length > 0
      ? db.selectFrom("submissions").select("answers").where("run", "=", run)
      : db.selectFrom("runs").select("answers").where("id", "=", run),
  );
  const answers = rows.map((one) => Object.keys(parsed(one.answers)).length);
  return {
    submissions: submissions.length,
    answers: answers.reduce((sum, each) => sum + each, 0),
    consents: consents.length,
    deliveries: deliveries.length,
    undelivered: deliveries.filter(({ state }) => state !== "delivered").length,
    attempts: await count(db, "attempts", run),
    calls: await count(db, "calls", run),
    files: await count(db, "files", run),
    lines: (await linesOf(db, run)).length,
    told: await toldCalls(
      db,
      run,
      deliveries.map(({ id }) => id),
    ),
  };
}

/** Whether something of the run is under way: an attempt, a wait, or a delivery that somebody has taken. */
export async function isAtWork(db: Queries, run: string, now: string): Promise<boolean> {
  const free = await db
    .selectFrom("runs")
    .select("id")
    .where("id", "=", run)
    .where((where) => isFree(where, now))
    .executeTakeFirst();
  const submissions = await submissionsOfRun(db, run);
  const { ids } = await deliveriesOf(db, run, submissions);
  // Of a run that was never sent nothing stays that would tell of a payment that came too late.
  if (submissions.length === 0 && (await hasOpenEvents(db, run))) return true;
  return !free || (await isWaiting(db, run)) || ids.some(({ state }) => state === "leased");
}

/** Holds what goes out because of a run until the caller's transaction ends: nobody leases any of it meanwhile. */
export async function lockDeliveriesOf(db: Queries, run: string): Promise<void> {
  const { ids } = await deliveriesOf(db, run, await submissionsOfRun(db, run));
  if (ids.length === 0) return;
  const named = ids.map(({ id }) => id).toSorted();
  await held(db, db.selectFrom("deliveries").select("id").where("id", "in", named).orderBy("id")).execute();
}

/** What is to be removed elsewhere, once the transaction is over. */
export interface ExternalCopies {
  /** Names in the storage of uploads. */
  stored: string[];
  /** Ids of deliveries: mails that were written to files bear them. */
  deliveries: string[];
}

/** Erases, in the caller's transaction. The caller has seen that nothing is at work on it, and writes the evidence. */
export async function eraseContents(db: Queries, run: string, now: string): Promise<ExternalCopies> {
  const submissions = await submissionsOfRun(db, run);
  const ids = submissions.map(({ id }) => id);
  const found = await deliveriesOf(db, run, submissions);
  const deliveries = found.ids.map(({ id }) => id);
  const ofServices: string[] = [];
  for (const keys of inParts(found.keys)) {
    await db
      .deleteFrom("service_records")
      .where((where) =>
        where.or([where("key", "in", keys), ...keys.map((key) => where("key", "like", `%/${key}`))]),
      )
      .execute();
    await eraseAppointments(db, keys);
    await eraseCancellations(db, keys);
    ofServices.push(...(await eraseOpportunities(db, keys)));
  }
  await removeByIds(db, deliveries);
  const files = await db.selectFrom("files").select("stored").where("run", "=", run).execute();
  for (const table of ["attempts", "calls", "files", "captcha_passes", "handoffs"] as const) {
    await db.deleteFrom(table).where("run", "=", run).execute();
  }
  await removeWaits(db, [run]);
  await forgetPayer(db, run);
  await db.deleteFrom("linked_runs").where("begun_by", "=", run).where("run", "is", null).execute();
  await db
    .updateTable("linked_runs")
    .set({ parameters: "{}", answers: "{}" })
    .where((where) => where.or([where("begun_by", "=", run), where("run", "=", run)]))
    .execute();
  // Its answers may be damaged: they are not read.
  const row = await db.selectFrom("runs").select("session").where("id", "=", run).executeTakeFirst();
  if (row) await forgetDetails(db, row.session);
  const empty = {
    answers: "{}",
    results: "{}",
    failure: null,
    failure_says: null,
    dialog: null,
    wait: null,
    settled: null,
  };
  await db
    .updateTable("runs")
    .set({ ...empty, status: "done" })
    .where("id", "=", run)
    .execute();
  await removeListsOfSenders(db, ids);
  // What nothing was sent in is gone, unless others hang on it: these go with time, and it with them.
  if (ids.length === 0 && (await linesOf(db, run)).every((line) => line.run === run))
    await removeRuns(db, [run]);
  if (ids.length > 0) {
    await db.deleteFrom("identifiers").where("submission", "in", ids).execute();
    await db
      .updateTable("consents")
      .set({ purpose: null, text: null, text_hash: null })
      .where("submission", "in", ids)
      .execute();
    await db.updateTable("evidence").set({ salt: null }).where("submission", "in", ids).execute();
  }
  await db
    .updateTable("submissions")
    .set({ answers: "{}", labels: "{}", documents: null, context: null, erased_at: now })
    .where("run", "=", run)
    .execute();
  // One that was under way is not taken up again: there is nothing to send.
  await db
    .updateTable("submissions")
    .set({ state: "failed", decided_at: now })
    .where("run", "=", run)
    .where("state", "=", "pending")
    .execute();
  return { stored: [...files.flatMap(({ stored }) => stored ?? []), ...ofServices], deliveries };
}

/** Runs with a submission of a flow from before a moment that is not erased, in the order of their ids. */
export async function runsBefore(
  db: Queries,
  { brand, flow, before }: { brand: string; flow: string; before: string },
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("submissions")
    .select("run")
    .distinct()
    .where("brand", "=", brand)
    .where("flow", "=", flow)
    .where("erased_at", "is", null)
    .where("run", ">", after)
    .where("created_at", "<", before)
    .orderBy("run")
    .limit(most)
    .execute();
  return rows.map(({ run }) => run);
}

/** Flows of which there are submissions that are not erased. */
export const flowsHeld = (db: Queries): Promise<{ brand: string; flow: string }[]> =>
  db
    .selectFrom("submissions")
    .select(["brand", "flow"])
    .distinct()
    .where("erased_at", "is", null)
    .orderBy("brand")
    .orderBy("flow")
    .execute();
