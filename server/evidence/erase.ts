/** Erasure of what people sent: what would go, what stands in the way, and the doing of it with its entry in the chain. */
import { eraseContents, holdingsOf, isAtWork, submissionsOfRun } from "../store/erasure.ts";
import type { ExternalCopies, Holdings } from "../store/erasure.ts";
import { addEntries, holdHead, holdOn } from "../store/evidence.ts";
import type { Queries, Store } from "../store/store.ts";
import type { SubmissionFacts } from "../store/submissions.ts";

/** Why something is erased. */
export type ErasureReason = { by: "retention"; years: number } | { by: "request"; reason: string };

export interface ErasurePlan {
  run: string;
  /** What goes together: all that was sent in the same run. */
  submissions: SubmissionFacts[];
  holdings: Holdings;
  /** Holds in the way. */
  holds: { submission: string; reason: string; at: string }[];
  /** An attempt or a delivery is under way. */
  atWork: boolean;
  /** All of it was erased before. */
  done: boolean;
}

export type Erasure =
  | { outcome: "erased"; plan: ErasurePlan; elsewhere: ExternalCopies }
  | { outcome: "held" | "at-work" | "done"; plan: ErasurePlan };

/** What erasing a run would take, and what stands in the way. Changes nothing. */
export async function planErasure(db: Queries, run: string, now: Date): Promise<ErasurePlan> {
  const submissions = await submissionsOfRun(db, run);
  const holds: ErasurePlan["holds"] = [];
  for (const { id } of submissions) {
    const hold = await holdOn(db, id);
    if (hold) holds.push({ submission: id, ...hold });
  }
  return {
    run,
    submissions,
    holdings: await holdingsOf(db, run),
    holds,
    atWork: await isAtWork(db, run, now.toISOString()),
    done: submissions.every(({ erased_at }) => erased_at !== null),
  };
}

/**
 * Erases all that was sent in a run, unless a hold is on any of it or something is under way. What it names outside of the
 * database is for the caller to remove.
 */
export const eraseRun = (store: Store, run: string, why: ErasureReason, now: Date): Promise<Erasure> =>
  store.transaction(async (db) => {
    const [first] = await submissionsOfRun(db, run);
    // Before anything is read that decides: nobody puts a hold on it meanwhile.
    const head = first && (await holdHead(db, first.brand));
    const plan = await planErasure(db, run, now);
    if (!head || plan.done) return { outcome: "done", plan };
    if (plan.holds.length > 0) return { outcome: "held", plan };
    if (plan.atWork) return { outcome: "at-work", plan };
    const at = now.toISOString();
    const elsewhere = await eraseContents(db, run, at);
    await addEntries(
      db,
      head,
      plan.submissions
        .filter(({ erased_at }) => erased_at === null)
        .map(({ id, number, flow, created_at, state }) => ({
          kind: "erasure",
          submission: id,
          at,
          detail: { number, flow, made: created_at, state, ...why },
          content: { submission: id, at, ...why },
        })),
    );
    return { outcome: "erased", plan, elsewhere };
  });

/** What came of putting a hold on, or of taking it off. */
export type HoldOutcome = "done" | "already" | "erased";

/** Puts a hold on a submission, or takes it off: while it is on, nothing of it is erased. */
export const setHold = (
  store: Store,
  { id, brand }: Pick<SubmissionFacts, "id" | "brand">,
  kind: "hold" | "release",
  reason: string,
  now: Date,
): Promise<HoldOutcome> =>
  store.transaction(async (db) => {
    const head = await holdHead(db, brand);
    const row = await db
      .selectFrom("submissions")
      .select("erased_at")
      .where("id", "=", id)
      .executeTakeFirst();
    if (row && row.erased_at !== null) return "erased";
    if (((await holdOn(db, id)) !== undefined) === (kind === "hold")) return "already";
    const at = now.toISOString();
    await addEntries(db, head, [
      { kind, submission: id, at, detail: { reason }, content: { submission: id, at, reason } },
    ]);
    return "done";
  });
