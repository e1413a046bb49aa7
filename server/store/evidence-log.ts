/**
 * Gives entries of evidence their places in their brands' logs, and signs where these end. Whoever does it holds the log's
 * row; those who add entries never touch it.
 */
import { sql, type Selectable } from "kysely";
import { leafOf, treeHeadText } from "../hash-chain.ts";
import { appendLeaf, emptyFrontier, frontierRoot, rootOf, type Frontier } from "../merkle-tree.ts";
import { entriesAfter, entriesWithoutPlace, type Head } from "./evidence.ts";
import type { Seals } from "./seals.ts";
import type { Queries } from "./store.ts";
import type { EvidenceHeadsTable, EvidenceTreeHeadsTable } from "./tables-of-evidence.ts";

export type TreeHead = Selectable<EvidenceTreeHeadsTable>;

/** The end of a log, with who says so; a chain that nobody has made a log of yet has no signature. */
export type SignedHead = Head & Partial<Pick<TreeHead, "signed_at" | "signer" | "signature">>;

/** Entries that are placed in one transaction. */
const batch = 300;

/** The lock of a log: its end, for the caller's transaction alone. Begins the log where there is none. */
const holdLog = (db: Queries, brand: string): Promise<Selectable<EvidenceHeadsTable>> =>
  db
    .insertInto("evidence_heads")
    .values({ brand, position: 0, hash: "", frontier: null })
    // Changes nothing, and nobody else may until we are done.
    .onConflict((conflict) =>
      conflict.column("brand").doUpdateSet((build) => ({ position: build.ref("evidence_heads.position") })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

const frontierText = ({ size, nodes }: Frontier): string =>
  JSON.stringify({ size, nodes: nodes.map((node) => node.toString("hex")) });

function parseFrontier(text: string | null): Frontier {
  if (text === null) return emptyFrontier();
  const { size, nodes } = JSON.parse(text) as { size: number; nodes: string[] };
  return { size, nodes: nodes.map((node) => Buffer.from(node, "hex")) };
}

/**
 * The tree of all that has a place. What a chain of before has, and what servers of before add to it, is in no frontier
 * yet. `added` are the leaves since the last signed head. @throws {Error} where entries are gone: nothing is signed then
 */
async function treeOf(
  db: Queries,
  { brand, position, frontier }: Selectable<EvidenceHeadsTable>,
  since: number,
): Promise<{ tree: Frontier; added: Buffer[] }> {
  const kept = parseFrontier(frontier);
  const tree = kept.size === since && since <= position ? kept : emptyFrontier();
  const added: Buffer[] = [];
  while (tree.size < position) {
    const entries = await entriesAfter(db, brand, tree.size);
    const [first] = entries;
    if (first?.position !== tree.size + 1)
      throw new Error(`entry ${tree.size + 1} of the log ${brand} is gone`);
    for (const entry of entries) {
      if (entry.position !== tree.size + 1 || entry.position > position) break;
      const leaf = leafOf(entry);
      appendLeaf(tree, leaf);
      if (tree.size > since) added.push(leaf);
    }
  }
  return { tree, added };
}

async function keepPlaces(db: Queries, places: { id: number; position: number }[]): Promise<void> {
  const rows = places.map(({ id, position }) => sql`(cast(${id} as integer), cast(${position} as integer))`);
  // Both databases name the columns of a list of values so.
  await sql`update evidence set position = places.column2 from (values ${sql.join(rows)}) as places
    where evidence.id = places.column1 and evidence.position is null`.execute(db);
}

/** Brands with entries without a place, and with an end that nobody has signed with the present key. */
export async function brandsToPlace(db: Queries, { signer }: Pick<Seals, "signer">): Promise<string[]> {
  const open = await db
    .selectFrom("evidence")
    .select("brand")
    .distinct()
    .where("position", "is", null)
    .execute();
  const unsigned = await db
    .selectFrom("evidence_heads")
    .select("evidence_heads.brand")
    .where("position", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("evidence_tree_heads")
            .select("evidence_tree_heads.size")
            .whereRef("evidence_tree_heads.brand", "=", "evidence_heads.brand")
            .whereRef("evidence_tree_heads.size", "=", "evidence_heads.position")
            .where("signer", "=", signer),
        ),
      ),
    )
    .execute();
  return [...new Set([...open, ...unsigned].map(({ brand }) => brand))].toSorted();
}

/** Places what waits of a brand, in the caller's transaction, and signs the end. Tells whether there may be more. */
export async function placeEntriesOf(
  db: Queries,
  brand: string,
  seals: Pick<Seals, "signer" | "sign">,
  now: Date,
): Promise<{ head: SignedHead; isAll: boolean }> {
  const held = await holdLog(db, brand);
  const before = await lastTreeHead(db, brand);
  const { tree, added } = await treeOf(db, held, before?.size ?? 0);
  const waiting = await entriesWithoutPlace(db, brand, { most: batch });
  const places = waiting.map((entry) => {
    const leaf = leafOf(entry);
    appendLeaf(tree, leaf);
    added.push(leaf);
    return { id: entry.id, position: tree.size };
  });
  if (places.length > 0) await keepPlaces(db, places);
  const root = frontierRoot(tree).toString("hex");
  await db
    .updateTable("evidence_heads")
    .set({ position: tree.size, hash: root, frontier: frontierText(tree) })
    .where("brand", "=", brand)
    .execute();
  const facts = { brand, size: tree.size, root, signed_at: now.toISOString() };
  const signed = { signer: seals.signer, signature: seals.sign(treeHeadText(facts)) };
  await db
    .insertInto("evidence_tree_heads")
    .values({ ...facts, added: rootOf(added).toString("hex"), ...signed })
    .onConflict((conflict) =>
      conflict
        .columns(["brand", "size"])
        .doUpdateSet({ signed_at: facts.signed_at, ...signed })
        // Another key signs it anew. Another root is none of ours: verifying tells.
        .where("evidence_tree_heads.root", "=", root),
    )
    .execute();
  const { signed_at } = facts;
  const head = { brand, position: tree.size, hash: root, signed_at, ...signed };
  return { head, isAll: waiting.length < batch };
}

const lastTreeHead = (db: Queries, brand: string): Promise<TreeHead | undefined> =>
  db
    .selectFrom("evidence_tree_heads")
    .selectAll()
    .where("brand", "=", brand)
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();

/** Signed heads of a log, in the order of their sizes. */
export const treeHeadsOf = (db: Queries, brand: string): Promise<TreeHead[]> =>
  db.selectFrom("evidence_tree_heads").selectAll().where("brand", "=", brand).orderBy("size").execute();

/** The ends of the logs, with their signatures. */
export async function signedHeads(db: Queries): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom("evidence_heads")
    .leftJoin("evidence_tree_heads", (join) =>
      join
        .onRef("evidence_tree_heads.brand", "=", "evidence_heads.brand")
        .onRef("evidence_tree_heads.size", "=", "evidence_heads.position"),
    )
    .select(["evidence_heads.brand", "position", "hash", "signed_at", "signer", "signature"])
    .orderBy("evidence_heads.brand")
    .execute();
  return rows.map(({ signed_at, signer, signature, ...head }) =>
    signed_at === null ? head : ({ ...head, signed_at, signer, signature } as SignedHead),
  );
}
