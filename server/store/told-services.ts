/** Calls of services that got something of a run: what they keep of it is theirs to erase. */
import { inParts } from "./advances.ts";
import { readApart } from "./damaged.ts";
import type { Queries } from "./store.ts";

/** By name, each once: those of its programs, and of these deliveries those that were tried. */
export async function toldCalls(db: Queries, run: string, deliveries: string[]): Promise<string[]> {
  const made = await db.selectFrom("calls").select("call").distinct().where("run", "=", run).execute();
  const calls = new Set(made.map(({ call }) => call));
  for (const ids of inParts(deliveries)) {
    const { rows } = await readApart(
      db
        .selectFrom("deliveries")
        .select("payload")
        .where("id", "in", ids)
        .where("kind", "=", "call")
        .where("attempts", ">", 0),
    );
    for (const { payload } of rows) calls.add((JSON.parse(payload) as { call: string }).call);
  }
  return [...calls].toSorted();
}
