import type { Log } from "../log.ts";
import { headsOf } from "../store/evidence.ts";
import { headText } from "../store/noted-heads.ts";
import type { Store } from "../store/store.ts";

/**
 * Notes where each chain ends, whenever that is another place: in the store's file, for what other servers added and a crash
 * left out, and in the log. Who keeps either elsewhere has what shows that nothing was cut off, whatever is done to the store.
 */
export function noteHeads(store: Pick<Store, "db" | "noteHeads">, log: Log): () => Promise<number> {
  const noted = new Map<string, number>();
  return async () => {
    const heads = (await headsOf(store.db)).filter(({ brand, position }) => noted.get(brand) !== position);
    if (heads.length > 0) await store.noteHeads();
    for (const head of heads) {
      noted.set(head.brand, head.position);
      log.info({ evidence: headText(head) }, "end of the chain of evidence");
    }
    // Nothing was removed.
    return 0;
  };
}
