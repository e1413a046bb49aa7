/** Documents are drawn in a thread of their own, so that a long one stops no request. */
import { Worker } from "node:worker_threads";
import { ownThread, type SharedThread } from "../shared-thread.ts";
import { threadEnv } from "../thread-env.ts";
import type { DocumentContent } from "./content.ts";
import type { DocumentFile } from "./document.ts";
import type { DrawingResult, DrawingJob } from "./drawing-thread.ts";

export interface Drawing {
  /**
   * Draws a document; see `drawDocument`. Throws where it cannot be drawn, takes too long or too much memory, and
   * where too many are waiting: others are not touched by that.
   */
  draw(content: DocumentContent, written: Date): Promise<DocumentFile>;
  /** Ends the thread. What is still being drawn fails. */
  close(): Promise<void>;
}

export interface DrawingLimits {
  /** Milliseconds for one document. */
  maxDurationMs: number;
  /** Milliseconds that one waits for its turn. */
  maxWaitMs: number;
  /** How many wait at the most. */
  waiting: number;
  /** Megabytes of the thread's heap. */
  memory: number;
}

const usual: DrawingLimits = { maxDurationMs: 30_000, maxWaitMs: 40_000, waiting: 32, memory: 512 };

interface Job extends DrawingJob {
  timer: NodeJS.Timeout;
  end: (result: DocumentFile | Error) => void;
}

/** A thread of `shared` keeps the memory that it was started with. */
export function createDrawing(limits: Partial<DrawingLimits> = {}, shared?: SharedThread): Drawing {
  const { maxDurationMs, maxWaitMs, waiting, memory } = { ...usual, ...limits };
  const queue: Job[] = [];
  let current: Job | undefined;
  let closed = false;

  const endCurrent = (result: DocumentFile | Error): void => {
    const job = current;
    current = undefined;
    thread.rest();
    if (job) {
      clearTimeout(job.timer);
      job.end(result);
    }
    next();
  };

  const thread = ownThread<DrawingResult>({
    start: () =>
      new Worker(new URL("drawing-thread.ts", import.meta.url), {
        name: "documents",
        env: threadEnv(),
        resourceLimits: { maxOldGenerationSizeMb: memory },
      }),
    shared,
    hear: (drawn) =>
      endCurrent(
        "fault" in drawn ? new Error(drawn.fault) : { ...drawn, bytes: Buffer.from(drawn.bytes.buffer) },
      ),
    lost: endCurrent,
    ended: "The thread that draws documents ended",
  });

  const next = (): void => {
    if (current || closed) return;
    current = queue.shift();
    if (!current) return;
    clearTimeout(current.timer);
    current.timer = setTimeout(() => {
      void thread.close({ isIdle: false });
      endCurrent(new Error(`A document took longer than ${maxDurationMs} ms`));
    }, maxDurationMs);
    const { content, written } = current;
    thread.post({ content, written } satisfies DrawingJob);
  };

  return {
    draw: (content, written) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("No documents are drawn any more"));
        if (queue.length >= waiting) return reject(new Error("Too many documents are waiting to be drawn"));
        const job: Job = {
          content,
          written,
          end: (result) => (result instanceof Error ? reject(result) : resolve(result)),
          timer: setTimeout(() => {
            queue.splice(queue.indexOf(job), 1);
            job.end(new Error(`A document waited longer than ${maxWaitMs} ms to be drawn`));
          }, maxWaitMs),
        };
        queue.push(job);
        next();
      }),
    close: async () => {
      closed = true;
      const ended = thread.close({ isIdle: current === undefined });
      for (const job of [...queue.splice(0), ...(current ? [current] : [])]) {
        clearTimeout(job.timer);
        job.end(new Error("No documents are drawn any more"));
      }
      current = undefined;
      await ended;
    },
  };
}
