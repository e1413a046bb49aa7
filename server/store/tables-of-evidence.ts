/** Tables of what is proved of submissions, and of how they are sealed and found. Times and JSON as in `tables.ts`. */
import type { Generated } from "kysely";
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

/** What a visitor allowed a brand's pages to load of others, or not: one row for each purpose and choice, never changed. */
export interface SiteConsentsTable {
  id: string;
  /** The code that the browser keeps, random and of this alone: nobody's session, and nobody's name. */
  visitor: string;
  brand: string;
  purpose: string;
  /** The purpose's name, and all that was read before the choice, word by word. */
  title: string;
  text: string;
  /** SHA-256 of the text. */
  text_hash: string;
  given: number;
  revision: string;
  at: string;
}

/** The log of each brand. Unique on (brand, position): two cannot have the same place. */
export interface EvidenceTable extends EntryFacts {
  /** Grows: of two of which one was written when the other was committed, it tells which. */
  id: Generated<number>;
  /** In the log, from 1; null until it is given. */
  position: number | null;
  /** Hash of the entry before, of an entry of before there was a log. */
  previous: string | null;
  /** Of the content's hash; null once that is erased. */
  salt: string | null;
  hash: string;
}

/** The end of each log, kept apart: whoever cuts the end off has to change it too. */
export interface EvidenceHeadsTable {
  brand: string;
  /** How many entries have a place. */
  position: number;
  /** Root of their tree; of a chain that nobody has made a log of yet, hash of its last entry. */
  hash: string;
  /** JSON: a `Frontier` of the tree; null where there is none yet. */
  frontier: string | null;
}

/** Every head that was signed. Primary key (brand, size). */
export interface EvidenceTreeHeadsTable {
  brand: string;
  size: number;
  root: string;
  /** Root of a tree of the entries since the head before alone: where one of them is another, it tells which. */
  added: string;
  signed_at: string;
  /** Public key, Ed25519, and its signature: base64url. */
  signer: string;
  signature: string;
}

/** What one process does for all. */
export interface LeasesTable {
  name: string;
  owner: string;
  until: string;
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
