/**
 * The arithmetic of entries of evidence: each is a leaf of its brand's log and holds the hash of what it is about. Those of
 * before there was a log hold the hash of the one before them as well. Nothing here reads or writes. What this gives for
 * equal arguments may never change: what is stored rests on it.
 */
import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { leafHash } from "./merkle-tree.ts";
import { randomSource } from "./random.ts";

export type EntryKind =
  | "submission"
  | "consent"
  | "revocation"
  | "hold"
  | "release"
  | "erasure"
  | "site-consent";

/** What an entry says of itself. */
export interface EntryFacts {
  brand: string;
  kind: EntryKind;
  /** Id of the submission, or of a visitor's choice, which is in none. */
  submission: string;
  /** Path of the consent, or purpose of the choice; empty where the entry is about the whole of it. */
  subject: string;
  /** ISO 8601. */
  at: string;
  /** JSON without anything personal: flow, number, revision, reasons. */
  detail: string;
  /** Hash of what it is about. */
  content: string;
}

/** One of before there was a log: its place is in it. */
export interface ChainedFacts extends EntryFacts {
  /** In the brand's chain, from 1. */
  position: number;
  /** Hash of the entry before; empty for the first. */
  previous: string;
}

/** SHA-256 in hexadecimal. */
export const hashOf = (text: string): string => hash("sha256", text);

/** 128 random bits: without them, who has a hash could try out every document number. */
export const newSalt = (): string => randomSalt().toString("hex");
const randomSalt = randomSource(16);

/** Hash of what an entry is about. When salt and content are erased, nothing leads back from it. */
export const contentHash = (salt: string, content: Record<string, unknown>): string =>
  hashOf(`${salt}\n${canonicalJson(content)}`);

const chainedText = (facts: ChainedFacts): string => {
  const { brand, position, kind, submission, subject, at, detail, content, previous } = facts;
  const told = [brand, position, kind, submission, subject, at, detail, content, previous];
  return canonicalJson(["vitrina-evidence-1", ...told]);
};

const leafText = ({ brand, kind, submission, subject, at, detail, content }: EntryFacts): string =>
  canonicalJson(["vitrina-evidence-2", brand, kind, submission, subject, at, detail, content]);

/** Hash of an entry of a chain: the `previous` of the next one. */
export const chainedHash = (facts: ChainedFacts): string => hashOf(chainedText(facts));

/** An entry as it is stored: without `previous` it is no link of a chain, and has its place from the log alone. */
export type StoredFacts = EntryFacts & { position: number | null; previous: string | null };

export const isChained = (facts: StoredFacts): facts is ChainedFacts => facts.previous !== null;

/** The leaf that an entry is in its brand's log. */
export const leafOf = (facts: StoredFacts): Buffer =>
  leafHash(isChained(facts) ? chainedText(facts) : leafText(facts));

/** What an entry's `hash` has to be. */
export const entryHash = (facts: StoredFacts): string =>
  isChained(facts) ? chainedHash(facts) : leafOf(facts).toString("hex");

/** What is signed of a tree: of which log, how large, and its root; and when. */
export const treeHeadText = ({
  brand,
  size,
  root,
  signed_at,
}: Record<"brand" | "root" | "signed_at", string> & { size: number }): string =>
  canonicalJson(["vitrina-tree-head-1", brand, size, root, signed_at]);

/** What is kept of an accepted submission, as its entry's hash has it: the texts of the columns as they are stored. */
export const submissionContent = (row: {
  id: string;
  number: string;
  run: string;
  step: string;
  brand: string;
  flow: string;
  revision: string;
  answers: string;
  labels: string;
  documents: string | null;
  context: string | null;
  created_at: string;
  decided_at: string | null;
}): Record<string, unknown> => {
  const { id, number, run, step, brand, flow, revision, created_at, decided_at } = row;
  const { answers, labels, documents, context } = row;
  const facts = { id, number, run, step, brand, flow, revision, created_at, decided_at };
  return { ...facts, answers, labels, documents, context };
};

/** What is kept of a consent, without its revocation, which has an entry of its own. */
export const consentContent = (row: {
  submission: string;
  path: string;
  purpose: string | null;
  text: string | null;
  text_hash: string | null;
  wording: string;
  revision: string;
  channel: string;
  given_at: string;
}): Record<string, unknown> => {
  const { submission, path, purpose, text, text_hash, wording, revision, channel, given_at } = row;
  return { submission, path, purpose, text, text_hash, wording, revision, channel, given_at };
};

/** What is kept of a visitor's choice. */
export const siteConsentContent = (row: {
  id: string;
  visitor: string;
  brand: string;
  purpose: string;
  title: string;
  text: string;
  text_hash: string;
  given: number;
  revision: string;
  at: string;
}): Record<string, unknown> => {
  const { id, visitor, brand, purpose, title, text, text_hash, given, revision, at } = row;
  return { id, visitor, brand, purpose, title, text, text_hash, given, revision, at };
};
