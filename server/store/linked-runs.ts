/** Runs that others put in line: a person is taken to each of them in turn. */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { lockLine } from "./locks.ts";
import { isFree, type Run } from "./runs.ts";
import type { Queries } from "./store.ts";
import type { LinkedRunsTable } from "./tables.ts";

export type LinkedRun = Selectable<LinkedRunsTable>;

export interface NewLinkedRun {
  /** Where in the step's program it stands. */
  line: string;
  flow: string;
  /** What its rules read as `with`. */
  parameters: Record<string, unknown>;
  /** What it is to begin with, by path; looked at when it begins. */
  answers: Record<string, unknown>;
}

/** Puts in line what a step's program began, in the place of what an earlier passage through that step did. */
export async function putInLine(
  db: Queries,
  run: Pick<Run, "id" | "session" | "brand">,
  step: string,
  begun: NewLinkedRun[],
  now: string,
): Promise<void> {
  // Those of one line have places that follow each other.
  await lockLine(db, run.session);
  await db
    .deleteFrom("linked_runs")
    .where("begun_by", "=", run.id)
    .where("step", "=", step)
    .where("run", "is", null)
    .execute();
  if (begun.length === 0) return;
  const family = await familyOf(db, run.id);
  const last = await db
    .selectFrom("linked_runs")
    .select((build) => build.fn.max("position").as("position"))
    .where("family", "=", family)
    .executeTakeFirst();
  const rows = begun.map(({ line, flow, parameters, answers }, index) => ({
    id: randomUUID(),
    family,
    begun_by: run.id,
    step,
    line,
    position: (last?.position ?? 0) + index + 1,
    session: run.session,
    brand: run.brand,
    flow,
    parameters: JSON.stringify(parameters),
    answers: JSON.stringify(answers),
    run: null,
    created_at: now,
  }));
  await db.insertInto("linked_runs").values(rows).execute();
}

/** The run with which the line began that a run stands in; the run itself where it was begun by itself. */
async function familyOf(db: Queries, run: string): Promise<string> {
  const linked = await db
    .selectFrom("linked_runs")
    .select("family")
    .where("run", "=", run)
    .executeTakeFirst();
  return linked?.family ?? run;
}

/** Whether anything was ever put in line in a session: for most there is nothing to be looked for. */
export const hasLine = async (db: Queries, session: string): Promise<boolean> =>
  (await firstInLine(db, { session })).rows.length > 0;

const firstInLine = compiled((db, { session }: { session: string }) =>
  db.selectFrom("linked_runs").select("id").where("session", "=", session).limit(1),
);

/** What waits in a session and may begin, because whoever put it in line has ended: the oldest line first. */
export const waitingRuns = (db: Queries, session: string, brand: string): Promise<LinkedRun[]> =>
  db
    .selectFrom("linked_runs")
    .innerJoin("runs", "runs.id", "linked_runs.begun_by")
    .selectAll("linked_runs")
    .where("linked_runs.session", "=", session)
    .where("linked_runs.brand", "=", brand)
    .where("linked_runs.run", "is", null)
    .where("runs.status", "=", "done")
    .orderBy("linked_runs.created_at")
    .orderBy("linked_runs.position")
    .execute();

/** All runs of a line: the one with which it began, and those that were begun since. */
async function runsOfLine(db: Queries, family: string): Promise<string[]> {
  const begun = await db.selectFrom("linked_runs").select("run").where("family", "=", family).execute();
  return [family, ...begun.flatMap(({ run }) => run ?? [])];
}

/** When anybody last touched a run of a line. */
export async function lineTouched(db: Queries, family: string): Promise<string> {
  const { touched } = await db
    .selectFrom("runs")
    .select((build) => build.fn.max("updated_at").as("touched"))
    .where("id", "in", await runsOfLine(db, family))
    .executeTakeFirstOrThrow();
  return touched;
}

/** Takes the other runs of a line to another session, and what is done in the same flow, where no attempt is at work. */
export async function moveFamily(db: Queries, run: Run, to: string, now: string): Promise<void> {
  const line = await runsOfLine(db, await familyOf(db, run.id));
  await db
    .updateTable("runs")
    .set({ session: to })
    .where("session", "=", run.session)
    .where("brand", "=", run.brand)
    .where((where) => isFree(where, now))
    .where((where) =>
      where.or([
        where("id", "in", line),
        where.and([where("flow", "=", run.flow), where("status", "=", "done")]),
      ]),
    )
    .execute();
}

/** Whether a run was put in line by another one. */
export const isLinked = async (db: Queries, run: string): Promise<boolean> =>
  (await db.selectFrom("linked_runs").select("id").where("run", "=", run).executeTakeFirst()) !== undefined;

/** Says which run it became. */
export const markBegun = (db: Queries, id: string, run: string): Promise<unknown> =>
  db.updateTable("linked_runs").set({ run }).where("id", "=", id).where("run", "is", null).execute();

/** The flows of those in a run's line that are begun and not done, the first first. */
export async function openInLine(db: Queries, run: string): Promise<string[]> {
  const rows = await db
    .selectFrom("linked_runs")
    .innerJoin("runs", "runs.id", "linked_runs.run")
    .select("linked_runs.flow")
    // A run that was begun by itself may have a line of its own, from before it was put in another one's.
    .where("linked_runs.family", "in", [await familyOf(db, run), run])
    .where("runs.status", "=", "open")
    .orderBy("linked_runs.created_at")
    .orderBy("linked_runs.position")
    .execute();
  return rows.map(({ flow }) => flow);
}

/** Takes a run's place in a line, and what still waits in that line, to another session. */
export async function moveLine(db: Queries, run: string, from: string, to: string): Promise<void> {
  const family = await familyOf(db, run);
  await db
    .updateTable("linked_runs")
    .set({ session: to })
    .where("session", "=", from)
    .where((where) =>
      where.or([
        where("run", "=", run),
        where.and([where("run", "is", null), where("family", "in", [family, run])]),
      ]),
    )
    .execute();
}
