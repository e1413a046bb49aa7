/** Publishing is done in a thread of its own, so that no request waits for it. */
import { Worker } from "node:worker_threads";
import { ownThread, type SharedThread } from "../shared-thread.ts";
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

export function createPublisher(shared?: SharedThread): Publisher {
  const waiting = new Map<number, Waiting>();
  let orders = 0;

  const settle = (id: number, how: (one: Waiting) => void): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.rest();
    if (one) how(one);
  };
  const lose = (error: Error): void => {
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
  };
  const thread = ownThread<Done>({
    start: newThread,
    shared,
    hear: (done) =>
      settle(done.id, ({ resolve, reject }) =>
        "fault" in done ? reject(new Error(done.fault)) : resolve(done.result),
      ),
    lost: lose,
    ended: "The thread that publishes ended",
  });

  const order =
    (task: keyof Publishing) =>
    (...given: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        orders += 1;
        waiting.set(orders, { resolve, reject });
        thread.post({ id: orders, task, with: given } satisfies PublishingJob);
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
      const closed = thread.close({ isIdle: waiting.size === 0 });
      lose(new Error("Nothing is published any more"));
      await closed;
    },
  };
}
