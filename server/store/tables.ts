/** The tables of the store. Times are ISO 8601 in UTC with milliseconds; JSON is text. */
import type { Generated } from "kysely";
import type {
  ConsentsTable,
  DataKeysTable,
  EvidenceHeadsTable,
  EvidenceTable,
  EvidenceTreeHeadsTable,
  IdentifiersTable,
  LeasesTable,
  ShownListsTable,
  SiteConsentsTable,
} from "./tables-of-evidence.ts";
import type { AppointmentPlacesTable, AppointmentsTable } from "./tables-of-appointments.ts";
import type { CancellationsTable } from "./tables-of-cancellations.ts";
import type {
  DocumentReviewsTable,
  OpportunitiesTable,
  OpportunityDocumentsTable,
} from "./tables-of-opportunities.ts";
import type { PaymentsTable } from "./tables-of-payments.ts";
import type {
  AccountListsTable,
  IdentityRequestsTable,
  SignInCodesTable,
  SignInsTable,
} from "./tables-of-sign-ins.ts";
import type { WaitEventsTable, WaitsTable } from "./tables-of-waits.ts";

export interface Tables {
  sessions: SessionsTable;
  runs: RunsTable;
  linked_runs: LinkedRunsTable;
  attempts: AttemptsTable;
  calls: CallsTable;
  submissions: SubmissionsTable;
  deliveries: DeliveriesTable;
  delivery_failures: DeliveryFailuresTable;
  sequences: SequencesTable;
  files: FilesTable;
  revisions: RevisionsTable;
  content_copies: ContentCopiesTable;
  service_records: ServiceRecordsTable;
  limits: LimitsTable;
  captcha_passes: CaptchaPassesTable;
  openings: OpeningsTable;
  holds: HoldsTable;
  handoffs: HandoffsTable;
  run_steps: RunStepsTable;
  waits: WaitsTable;
  wait_events: WaitEventsTable;
  consents: ConsentsTable;
  site_consents: SiteConsentsTable;
  evidence: EvidenceTable;
  evidence_heads: EvidenceHeadsTable;
  evidence_tree_heads: EvidenceTreeHeadsTable;
  leases: LeasesTable;
  shown_lists: ShownListsTable;
  data_keys: DataKeysTable;
  identifiers: IdentifiersTable;
  visitor_details: VisitorDetailsTable;
  payments: PaymentsTable;
  appointments: AppointmentsTable;
  appointment_places: AppointmentPlacesTable;
  cancellations: CancellationsTable;
  opportunities: OpportunitiesTable;
  opportunity_documents: OpportunityDocumentsTable;
  document_reviews: DocumentReviewsTable;
  sign_in_codes: SignInCodesTable;
  sign_ins: SignInsTable;
  identity_requests: IdentityRequestsTable;
  account_lists: AccountListsTable;
}

/** What a visitor typed of themselves, for the next form on the same device. */
export interface VisitorDetailsTable {
  session: string;
  brand: string;
  /** By detail, as JSON. */
  details: string;
  /** `session`: as long as that lasts, because the person ticked so; else `use`, for an hour after it was used. */
  kept: "session" | "use";
  expires_at: string;
}

/** A visitor's session on one brand's host. */
export interface SessionsTable {
  /** SHA-256 of the cookie's value: the store alone opens nothing. */
  id: string;
  brand: string;
  created_at: string;
}

/** That a visitor looked at something on a day: one row, however often. */
export interface OpeningsTable {
  service: string;
  /** As the service tells its clients apart. */
  brand: string;
  /** What was looked at, by its id. */
  subject: string;
  /** `yyyy-mm-dd`, in the brand's zone. */
  day: string;
  /** By what a visitor is told from others on that day. */
  visitor: string;
}

/** That something is kept for somebody for a time. */
export interface HoldsTable {
  id: string;
  /** Whose things these are, e.g. `units`. */
  service: string;
  /** What is held, as the service names it. */
  resource: string;
  /** SHA-256 of the token that who holds it has. Unique. */
  token_hash: string;
  /** Of the payment for it. Unique. */
  order_number: string | null;
  /** `held` until its time is over, given back before, or taken for good. */
  state: "held" | "released" | "taken";
  /** How often its time was made longer. */
  extended: number;
  /** Hash with the data key of the network from which it was asked, as limits have it; null where nobody knew. */
  from_hash: string | null;
  created_at: string;
  until_at: string;
  settled_at: string | null;
}

export interface RunsTable {
  id: string;
  session: string;
  brand: string;
  flow: string;
  /** What it is about, where its flow has several runs for a session; else empty. */
  subject: Generated<string>;
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
  /** JSON: the words in which that page says what happened, where the program has some. */
  failure_says: string | null;
  /** The dialog that the last attempt ended with, until it is answered: a JSON `OpenDialog` of server/runs. */
  dialog: string | null;
  /** What the run waits for: a JSON `RunWait` of the protocol. */
  wait: string | null;
  /** What came of the last wait, until something is pressed: JSON. */
  settled: string | null;
  /** The attempt that is at work, and until when it may be. */
  busy_key: string | null;
  busy_until: string | null;
  created_at: string;
  updated_at: string;
}

/** Runs that others put in line. Unique on (begun_by, step, line). */
export interface LinkedRunsTable {
  id: string;
  /** The run with which the line began. */
  family: string;
  /** The run whose program put it in line, and where in the program that stands. */
  begun_by: string;
  step: string;
  line: string;
  /** Its place in the family's line; the lowest is the first. */
  position: number;
  session: string;
  brand: string;
  flow: string;
  /** What its rules read as `with`: a JSON object. */
  parameters: string;
  /** Answers that it begins with: a JSON object by path. */
  answers: string;
  /** The run that it became; null while it waits. */
  run: string | null;
  created_at: string;
}

/** One press of Continuar. Primary key (run, key). */
export interface AttemptsTable {
  run: string;
  key: string;
  body_hash: string;
  state: "running" | "answered";
  /** The button of a dialog that was pressed: a JSON object `{id, button}`. */
  dialog: string | null;
  started_at: string;
  /** HTTP status and body of the answer, kept for a repeated request. */
  status: number | null;
  response: string | null;
}

/** The log of calls of programs. Primary key (run, place, input_hash). */
export interface CallsTable {
  run: string;
  /** Where in the program: `<step>/<index>`; of a call that was forgotten, `forgotten/<key>`. */
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
  /** Nobody can guess it, e.g. `SI-7K4M-29QX`. */
  id: string;
  /** What people read aloud: the next one of a sequence, else the id. */
  number: string;
  /** Where the number was taken from. Unique with brand and flow. */
  sequence: string | null;
  period: string | null;
  position: number | null;
  run: string;
  step: string;
  brand: string;
  flow: string;
  revision: string;
  answers: string;
  /** Labels of chosen options by path. */
  labels: string;
  /** What the documents say that the person may take: JSON, a `DocumentContent` of server/documents by its id in the flow. */
  documents: string | null;
  state: "pending" | "accepted" | "failed";
  created_at: string;
  decided_at: string | null;
  /** What its answers were evaluated with: JSON, a `EvaluationContext` of server/evidence. Null in those from before it was kept. */
  context: string | null;
  /** When what it held was erased. */
  erased_at: string | null;
  /** Key of the attempt that stored it last. Null in those from before it was kept. */
  attempt: string | null;
}

/** The last number that was taken. Primary key (brand, flow, sequence, period). */
export interface SequencesTable {
  brand: string;
  flow: string;
  sequence: string;
  period: string;
  last: number;
}

/** What people uploaded for a run. */
export interface FilesTable {
  id: string;
  run: string;
  /** As the person's device calls it. */
  name: string;
  /** MIME type, by its content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Under which name the storage has its bytes; null while they are here still. Unique. */
  stored: string | null;
  /** From before there was a storage; moved when the server starts. */
  content: Uint8Array | null;
  created_at: string;
}

export interface DeliveriesTable {
  id: string;
  /** Its id. */
  submission: string | null;
  brand: string;
  kind: "mail" | "call";
  /** The run of which it tells how far it came. Null in all others, and in those that a server of before queues. */
  run: string | null;
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

/** Attempts that failed. Primary key (delivery, failed_at, attempt). */
export interface DeliveryFailuresTable {
  delivery: string;
  failed_at: string;
  /** Counted anew after an operator has queued it again. */
  attempt: number;
  error: string;
}

export interface RevisionsTable {
  hash: string;
  brand: string;
  /** Of the engine that compiled it; null in those from before it was kept. */
  engine: string | null;
  /** The whole revision as JSON text. */
  content: string;
  published_at: string;
  sequence: Generated<number>;
}

/** The last good content of each source that is not files. */
export interface ContentCopiesTable {
  /** Space, environment and locale. Primary key. */
  source: string;
  /** JSON. */
  copy: string;
  /** When it was read. */
  read_at: string;
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

/** How often something was done. */
export interface LimitsTable {
  /** Hash, with the data key, of what was done and by whom or about whom. */
  key: string;
  /** When the window began that is counted. */
  window_start: string;
  count: number;
}

/** Attempts whose captcha was verified. Primary key (run, key). */
export interface CaptchaPassesTable {
  run: string;
  key: string;
  body_hash: string;
  passed_at: string;
}

/** Ways that runs take to other devices. */
export interface HandoffsTable {
  id: string;
  run: string;
  /** The session that the run is to leave, or has left. */
  session: string;
  brand: string;
  flow: string;
  /** SHA-256 of what the mailed link holds; null until the mail goes out. Unique. */
  token_hash: string | null;
  /** SHA-256 of the link's token and the code together: the code alone would be found by trying. */
  code_hash: string | null;
  /** Codes that were tried. */
  tries: number;
  expires_at: string | null;
  /** When the run went. */
  used_at: string | null;
  created_at: string;
}

/** How far runs came. Primary key (run, step); the first step stands here once it was continued from. */
export interface RunStepsTable {
  run: string;
  step: string;
  /** The step's place in its flow, from 0. */
  position: number;
  /** The first time that it was there to be answered, and that it was continued from. */
  reached_at: string;
  continued_at: string | null;
}
