/** Writes the evidence of an accepted submission, with the commit of the transaction that accepts it. */
import type { Revision } from "../../schemas/engine/serve.ts";
import { canonicalJson } from "../canonical-json.ts";
import { consentContent, hashOf, submissionContent } from "../hash-chain.ts";
import { withCommit } from "../store/compiled.ts";
import { addConsents, addEntries, type Consent, type NewEntry } from "../store/evidence.ts";
import type { Queries } from "../store/store.ts";
import type { Submission } from "../store/submissions.ts";
import type { NewConsent } from "./context.ts";

const meanings = new WeakMap<Revision, string>();

/** Hash of all that a revision says: whoever changes a word of what is kept is found out. */
export function meaningOf(revision: Revision): string {
  const known = meanings.get(revision) ?? hashOf(canonicalJson(revision));
  meanings.set(revision, known);
  return known;
}

export function recordAccepted(
  db: Queries,
  submission: Submission,
  revision: Revision,
  given: NewConsent[],
): void {
  const { id, number, brand, flow, decided_at, created_at } = submission;
  const at = decided_at ?? created_at;
  const consents = given.map((one): Consent => ({ ...one, submission: id, given_at: at, revoked_at: null }));
  const entries: NewEntry[] = [
    {
      kind: "submission",
      submission: id,
      at,
      detail: { number, flow, revision: revision.hash, meaning: meaningOf(revision) },
      content: submissionContent(submission),
    },
    ...consents.map((consent) => ({
      kind: "consent" as const,
      submission: id,
      subject: consent.path,
      at,
      detail: { wording: consent.wording, revision: consent.revision },
      content: consentContent(consent),
    })),
  ];
  withCommit(db, addConsents(db, consents));
  withCommit(db, addEntries(db, brand, entries));
}
