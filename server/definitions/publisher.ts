/** Publishing is done in a thread of its own, so that no request waits for it. */
import { Worker } from "node:worker_threads";
import { endThread, type SharedThread } from "../shared-thread.ts";
import { threadEnv } from "../thread-env.ts";
import type { Publishing } from "./publishing.ts";
import type { Done, PublishingJob } from "./publishing-thread.ts";

export type Publisher = Publishing & {
  /** Ends the thread: what is still being done fails. One that waits is left to the next publisher, where threads are shared. */
  close(): Promise<void>;
};

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

const newThread = (): Worker =>
  new Worker(new URL("publishing-thread.ts", import.meta.url), { name: "publishing", env: threadEnv() });

/** The thread starts with the first order, and anew after one that it did not survive. */
export function createPublisher(shared?: SharedThread): Publisher {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let orders = 0;

  const settle = (id: number, how: (one: Waiting) => void): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    // Nobody waits for it now: it does not keep the process alive.
    if (waiting.size === 0) thread?.unref();
    if (one) how(one);
  };

  const lose = (error: Error): void => {
    if (thread) leave(thread);
    thread = undefined;
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
  };

  const finish = (done: Done): void =>
    settle(done.id, ({ resolve, reject }) =>
      "fault" in done ? reject(new Error(done.fault)) : resolve(done.result),
    );
  const failed = (error: Error): void => lose(error);
  const ended = (): void => lose(new Error("The thread that publishes ended"));

  const start = (): Worker => {
    const started = shared?.take() ?? newThread();
    return started.on("message", finish).on("error", failed).on("exit", ended);
  };

  /** Takes it from this publisher: what comes from it now is nobody's. */
  const leave = (left: Worker): void =>
    void left.off("message", finish).off("error", failed).off("exit", ended);

  const order =
    (task: keyof Publishing) =>
    (...given: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const working = (thread ??= start());
        working.ref();
        orders += 1;
        waiting.set(orders, { resolve, reject });
        working.postMessage({ id: orders, task, with: given } satisfies PublishingJob, []);
      });

  const tasks: Record<keyof Publishing, (...given: unknown[]) => Promise<unknown>> = {
    name: order("name"),
    load: order("load"),
    build: order("build"),
    publish: order("publish"),
  };
  return {
    ...(tasks as unknown as Publishing),
    close: async () => {
      const ending = thread;
      if (!ending) return;
      const isWaiting = waiting.size === 0;
      lose(new Error("Nothing is published any more"));
      const isLeft = isWaiting && (shared?.leave(ending) ?? false);
      if (!isLeft) await endThread(ending);
    },
  };
}
