/** A thread of one's own for long work, and how it is left to whoever comes next in a process. */
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

export interface OwnThread {
  /** Gives it an order. It starts with the first one, and anew after one that it did not survive. */
  post(order: object): void;
  /** Nobody waits for it now: it does not keep the process alive. */
  rest(): void;
  /** Ends it, or leaves it to the next where it has nothing to do. What comes from it after that is nobody's. */
  close(how: { isIdle: boolean }): Promise<void>;
}

interface OwnThreadOptions<Told> {
  start(): Worker;
  shared: SharedThread | undefined;
  hear(told: Told): void;
  /** It met an error, or ended (`ended` says so): what it was doing is lost. */
  lost(error: Error): void;
  ended: string;
}

export function ownThread<Told>({ start, shared, hear, lost, ended }: OwnThreadOptions<Told>): OwnThread {
  let thread: Worker | undefined;
  const letGo = (): Worker | undefined => {
    const left = thread?.off("message", hear).off("error", failed).off("exit", gone);
    thread = undefined;
    return left;
  };
  const failed = (error: Error): void => {
    letGo();
    lost(error);
  };
  const gone = (): void => failed(new Error(ended));
  return {
    post(order) {
      thread ??= (shared?.take() ?? start()).on("message", hear).on("error", failed).on("exit", gone);
      thread.ref();
      thread.postMessage(order, []);
    },
    rest() {
      thread?.unref();
    },
    async close({ isIdle }) {
      const left = letGo();
      if (!left || (isIdle && shared?.leave(left))) return;
      // An error that nobody hears would end the process.
      await left.on("error", () => undefined).terminate();
    },
  };
}
