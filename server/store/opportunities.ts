/** Sales that need documents of somebody: what is asked for, what came, and how it was reviewed. */
import type { Selectable } from "kysely";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type {
  DocumentReviewsTable,
  DocumentState,
  OpportunitiesTable,
  OpportunityDetails,
  OpportunityDocumentsTable,
} from "./tables-of-opportunities.ts";

export type Opportunity = Selectable<OpportunitiesTable>;
export type OpportunityDocument = Selectable<OpportunityDocumentsTable>;
export type DocumentReview = Selectable<DocumentReviewsTable>;
export type { DocumentState, OpportunityDetails, ReviewAct } from "./tables-of-opportunities.ts";

export async function addOpportunity(
  db: Queries,
  opportunity: Opportunity,
  documents: OpportunityDocument[],
): Promise<void> {
  await db.insertInto("opportunities").values(opportunity).execute();
  await db.insertInto("opportunity_documents").values(documents).execute();
}

export const findOpportunity = (
  db: Queries,
  column: "id" | "token_hash" | "call_key",
  value: string,
): Promise<Opportunity | undefined> =>
  db.selectFrom("opportunities").selectAll().where(column, "=", value).executeTakeFirst();

export const detailsOf = <Look = unknown>({
  details,
}: Pick<Opportunity, "details">): OpportunityDetails<Look> => JSON.parse(details) as OpportunityDetails<Look>;

/** What it asks for, in order. */
export const documentsOf = (db: Queries, opportunity: string): Promise<OpportunityDocument[]> =>
  db
    .selectFrom("opportunity_documents")
    .selectAll()
    .where("opportunity", "=", opportunity)
    .orderBy("position")
    .execute();

/** One that nobody else changes until the transaction ends. */
export const lockDocument = (db: Queries, id: string): Promise<OpportunityDocument | undefined> =>
  held(db, db.selectFrom("opportunity_documents").selectAll().where("id", "=", id)).executeTakeFirst();

export const changeDocument = (
  db: Queries,
  id: string,
  change: Partial<Pick<OpportunityDocument, "state" | "file" | "note" | "size" | "stored">> & {
    changed_at: string;
  },
): Promise<unknown> => db.updateTable("opportunity_documents").set(change).where("id", "=", id).execute();

export const addReview = (db: Queries, review: DocumentReview): Promise<unknown> =>
  db.insertInto("document_reviews").values(review).execute();

/** How a document was reviewed, the first first. */
export const reviewsOf = (db: Queries, document: string): Promise<DocumentReview[]> =>
  db
    .selectFrom("document_reviews")
    .selectAll()
    .where("document", "=", document)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Documents by what they wait for, the oldest first. Ids of those of a brand begin with its code. */
export async function listDocuments(
  db: Queries,
  { state, brand, limit }: { state?: DocumentState; brand?: string; limit: number },
): Promise<OpportunityDocument[]> {
  let query = db.selectFrom("opportunity_documents").selectAll();
  query = state === undefined ? query.where("state", "is not", null) : query.where("state", "=", state);
  if (brand !== undefined) query = query.where("id", "like", `${brand}-%`);
  return await query.orderBy("changed_at").orderBy("id").limit(limit).execute();
}

/** Removes them with all that came for them; gives where bytes are that nobody names any more. */
async function removeOpportunities(db: Queries, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const documents = await db
    .selectFrom("opportunity_documents")
    .select(["id", "stored"])
    .where("opportunity", "in", ids)
    .execute();
  const own = documents.map(({ id }) => id);
  if (own.length > 0) await db.deleteFrom("document_reviews").where("document", "in", own).execute();
  await db.deleteFrom("opportunity_documents").where("opportunity", "in", ids).execute();
  await db.deleteFrom("opportunities").where("id", "in", ids).execute();
  return documents.flatMap(({ stored }) => stored ?? []);
}

/** Removes those that these calls opened. */
export async function eraseOpportunities(db: Queries, callKeys: string[]): Promise<string[]> {
  const found = await db.selectFrom("opportunities").select("id").where("call_key", "in", callKeys).execute();
  return await removeOpportunities(
    db,
    found.map(({ id }) => id),
  );
}

/** Removes up to `most` whose time was over before then; housekeeping of the storage removes the bytes. */
export async function removeOldOpportunities(db: Queries, before: string, most: number): Promise<number> {
  const old = await db
    .selectFrom("opportunities")
    .select("id")
    .where("expires_at", "<", before)
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  await removeOpportunities(db, ids);
  return ids.length;
}
