/** Documents are drawn in a thread of their own, so that a long one stops no request. */
import { Worker } from "node:worker_threads";
import { endThread, type SharedThread } from "../shared-thread.ts";
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

/** The thread starts with the first document, and anew after one that it did not survive. One of `shared` keeps its own memory. */
export function createDrawing(limits: Partial<DrawingLimits> = {}, shared?: SharedThread): Drawing {
  const { maxDurationMs, maxWaitMs, waiting, memory } = { ...usual, ...limits };
  const queue: Job[] = [];
  let current: Job | undefined;
  let thread: Worker | undefined;
  let closed = false;

  const endCurrent = (result: DocumentFile | Error): void => {
    const job = current;
    current = undefined;
    // Nobody waits for it now: it does not keep the process alive.
    thread?.unref();
    if (job) {
      clearTimeout(job.timer);
      job.end(result);
    }
    next();
  };

  /** What comes from it now is nobody's. */
  const leave = (): Worker | undefined => {
    const left = thread?.off("message", finish).off("error", failed).off("exit", ended);
    thread = undefined;
    return left;
  };

  const lose = (error: Error): void => {
    leave();
    endCurrent(error);
  };

  const finish = (drawn: DrawingResult): void =>
    endCurrent(
      "fault" in drawn ? new Error(drawn.fault) : { ...drawn, bytes: Buffer.from(drawn.bytes.buffer) },
    );
  const failed = (error: Error): void => lose(error);
  const ended = (): void => lose(new Error("The thread that draws documents ended"));

  const start = (): Worker => {
    const started =
      shared?.take() ??
      new Worker(new URL("drawing-thread.ts", import.meta.url), {
        name: "documents",
        env: threadEnv(),
        resourceLimits: { maxOldGenerationSizeMb: memory },
      });
    return started.on("message", finish).on("error", failed).on("exit", ended);
  };

  const next = (): void => {
    if (current || closed) return;
    current = queue.shift();
    if (!current) return;
    clearTimeout(current.timer);
    const working = (thread ??= start());
    working.ref();
    current.timer = setTimeout(() => {
      lose(new Error(`A document took longer than ${maxDurationMs} ms`));
      void endThread(working);
    }, maxDurationMs);
    const order: DrawingJob = { content: current.content, written: current.written };
    working.postMessage(order, []);
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
      const isIdle = current === undefined;
      const left = leave();
      for (const job of [...queue.splice(0), ...(current ? [current] : [])]) {
        clearTimeout(job.timer);
        job.end(new Error("No documents are drawn any more"));
      }
      current = undefined;
      if (left && !(isIdle && shared?.leave(left))) await endThread(left);
    },
  };
}
