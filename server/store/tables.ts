/** The tables of the store. Times are ISO 8601 in UTC with milliseconds; JSON is text. */
import type { Generated } from "kysely";

export interface Tables {
  sessions: SessionsTable;
  runs: RunsTable;
  attempts: AttemptsTable;
  calls: CallsTable;
  submissions: SubmissionsTable;
  deliveries: DeliveriesTable;
  revisions: RevisionsTable;
  service_records: ServiceRecordsTable;
}

/** A visitor's session on one brand's host. */
export interface SessionsTable {
  /** SHA-256 of the cookie's value: the store alone opens nothing. */
  id: string;
  brand: string;
  created_at: string;
}

export interface RunsTable {
  id: string;
  session: string;
  brand: string;
  flow: string;
  revision: string;
  step: string;
  version: number;
  answers: string;
  results: string;
  /** Ids of the steps that were continued from: a JSON array. */
  done: string;
  status: "open" | "done";
  /** Route of the failure page that the last attempt led to. */
  failure: string | null;
  /** The attempt that is at work, and until when it may be. */
  busy_key: string | null;
  busy_until: string | null;
  created_at: string;
  updated_at: string;
}

/** One press of Continuar. Primary key (run, key). */
export interface AttemptsTable {
  run: string;
  key: string;
  body_hash: string;
  state: "running" | "answered";
  started_at: string;
  /** HTTP status and body of the answer, kept for a repeated request. */
  status: number | null;
  response: string | null;
}

/** The log of calls of programs. Primary key (run, place, input_hash). */
export interface CallsTable {
  run: string;
  /** Where in the program: `<step>/<index>`. */
  place: string;
  input_hash: string;
  call: string;
  /** What the service is given to know a repeated call by. */
  key: string;
  state: "sent" | "answered";
  sent_at: string;
  answered_at: string | null;
  result: string | null;
}

/** Unique on (run, step). */
export interface SubmissionsTable {
  /** What people read aloud, e.g. `SI-7K4M-29QX`. */
  number: string;
  run: string;
  step: string;
  brand: string;
  flow: string;
  revision: string;
  answers: string;
  /** Labels of chosen options by path. */
  labels: string;
  state: "pending" | "accepted" | "failed";
  created_at: string;
  decided_at: string | null;
}

export interface DeliveriesTable {
  id: string;
  submission: string | null;
  brand: string;
  kind: "mail" | "call";
  /** Unique: what would be the same delivery twice. */
  dedupe: string;
  payload: string;
  state: "queued" | "leased" | "delivered" | "dead";
  attempts: number;
  /** Not before. */
  next_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}

export interface RevisionsTable {
  hash: string;
  brand: string;
  /** The whole revision as JSON text. */
  content: string;
  published_at: string;
  sequence: Generated<number>;
}

/** What embedded services keep. Primary key (service, key). */
export interface ServiceRecordsTable {
  service: string;
  /** Idempotency key of the call. */
  key: string;
  brand: string;
  body: string;
  answer: string;
  created_at: string;
}
