/** The log of each brand: what is added to it, in the caller's transaction, and what is read of it. */
import type { Selectable } from "kysely";
import { contentHash, entryHash, newSalt, type EntryFacts } from "../hash-chain.ts";
import { compiled, type Asked } from "./compiled.ts";
import { readApart, type DamagedRow } from "./damaged.ts";
import type { Queries } from "./store.ts";
import type { ConsentsTable, EvidenceTable, ShownListsTable } from "./tables-of-evidence.ts";

export type EvidenceEntry = Selectable<EvidenceTable>;
export type Consent = Selectable<ConsentsTable>;
export type ShownList = Selectable<ShownListsTable>;

/** An entry that has its place. */
export type PlacedEntry = EvidenceEntry & { position: number };

/** Where a log ends: how many entries have a place, and the root of their tree. */
export interface Head {
  brand: string;
  position: number;
  hash: string;
}

/** What is to be told: its content enters as a hash, which nothing leads back from once its salt is erased. */
export interface NewEntry extends Pick<EntryFacts, "kind" | "submission" | "at"> {
  subject?: string;
  /** Nothing personal: it stays for ever. */
  detail: Record<string, unknown>;
  content: Record<string, unknown>;
}

/** Adds entries to a brand's log, in their order. Their place is given to them after the commit: nobody waits for others. */
export function addEntries(db: Queries, brand: string, entries: NewEntry[]): Asked<unknown> | undefined {
  if (entries.length === 0) return undefined;
  const rows = entries.map(({ kind, submission, subject = "", at, detail, content }) => {
    const salt = newSalt();
    const told = JSON.stringify(detail);
    const facts = { brand, kind, submission, subject, at, detail: told, content: contentHash(salt, content) };
    const open = { ...facts, position: null, previous: null };
    return { ...open, salt, hash: entryHash(open) };
  });
  return insertEntries(db, rows);
}

const insertEntries = compiled((db, rows: Omit<EvidenceEntry, "id">[]) =>
  db.insertInto("evidence").values(rows),
);

export const addConsents = (db: Queries, consents: Consent[]): Asked<unknown> | undefined =>
  consents.length > 0 ? insertConsents(db, consents) : undefined;

const insertConsents = compiled((db, consents: Consent[]) => db.insertInto("consents").values(consents));

/** Consents of a submission, in the order of their paths. */
export const consentsOf = (db: Queries, submission: string): Promise<Consent[]> =>
  db.selectFrom("consents").selectAll().where("submission", "=", submission).orderBy("path").execute();

/** Says when a consent was taken back; false where there is none that holds. */
export async function revokeConsent(
  db: Queries,
  { submission, path }: Pick<Consent, "submission" | "path">,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("consents")
    .set({ revoked_at: at })
    .where("submission", "=", submission)
    .where("path", "=", path)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Entries about a submission, in their order. */
export const entriesOf = (db: Queries, submission: string): Promise<EvidenceEntry[]> =>
  db
    .selectFrom("evidence")
    .selectAll()
    .where("submission", "=", submission)
    .orderBy("brand")
    .orderBy("position", (order) => order.asc().nullsLast())
    .orderBy("id")
    .execute();

/** Whether a consent of what was sent in a run was taken back, at this moment or later. */
export async function isTakenBack(db: Queries, run: string, since = ""): Promise<boolean> {
  const found = await db
    .selectFrom("consents")
    .innerJoin("submissions", "submissions.id", "consents.submission")
    .select("consents.path")
    .where("submissions.run", "=", run)
    .where("consents.revoked_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Why a submission may not be erased now; undefined where nothing holds it. */
export async function erasureHoldOn(
  db: Queries,
  submission: string,
): Promise<{ reason: string; at: string } | undefined> {
  const row = await db
    .selectFrom("evidence")
    .select(["kind", "detail", "at"])
    .where("submission", "=", submission)
    .where("kind", "in", ["hold", "release"])
    .orderBy("position", (order) => order.desc().nullsFirst())
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row?.kind !== "hold") return undefined;
  return { reason: reasonOf(row.detail), at: row.at };
}

/** A hold holds, also where somebody has damaged its words. */
function reasonOf(detail: string): string {
  try {
    return String((JSON.parse(detail) as { reason: unknown }).reason);
  } catch {
    return "?";
  }
}

/** Keeps lists that are not kept yet. */
export const keepLists = (db: Queries, lists: ShownList[]): Asked<unknown> | undefined =>
  lists.length > 0 ? insertLists(db, lists) : undefined;

const insertLists = compiled((db, lists: ShownList[]) =>
  db
    .insertInto("shown_lists")
    .values(lists)
    .onConflict((conflict) => conflict.doNothing()),
);

/** The text of lists by their hash. */
export async function readLists(db: Queries, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.selectFrom("shown_lists").selectAll().where("hash", "in", hashes).execute();
  return new Map(rows.map(({ hash, content }) => [hash, content]));
}

const batch = 300;

/** Entries of a log behind a position, in their order. */
export const entriesAfter = async (
  db: Queries,
  brand: string,
  position: number,
  most = batch,
): Promise<PlacedEntry[]> =>
  (await db
    .selectFrom("evidence")
    .selectAll()
    .where("brand", "=", brand)
    .where("position", ">", position)
    .orderBy("position")
    .limit(most)
    .execute()) as PlacedEntry[];

/** Entries of a brand that wait for their place, in their order. */
export const entriesWithoutPlace = (
  db: Queries,
  brand: string,
  { after = 0, most = batch }: { after?: number; most?: number } = {},
): Promise<EvidenceEntry[]> =>
  db
    .selectFrom("evidence")
    .selectAll()
    .where("position", "is", null)
    .where("brand", "=", brand)
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();

/** All that have a place, in parts, in their order. */
export async function* placedEntries(db: Queries, brand: string): AsyncGenerator<PlacedEntry[]> {
  for (let position = 0; ;) {
    const entries = await entriesAfter(db, brand, position);
    if (entries.length === 0) return;
    yield entries;
    ({ position } = entries.at(-1)!);
  }
}

/** All that wait for theirs. */
export async function* waitingEntries(db: Queries, brand: string): AsyncGenerator<EvidenceEntry[]> {
  for (let after = 0; ;) {
    const entries = await entriesWithoutPlace(db, brand, { after });
    if (entries.length === 0) return;
    yield entries;
    after = entries.at(-1)!.id;
  }
}

/** The ends of the logs, or of one. */
export async function headsOf(db: Queries, brand?: string): Promise<Head[]> {
  const heads = db.selectFrom("evidence_heads").select(["brand", "position", "hash"]).orderBy("brand");
  return await (brand === undefined ? heads : heads.where("brand", "=", brand)).execute();
}

/** Brands that have entries, or an end without any. */
export async function brandsWithEvidence(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom("evidence").select("brand").distinct().execute();
  const heads = await headsOf(db);
  return [...new Set([...rows, ...heads].map(({ brand }) => brand))].toSorted();
}

export const consentsOfAll = (
  db: Queries,
  submissions: string[],
): Promise<{ rows: Consent[]; damaged: DamagedRow<Consent>[] }> =>
  readApart(db.selectFrom("consents").selectAll().where("submission", "in", submissions).orderBy("path"));

/** Accepted submissions, consents (with their path) and visitors' choices (with their purpose), of which no entry tells. */
export async function unentered(
  db: Queries,
  brand?: string,
): Promise<{ brand: string; submission: string; subject?: string }[]> {
  let submissions = db
    .selectFrom("submissions")
    .select(["brand", "id as submission"])
    .where("state", "=", "accepted")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("evidence")
            .select("evidence.id")
            .whereRef("evidence.submission", "=", "submissions.id")
            .where("evidence.kind", "=", "submission"),
        ),
      ),
    );
  let consents = db
    .selectFrom("consents")
    .innerJoin("submissions", "submissions.id", "consents.submission")
    .select(["submissions.brand", "consents.submission", "consents.path as subject"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("evidence")
            .select("evidence.id")
            .whereRef("evidence.submission", "=", "consents.submission")
            .whereRef("evidence.subject", "=", "consents.path")
            .where("evidence.kind", "=", "consent"),
        ),
      ),
    );
  let choices = db
    .selectFrom("site_consents")
    .select(["brand", "id as submission", "purpose as subject"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("evidence")
            .select("evidence.id")
            .whereRef("evidence.submission", "=", "site_consents.id")
            .where("evidence.kind", "=", "site-consent"),
        ),
      ),
    );
  if (brand !== undefined) {
    submissions = submissions.where("brand", "=", brand);
    consents = consents.where("submissions.brand", "=", brand);
    choices = choices.where("brand", "=", brand);
  }
  return [...(await submissions.execute()), ...(await consents.execute()), ...(await choices.execute())];
}

/** Lists in the order of their hashes. */
export const listsAfter = (db: Queries, hash: string): Promise<ShownList[]> =>
  db.selectFrom("shown_lists").selectAll().where("hash", ">", hash).orderBy("hash").limit(50).execute();
