/** Goes through the logs from their beginnings, and tells everything that is not as it was written. */
import type { CompileRule } from "../../schemas/engine/all.ts";
import { canonicalJson } from "../canonical-json.ts";
import {
  consentContent,
  contentHash,
  entryHash,
  hashOf,
  isChained,
  submissionContent,
  treeHeadText,
} from "../hash-chain.ts";
import {
  brandsWithEvidence,
  consentsOfAll,
  headsOf,
  placedEntries,
  unentered,
  waitingEntries,
  type Consent,
  type EvidenceEntry,
  type Head,
  type PlacedEntry,
} from "../store/evidence.ts";
import { treeHeadsOf, type TreeHead } from "../store/evidence-log.ts";
import { keptRevision } from "../store/revisions.ts";
import { headText } from "../store/chain-head-log.ts";
import { isSignature } from "../store/seals.ts";
import type { BadValue } from "../store/reseal.ts";
import type { Queries } from "../store/store.ts";
import { submissionsById, type Submission } from "../store/submissions.ts";
import { changedLists } from "./changed-lists.ts";
import { growingTree } from "./growing-tree.ts";
import { secondEvaluation } from "./re-evaluate.ts";

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

type Disagreeing = ReturnType<typeof secondEvaluation>;

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

export interface Verified {
  /** The end of each log: noted elsewhere, it shows later that nothing was cut off. */
  heads: Head[];
  entries: number;
  /** Of these, how many have no place yet. */
  waiting: number;
  found: EvidenceFinding[];
}

/**
 * `noted` are ends of logs from earlier, `signers` the public keys that are known, `badValues` sealed values that are not as they were, `compileRule` the second
 * evaluator of rules (json-logic-js, if none is named). Takes as long as the store is
 * large; others go on meanwhile.
 */
export async function verifyEvidence(
  db: Queries,
  {
    brand: only,
    noted = [],
    badValues = [],
    signers,
    compileRule,
  }: {
    brand?: string | undefined;
    noted?: Head[];
    badValues?: BadValue[];
    signers?: string[];
    compileRule?: CompileRule;
  } = {},
): Promise<Verified> {
  const found: EvidenceFinding[] = [];
  const heads: Head[] = [];
  const revisions = new Map<string, { brand: string; meaning: string }>();
  let entries = 0;
  let waiting = 0;
  const disagreeing = secondEvaluation(db, compileRule);
  // A log may be gone altogether that was noted.
  const brands = new Set(only === undefined ? await brandsWithEvidence(db) : [only]);
  for (const { brand } of noted) brands.add(brand);
  for (const brand of brands) {
    const own = noted.filter((head) => head.brand === brand);
    const log = await verifyLog(db, { brand, noted: own, signers }, revisions, disagreeing, found);
    entries += log.entries;
    waiting += log.waiting;
    if (log.head) heads.push(log.head);
  }
  for (const [hash, { brand, meaning }] of revisions) {
    const kept = await keptRevision(db, hash);
    const now = kept && meaningOfText(kept.content);
    if (now !== meaning)
      found.push({ finding: kept ? "revision-changed" : "revision-gone", brand, subject: hash });
  }
  for (const { brand, submission, subject } of await unentered(db, only)) {
    const finding = subject === undefined ? "submission-unentered" : "consent-unentered";
    found.push({ finding, brand, submission, ...(subject === undefined ? {} : { subject }) });
  }
  for (const subject of await changedLists(db)) found.push({ finding: "list-changed", brand: "", subject });
  const told = new Set(found.map(nameOfValue));
  found.push(...badValues.map(foundOf).filter((one) => !told.has(nameOfValue(one))));
  return { heads, entries, waiting, found };
}

/** Undefined where it is no text of a revision any more. */
function meaningOfText(content: string): string | undefined {
  try {
    return hashOf(canonicalJson(JSON.parse(content)));
  } catch {
    return undefined;
  }
}

/** One that belongs to a submission or consent may have been met in the log already. */
const nameOfValue = ({ finding, submission, subject }: EvidenceFinding): string =>
  JSON.stringify([finding, submission, subject]);

function foundOf({ place, key: { submission, ...key }, isPlain }: BadValue): EvidenceFinding {
  const id = place.startsWith("submissions.") ? key["id"] : submission;
  const others = id === key["id"] ? [] : Object.values(key);
  return {
    finding: isPlain ? "value-plain" : "value-damaged",
    brand: "",
    ...(id === undefined ? {} : { submission: String(id) }),
    subject: [place, ...others].join(" "),
  };
}

/** What the log says of a submission and the consents in it, once all of it was read. */
interface LogStatements {
  erased: Set<string>;
  /** When a consent was taken back, by submission and path. */
  revoked: Map<string, string>;
}

/** How often a log is read again that somebody added to meanwhile: what is new could look wrong beside what is old. */
const maxReadings = 3;

interface AskedLog {
  brand: string;
  noted: Head[];
  signers: string[] | undefined;
}

async function verifyLog(
  db: Queries,
  asked: AskedLog,
  revisions: Map<string, { brand: string; meaning: string }>,
  disagreeing: Disagreeing,
  found: EvidenceFinding[],
): Promise<{ entries: number; waiting: number; head?: Head }> {
  const { brand } = asked;
  for (let reading = 1; ; reading++) {
    const [before] = await headsOf(db, brand);
    const here: EvidenceFinding[] = [];
    const { told, last, entries, ends, isWhole } = await readLog(db, asked, before, revisions, here);
    const waiting = await readWaiting(db, brand, told, revisions, here);
    await verifyHeld(db, brand, told, disagreeing, here);
    const [head] = await headsOf(db, brand);
    const isMoving = head?.position !== before?.position;
    if (here.length > 0 && isMoving && reading < maxReadings) continue;
    const end = before ?? { position: 0, hash: "" };
    const isOther = isWhole && last === end.position && !ends.has(end.hash);
    const isCut = last < end.position || isOther;
    if (isCut || (!isMoving && last > end.position))
      here.push({ finding: "cut-off", brand, position: end.position });
    found.push(...here);
    return { entries: entries + waiting, waiting, ...(head ? { head } : {}) };
  }
}

/** What was signed of a log, and what is wrong with that by itself. */
async function readTreeHeads(
  db: Queries,
  { brand, signers }: AskedLog,
  end: Head | undefined,
  found: EvidenceFinding[],
): Promise<Map<number, TreeHead>> {
  const heads = await treeHeadsOf(db, brand);
  for (const [index, head] of heads.entries()) {
    // A key that was given up signed what came before.
    const isKnown = index < heads.length - 1 || signers === undefined || signers.includes(head.signer);
    if (!isKnown || !isSignature(treeHeadText(head), head))
      found.push({ finding: "head-unsigned", brand, position: head.size });
  }
  const last = heads.at(-1);
  if (last && end && last.size > end.position) found.push({ finding: "cut-off", brand, position: last.size });
  return new Map(heads.map((head) => [head.size, head]));
}

/** Reads the entries, and tells where they do not follow each other. `ends` are what the end of the last one is called. */
async function readLog(
  db: Queries,
  asked: AskedLog,
  end: Head | undefined,
  revisions: Map<string, { brand: string; meaning: string }>,
  found: EvidenceFinding[],
): Promise<{
  told: LogStatements;
  last: number;
  entries: number;
  ends: ReadonlySet<string>;
  isWhole: boolean;
}> {
  const { brand, noted } = asked;
  const told: LogStatements = { erased: new Set(), revoked: new Map() };
  const signed = await readTreeHeads(db, asked, end, found);
  const tree = growingTree(signed);
  const looked = new Set([...noted.map(({ position }) => position), end?.position]);
  // Without its hash it is not there any more.
  const open = new Map(noted.map((head) => [headText(head), head]));
  let entries = 0;
  let last: PlacedEntry | undefined;
  let ends: ReadonlySet<string> = new Set([""]);
  for await (const batch of placedEntries(db, brand)) {
    entries += batch.length;
    for (const entry of batch) {
      const { position, submission } = entry;
      const next = (last?.position ?? 0) + 1;
      if (position !== next) found.push({ finding: "missing-entry", brand, position: next });
      const isChanged = entryHash(entry) !== entry.hash;
      if (isChanged) found.push({ finding: "changed-entry", brand, position, submission });
      if (position !== next || (isChanged && isChained(entry))) tree.doubt();
      const isElsewhere = !isChanged && isChained(entry) && position === next && !ends.has(entry.previous);
      const isBroken = tree.add(entry);
      if (isElsewhere || isBroken) found.push({ finding: "broken-link", brand, position, submission });
      // A server of before follows what it finds: the root of a tree, where that is the end.
      ends = new Set([
        ...(isChained(entry) ? [entry.hash] : []),
        ...(!isChained(entry) || looked.has(position) ? [tree.root()] : []),
        // Where it is not the tree's, that is told.
        ...(signed.has(position) ? [signed.get(position)!.root] : []),
      ]);
      for (const hash of ends) open.delete(headText({ brand, position, hash }));
      tellOf(entry, told, revisions);
      last = entry;
    }
  }
  const position = last?.position ?? 0;
  found.push(...otherHeads([...open.values()], position));
  if (last && !isChained(last) && !signed.has(position) && position === end?.position)
    found.push({ finding: "head-unsigned", brand, position });
  return { told, last: position, entries, ends, isWhole: tree.isWhole };
}

/** What an entry says of others. */
function tellOf(
  entry: EvidenceEntry,
  told: LogStatements,
  revisions: Map<string, { brand: string; meaning: string }>,
): void {
  const { kind, submission, subject, at } = entry;
  if (kind === "erasure") told.erased.add(submission);
  if (kind === "revocation") told.revoked.set(`${submission} ${subject}`, at);
  if (kind === "submission") noteRevision(entry, revisions);
}

/** Those that have no place yet: what they say counts as if they had. Tells how many there are. */
async function readWaiting(
  db: Queries,
  brand: string,
  told: LogStatements,
  revisions: Map<string, { brand: string; meaning: string }>,
  found: EvidenceFinding[],
): Promise<number> {
  let count = 0;
  for await (const entries of waitingEntries(db, brand)) {
    for (const entry of entries) {
      if (entryHash(entry) !== entry.hash)
        found.push({ finding: "changed-entry", brand, submission: entry.submission });
      tellOf(entry, told, revisions);
    }
    count += entries.length;
  }
  return count;
}

async function* allEntries(db: Queries, brand: string): AsyncGenerator<EvidenceEntry[]> {
  yield* placedEntries(db, brand);
  yield* waitingEntries(db, brand);
}

/** Those that were noted and are not there. Of what was cut off, the last one says it all. */
function otherHeads(noted: Head[], end: number): EvidenceFinding[] {
  const within = noted.filter(({ position }) => position <= end);
  const [farthest] = noted
    .filter(({ position }) => position > end)
    .toSorted((a, b) => b.position - a.position);
  return [...within, ...(farthest ? [farthest] : [])].map(({ brand, position }) => ({
    finding: "other-head",
    brand,
    position,
  }));
}

function noteRevision(
  { brand, detail }: EvidenceEntry,
  revisions: Map<string, { brand: string; meaning: string }>,
): void {
  const { revision, meaning } = readDetail(detail);
  if (typeof revision === "string" && typeof meaning === "string")
    revisions.set(revision, { brand, meaning });
}

/** A changed entry is told as that, whatever its detail says. */
function readDetail(detail: string): Record<string, unknown> {
  try {
    return JSON.parse(detail) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Compares what is stored with what the entries say of it. */
async function verifyHeld(
  db: Queries,
  brand: string,
  told: LogStatements,
  disagreeing: Disagreeing,
  found: EvidenceFinding[],
): Promise<void> {
  for await (const batch of allEntries(db, brand)) {
    const ids = [...new Set(batch.map(({ submission }) => submission))];
    const readable = await submissionsById(db, ids);
    const agreed = await consentsOfAll(db, ids);
    const submissions = new Map(readable.rows.map((one) => [one.id, one]));
    const consents = new Map(agreed.rows.map((one) => [`${one.submission} ${one.path}`, one]));
    const damaged = new Map([
      ...readable.damaged.map(({ row, places }) => [`${row.id} `, places] as const),
      ...agreed.damaged.map(({ row, places }) => [`${row.submission} ${row.path}`, places] as const),
    ]);
    for (const entry of batch) {
      const { submission, subject } = entry;
      const where = { brand, ...(entry.position === null ? {} : { position: entry.position }), submission };
      const about = submissions.get(submission);
      const places = ["submission", "consent"].includes(entry.kind)
        ? damaged.get(`${submission} ${subject}`)
        : undefined;
      if (places) {
        for (const place of places)
          found.push({ finding: "value-damaged", ...where, subject: `${place} ${subject}`.trim() });
        continue;
      }
      if (entry.kind === "submission") {
        const finding = judgeSubmission(entry, about, told);
        if (finding) found.push({ finding, ...where });
        else if (about) found.push(...otherwise(await disagreeing(about), where));
      }
      if (entry.kind === "consent") {
        const consent = consents.get(`${submission} ${subject}`);
        const finding = judgeConsent(entry, consent, about, told);
        if (finding) found.push({ finding, ...where, subject });
      }
    }
  }
}

/** What the second evaluation of a submission tells. */
const otherwise = (names: string[] | undefined, where: Omit<EvidenceFinding, "finding">): EvidenceFinding[] =>
  names?.map((subject) => ({ finding: "rules-disagree", ...where, subject })) ?? [
    { finding: "not-evaluated", ...where },
  ];

function judgeSubmission(
  entry: EvidenceEntry,
  held: Submission | undefined,
  told: LogStatements,
): Finding | undefined {
  if (!held) return "submission-gone";
  const isErased = told.erased.has(held.id);
  if (held.erased_at !== null || isErased) {
    if (!isErased) return "erased-silently";
    const { answers, labels, documents, context, erased_at } = held;
    const isEmpty = answers === "{}" && labels === "{}" && documents === null && context === null;
    return isEmpty && erased_at !== null && entry.salt === null ? undefined : "not-erased";
  }
  const isSame =
    held.state === "accepted" &&
    entry.salt !== null &&
    contentHash(entry.salt, submissionContent(held)) === entry.content;
  return isSame ? undefined : "submission-changed";
}

function judgeConsent(
  entry: EvidenceEntry,
  held: Consent | undefined,
  submission: Submission | undefined,
  told: LogStatements,
): Finding | undefined {
  if (!held) return "consent-gone";
  const revoked = told.revoked.get(`${held.submission} ${held.path}`) ?? null;
  if (held.revoked_at !== revoked) return "revocation-changed";
  if ((submission && submission.erased_at !== null) || told.erased.has(held.submission)) {
    const isEmpty = held.purpose === null && held.text === null && held.text_hash === null;
    return isEmpty && entry.salt === null ? undefined : "not-erased";
  }
  const isSame = entry.salt !== null && contentHash(entry.salt, consentContent(held)) === entry.content;
  return isSame && held.text_hash === hashOf(held.text ?? "") ? undefined : "consent-changed";
}
