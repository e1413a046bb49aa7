/** Runs that nothing was sent in: whose they are is known by their session, and by what was typed so far. */
import { readApart } from "./damaged.ts";
import { identifierText } from "./identifiers.ts";
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";

/** Read at once: what they hold has to be opened for it. */
const pageSize = 200;

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

/** Whether each of these texts is an answer, however it was typed. */
function areNamed(texts: string[], answers: string): boolean {
  const given = new Set(
    Object.values(JSON.parse(answers) as Record<string, unknown>).flatMap((answer) =>
      typeof answer === "string" ? [identifierText(answer)] : [],
    ),
  );
  return texts.every((text) => given.has(text));
}

/**
 * Those in which each of these is an answer: a document, a plate, an e-mail. Of what was not sent there is no index, so all is
 * read, in parts; what cannot be read any more names nobody.
 */
export async function unsentRunsNaming(
  db: Queries,
  named: string[],
  brand?: string,
): Promise<Pick<Run, "id" | "flow">[]> {
  const texts = named.map(identifierText);
  const found: Pick<Run, "id" | "flow">[] = [];
  for (let after = ""; ;) {
    const page = unsent(db, brand)
      .select(["runs.id", "runs.flow", "runs.answers"])
      .where("runs.id", ">", after)
      .orderBy("runs.id")
      .limit(pageSize);
    const { rows, damaged } = await readApart(page);
    for (const { id, flow, answers } of rows) if (areNamed(texts, answers)) found.push({ id, flow });
    const ids = [...rows.map(({ id }) => id), ...damaged.flatMap(({ row }) => row.id ?? [])];
    if (ids.length < pageSize) return found;
    after = ids.toSorted().at(-1)!;
  }
}
