import type { Revision } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { replacedAt } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";

interface RevisionDeps {
  definitions: Definitions;
  store: Store;
  clock: Clock;
}

/**
 * The live revision of a brand, or one that was live not long ago: pages that were drawn with it are still open. Older ones
 * are for runs that began with them. Whoever names one of those for something new would choose among all amounts and words
 * that there ever were.
 * @param within how long ago it may have been replaced, in milliseconds
 */
export async function recentRevision(
  { definitions, store, clock }: RevisionDeps,
  brand: string,
  hash: string,
  within: number,
): Promise<Revision | undefined> {
  const found = await definitions.revision(brand, hash);
  if (!found || found === definitions.current(brand)) return found;
  const replaced = await replacedAt(store, found);
  return replaced === undefined || clock().getTime() - Date.parse(replaced) <= within ? found : undefined;
}
