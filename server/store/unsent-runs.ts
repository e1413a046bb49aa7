/** Runs that nothing was sent in: whose they are is known by their session, and by what was typed so far. */
import { rowsNaming } from "./naming.ts";
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";

const unsent = (db: Queries, brand: string | undefined) => {
  const runs = db
    .selectFrom("runs")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("submissions").select("submissions.id").whereRef("submissions.run", "=", "runs.id"),
        ),
      ),
    );
  return brand === undefined ? runs : runs.where("runs.brand", "=", brand);
};

/** Those of these sessions. */
export const unsentRunsIn = (
  db: Queries,
  { brand, sessions }: { brand: string; sessions: string[] },
): Promise<Pick<Run, "id" | "flow">[]> =>
  sessions.length === 0
    ? Promise.resolve([])
    : unsent(db, brand).select(["runs.id", "runs.flow"]).where("runs.session", "in", sessions).execute();

/** Those in which each of these is an answer: a document, a plate, an e-mail. */
export async function unsentRunsNaming(
  db: Queries,
  named: string[],
  brand?: string,
): Promise<Pick<Run, "id" | "flow">[]> {
  const found = await rowsNaming(named, (id, most) =>
    unsent(db, brand)
      .select(["runs.id", "runs.flow", "runs.answers"])
      .where("runs.id", ">", id)
      .orderBy("runs.id")
      .limit(most),
  );
  return found.map(({ id, flow }) => ({ id, flow }));
}
