import type { Log } from "../log.ts";
import { headsOf, type Head } from "../store/evidence.ts";
import { headText } from "../store/chain-head-log.ts";
import type { Store } from "../store/store.ts";
import type { ExternalChainHeads } from "./external-chain-heads.ts";

/**
 * Notes where each chain ends, whenever that is another place: in the store's file, for what other servers added and a crash
 * left out, in the log, and where a setting says. Who keeps one of them elsewhere has what shows that nothing was cut off,
 * whatever is done to the store. What fails is done again the next time.
 */
export function logChainHeads(
  store: Pick<Store, "db" | "noteHeads">,
  log: Log,
  elsewhere?: Pick<ExternalChainHeads, "note">,
): () => Promise<number> {
  const noted = new Map<string, number>();
  const away = new Map<string, number>();
  const grown = (heads: Head[], known: Map<string, number>): Head[] =>
    heads.filter(({ brand, position }) => known.get(brand) !== position);

  const noteAway = async (head: Head): Promise<void> => {
    try {
      await elsewhere!.note(head);
      away.set(head.brand, head.position);
    } catch (error) {
      log.error(
        { err: error, evidence: headText(head) },
        "the end of the chain of evidence could not be noted elsewhere: it is tried again in an hour",
      );
    }
  };

  return async () => {
    const all = await headsOf(store.db);
    if (elsewhere) for (const head of grown(all, away)) await noteAway(head);
    const heads = grown(all, noted);
    if (heads.length > 0) await store.noteHeads();
    for (const head of heads) {
      noted.set(head.brand, head.position);
      log.info({ evidence: headText(head) }, "end of the chain of evidence");
    }
    // Nothing was removed.
    return 0;
  };
}
