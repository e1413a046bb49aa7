/** How the tables came to be: one file each under `migrations/`. */
import { sql, type Kysely, type Transaction } from "kysely";
import { accountLists } from "./migrations/account-lists.ts";
import { appointments } from "./migrations/appointments.ts";
import { attemptsOfSubmissions } from "./migrations/attempts-of-submissions.ts";
import { cancellations } from "./migrations/cancellations.ts";
import { contentCopies } from "./migrations/content-copies.ts";
import { dataKeys } from "./migrations/data-keys.ts";
import { deliveryFailures } from "./migrations/delivery-failures.ts";
import { dialogsAndLinkedRuns } from "./migrations/dialogs-and-linked-runs.ts";
import { documentsOfSubmissions } from "./migrations/documents-of-submissions.ts";
import { engineOfRevisions } from "./migrations/engine-of-revisions.ts";
import { evidence } from "./migrations/evidence.ts";
import { evidenceLog } from "./migrations/evidence-log.ts";
import { failureWords } from "./migrations/failure-words.ts";
import { filesInStorage } from "./migrations/files-in-storage.ts";
import { firstTables } from "./migrations/first-tables.ts";
import { handoffsAndRunSteps } from "./migrations/handoffs-and-run-steps.ts";
import { holds } from "./migrations/holds.ts";
import { identityRequests } from "./migrations/identity-requests.ts";
import { linkedRunsBySession } from "./migrations/linked-runs-by-session.ts";
import { limitsAndCaptchaPasses } from "./migrations/limits-and-captcha-passes.ts";
import { openings } from "./migrations/openings.ts";
import { opportunities } from "./migrations/opportunities.ts";
import { payments } from "./migrations/payments.ts";
import { revisionNumbers } from "./migrations/revision-numbers.ts";
import { runsOfDeliveries } from "./migrations/runs-of-deliveries.ts";
import { runsOfSessions } from "./migrations/runs-of-sessions.ts";
import { whereHoldsComeFrom } from "./migrations/where-holds-come-from.ts";
import { sequencesAndFiles } from "./migrations/sequences-and-files.ts";
import { signIns } from "./migrations/sign-ins.ts";
import { subjectsOfRuns } from "./migrations/subjects-of-runs.ts";
import { triesOfWaits } from "./migrations/tries-of-waits.ts";
import { siteConsents } from "./migrations/site-consents.ts";
import { siteConsentsInTheLog } from "./migrations/site-consents-in-the-log.ts";
import { visitorDetails } from "./migrations/visitor-details.ts";
import { waits } from "./migrations/waits.ts";
import type { Database, Migration } from "./migrations/migration.ts";

/** In order; the place in the list is the version, beginning at 1. */
export const migrations: readonly Migration[] = [
  firstTables,
  sequencesAndFiles,
  dialogsAndLinkedRuns,
  engineOfRevisions,
  linkedRunsBySession,
  filesInStorage,
  limitsAndCaptchaPasses,
  deliveryFailures,
  documentsOfSubmissions,
  failureWords,
  contentCopies,
  handoffsAndRunSteps,
  evidence,
  dataKeys,
  attemptsOfSubmissions,
  revisionNumbers,
  waits,
  triesOfWaits,
  evidenceLog,
  visitorDetails,
  openings,
  payments,
  holds,
  appointments,
  signIns,
  siteConsents,
  subjectsOfRuns,
  opportunities,
  identityRequests,
  accountLists,
  cancellations,
  runsOfDeliveries,
  runsOfSessions,
  whereHoldsComeFrom,
  siteConsentsInTheLog,
];

/** The database was written by a newer program: said in words, in both languages. */
export class NewerDatabase extends Error {
  constructor(version: number, known: number) {
    super(
      `La base de datos es de una versión más nueva (${version}) que este programa (${known}) / ` +
        `The database is of a newer version (${version}) than this program (${known})`,
    );
    this.name = "NewerDatabase";
  }
}

interface MigrationTables {
  migrations: { version: number; name: string; applied_at: string };
}

/** Any number, the same for every process: who has it brings the database up to date. */
const migrationLock = 7_468_201;

/** Brings the database up to date, each migration in its own transaction. @throws {NewerDatabase} */
export async function migrate(
  db: Kysely<unknown>,
  database: Database,
  list: readonly Migration[] = migrations,
): Promise<void> {
  let behind = true;
  while (behind) {
    // Two processes that start together must not both apply one: the version is read when nobody else is here.
    behind = await db.transaction().execute(async (transaction) => {
      if (database === "postgres") {
        // Large tables take longer than any request may, and so does waiting for whoever changes them.
        await sql`set local statement_timeout = 0`.execute(transaction);
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
      }
      await transaction.schema
        .createTable("migrations")
        .ifNotExists()
        .addColumn("version", "integer", (column) => column.primaryKey().notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("applied_at", "text", (column) => column.notNull())
        .execute();
      const log = transaction as unknown as Transaction<MigrationTables>;
      const last = await log
        .selectFrom("migrations")
        .select((build) => build.fn.max("version").as("version"))
        .executeTakeFirst();
      const version = last?.version ?? 0;
      if (version > list.length) throw new NewerDatabase(version, list.length);
      const migration = list[version];
      if (!migration) return false;
      await migration.up(transaction, database);
      await log
        .insertInto("migrations")
        .values({ version: version + 1, name: migration.name, applied_at: new Date().toISOString() })
        .execute();
      return true;
    });
  }
}
