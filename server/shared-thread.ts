import type { Worker } from "node:worker_threads";

/** The thread that whoever has ended left: it has loaded its code, and takes no time to be ready. */
export interface SharedThread {
  /** Undefined where nobody left one, or it did not live on. */
  take(): Worker | undefined;
  /** False where there is one already. */
  leave(thread: Worker): boolean;
}

/** For those who open one server after the other in a process. */
export function createSharedThread(): SharedThread {
  let idle: Worker | undefined;
  const forget = (): void => {
    idle = undefined;
  };
  return {
    take() {
      const taken = idle?.off("error", forget).off("exit", forget);
      idle = undefined;
      return taken;
    },
    leave(thread) {
      if (idle) return false;
      idle = thread.on("error", forget).on("exit", forget);
      return true;
    },
  };
}

/** What it still meets is nobody's: an error that nobody hears would end the process. */
export const endThread = (thread: Worker): Promise<number> => thread.on("error", () => undefined).terminate();
