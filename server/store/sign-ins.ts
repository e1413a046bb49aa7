/** Who is signed in, and the one-time passwords with which they do. Of passwords there are hashes here, and nothing else. */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { personOf } from "./identifiers.ts";
import type { Queries, Store } from "./store.ts";
import type { SignInCodesTable, SignInsTable } from "./tables-of-sign-ins.ts";

export type SignInCode = Selectable<SignInCodesTable>;
export type SignIn = Selectable<SignInsTable>;

/**
 * Passwords that all who try may try at one that was mailed: of a hundred million, nobody finds it in a thousand of them. It is
 * far above what one of them may, so that no stranger spends it for whoever reads the mail.
 */
export const maxTries = 1_000;

const deliveryPrefix = "sign-in/";
/** What the delivery of a password's mail is told from others by: housekeeping finds it so. */
export const signInDedupe = (id: string): string => deliveryPrefix + id;

const hashedPerson = ({ seals }: Pick<Store, "seals">, person: string) => ({
  person,
  person_key: seals.id,
  person_hash: seals.hashes(person)[0],
});

/** Of a password: nobody tries a hundred million of them against it who has not got the key. */
const codeHash = ({ seals }: Pick<Store, "seals">, id: string, code: string): string[] =>
  seals.hashes(`sign-in ${id} ${code}`);

/** Keeps one that is about to be mailed. What was mailed to the same person before is good no more. */
export async function keepCode(
  store: Pick<Store, "seals" | "transaction">,
  {
    brand,
    person,
    code,
    now,
    expires,
  }: { brand: string; person: string; code: string; now: Date; expires: Date },
): Promise<void> {
  const id = randomUUID();
  const row: SignInCode = {
    id,
    brand,
    document_hash: store.seals.hashes(personOf(person).document)[0],
    ...hashedPerson(store, person),
    code_hash: codeHash(store, id, code)[0]!,
    tries: 0,
    created_at: now.toISOString(),
    expires_at: expires.toISOString(),
    used_at: null,
  };
  await store.transaction(async (db) => {
    await db
      .deleteFrom("sign_in_codes")
      .where("brand", "=", brand)
      .where("person_hash", "in", store.seals.hashes(person))
      .execute();
    await db.insertInto("sign_in_codes").values(row).execute();
  });
}

/** What was mailed to a document, and may still be tried. */
export const openCodes = (
  { db, seals }: Pick<Store, "db" | "seals">,
  { brand, document, now }: { brand: string; document: string; now: string },
): Promise<Pick<SignInCode, "id">[]> =>
  db
    .selectFrom("sign_in_codes")
    .select("id")
    .where("brand", "=", brand)
    .where("document_hash", "in", seals.hashes(document))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .execute();

/**
 * Takes one of the tries at each of these: one statement, so that nobody has more by asking at once. It is the same work
 * where there is none.
 */
export const takeTry = (
  db: Queries,
  { ids, now }: { ids: readonly string[]; now: string },
): Promise<SignInCode[]> =>
  db
    .updateTable("sign_in_codes")
    .set((build) => ({ tries: build("tries", "+", 1) }))
    .where("id", "in", ids)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .returningAll()
    .execute();

/** Whether a password is the one of a row that `takeTry` gave, or of none: every row takes as long. */
export const isCodeOf = (
  store: Pick<Store, "seals">,
  { id, code_hash }: Pick<SignInCode, "id" | "code_hash">,
  code: string,
  same: (one: string, other: string) => boolean,
): boolean =>
  codeHash(store, id, code)
    .map((hash) => same(hash, code_hash))
    .includes(true);

/** Who signed in by a call, in case it is repeated. */
export const grantedBy = (db: Queries, key: string): Promise<SignIn | undefined> =>
  db.selectFrom("sign_ins").selectAll().where("granted_by", "=", key).executeTakeFirst();

interface Grant {
  brand: string;
  person: string;
  key: string;
  now: Date;
  expires: Date;
  idToken?: string;
}

/** Somebody who signs in, before their browser is given a session. */
const granted = (
  store: Pick<Store, "seals">,
  { brand, person, key, now, expires, idToken }: Grant,
): SignIn => ({
  id: randomUUID(),
  brand,
  ...hashedPerson(store, person),
  granted_by: key,
  session: null,
  device: null,
  id_token: idToken ?? null,
  created_at: now.toISOString(),
  seen_at: now.toISOString(),
  expires_at: expires.toISOString(),
});

/** Signs somebody in whom an identity provider names. */
export async function insertSignIn(store: Pick<Store, "db" | "seals">, grant: Grant): Promise<SignIn> {
  const row = granted(store, grant);
  await store.db.insertInto("sign_ins").values(row).execute();
  return row;
}

/** Uses a password up, and signs its person in. Undefined where somebody was quicker. */
export async function grantSignIn(
  store: Pick<Store, "seals" | "transaction">,
  code: Pick<SignInCode, "id" | "brand" | "person">,
  { key, now, expires }: { key: string; now: Date; expires: Date },
): Promise<SignIn | undefined> {
  const at = now.toISOString();
  const row = granted(store, { ...code, key, now, expires });
  return await store.transaction(async (db) => {
    const used = await db
      .updateTable("sign_in_codes")
      .set({ used_at: at })
      .where("id", "=", code.id)
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) return undefined;
    await db.insertInto("sign_ins").values(row).execute();
    return row;
  });
}

/** Who is signed in with a session at a brand's site. */
export const signInOf = (
  db: Queries,
  { session, brand }: { session: string; brand: string },
  now: Date,
): Promise<SignIn | undefined> =>
  db
    .selectFrom("sign_ins")
    .selectAll()
    .where("session", "=", session)
    .where("brand", "=", brand)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();

/** The same, by its id. */
export const findSignIn = (db: Queries, id: string, now: Date): Promise<SignIn | undefined> =>
  db
    .selectFrom("sign_ins")
    .selectAll()
    .where("id", "=", id)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();

/** Those of the same person, at the same brand, that a device has; the one that was seen last first. */
export const signInsOf = (
  { db, seals }: Pick<Store, "db" | "seals">,
  { brand, person }: Pick<SignIn, "brand" | "person">,
  now: Date,
): Promise<SignIn[]> =>
  db
    .selectFrom("sign_ins")
    .selectAll()
    .where("brand", "=", brand)
    .where("person_hash", "in", seals.hashes(person))
    .where("session", "is not", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .execute();

/** Gives a session to who signed in, in the caller's transaction; the one of before has nobody any more. */
export async function bindSignIn(
  db: Queries,
  {
    id,
    session,
    device,
    before,
  }: { id: string; session: string; device: string; before: string | undefined },
): Promise<void> {
  if (before !== undefined)
    await db.deleteFrom("sign_ins").where("session", "=", before).where("id", "!=", id).execute();
  await db.updateTable("sign_ins").set({ session, device }).where("id", "=", id).execute();
}

/** Notes that somebody was here, at most once an hour. */
export async function noteSeen(
  db: Queries,
  { id, seen_at }: Pick<SignIn, "id" | "seen_at">,
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(seen_at) < 3_600_000) return;
  await db.updateTable("sign_ins").set({ seen_at: now.toISOString() }).where("id", "=", id).execute();
}

/** Ends it. Tells whether there was one. */
export async function endSignIn(db: Queries, id: string): Promise<boolean> {
  const result = await db.deleteFrom("sign_ins").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends all of a person's at a brand, with what they could sign in with and what their account kept. */
export async function forgetPerson(
  db: Queries,
  { seals }: Pick<Store, "seals">,
  { brand, person }: Pick<SignIn, "brand" | "person">,
): Promise<void> {
  const hashes = seals.hashes(person);
  for (const table of ["sign_ins", "sign_in_codes", "account_lists"] as const) {
    await db.deleteFrom(table).where("brand", "=", brand).where("person_hash", "in", hashes).execute();
  }
}

/** Removes what is over. */
export async function removeOldSignIns(db: Queries, now: Date): Promise<number> {
  let removed = 0;
  for (const table of ["sign_ins", "sign_in_codes", "identity_requests", "account_lists"] as const) {
    const result = await db.deleteFrom(table).where("expires_at", "<=", now.toISOString()).executeTakeFirst();
    removed += Number(result.numDeletedRows);
  }
  return removed;
}
