/** Goes through the logs from their beginnings, and tells everything that is not as it was written. */
import type { CompileRule } from "../../schemas/engine/serve.ts";
import { canonicalJson } from "../canonical-json.ts";
import { hashOf } from "../hash-chain.ts";
import { brandsWithEvidence, headsOf, unentered, type Head } from "../store/evidence.ts";
import { keptRevision } from "../store/revisions.ts";
import type { BadValue } from "../store/reseal.ts";
import type { Queries } from "../store/store.ts";
import { changedLists } from "./changed-lists.ts";
import type { EvidenceFinding } from "./findings.ts";
import { secondEvaluation } from "./re-evaluate.ts";
import { verifyHeld } from "./verify-held.ts";
import { readLog, readWaiting, type AskedLog, type ToldRevisions } from "./verify-log.ts";

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
  const revisions: ToldRevisions = new Map();
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

/** How often a log is read again that somebody added to meanwhile: what is new could look wrong beside what is old. */
const maxReadings = 3;

async function verifyLog(
  db: Queries,
  asked: AskedLog,
  revisions: ToldRevisions,
  disagreeing: ReturnType<typeof secondEvaluation>,
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
