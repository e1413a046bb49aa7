import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** How many threads are started from now on. */
export function countThreads(): () => number {
  let started = 0;
  const add = (_worker: Worker): void => void (started += 1);
  process.on("worker", add);
  onTestFinished(() => void process.off("worker", add));
  return () => started;
}
