/** Publishing is done in a thread of its own, so that no request waits for it. */
import { Worker } from "node:worker_threads";
import type { Publishing } from "./publishing.ts";
import type { Done, PublishingJob } from "./publishing-thread.ts";

export type Publisher = Publishing & {
  /** Ends the thread. What is still being done fails. */
  close(): Promise<void>;
};

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** The thread starts with the first order, and anew after one that it did not survive. */
export function createPublisher(): Publisher {
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

  const lose = (lost: Worker, error: Error): void => {
    if (thread !== lost) return;
    thread = undefined;
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
  };

  const start = (): Worker => {
    const started = new Worker(new URL("publishing-thread.ts", import.meta.url), {
      name: "publishing",
      env: {},
    });
    started.on("message", (done: Done) =>
      settle(done.id, ({ resolve, reject }) =>
        "fault" in done ? reject(new Error(done.fault)) : resolve(done.result),
      ),
    );
    started.on("error", (error: Error) => lose(started, error));
    started.on("exit", () => lose(started, new Error("The thread that publishes ended")));
    return started;
  };

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
      lose(ending, new Error("Nothing is published any more"));
      await ending.terminate();
    },
  };
}
