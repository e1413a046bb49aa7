/** Tables of what is proved of submissions, and of how they are sealed and found. Times and JSON as in `tables.ts`. */
import type { EntryFacts } from "../hash-chain.ts";

/** What was agreed to with a submission, each by itself. Primary key (submission, path). Texts are null once erased. */
export interface ConsentsTable {
  /** Its id. */
  submission: string;
  /** Of the field, with its row. */
  path: string;
  /** What it is for: the field's label. */
  purpose: string | null;
  /** Word by word, as it was shown. */
  text: string | null;
  /** SHA-256 of the text. */
  text_hash: string | null;
  /** Key of the text among the definitions' words. */
  wording: string;
  revision: string;
  channel: "web";
  given_at: string;
  revoked_at: string | null;
}

/** The chain of each brand. Primary key (brand, position): two cannot have the same place. */
export interface EvidenceTable extends EntryFacts {
  /** Of the content's hash; null once that is erased. */
  salt: string | null;
  hash: string;
}

/** The last entry of each chain, kept apart: whoever cuts the end off has to change it too. */
export interface EvidenceHeadsTable {
  brand: string;
  position: number;
  hash: string;
}

/** Lists that services gave and that people chose from, once for all submissions that had the same. Nothing personal. */
export interface ShownListsTable {
  /** SHA-256 of the content. */
  hash: string;
  /** Options as JSON. */
  content: string;
}

/** The keys with which values here are sealed. */
export interface DataKeysTable {
  id: string;
  /** A text that it sealed: whether a key is the right one is seen by whether it opens this. */
  proof: string;
  /** Personal columns in which no value of before is left that it has not sealed: a JSON array of their names. */
  done: string;
  since: string;
}

/** By what submissions are found: documents and plates that they name. Primary key (submission, path). */
export interface IdentifiersTable {
  /** Its id. */
  submission: string;
  /** Of the answer. */
  path: string;
  brand: string;
  /** Of the data key with which the hash was made. */
  key: string;
  hash: string;
  /** Letters and digits alone: what the hash is of. */
  value: string;
}
