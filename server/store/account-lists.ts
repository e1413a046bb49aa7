/** Saved lists of whoever is signed in, as their account keeps them: one row for each person and list. */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { personPath } from "./identifiers.ts";
import { lockPerson } from "./locks.ts";
import type { SignIn } from "./sign-ins.ts";
import type { Queries, Store } from "./store.ts";
import type { AccountListsTable } from "./tables-of-sign-ins.ts";

export type AccountList = Selectable<AccountListsTable>;

type Whose = Pick<SignIn, "brand" | "person">;

const ofPerson = (db: Queries, { seals }: Pick<Store, "seals">, { brand, person }: Whose) =>
  db
    .selectFrom("account_lists")
    .selectAll()
    .where("brand", "=", brand)
    .where("person_hash", "in", seals.hashes(person));

/** Those of a person that are not over, by the names of their lists. */
export const accountListsOf = (
  { db, seals }: Pick<Store, "db" | "seals">,
  whose: Whose,
  now: Date,
): Promise<AccountList[]> =>
  ofPerson(db, { seals }, whose).where("expires_at", ">", now.toISOString()).orderBy("list").execute();

export interface ListChange {
  list: string;
  now: Date;
  expires: Date;
  /** What it holds afterwards, of what it holds. The same text changes nothing. */
  to: (entries: string) => string;
}

/** Changes one list of a person: two devices that do so at once lose nothing of each other. Gives what it holds then. */
export async function changeAccountList(
  store: Pick<Store, "seals" | "transaction">,
  whose: Whose,
  { list, now, expires, to }: ListChange,
): Promise<string> {
  const { seals } = store;
  const [hash] = seals.hashes(whose.person);
  return await store.transaction(async (db) => {
    await lockPerson(db, `${whose.brand} ${hash}`);
    const row = await ofPerson(db, store, whose).where("list", "=", list).executeTakeFirst();
    const isOver = row !== undefined && row.expires_at <= now.toISOString();
    const before = row === undefined || isOver ? "" : row.entries;
    const entries = to(before);
    if (entries === before && !isOver) return entries;
    const changed = { entries, changed_at: now.toISOString(), expires_at: expires.toISOString() };
    if (row && entries === "") await db.deleteFrom("account_lists").where("id", "=", row.id).execute();
    else if (row) await db.updateTable("account_lists").set(changed).where("id", "=", row.id).execute();
    else {
      const { brand, person } = whose;
      const owner = { brand, person, person_key: seals.id, person_hash: hash };
      await db
        .insertInto("account_lists")
        .values({ id: randomUUID(), ...owner, list, ...changed })
        .execute();
    }
    return entries;
  });
}

/** Removes those of whoever sent these submissions, where nothing else that they sent is here any more. */
export async function removeListsOfSenders(db: Queries, submissions: string[]): Promise<void> {
  if (submissions.length === 0) return;
  const senders = await db
    .selectFrom("identifiers")
    .select(["brand", "hash"])
    .distinct()
    .where("path", "=", personPath)
    .where("submission", "in", submissions)
    .execute();
  for (const { brand, hash } of senders) {
    const other = await db
      .selectFrom("identifiers")
      .select("submission")
      .where("path", "=", personPath)
      .where("brand", "=", brand)
      .where("hash", "=", hash)
      .where("submission", "not in", submissions)
      .limit(1)
      .executeTakeFirst();
    if (!other)
      await db
        .deleteFrom("account_lists")
        .where("brand", "=", brand)
        .where("person_hash", "=", hash)
        .execute();
  }
}
