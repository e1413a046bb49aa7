import type { Revision } from "../../schemas/engine/serve.ts";
import type { Log } from "../log.ts";
import { newestRevisions, publishMark, type ReadableRevisions } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";

/** Milliseconds: what another process publishes is here within a second. */
const intervalMs = 400;

/**
 * Takes over what other processes publish in the same store, as long as the same code of the engine compiled it, or
 * this process made the same itself: other code may not know how to read it. Gives a function that ends it.
 */
export function followPublishes(given: {
  store: Store;
  readable: () => ReadableRevisions;
  /** What is at hand here, by its hash. */
  known: (hash: string) => Revision | undefined;
  log: Log;
  adopt: (revisions: Revision[]) => void;
}): () => Promise<void> {
  const { store, readable, known, log, adopt } = given;
  let seen: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const look = async (): Promise<void> => {
    try {
      const mark = await publishMark(store);
      if (mark !== seen) adopt(await newestRevisions(store, { readable: readable(), known }));
      seen = mark;
    } catch (error) {
      log.warn({ err: error }, "what others published could not be read");
    }
  };
  let looking = Promise.resolve();
  const again = (): void => {
    if (ended) return;
    timer = setTimeout(() => {
      looking = look().finally(again);
    }, intervalMs);
  };
  again();

  return async () => {
    ended = true;
    clearTimeout(timer);
    await looking;
  };
}
