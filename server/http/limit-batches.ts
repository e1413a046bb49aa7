/** Turns that are taken in the same moment go to the store in one statement: people who come at once are counted at once. */
import { takeTurns, type LimitCount } from "../store/limits.ts";
import type { Queries } from "../store/store.ts";

/** Of one statement. */
const maxTurns = 32;

interface Waiting extends LimitCount, PromiseWithResolvers<number> {}

/** Takes turns of one subject, and gives how many were taken in its window with them. */
export function createLimitBatches(db: Queries): (turns: LimitCount) => Promise<number> {
  let waiting: Waiting[] = [];
  let asked = false;

  const count = async (batch: Waiting[]): Promise<void> => {
    try {
      const turns = batch.map(({ key, window, by }) => ({ key, window, by }));
      const counts = await takeTurns(db, turns);
      for (const one of batch) one.resolve(counts.get(one.key)!);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  };

  const send = (): void => {
    const batch = new Map<string, Waiting>();
    const others: Waiting[] = [];
    for (const one of waiting) {
      // A statement counts a key once: in the moment in which a window ends, there may be two.
      if (batch.size < maxTurns && !batch.has(one.key)) batch.set(one.key, one);
      else others.push(one);
    }
    waiting = others;
    asked = others.length > 0;
    if (asked) setImmediate(send);
    void count([...batch.values()]);
  };

  return (turns) => {
    const one = { ...turns, ...Promise.withResolvers<number>() };
    waiting.push(one);
    if (!asked) {
      asked = true;
      // Requests that are read in the same round of the event loop come together.
      setImmediate(send);
    }
    return one.promise;
  };
}
