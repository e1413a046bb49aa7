/** The thread in which definitions are read, checked and compiled, one order after the other: publisher.ts starts it. */
import { parentPort } from "node:worker_threads";
import { publishing, type Publishing } from "./publishing.ts";

export interface PublishingJob {
  id: number;
  task: keyof Publishing;
  with: unknown[];
}

export type Done = { id: number } & ({ result: unknown } | { fault: string });

const tasks = publishing as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;

let before: Promise<void> = Promise.resolve();

parentPort!.on("message", ({ id, task, with: given }: PublishingJob) => {
  before = before
    .then(() => tasks[task]!(...given))
    .then(
      (result): Done => ({ id, result }),
      (error: unknown): Done => ({
        id,
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .then((done) => parentPort!.postMessage(done, []));
});
