import { hashOf } from "../hash-chain.ts";
import { listsAfter } from "../store/evidence.ts";
import type { Queries } from "../store/store.ts";

/** Hashes of lists that are not what their hash says. */
export async function changedLists(db: Queries): Promise<string[]> {
  const changed: string[] = [];
  let after = "";
  for (;;) {
    const lists = await listsAfter(db, after);
    for (const { hash, content } of lists) if (hashOf(content) !== hash) changed.push(hash);
    if (lists.length === 0) return changed;
    after = lists.at(-1)!.hash;
  }
}
