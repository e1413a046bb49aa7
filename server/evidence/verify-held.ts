/** Compares what is stored of submissions, consents and visitors' choices with what the entries of a log say of them. */
import { consentContent, contentHash, hashOf, siteConsentContent, submissionContent } from "../hash-chain.ts";
import {
  consentsOfAll,
  placedEntries,
  waitingEntries,
  type Consent,
  type EvidenceEntry,
} from "../store/evidence.ts";
import { siteConsentsById, type SiteConsent } from "../store/site-consents.ts";
import type { Queries } from "../store/store.ts";
import { submissionsById, type Submission } from "../store/submissions.ts";
import type { EvidenceFinding, Finding } from "./findings.ts";
import type { secondEvaluation } from "./re-evaluate.ts";
import type { LogStatements } from "./verify-log.ts";

type Disagreeing = ReturnType<typeof secondEvaluation>;

/** Compares what is stored with what the entries say of it. */
export async function verifyHeld(
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
    const choices = new Map((await siteConsentsById(db, ids)).map((one) => [one.id, one]));
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
      if (entry.kind === "site-consent") {
        const finding = judgeChoice(entry, choices.get(submission), told);
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

/** Of a visitor's choice nothing stays once it is past its time. */
function judgeChoice(
  entry: EvidenceEntry,
  held: SiteConsent | undefined,
  told: LogStatements,
): Finding | undefined {
  if (told.erased.has(entry.submission)) return held || entry.salt !== null ? "not-erased" : undefined;
  if (!held) return "consent-gone";
  const isSame = entry.salt !== null && contentHash(entry.salt, siteConsentContent(held)) === entry.content;
  return isSame && held.text_hash === hashOf(held.text) ? undefined : "consent-changed";
}

async function* allEntries(db: Queries, brand: string): AsyncGenerator<EvidenceEntry[]> {
  yield* placedEntries(db, brand);
  yield* waitingEntries(db, brand);
}
