import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  boundAnswers,
  change,
  evaluate,
  sameAnswers,
  type Answer,
  type Answers,
  type DataAnswer,
  type DataState,
  type FinderState,
  type Revision,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import { maxChainLength, maxLookUpMs, resolveData } from "./data.ts";
import type { RunDeps } from "./runs.ts";

/** Milliseconds that a page waits for what it shows. What takes longer, the browser asks for. */
const maxWaitMs = 400;

export interface FinderResult {
  found: FinderState;
  /** Whether all of it was there in time. */
  isComplete: boolean;
  /** Names what was found. */
  hash: string;
}

/** What finders find, for the pages. */
export interface Finders {
  /** `given` are the texts of a parameter of the address, in their order; `today` is `yyyy-mm-dd`. */
  find(
    revision: Revision,
    flow: string,
    asked: { bound: Record<string, string>; given(name: string): string[]; today: string },
  ): Promise<FinderResult>;
}

export function openFinders({ definitions, services }: Pick<RunDeps, "definitions" | "services">): Finders {
  return {
    async find(revision, flow, { bound, given, today }) {
      const prepared = definitions.prepared(revision, flow);
      const until = performance.now() + maxWaitMs;
      const data: Record<string, DataState> = {};
      const asked = new Map<string, Record<string, Answer>>();
      let answers = boundAnswers(prepared, bound, given);
      let isComplete = false;

      async function lookUp(name: string, inputs: Record<string, Answer>): Promise<void> {
        asked.set(name, inputs);
        const stop = new AbortController();
        const late = wait(Math.max(0, until - performance.now()), undefined, { signal: stop.signal });
        const answer = await Promise.race([answerTo(name, inputs), late.catch(() => undefined)]);
        stop.abort();
        // What failed, the browser asks for once more, and says so.
        if (!answer || answer.status === "failed") {
          delete data[name];
          return;
        }
        const { status, options, value } = answer;
        data[name] = { status, options, inputs, ...(value === undefined ? {} : { value }) };
      }

      // It goes on when the page is gone, so that the browser finds it done.
      const answerTo = (name: string, inputs: Record<string, Answer>): Promise<DataAnswer | undefined> =>
        resolveData(services, revision, flow, name, inputs, maxLookUpMs).catch((error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        });

      for (let round = 0; round <= maxChainLength; round++) {
        const context = { today, data, results: {} };
        // What the address asks for and nobody offers is left out, as in the browser.
        answers = present(change(prepared, answers, {}, context).answers);
        const shown = Object.entries(evaluate(prepared, answers, context).inputs).filter(
          ([name, inputs]) => inputs && prepared.flow.data[name]!.on !== "press",
        );
        const wanted = shown.filter(
          ([name, inputs]) => !(asked.has(name) && sameAnswers(asked.get(name)!, inputs!)),
        );
        if (wanted.length === 0) {
          // What failed for an answer that nobody offers is asked no more.
          isComplete = shown.every(([name]) => Object.hasOwn(data, name));
          break;
        }
        await Promise.all(wanted.map(([name, inputs]) => lookUp(name, inputs!)));
      }
      const found = { answers, data };
      const hash = createHash("sha256").update(JSON.stringify(found)).digest("base64url").slice(0, 16);
      return { found, isComplete, hash };
    },
  };
}

const present = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
