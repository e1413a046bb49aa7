import { sql } from "kysely";
import { newRowId } from "../random.ts";
import { compiled, type Asked } from "./compiled.ts";
import type { Queries } from "./store.ts";
import type { CallsTable } from "./tables.ts";

/** One call of a program: where it stands and what it says. */
export interface LoggedCallSite {
  run: string;
  /** `<step>/<line>`. */
  place: string;
  inputHash: string;
}

const at = ({ run, place, inputHash }: LoggedCallSite) => ({ run, place, input_hash: inputHash });

/** What is known of a call that is about to be made. */
export interface LoggedCall {
  /** What it carries: the same again where it was sent before. */
  key: string;
  /** Whether it was made now: no service has heard of it. */
  isNewKey: boolean;
  /** As JSON, where an equal call was answered before. */
  result?: string;
}

/**
 * Writes down that the call is about to be sent, unless an equal one was answered: then it need not be. Where its answer
 * was lost it carries the same key once more.
 */
export async function logCall(
  db: Queries,
  place: LoggedCallSite,
  call: string,
  now: string,
): Promise<LoggedCall> {
  const made = newRowId();
  const { rows } = await insertCall(db, { ...at(place), call, key: made, sent_at: now });
  const { key, result } = rows[0]!;
  const isNewKey = key === made;
  return result === null ? { key, isNewKey } : { key, isNewKey, result };
}

const insertCall = compiled(
  (db, sent: Pick<CallsTable, "run" | "place" | "input_hash" | "call" | "key"> & { sent_at: string }) =>
    db
      .insertInto("calls")
      .values({ ...sent, state: "sent", answered_at: null, result: null })
      .onConflict((conflict) =>
        conflict.columns(["run", "place", "input_hash"]).doUpdateSet((build) => ({
          sent_at: build
            .case()
            .when("calls.state", "=", "sent")
            .then(sent.sent_at)
            .else(build.ref("calls.sent_at"))
            .end(),
        })),
      )
      .returning(["key", "result"]),
);

/** What a call was answered. */
export interface LoggedAnswer {
  from: LoggedCallSite;
  /** As JSON. */
  result: string;
  at: string;
}

/** Keeps a result that a repeated attempt is to reuse. */
export const keepAnswer = (db: Queries, { from, result, at: now }: LoggedAnswer): Asked<unknown> =>
  setResult(db, { place: at(from), result, now });

const setResult = compiled(
  (db, { place, result, now }: { place: ReturnType<typeof at>; result: string; now: string }) =>
    db
      .updateTable("calls")
      .set({ state: "answered", answered_at: now, result })
      .where((where) => where.and(place)),
);

/**
 * Forgets answers on which a failure was decided: the retry asks again, as a new call. The keys stay, at a place where
 * nobody looks: by them an erasure finds what embedded services kept of these calls.
 */
export async function forgetCalls(db: Queries, places: LoggedCallSite[]): Promise<void> {
  for (const place of places) {
    await db
      .updateTable("calls")
      .set((build) => ({ place: sql`${sql.lit("forgotten/")} || ${build.ref("key")}`, result: null }))
      .where((where) => where.and(at(place)))
      .execute();
  }
}

/** What calls of a run were answered, the newest first. */
export const answeredCalls = async (db: Queries, run: string, calls: string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom("calls")
    .select("result")
    .where("run", "=", run)
    .where("call", "in", calls)
    .where("state", "=", "answered")
    .orderBy("answered_at", "desc")
    .execute();
  return rows.flatMap(({ result }) => (result === null ? [] : [result]));
};
