/** Sales that need documents of somebody. */

export type DocumentState = "PENDING" | "COMPLETED" | "FAILED";

/** What an operator did with a document: decided how it is, or took its file out to look at it. */
export type ReviewAct = DocumentState | "TAKEN";

export interface OpportunitiesTable {
  id: string;
  brand: string;
  /** Idempotency key of the call that opened it. Unique. */
  call_key: string;
  /** SHA-256 of what its address holds. Unique. */
  token_hash: string;
  /** Whom it is for, as JSON. */
  details: string;
  created_at: string;
  expires_at: string;
}

/** What `details` holds: whom it is for, and how mails to them look, as a review is told when nobody asks. */
export interface OpportunityDetails<Look = unknown> {
  token: string;
  name: string;
  email: string;
  /** What is sold. */
  subject: string;
  from: { name: string; address: string };
  brand: Look;
}

export interface OpportunityDocumentsTable {
  /** Begins with the code of the brand. */
  id: string;
  opportunity: string;
  /** In the list, from 0. */
  position: number;
  caption: string;
  /** Extensions, with commas. */
  formats: string;
  /** Null until a file came. */
  state: DocumentState | null;
  /** Of the file that came last, as JSON: its name and MIME type. */
  file: string | null;
  /** What whoever reviewed it says to the person. */
  note: string | null;
  /** Bytes of that file. */
  size: number;
  /** Under which name the storage has them. */
  stored: string | null;
  changed_at: string;
}

export interface DocumentReviewsTable {
  id: string;
  document: string;
  /** Who reviewed it, as they were named. */
  operator: string;
  state: ReviewAct;
  note: string | null;
  created_at: string;
}
