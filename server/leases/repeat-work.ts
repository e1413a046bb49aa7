/** Work that is done again and again, until it is stopped. */
export interface RepeatedWork {
  /** Does it now: call it after a commit that left something to do. */
  wake(): void;
  /** Resolves when the round that is under way has ended. No other one begins. */
  stop(): Promise<void>;
}

/**
 * @param round gives the milliseconds until the next one, if nobody wakes it before
 * @param leastMs milliseconds between two rounds, whoever wakes it
 */
export function repeatWork(round: () => Promise<number>, leastMs = 0): RepeatedWork {
  let stopping = false;
  let woken = false;
  let interrupt = (): void => {};

  /** Until then, or until it is over: for one who is stopped nobody waits. */
  const sleep = (milliseconds: number, isOver: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (isOver()) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        if (!isOver()) return;
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
    while (!stopping) {
      woken = false;
      const wait = await round();
      if (leastMs > 0) await sleep(leastMs, () => stopping);
      await sleep(wait - leastMs, () => woken || stopping);
    }
  };
  const running = loop();

  return {
    wake: () => {
      woken = true;
      interrupt();
    },
    stop: async () => {
      stopping = true;
      interrupt();
      await running;
    },
  };
}
