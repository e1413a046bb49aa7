/** What hangs on the submissions of one person: their runs, payments and appointments. */
import type { Appointment } from "./appointments.ts";
import type { Consent } from "./evidence.ts";
import type { StoredFile } from "./files.ts";
import type { Opportunity, OpportunityDocument } from "./opportunities.ts";
import type { Payment } from "./payments.ts";
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";

/** Which run each of these submissions was sent in. */
export async function runsOfSubmissions(db: Queries, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("submissions").select(["id", "run"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, run }) => [id, run]));
}

/** Which of these submissions have calls to services that did not come to an end yet, and whether one of them was given up. */
export async function callsUnderWay(db: Queries, ids: string[]): Promise<Map<string, "open" | "dead">> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("deliveries")
    .select(["submission", "state"])
    .distinct()
    .where("submission", "in", ids)
    .where("kind", "=", "call")
    .where("state", "!=", "delivered")
    .execute();
  const found = new Map<string, "open" | "dead">();
  for (const { submission, state } of rows) {
    if (found.get(submission!) !== "dead") found.set(submission!, state === "dead" ? "dead" : "open");
  }
  return found;
}

/** Consents with submissions, those that were given last first. */
export const consentsOfSubmissions = async (db: Queries, ids: string[]): Promise<Consent[]> =>
  ids.length === 0
    ? []
    : await db
        .selectFrom("consents")
        .selectAll()
        .where("submission", "in", ids)
        .orderBy("given_at", "desc")
        .orderBy("submission")
        .orderBy("path")
        .execute();

/** Payments of runs, the newest first. */
export const paymentsOfRuns = async (db: Queries, brand: string, runs: string[]): Promise<Payment[]> =>
  runs.length === 0
    ? []
    : await db
        .selectFrom("payments")
        .selectAll()
        .where("brand", "=", brand)
        .where("run", "in", runs)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();

/** Appointments that the calls of runs made, the next one last. */
export const appointmentsOfRuns = async (
  db: Queries,
  brand: string,
  runs: string[],
): Promise<Appointment[]> =>
  runs.length === 0
    ? []
    : await db
        .selectFrom("appointments")
        .selectAll()
        .where("brand", "=", brand)
        .where("call_key", "in", (build) => build.selectFrom("calls").select("key").where("run", "in", runs))
        .orderBy("day", "desc")
        .orderBy("time", "desc")
        .orderBy("id")
        .execute();

/** Runs that a session has begun and not ended at a brand, the one that was touched last first. */
export const openRunsOf = (
  db: Queries,
  { session, brand }: { session: string; brand: string },
): Promise<Run[]> =>
  db
    .selectFrom("runs")
    .selectAll()
    .where("session", "=", session)
    .where("brand", "=", brand)
    .where("status", "=", "open")
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();

export interface FileOfRun extends StoredFile {
  run: string;
  created_at: string;
}

/** Files that were uploaded for runs, the newest first. */
export const filesOfRuns = async (db: Queries, runs: string[]): Promise<FileOfRun[]> =>
  runs.length === 0
    ? []
    : await db
        .selectFrom("files")
        .select(["id", "run", "name", "size", "type", "created_at"])
        .where("run", "in", runs)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();

/** Sales that calls of runs have opened, or calls that go out after their submissions; the newest first. */
export const opportunitiesOfRuns = async (
  db: Queries,
  brand: string,
  { runs, submissions }: { runs: string[]; submissions: string[] },
): Promise<Opportunity[]> =>
  runs.length === 0
    ? []
    : await db
        .selectFrom("opportunities")
        .selectAll()
        .where("brand", "=", brand)
        .where(({ or, eb, selectFrom }) =>
          or([
            eb("call_key", "in", selectFrom("calls").select("key").where("run", "in", runs)),
            eb(
              "call_key",
              "in",
              selectFrom("deliveries").select("id").where("submission", "in", submissions),
            ),
          ]),
        )
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();

/** What these sales ask for, in order. */
export const documentsOfSales = async (
  db: Queries,
  opportunities: string[],
): Promise<OpportunityDocument[]> =>
  opportunities.length === 0
    ? []
    : await db
        .selectFrom("opportunity_documents")
        .selectAll()
        .where("opportunity", "in", opportunities)
        .orderBy("position")
        .execute();
