import { sql, type Transaction } from "kysely";
import { canonicalJson } from "../../canonical-json.ts";
import { chainedHash, contentHash, hashOf, newSalt, submissionContent } from "../../hash-chain.ts";
import type { Migration } from "./migration.ts";

interface Before {
  revisions: { hash: string; content: string };
  submissions: Parameters<typeof submissionContent>[0] & { state: string };
  evidence: Record<string, unknown>;
  evidence_heads: Record<string, unknown>;
}

const batch = 500;

/** Consents, and the chain that shows whether any of what was accepted was changed, removed or put elsewhere. */
export const evidence: Migration = {
  name: "evidence",
  up: async (db) => {
    const { schema } = db;
    await schema.alterTable("submissions").addColumn("context", "text").execute();
    await schema.alterTable("submissions").addColumn("erased_at", "text").execute();
    await sql`create index submissions_kept on submissions (brand, flow, created_at) where erased_at is null`.execute(
      db,
    );

    await schema
      .createTable("consents")
      .addColumn("submission", "text", (column) => column.notNull().references("submissions.id"))
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("purpose", "text")
      .addColumn("text", "text")
      .addColumn("text_hash", "text")
      .addColumn("wording", "text", (column) => column.notNull())
      .addColumn("revision", "text", (column) => column.notNull())
      .addColumn("channel", "text", (column) => column.notNull())
      .addColumn("given_at", "text", (column) => column.notNull())
      .addColumn("revoked_at", "text")
      .addPrimaryKeyConstraint("consents_key", ["submission", "path"])
      .execute();

    // No reference to submissions: what was removed behind our back must still be told.
    await schema
      .createTable("evidence")
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("submission", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .addColumn("salt", "text")
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("previous", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("evidence_key", ["brand", "position"])
      .execute();
    await schema.createIndex("evidence_by_submission").on("evidence").column("submission").execute();
    await schema
      .createTable("evidence_heads")
      .addColumn("brand", "text", (column) => column.primaryKey().notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();

    await schema
      .createTable("shown_lists")
      .addColumn("hash", "text", (column) => column.primaryKey().notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .execute();

    await beginChains(db);
  },
};

/** What was accepted before there was a chain begins it, in the order in which it was accepted. */
async function beginChains(untyped: Transaction<unknown>): Promise<void> {
  const db = untyped as Transaction<Before>;
  const meanings = new Map<string, string | null>();
  const meaningOf = async (revision: string): Promise<string | null> => {
    if (!meanings.has(revision)) {
      const row = await db
        .selectFrom("revisions")
        .select("content")
        .where("hash", "=", revision)
        .executeTakeFirst();
      meanings.set(revision, row ? hashOf(canonicalJson(JSON.parse(row.content))) : null);
    }
    return meanings.get(revision)!;
  };
  const heads = new Map<string, { position: number; hash: string }>();
  let after: { created_at: string; id: string } | undefined;
  for (;;) {
    let query = db
      .selectFrom("submissions")
      .selectAll()
      .where("state", "=", "accepted")
      .orderBy("created_at")
      .orderBy("id")
      .limit(batch);
    if (after) {
      const { created_at, id } = after;
      query = query.where((where) =>
        where.or([
          where("created_at", ">", created_at),
          where.and([where("created_at", "=", created_at), where("id", ">", id)]),
        ]),
      );
    }
    const rows = await query.execute();
    const entries: Record<string, unknown>[] = [];
    for (const row of rows) {
      const head = heads.get(row.brand) ?? { position: 0, hash: "" };
      const { number, flow, revision } = row;
      const salt = newSalt();
      const facts = {
        brand: row.brand,
        position: head.position + 1,
        kind: "submission" as const,
        submission: row.id,
        subject: "",
        at: row.decided_at ?? row.created_at,
        detail: canonicalJson({ number, flow, revision, meaning: await meaningOf(revision), before: true }),
        content: contentHash(salt, submissionContent(row)),
        previous: head.hash,
      };
      const hash = chainedHash(facts);
      entries.push({ ...facts, salt, hash });
      heads.set(row.brand, { position: facts.position, hash });
    }
    if (entries.length > 0) {
      // SQLite takes so many values in one statement.
      for (let from = 0; from < entries.length; from += 100) {
        await db
          .insertInto("evidence")
          .values(entries.slice(from, from + 100))
          .execute();
      }
    }
    after = rows.at(-1);
    if (rows.length < batch) break;
  }
  for (const [brand, head] of heads) {
    await db
      .insertInto("evidence_heads")
      .values({ brand, ...head })
      .execute();
  }
}
