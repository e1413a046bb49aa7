/** Finds what names somebody: there is no index of answers, so all of them are read, in parts. */
import { readApart } from "./damaged.ts";
import { identifierText, listed, listedFacts, type ListedSubmission } from "./identifiers.ts";
import type { Queries } from "./store.ts";

/** Read at once: what they hold has to be opened for it. */
const pageSize = 200;

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
 * Those in whose answers each of these is one. `after` asks for so many rows behind an id, in the order of their ids; what
 * cannot be read any more names nobody.
 */
export async function rowsNaming<Row extends { id: string; answers: string }>(
  named: string[],
  after: (id: string, most: number) => { execute: () => Promise<Row[]> },
): Promise<Row[]> {
  const texts = named.map(identifierText);
  const found: Row[] = [];
  for (let last = ""; ;) {
    const { rows, damaged } = await readApart(after(last, pageSize));
    found.push(...rows.filter(({ answers }) => areNamed(texts, answers)));
    const ids = [...rows.map(({ id }) => id), ...damaged.flatMap(({ row }) => row.id ?? [])];
    if (ids.length < pageSize) return found;
    last = ids.toSorted().at(-1)!;
  }
}

/** The newest `limit` submissions in which this is an answer: also of what no kind says that it identifies. */
export async function submissionsNaming(
  db: Queries,
  text: string,
  { brand, limit }: { brand?: string; limit: number },
): Promise<ListedSubmission[]> {
  const found = await rowsNaming([text], (id, most) => {
    const page = db
      .selectFrom("submissions")
      .select([...listed, "answers"])
      .where("id", ">", id);
    return (brand === undefined ? page : page.where("brand", "=", brand)).orderBy("id").limit(most);
  });
  return found
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, limit)
    .map(listedFacts);
}
