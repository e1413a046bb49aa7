import type { Log } from "../log.ts";
import { headsOf } from "../store/evidence.ts";
import type { Queries } from "../store/store.ts";

/**
 * Tells the log where each chain ends, whenever that is another place. Who keeps the log elsewhere has what shows that
 * nothing was cut off, whatever is done to the store.
 */
export function noteHeads(db: Queries, log: Log): () => Promise<number> {
  const noted = new Map<string, number>();
  return async () => {
    for (const { brand, position, hash } of await headsOf(db)) {
      if (noted.get(brand) === position) continue;
      noted.set(brand, position);
      log.info({ evidence: `${brand}:${position}:${hash}` }, "end of the chain of evidence");
    }
    // Nothing was removed.
    return 0;
  };
}
