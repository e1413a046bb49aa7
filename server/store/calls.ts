import { randomUUID } from "node:crypto";
import type { Queries } from "./store.ts";

/** One call of a program: where it stands and what it says. */
export interface CallPlace {
  run: string;
  /** `<step>/<line>`. */
  place: string;
  inputHash: string;
}

const at = ({ run, place, inputHash }: CallPlace) => ({ run, place, input_hash: inputHash });

/** The result that an equal call gave before, as JSON; undefined when it was not answered yet. */
export async function answeredCall(db: Queries, place: CallPlace): Promise<string | undefined> {
  const row = await db
    .selectFrom("calls")
    .select("result")
    .where((where) => where.and(at(place)))
    .where("state", "=", "answered")
    .executeTakeFirst();
  return row?.result ?? undefined;
}

/**
 * Writes down that the call is about to be sent, and gives the key that it carries: the same one again where it was
 * sent before and its answer was lost.
 */
export async function logCall(db: Queries, place: CallPlace, call: string, now: string): Promise<string> {
  await db
    .insertInto("calls")
    .values({
      ...at(place),
      call,
      key: randomUUID(),
      state: "sent",
      sent_at: now,
      answered_at: null,
      result: null,
    })
    .onConflict((conflict) => conflict.columns(["run", "place", "input_hash"]).doUpdateSet({ sent_at: now }))
    .execute();
  const row = await db
    .selectFrom("calls")
    .select("key")
    .where((where) => where.and(at(place)))
    .executeTakeFirstOrThrow();
  return row.key;
}

/** Keeps a result that a repeated attempt is to reuse. */
export const keepAnswer = (db: Queries, place: CallPlace, result: string, now: string): Promise<unknown> =>
  db
    .updateTable("calls")
    .set({ state: "answered", answered_at: now, result })
    .where((where) => where.and(at(place)))
    .execute();

/** Forgets answers on which a failure was decided: the retry asks again, as a new call. */
export async function forgetCalls(db: Queries, places: CallPlace[]): Promise<void> {
  for (const place of places) {
    await db
      .deleteFrom("calls")
      .where((where) => where.and(at(place)))
      .execute();
  }
}
