/** Reads a log from its beginning, and tells where its entries are not as they were written, signed or noted. */
import { entryHash, isChained, treeHeadText } from "../hash-chain.ts";
import { headText } from "../store/chain-head-log.ts";
import {
  placedEntries,
  waitingEntries,
  type EvidenceEntry,
  type Head,
  type PlacedEntry,
} from "../store/evidence.ts";
import { treeHeadsOf, type TreeHead } from "../store/evidence-log.ts";
import { isSignature } from "../store/seals.ts";
import type { Queries } from "../store/store.ts";
import type { EvidenceFinding } from "./findings.ts";
import { growingTree } from "./growing-tree.ts";

/** What the log says of a submission and the consents in it, and of visitors' choices, once all of it was read. */
export interface LogStatements {
  /** Ids of submissions and choices. */
  erased: Set<string>;
  /** When a consent was taken back, by submission and path. */
  revoked: Map<string, string>;
}

/** What revisions meant, by hash, as their log says. */
export type ToldRevisions = Map<string, { brand: string; meaning: string }>;

export interface AskedLog {
  brand: string;
  noted: Head[];
  signers: string[] | undefined;
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
export async function readLog(
  db: Queries,
  asked: AskedLog,
  end: Head | undefined,
  revisions: ToldRevisions,
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
function tellOf(entry: EvidenceEntry, told: LogStatements, revisions: ToldRevisions): void {
  const { kind, submission, subject, at } = entry;
  if (kind === "erasure") told.erased.add(submission);
  if (kind === "revocation") told.revoked.set(`${submission} ${subject}`, at);
  if (kind === "submission") noteRevision(entry, revisions);
}

/** Those that have no place yet: what they say counts as if they had. Tells how many there are. */
export async function readWaiting(
  db: Queries,
  brand: string,
  told: LogStatements,
  revisions: ToldRevisions,
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

function noteRevision({ brand, detail }: EvidenceEntry, revisions: ToldRevisions): void {
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
