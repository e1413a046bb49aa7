/** What was shown, agreed to and answered in a submission, why, and the proof that it is as it was. */
import type { Config } from "../config/config.ts";
import { bucketText, openHeadBucket } from "../evidence/head-bucket.ts";
import { proofsOf, type LogProofs } from "../evidence/log-proofs.ts";
import { reEvaluate, type ReEvaluated } from "../evidence/re-evaluate.ts";
import { verifyEvidence, type Verified } from "../evidence/verify.ts";
import { StorageError } from "../storage/names.ts";
import { chainHeadLogFile, readChainHeadLog } from "../store/chain-head-log.ts";
import {
  brandsWithEvidence,
  consentsOfAll,
  entriesOf,
  erasureHoldOn,
  type Consent,
  type EvidenceEntry,
  type Head,
} from "../store/evidence.ts";
import type { BadValue } from "../store/reseal.ts";
import type { Queries } from "../store/store.ts";
import { submissionsById, type Submission, type SubmissionFacts } from "../store/submissions.ts";
import { OperatorError } from "./operator-error.ts";
import type { Opened } from "./store.ts";

/** What the chains were compared with: how many ends, and where they are noted. */
export interface Compared {
  heads: number;
  places: string[];
  /** Where they should be noted and could not be read, and why. */
  unread?: { place: string; why: string };
}

export type Comparison = Verified & { compared: Compared };

/** What others can check by themselves of ends that they noted. */
export type VerifiedLogs = Comparison & { proofs: LogProofs[] };

/** Goes through whole chains, compared with every end that was noted. @throws {OperatorError} for a brand without one */
export async function verifyChains(
  { store, config }: Opened,
  { brand, noted = [] }: { brand?: string | undefined; noted?: Head[] },
): Promise<VerifiedLogs> {
  // What was accepted just now is proved as well as the rest.
  await store.placeEntries();
  const brands = await brandsWithEvidence(store.db);
  // Of what is not there, nothing would be found wrong.
  if (brand !== undefined && !brands.includes(brand))
    throw new OperatorError(
      `No hay ningún registro de «${brand}». Los que hay: ${brands.join(", ") || "ninguno"}.`,
    );
  // Most of the damaged values are no brand's.
  const badValues = brand === undefined ? await store.badValues() : [];
  const compared = await compareChains({ store, config }, { brand, noted, badValues });
  const proofs = await Promise.all(
    [...new Set(noted.map((head) => head.brand))].map((one) =>
      proofsOf(store.db, one, { from: noted.filter((head) => head.brand === one) }),
    ),
  );
  return { ...compared, proofs: proofs.filter((one) => one !== undefined) };
}

/** Whether everything is as it was written, and everything that it should be compared with could be read. */
const isWhole = ({ found, compared }: Comparison): boolean =>
  found.length === 0 && compared.unread === undefined;

/** The same, and every end that was handed over is the beginning of its log. */
export const areWhole = (verified: VerifiedLogs): boolean =>
  isWhole(verified) && verified.proofs.every(areProved);

const areProved = ({ head, inclusion, consistency }: LogProofs): boolean =>
  head.isSigned && [...inclusion, ...consistency].every(({ isProved: holds }) => holds);

async function compareChains(
  { store, config }: Opened,
  { noted, ...which }: { brand: string | undefined; noted: Head[]; badValues: BadValue[] },
): Promise<Comparison> {
  const { noted: kept, compared } = await notedHeads(config, which.brand);
  const { signers } = store.seals;
  const verified = await verifyEvidence(store.db, { ...which, noted: [...kept, ...noted], signers });
  return { ...verified, compared };
}

/** Ends of chains that the servers of this DATA_DIR noted, and those in the object store where the setting names one. */
async function notedHeads(
  { dataDir, evidenceHeads }: Config,
  brand: string | undefined,
): Promise<{ noted: Head[]; compared: Compared }> {
  const isAsked = (head: Head): boolean => brand === undefined || head.brand === brand;
  const inFile = (await readChainHeadLog(dataDir))?.filter(isAsked);
  const noted = inFile ?? [];
  const places = inFile ? [chainHeadLogFile(dataDir)] : [];
  if (!evidenceHeads || "mailto" in evidenceHeads)
    return { noted, compared: { heads: noted.length, places } };
  const place = bucketText(evidenceHeads);
  const bucket = await openHeadBucket(evidenceHeads, dataDir);
  try {
    const away = (await bucket.read()).filter(isAsked);
    // An empty one is no place.
    if (away.length === 0) throw new StorageError("missing", "no hay ninguna");
    const all = [...noted, ...away];
    return { noted: all, compared: { heads: all.length, places: [...places, place] } };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { noted, compared: { heads: noted.length, places, unread: { place, why: error.message } } };
  } finally {
    await bucket.close();
  }
}

export interface Proof {
  submission: SubmissionFacts;
  /** What was answered, and how it was labelled; undefined where what is stored cannot be read. */
  stored: { answers: unknown; labels: unknown } | undefined;
  entries: EvidenceEntry[];
  consents: Consent[];
  hold: { reason: string; at: string } | undefined;
  /** That its entries are in the log: whoever has the signed end checks it without the database. */
  proofs: LogProofs | undefined;
  looked: ReEvaluated | undefined;
  /** Of the whole chain of its brand, compared with the ends that were noted. */
  verified: Comparison;
}

export async function proofOf({ store, config }: Opened, submission: SubmissionFacts): Promise<Proof> {
  const { db } = store;
  const { id, brand } = submission;
  // What was accepted just now has its place before it is proved.
  await store.placeEntries();
  const whole = await readableOf(db, submission);
  const entries = await entriesOf(db, id);
  const positions = entries.flatMap(({ position }) => position ?? []);
  return {
    submission,
    stored: whole && {
      answers: JSON.parse(whole.answers) as unknown,
      labels: JSON.parse(whole.labels) as unknown,
    },
    entries,
    proofs: await proofsOf(db, brand, { positions }),
    consents: (await consentsOfAll(db, [id])).rows,
    hold: await erasureHoldOn(db, id),
    looked: whole && (await evaluatedAgain(db, whole)),
    verified: await compareChains({ store, config }, { brand, noted: [], badValues: [] }),
  };
}

/** Whether all that was proved is as it was written. */
export const isProved = ({ verified, looked, proofs, submission }: Proof): boolean =>
  isWhole(verified) &&
  (proofs === undefined || areProved(proofs)) &&
  (submission.erased_at !== null ||
    (looked !== undefined && looked.doubts.every((doubt) => doubt === "no-context")));

/** A submission evaluated again as it was. Undefined as `looked` where its definitions or contents are gone. */
export async function lookedAt(
  db: Queries,
  submission: SubmissionFacts,
): Promise<{ isReadable: boolean; looked: ReEvaluated | undefined }> {
  const whole = await readableOf(db, submission);
  return { isReadable: whole !== undefined, looked: whole && (await evaluatedAgain(db, whole)) };
}

/** Undefined where its definitions are gone, or are none any more: that they were changed, the chain tells. */
const evaluatedAgain = (db: Queries, whole: Submission): Promise<ReEvaluated | undefined> =>
  reEvaluate(db, whole).catch(() => undefined);

/** What is stored of it, where all of it can be read. */
async function readableOf(db: Queries, { id }: SubmissionFacts): Promise<Submission | undefined> {
  const [whole] = (await submissionsById(db, [id])).rows;
  return whole && [whole.answers, whole.labels, whole.context ?? "{}"].every(isJson) ? whole : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
