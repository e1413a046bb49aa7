/** What can be found wrong in the logs and in what they tell of. */

export type Finding =
  /** Places in the log that have no entry. */
  | "missing-entry"
  /** The entry itself is not as it was written. */
  | "changed-entry"
  /** It does not follow those before it, or the tree up to here is not the one that was signed: something was put in, or elsewhere. */
  | "broken-link"
  /** The log ends before its end, or goes on behind it. */
  | "cut-off"
  /** An end that nobody signed, or that the keys of this store did not. */
  | "head-unsigned"
  /** An entry that somebody noted elsewhere is another one here, or gone. */
  | "other-head"
  | "submission-gone"
  | "submission-changed"
  | "consent-gone"
  | "consent-changed"
  /** It is said to be revoked, or not to be, and the log says otherwise. */
  | "revocation-changed"
  /** It was erased, and no entry says so. */
  | "erased-silently"
  /** It is said to be erased, and something of it is there. */
  | "not-erased"
  /** Accepted, and no entry tells of it. */
  | "submission-unentered"
  | "consent-unentered"
  /** What a revision says is not what it said. */
  | "revision-changed"
  | "revision-gone"
  | "list-changed"
  /** A sealed value cannot be opened: it was changed, or moved there from elsewhere. */
  | "value-damaged"
  /** Evaluated again, json-logic-js says otherwise of it. */
  | "rules-disagree"
  /** It cannot be evaluated again with what is stored. */
  | "not-evaluated"
  /** A personal value is not sealed, though all in its column was. */
  | "value-plain";

export interface EvidenceFinding {
  finding: Finding;
  /** Empty for what is no brand's. */
  brand: string;
  /** In the log, where it has a place there. */
  position?: number;
  submission?: string;
  /** Path of a consent or of what is evaluated otherwise, hash of a revision or list, column of a value with its row. */
  subject?: string;
}
