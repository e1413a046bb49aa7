import type { ExpressionBuilder, Selectable } from "kysely";
import {
  trackingOf,
  type Answers,
  type RunDialog,
  type RunState,
  type RunWait,
  type Words,
} from "../../schemas/engine/serve.ts";
import { changed, compiled, type Asked } from "./compiled.ts";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { RunsTable, Tables } from "./tables.ts";

/** A run as the store has it. */
export type Run = Selectable<RunsTable>;

/**
 * What programs left in a run; `with`: what it was begun with, nothing where it was begun by itself; `run`: the token that
 * it has from its beginning; and `tracking`: the visit in which it was begun.
 */
export const runResults = ({ results }: Pick<Run, "results">): Record<string, unknown> => ({
  with: {},
  run: {},
  tracking: trackingOf({}),
  ...(JSON.parse(results) as Record<string, unknown>),
});

/** Whether its owner may change anything of a run: not of one that is done, nor while it waits for something outside. */
export const isEditable = ({ status, wait }: Pick<Run, "status" | "wait">): boolean =>
  status === "open" && wait === null;

/** What its owner may see of a run. */
export function runState(run: Run): RunState {
  const { tracking: _, ...results } = runResults(run);
  return {
    run: run.id,
    flow: run.flow,
    ...(run.subject === "" ? {} : { subject: run.subject }),
    revision: run.revision,
    step: run.step,
    version: run.version,
    answers: JSON.parse(run.answers) as Answers,
    results,
    status: run.status,
    done: JSON.parse(run.done) as string[],
    ...dialogState(run),
    ...(run.failure === null ? {} : { failure: run.failure }),
    ...(run.failure_says === null ? {} : { failureSays: JSON.parse(run.failure_says) as Words }),
    ...(run.wait === null ? {} : { wait: JSON.parse(run.wait) as RunWait }),
    ...(run.settled === null ? {} : { settled: JSON.parse(run.settled) as RunState["settled"] & object }),
  };
}

/** The open dialog, if it can be shown: of what else is remembered of it, nothing is its owner's. */
function dialogState({ dialog, status }: Run): Pick<RunState, "dialog"> {
  if (dialog === null || status !== "open") return {};
  const { id, step, title, body } = JSON.parse(dialog) as Partial<RunDialog>;
  if (id === undefined || step === undefined || title === undefined) return {};
  return { dialog: { id, step, title, ...(body === undefined ? {} : { body }) } };
}

/** Two tabs that begin at once share the one that was first. */
export const insertRun = compiled((db, run: Run) =>
  db
    .insertInto("runs")
    .values(run)
    .onConflict((conflict) => conflict.doNothing()),
);

/** A run of this session; another session's is as if it did not exist. One that is held is nobody else's to change. */
export async function findRun(
  db: Queries,
  session: string,
  id: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Run | undefined> {
  return (await (isHeld ? heldRun : sessionsRun)(db, { session, id })).rows[0];
}

const ofSession = (db: Queries, { session, id }: Pick<Run, "session" | "id">) =>
  db.selectFrom("runs").selectAll().where("id", "=", id).where("session", "=", session);
const sessionsRun = compiled(ofSession);
const heldRun = compiled((db, run: Pick<Run, "session" | "id">) => held(db, ofSession(db, run)));

/** Whose a run is, and of what. Nothing of it is sealed. */
export type RunFacts = Pick<Run, "id" | "session" | "brand" | "flow" | "revision">;

/** The same, of which no more than that is needed: nothing is opened. */
export const findRunFacts = async (db: Queries, session: string, id: string): Promise<RunFacts | undefined> =>
  (await sessionsFacts(db, { session, id })).rows[0];

const sessionsFacts = compiled((db, { session, id }: Pick<Run, "session" | "id">) =>
  db
    .selectFrom("runs")
    .select(["id", "session", "brand", "flow", "revision"])
    .where("id", "=", id)
    .where("session", "=", session),
);

/** A run whose id nobody outside gave, whoever's it is. */
export const anySessionsRun = (db: Queries, id: string): Promise<Run> =>
  db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const runsOf = (db: Queries, session: string, brand: string) =>
  db.selectFrom("runs").selectAll().where("session", "=", session).where("brand", "=", brand);

const runsIn = (db: Queries, session: string, brand: string, flow: string) =>
  runsOf(db, session, brand).where("flow", "=", flow);

/** Which run of several of a session: those of one flow, about one thing. */
export interface RunKey {
  brand: string;
  flow: string;
  /** Empty where a flow has none. */
  subject: string;
}

/** Whether a session has a run, open or done, that began with a revision. */
export const hasRunOf = async (db: Queries, session: string, revision: string): Promise<boolean> =>
  (await db
    .selectFrom("runs")
    .select("id")
    .where("session", "=", session)
    .where("revision", "=", revision)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The newest run of a session in a flow, open or done. */
export const newestRun = (
  db: Queries,
  session: string,
  { brand, flow, subject }: RunKey,
): Promise<Run | undefined> =>
  runsIn(db, session, brand, flow)
    .where("subject", "=", subject)
    .orderBy("status", "desc")
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** The newest run of a session in a flow that is done. */
export const doneRun = (
  db: Queries,
  session: string,
  brand: string,
  flow: string,
): Promise<Run | undefined> =>
  runsIn(db, session, brand, flow)
    .where("status", "=", "done")
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** The open run whose last attempt led to this failure page. */
export const failedRun = (
  db: Queries,
  session: string,
  brand: string,
  route: string,
): Promise<Run | undefined> =>
  runsOf(db, session, brand)
    .where("status", "=", "open")
    .where("failure", "=", route)
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** The open run of a session in a flow. */
export const openRun = (
  db: Queries,
  session: string,
  { brand, flow, subject }: RunKey,
): Promise<Run | undefined> =>
  runsIn(db, session, brand, flow)
    .where("subject", "=", subject)
    .where("status", "=", "open")
    .executeTakeFirst();

/** Whether no attempt is at work on a run: none has it, or the one that had it gave no sign of life. */
export const isFree = (where: ExpressionBuilder<Tables, "runs">, now: string) =>
  where.or([where("runs.busy_key", "is", null), where("runs.busy_until", "<", now)]);

/** Changes a run that no attempt is at work on, at the time of the change. Tells whether none was. */
export async function changeFreeRun(
  db: Queries,
  id: string,
  changes: Pick<Run, "answers" | "results" | "step" | "done" | "updated_at">,
): Promise<boolean> {
  const result = await db
    .updateTable("runs")
    .set(changes)
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("wait", "is", null)
    .where((where) => isFree(where, changes.updated_at))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Tells whether no attempt is at work on an open run, and keeps it so until the caller's transaction ends: whoever takes
 * the run meanwhile waits. To look at it would not do.
 */
export async function holdFreeRun(db: Queries, id: string, now: string): Promise<boolean> {
  const result = await db
    .updateTable("runs")
    .set({ updated_at: now })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where((where) => isFree(where, now))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Saves a draft, and how far the run is with it. */
export const saveDraft = (
  db: Queries,
  id: string,
  changes: Pick<Run, "answers" | "step" | "done" | "updated_at">,
): Asked<unknown> => setRun(db, { id, changes });

const setRun = compiled((db, { id, changes }: { id: string; changes: Partial<Run> }) =>
  db.updateTable("runs").set(changes).where("id", "=", id),
);

/**
 * Takes the run for one attempt until a moment, and gives it as it is then, and whether any submission of it was stored;
 * undefined where another attempt has it.
 */
export async function takeRun(
  db: Queries,
  { session, id }: Pick<Run, "session" | "id">,
  token: string,
  now: string,
  until: string,
): Promise<{ run: Run; hasSubmissions: boolean } | undefined> {
  const [row] = (await takeFreeRun(db, { session, id, token, now, until })).rows;
  if (!row) return undefined;
  const { submission, ...run } = row;
  return { run, hasSubmissions: submission !== null };
}

const takeFreeRun = compiled(
  (
    db,
    {
      session,
      id,
      token,
      now,
      until,
    }: Pick<Run, "session" | "id"> & Record<"token" | "now" | "until", string>,
  ) =>
    db
      .updateTable("runs")
      .set({ busy_key: token, busy_until: until })
      .where("id", "=", id)
      .where("session", "=", session)
      .where((where) => isFree(where, now))
      .returningAll()
      .returning(({ selectFrom }) =>
        selectFrom("submissions")
          .select("submissions.id")
          .whereRef("submissions.run", "=", "runs.id")
          .limit(1)
          .as("submission"),
      ),
);

/** Keeps the run for the attempt that has it. Tells whether it still does: once lost it is not taken back. */
export async function keepRun(db: Queries, id: string, token: string, until: string): Promise<boolean> {
  const result = await db
    .updateTable("runs")
    .set({ busy_until: until })
    .where("id", "=", id)
    .where("busy_key", "=", token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const releaseRun = (db: Queries, id: string, token: string): Promise<unknown> =>
  db
    .updateTable("runs")
    .set({ busy_key: null, busy_until: null })
    .where("id", "=", id)
    .where("busy_key", "=", token)
    .execute();

/** Frees what attempts of a process that is gone had taken. Only where no other process uses the store. */
export const releaseAllRuns = (db: Queries): Promise<unknown> =>
  db
    .updateTable("runs")
    .set({ busy_key: null, busy_until: null })
    .where("busy_key", "is not", null)
    .execute();

/** Writes what is remembered of the open dialog. Tells whether the attempt still had the run. */
export async function keepDialog(
  db: Queries,
  id: string,
  token: string,
  dialog: string | null,
): Promise<boolean> {
  const result = await db
    .updateTable("runs")
    .set({ dialog })
    .where("id", "=", id)
    .where("busy_key", "=", token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Writes where an attempt left the run, and frees it. Tells whether the attempt still had it. */
export async function finishRun(
  db: Queries,
  id: string,
  token: string,
  changes: Partial<Omit<Run, "id" | "session" | "brand" | "flow" | "revision" | "created_at">>,
): Promise<boolean> {
  return changed(await finishTakenRun(db, { id, token, changes }));
}

const finishTakenRun = compiled(
  (db, { id, token, changes }: { id: string; token: string; changes: Partial<Run> }) =>
    db
      .updateTable("runs")
      .set({ ...changes, busy_key: null, busy_until: null })
      .where("id", "=", id)
      .where("busy_key", "=", token),
);

/** Writes what came of the last wait, in the transaction that ends it. */
export const settleRun = (db: Queries, id: string, settled: string): Promise<unknown> =>
  db.updateTable("runs").set({ settled }).where("id", "=", id).execute();

/**
 * Gives a run that no attempt is at work on to another session, in the caller's transaction: with `touched`, only if nobody
 * touched it after that. Tells whether it did.
 */
export async function moveFreeRun(
  db: Queries,
  { id, session }: Pick<Run, "id" | "session">,
  { to, now, touched }: { to: string; now: string; touched?: string | undefined },
): Promise<boolean> {
  const result = await db
    .updateTable("runs")
    .set({ session: to, updated_at: now })
    .where("id", "=", id)
    .where("session", "=", session)
    .where("status", "=", "open")
    .where((where) =>
      where.and([isFree(where, now), ...(touched === undefined ? [] : [where("updated_at", "<=", touched)])]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
