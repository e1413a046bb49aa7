import type { Selectable } from "kysely";
import { compiled, type Asked } from "./compiled.ts";
import { readApart, type DamagedRow } from "./damaged.ts";
import { isFree } from "./runs.ts";
import type { SequenceNumber } from "./sequences.ts";
import type { Queries } from "./store.ts";
import type { SubmissionsTable } from "./tables.ts";
import { unfinished } from "./waits.ts";

export type Submission = Selectable<SubmissionsTable>;

/** What is known of a submission without opening anything that is personal. */
export type SubmissionFacts = Omit<Submission, "answers" | "labels" | "documents" | "context" | "attempt">;

export const factColumns = [
  "id",
  "number",
  "sequence",
  "period",
  "position",
  "run",
  "step",
  "brand",
  "flow",
  "revision",
  "state",
  "created_at",
  "decided_at",
  "erased_at",
] as const satisfies (keyof SubmissionFacts)[];

/** A submission before it has a number. */
export type NewSubmission = Omit<
  Submission,
  "number" | "sequence" | "period" | "position" | "documents" | "erased_at"
>;

/** By what the program and people know a submission, and when it was made first. */
export type SubmissionName = Pick<Submission, "id" | "number" | "sequence" | "created_at">;

const nameColumns = ["id", "number", "sequence", "created_at"] as const;

type Numbered = Pick<Submission, "number" | "sequence" | "period" | "position">;

/** What a submission has until it is given a number: its id stands for it. */
export const unnumbered = ({ id }: Pick<Submission, "id">): Numbered => ({
  number: id,
  sequence: null,
  period: null,
  position: null,
});

/** Stores the first submission of a step as pending, in the caller's transaction, which fails where there is one. */
export const addSubmission = (db: Queries, submission: NewSubmission & Numbered): Asked<unknown> =>
  insertFirst(db, submission);

const insertFirst = compiled((db, submission: NewSubmission & Numbered) =>
  db.insertInto("submissions").values(submission),
);

/**
 * Stores a submission as pending, in the caller's transaction, and gives its id, number and time. The same step of the same
 * run has one submission, which keeps its number and time: what it holds is brought up to date, unless it was accepted.
 * `take` gives a new one its number; without, its id stands for it. `isOpen` tells that it was not accepted before.
 */
export async function keepSubmission(
  db: Queries,
  submission: NewSubmission,
  take?: () => Promise<SequenceNumber>,
): Promise<SubmissionName & { isOpen: boolean }> {
  const { run, step } = submission;
  const named = db
    .selectFrom("submissions")
    .select(nameColumns)
    .where("run", "=", run)
    .where("step", "=", step);
  // A number is taken by a new one alone.
  const isNew = take !== undefined && (await named.executeTakeFirst()) === undefined;
  const number = isNew ? await take() : unnumbered(submission);
  const kept = (await insertPending(db, { ...submission, ...number })).rows[0];
  return kept ? { ...kept, isOpen: true } : { ...(await named.executeTakeFirstOrThrow()), isOpen: false };
}

const insertPending = compiled((db, submission: Omit<Submission, "documents" | "erased_at">) =>
  db
    .insertInto("submissions")
    .values(submission)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "step"])
        .doUpdateSet(({ ref }) => ({
          answers: ref("excluded.answers"),
          labels: ref("excluded.labels"),
          context: ref("excluded.context"),
          attempt: ref("excluded.attempt"),
          state: "pending",
          decided_at: null,
        }))
        .where("submissions.state", "!=", "accepted"),
    )
    .returning(nameColumns),
);

/** Whether an attempt was left in the middle after these answers, as JSON, were stored for a step. */
export async function isInterrupted(
  db: Queries,
  run: string,
  step: string,
  answers: string,
): Promise<boolean> {
  const pending = await db
    .selectFrom("submissions")
    .select("answers")
    .where("run", "=", run)
    .where("step", "=", step)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return pending?.answers === answers;
}

/** How what was chosen in a run was called, by path, where it was accepted. */
export async function acceptedLabels(db: Queries, run: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("submissions")
    .select("labels")
    .where("run", "=", run)
    .where("state", "=", "accepted")
    .orderBy("created_at")
    .execute();
  return Object.assign({}, ...rows.map(({ labels }) => JSON.parse(labels) as Record<string, string>));
}

/** What a document says, and when its submission was accepted: mails carry the same file. */
export interface KeptDocument {
  content: unknown;
  written: string;
}

async function keptDocument(
  db: Queries,
  where: { column: "run" | "id"; value: string },
  document: string,
): Promise<KeptDocument | undefined> {
  const rows = await db
    .selectFrom("submissions")
    .select(["documents", "created_at", "decided_at"])
    .where(where.column, "=", where.value)
    .where("state", "=", "accepted")
    .orderBy("created_at")
    .execute();
  for (const { documents, created_at, decided_at } of rows) {
    const contents = JSON.parse(documents ?? "{}") as Record<string, unknown>;
    if (Object.hasOwn(contents, document))
      return { content: contents[document], written: decided_at ?? created_at };
  }
  return undefined;
}

/** A document of what was accepted in a run. */
export const acceptedDocument = (db: Queries, run: string, document: string) =>
  keptDocument(db, { column: "run", value: run }, document);

/** A document of one submission. */
export const documentOfSubmission = (db: Queries, id: string, document: string) =>
  keptDocument(db, { column: "id", value: id }, document);

/**
 * Gives it as it is stored then; undefined where it was accepted before. `documents` are what the person may take, and
 * `number` is the one that it is given: of an accepted one.
 */
export const decideSubmission = async (
  db: Queries,
  id: string,
  state: "accepted" | "failed",
  now: string,
  documents: Record<string, object> = {},
  number?: SequenceNumber,
): Promise<Submission | undefined> => {
  const kept = Object.keys(documents).length > 0 ? JSON.stringify(documents) : null;
  const decision = { ...number, state, decided_at: now, documents: kept };
  return (await setDecision(db, { id, decision })).rows[0];
};

const setDecision = compiled((db, { id, decision }: { id: string; decision: Partial<Submission> }) =>
  db
    .updateTable("submissions")
    .set(decision)
    .where("id", "=", id)
    .where("state", "!=", "accepted")
    .returningAll(),
);

/** A submission whose attempt was interrupted, with what is needed to take it up again. */
export interface PendingSubmission {
  number: string;
  step: string;
  answers: string;
  run: string;
  session: string;
  version: number;
  /** Of the attempt that was interrupted, where it is still written down. */
  key: string | null;
  /** The button of a dialog that this attempt pressed, as JSON. */
  dialog: string | null;
}

/**
 * Those that are neither accepted nor failed and that nobody is at work on, the oldest first. `tell` gets those that cannot
 * be read.
 */
export async function pendingSubmissions(
  db: Queries,
  now: string,
  tell: (damaged: DamagedRow<PendingSubmission>[]) => void = () => {},
): Promise<PendingSubmission[]> {
  const query = db
    .selectFrom("submissions")
    .innerJoin("runs", "runs.id", "submissions.run")
    .select(["number", "submissions.step", "submissions.answers", "run", "session", "version"])
    .select((build) =>
      (["key", "dialog"] as const).map((column) =>
        build
          .selectFrom("attempts")
          .select(column)
          .whereRef("attempts.run", "=", "submissions.run")
          .where("attempts.state", "=", "running")
          .where((where) =>
            where.or([
              where("attempts.key", "=", where.ref("submissions.attempt")),
              // One that was stored before it was kept which attempt did.
              where("submissions.attempt", "is", null),
            ]),
          )
          .orderBy("started_at", "desc")
          .orderBy("key")
          .limit(1)
          .as(column),
      ),
    )
    .where("submissions.state", "=", "pending")
    .where("runs.status", "=", "open")
    .where((where) => isFree(where, now))
    // One that waits for something outside was not left in the middle.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("waits")
            .select("waits.id")
            .whereRef("waits.run", "=", "submissions.run")
            .where("waits.state", "in", unfinished),
        ),
      ),
    )
    .orderBy("submissions.created_at");
  const { rows, damaged } = await readApart(query);
  tell(damaged);
  return rows;
}

/** Those that people call so, by number or id, the newest first. Numbers of sequences are a brand's and flow's own. */
export async function submissionsNamed(
  db: Queries,
  name: string,
  { brand, flow }: { brand?: string | undefined; flow?: string | undefined } = {},
): Promise<SubmissionFacts[]> {
  let query = db
    .selectFrom("submissions")
    .select(factColumns)
    .where((where) => where.or([where("number", "=", name), where("id", "=", name)]))
    .orderBy("created_at", "desc");
  if (brand !== undefined) query = query.where("brand", "=", brand);
  if (flow !== undefined) query = query.where("flow", "=", flow);
  return await query.execute();
}

export const submissionsById = (
  db: Queries,
  ids: string[],
): Promise<{ rows: Submission[]; damaged: DamagedRow<Submission>[] }> =>
  readApart(db.selectFrom("submissions").selectAll().where("id", "in", ids));

/** The number of what was sent last in a run. */
export async function numberOfRun(db: Queries, run: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("submissions")
    .select("number")
    .where("run", "=", run)
    .where("state", "=", "accepted")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .executeTakeFirst();
  return row?.number;
}
