/**
 * Erasure of what people sent, or filled in and did not send: what would go, what stands in the way, and the doing of it, with
 * its entry in the chain where something was sent.
 */
import {
  eraseContents,
  holdingsOf,
  isAtWork,
  lockDeliveriesOf,
  ownerOf,
  submissionsOfRun,
} from "../store/erasure.ts";
import type { ExternalCopies, Holdings } from "../store/erasure.ts";
import { addEntries, erasureHoldOn } from "../store/evidence.ts";
import { lockRun, lockWholeRun } from "../store/locks.ts";
import type { Queries, Store } from "../store/store.ts";
import type { SubmissionFacts } from "../store/submissions.ts";

/** Why something is erased. */
export type ErasureReason = { by: "retention"; years: number } | { by: "request"; reason: string };

export interface ErasurePlan {
  run: string;
  /** What it is of; undefined where there is no such run any more. */
  owner: { brand: string; flow: string } | undefined;
  /** What goes together: all that was sent in the same run; nothing, where it was not sent. */
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
    const hold = await erasureHoldOn(db, id);
    if (hold) holds.push({ submission: id, ...hold });
  }
  const owner = await ownerOf(db, run);
  return {
    run,
    owner,
    submissions,
    holdings: await holdingsOf(db, run),
    holds,
    atWork: await isAtWork(db, run, now.toISOString()),
    done: submissions.length === 0 ? !owner : submissions.every(({ erased_at }) => erased_at !== null),
  };
}

/**
 * Erases a run with all that was sent in it, unless a hold is on any of it or something is under way. Of one that was not sent
 * nothing stays; of one that was, what others hang on. What it names outside of the database is for the caller to remove.
 */
export async function eraseRun(store: Store, run: string, why: ErasureReason, now: Date): Promise<Erasure> {
  const erasure = await store.transaction(async (db): Promise<Erasure> => {
    // Before anything is read that decides: nobody puts a hold on it meanwhile, nor takes it or its deliveries.
    await lockWholeRun(db, run);
    await lockDeliveriesOf(db, run);
    const plan = await planErasure(db, run, now);
    const { owner } = plan;
    if (!owner || plan.done) return { outcome: "done", plan };
    if (plan.holds.length > 0) return { outcome: "held", plan };
    if (plan.atWork) return { outcome: "at-work", plan };
    const at = now.toISOString();
    const elsewhere = await eraseContents(db, run, at);
    await addEntries(
      db,
      owner.brand,
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
  await store.placeEntries();
  return erasure;
}

/** What came of putting a hold on, or of taking it off. */
export type HoldOutcome = "done" | "already" | "erased";

/** Puts a hold on a submission, or takes it off: while it is on, nothing of it is erased. */
export async function setHold(
  store: Store,
  { id, brand }: Pick<SubmissionFacts, "id" | "brand">,
  kind: "hold" | "release",
  reason: string,
  now: Date,
): Promise<HoldOutcome> {
  const outcome = await store.transaction(async (db): Promise<HoldOutcome> => {
    const named = db.selectFrom("submissions").select(["run", "erased_at"]).where("id", "=", id);
    const found = await named.executeTakeFirst();
    // An erasure may be under way.
    if (found) await lockRun(db, found.run);
    const row = await named.executeTakeFirst();
    if (row && row.erased_at !== null) return "erased";
    if (((await erasureHoldOn(db, id)) !== undefined) === (kind === "hold")) return "already";
    const at = now.toISOString();
    await addEntries(db, brand, [
      { kind, submission: id, at, detail: { reason }, content: { submission: id, at, reason } },
    ]);
    return "done";
  });
  await store.placeEntries();
  return outcome;
}
