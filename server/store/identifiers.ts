/** By what people's submissions are found: the documents and plates that they name, by a hash that needs the key. */
import type { Selectable } from "kysely";
import { compiled, type Asked } from "./compiled.ts";
import type { Store, Queries } from "./store.ts";
import type { SubmissionsTable } from "./tables.ts";
import type { IdentifiersTable } from "./tables-of-evidence.ts";

/** However it was typed: letters in capitals and digits alone, without zeros before them. */
export const identifierText = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=.)/, "");

/** An e-mail, however it was typed. */
export const emailText = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

export interface Identifier {
  /** Of the answer. */
  path: string;
  value: string;
}

/** Where the identifier of whoever sent a submission stands: no answer has this path. */
export const personPath = "person";

/** A document and an e-mail together, however they were typed: who knows both and reads that mail has sent it. */
export const personText = (document: string, email: string): string =>
  `${identifierText(document)} ${emailText(email)}`;

/** The document and the e-mail in it. */
export function personOf(text: string): { document: string; email: string } {
  const at = text.indexOf(" ");
  return { document: text.slice(0, at), email: text.slice(at + 1) };
}

/**
 * Keeps by what a submission is found that has nothing of it yet, in the caller's transaction. `person` is who sent it,
 * as `personText` has it. Undefined where there is nothing.
 */
export function keepIdentifiers(
  db: Queries,
  seals: Store["seals"],
  submission: Pick<SubmissionsTable, "id" | "brand">,
  identifiers: Identifier[],
  person?: string,
): Asked<unknown> | undefined {
  const texts = identifiers.map(({ path, value }) => ({ path, text: identifierText(value) }));
  if (person !== undefined) texts.push({ path: personPath, text: person });
  const rows = texts.flatMap(({ path, text }) => {
    const [hash] = seals.hashes(text);
    if (text === "") return [];
    return [{ submission: submission.id, path, brand: submission.brand, key: seals.id, hash, value: text }];
  });
  return rows.length > 0 ? insertIdentifiers(db, rows) : undefined;
}

const insertIdentifiers = compiled((db, rows: Selectable<IdentifiersTable>[]) =>
  db.insertInto("identifiers").values(rows),
);

/** Nobody finds the submission by them any more. */
export const forgetIdentifiers = (db: Queries, submission: string): Promise<unknown> =>
  db.deleteFrom("identifiers").where("submission", "=", submission).execute();

export const listed = [
  "id",
  "number",
  "brand",
  "flow",
  "revision",
  "state",
  "created_at",
  "decided_at",
] as const;

/** Without what it holds. */
export type ListedSubmission = Pick<Selectable<SubmissionsTable>, (typeof listed)[number]>;

/** What says nothing of anybody. */
export const listedFacts = (submission: ListedSubmission): ListedSubmission =>
  Object.fromEntries(listed.map((key) => [key, submission[key]])) as ListedSubmission;

/** The newest `limit` submissions that have this number or id, or name this document or plate, however it is written. */
export async function findSubmissions(
  { db, seals }: Pick<Store, "db" | "seals">,
  text: string,
  { brand, limit }: { brand?: string; limit: number },
): Promise<ListedSubmission[]> {
  const hashes = seals.hashes(identifierText(text));
  let query = db
    .selectFrom("submissions")
    .select(listed)
    .where((where) =>
      where.or([
        where("number", "=", text),
        where("id", "=", text),
        where("id", "in", (build) =>
          build.selectFrom("identifiers").select("submission").where("hash", "in", hashes),
        ),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (brand !== undefined) query = query.where("brand", "=", brand);
  return await query.execute();
}

/** The accepted submissions that a person sent to a brand, the newest first, without those that were erased. */
export const submissionsOfPerson = (
  { db, seals }: Pick<Store, "db" | "seals">,
  brand: string,
  person: string,
): Promise<ListedSubmission[]> =>
  ofPerson(db, seals, brand, person).select(listed).orderBy("created_at", "desc").orderBy("id").execute();

/** Whether there is any. */
export const hasSubmissions = async (
  { db, seals }: Pick<Store, "db" | "seals">,
  brand: string,
  person: string,
): Promise<boolean> =>
  (await ofPerson(db, seals, brand, person).select("id").limit(1).executeTakeFirst()) !== undefined;

const ofPerson = (db: Queries, seals: Store["seals"], brand: string, person: string) =>
  db
    .selectFrom("submissions")
    .where("brand", "=", brand)
    .where("state", "=", "accepted")
    .where("erased_at", "is", null)
    .where("id", "in", (build) =>
      build
        .selectFrom("identifiers")
        .select("submission")
        .where("path", "=", personPath)
        .where("hash", "in", seals.hashes(person)),
    );
