/** Runs by how far they came, for whoever follows up those that came to no end. */
import { isTakenBack } from "./evidence.ts";
import type { Queries } from "./store.ts";
import type { Run } from "./runs.ts";
import type { RunStepsTable } from "./tables.ts";
import { unsentRunsNaming } from "./unsent-runs.ts";

/** A run without anything that its person answered. */
export type Lead = Pick<
  Run,
  "id" | "brand" | "flow" | "revision" | "step" | "status" | "created_at" | "updated_at"
> & {
  /** Place of the farthest step that it reached, from 0. */
  position: number;
};

export interface LeadsQuery {
  brand?: string;
  flow?: string;
  /** Only those that are still open. */
  incomplete: boolean;
  /** Those that were begun at this moment or later. */
  since?: string;
  /** Those that were not sent and have this as an answer: a document, a plate, an e-mail. */
  naming?: string;
  limit: number;
}

/** The newest first. */
export async function listLeads(
  db: Queries,
  { brand, flow, incomplete, since, naming, limit }: LeadsQuery,
): Promise<Lead[]> {
  let query = db
    .selectFrom("runs")
    .select(["id", "brand", "flow", "revision", "step", "status", "created_at", "updated_at"])
    .select((build) =>
      build
        .selectFrom("run_steps")
        .select((inner) => inner.fn.max("position").as("position"))
        .whereRef("run_steps.run", "=", "runs.id")
        .as("position"),
    );
  if (brand !== undefined) query = query.where("brand", "=", brand);
  if (flow !== undefined) query = query.where("flow", "=", flow);
  if (incomplete) query = query.where("status", "=", "open");
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (naming !== undefined) {
    const named = await unsentRunsNaming(db, [naming], brand);
    const ids = named.map(({ id }) => id);
    query = ids.length === 0 ? query.where("id", "is", null) : query.where("id", "in", ids);
  }
  const rows = await query.orderBy("created_at", "desc").orderBy("id").limit(limit).execute();
  return rows.map((row) => ({ ...row, position: row.position ?? 0 }));
}

/** One run whole, with the steps that it reached, in order, and whether anything agreed to in it was taken back. */
export async function findLead(
  db: Queries,
  id: string,
): Promise<{ run: Run; steps: RunStepsTable[]; isRevoked: boolean } | undefined> {
  const run = await db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
  if (!run) return undefined;
  const steps = await db
    .selectFrom("run_steps")
    .selectAll()
    .where("run", "=", id)
    .orderBy("position")
    .execute();
  return { run, steps, isRevoked: await isTakenBack(db, id) };
}
