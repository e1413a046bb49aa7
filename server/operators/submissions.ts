/** What people sent: found by its number, by the document or plate that it names, or by anything that was answered. */
import { listedFacts, type ListedSubmission } from "../store/identifiers.ts";
import type { Queries } from "../store/store.ts";
import { submissionsById, submissionsNamed } from "../store/submissions.ts";

export { findSubmissions, identifierText } from "../store/identifiers.ts";
export { submissionsNaming } from "../store/naming.ts";

export type ReadSubmission =
  | { is: "unknown" }
  /** Several have that number. */
  | { is: "ambiguous"; found: ListedSubmission[] }
  /** It cannot be read: columns that are not as they were written. */
  | { is: "damaged"; submission: ListedSubmission; columns: string[] }
  | {
      is: "read";
      submission: ListedSubmission;
      answers: Record<string, unknown>;
      labels: Record<string, string>;
    };

/** One submission whole, with what people answered. */
export async function readSubmission(
  db: Queries,
  name: string,
  query: { brand?: string | undefined },
): Promise<ReadSubmission> {
  const found = await submissionsNamed(db, name, query);
  const [one] = found;
  if (!one) return { is: "unknown" };
  if (found.length > 1) return { is: "ambiguous", found: found.map(listedFacts) };
  const submission = listedFacts(one);
  const { rows, damaged } = await submissionsById(db, [one.id]);
  const [whole] = rows;
  if (!whole) return { is: "damaged", submission, columns: damaged.flatMap((row) => row.places) };
  return {
    is: "read",
    submission,
    answers: JSON.parse(whole.answers) as Record<string, unknown>,
    labels: JSON.parse(whole.labels) as Record<string, string>,
  };
}
