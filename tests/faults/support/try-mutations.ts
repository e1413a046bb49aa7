/** Tries mutations of all definition files on every processor: each takes about a second of one. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Share, Tried } from "./mutations-thread.ts";

/**
 * What is wrong with the mutations from 1 to `many`, and how many of them were published. Rejects when not all could be
 * tried.
 */
export async function tryMutations(
  many: number,
  say: (tried: number, published: number) => void,
): Promise<{ problems: string[]; published: number }> {
  const problems: string[] = [];
  let tried = 0;
  let published = 0;
  const add = (one: Tried): void => {
    problems.push(...one.problems);
    published += one.isPublished ? 1 : 0;
    tried += 1;
    if (tried % 1000 === 0) say(tried, published);
  };
  const apart = Math.min(availableParallelism(), many);
  const threads = Array.from({ length: apart }, (_, index) => {
    const share: Share = { first: index + 1, apart, last: many };
    return new Worker(new URL("mutations-thread.ts", import.meta.url), { workerData: share }).on(
      "message",
      add,
    );
  });
  try {
    await Promise.all(threads.map(ended));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  if (tried !== many) throw new Error(`${tried} of ${many} mutations were tried`);
  return { problems, published };
}

const ended = (thread: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", () => resolve());
  });
