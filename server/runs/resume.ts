import { randomUUID } from "node:crypto";
import type { Answer, ContinueRequest } from "../../schemas/engine/all.ts";
import { pendingSubmissions } from "../store/submissions.ts";
import { whileHeld } from "./attempt.ts";
import type { RunParts } from "./runs.ts";

/**
 * Brings attempts to their end that a process which is gone left in the middle: stored, but neither accepted nor failed,
 * whose person may never come back. It is the same attempt, with what was stored: calls that were answered are not made
 * again, and whoever repeats the request gets its answer.
 */
export async function resumeAttempts(parts: RunParts): Promise<void> {
  for (const pending of await pendingSubmissions(parts.store.db)) {
    const { number, run, session, step, version, key } = pending;
    // All that was answered so far is stored; an attempt sends its own step's answers.
    const answers = Object.fromEntries(
      Object.entries(JSON.parse(pending.answers) as Record<string, Answer>).filter(([path]) =>
        path.startsWith(`${step}.`),
      ),
    );
    const dialog = pending.dialog === null ? {} : { dialog: JSON.parse(pending.dialog) };
    const request: ContinueRequest = { step, version, answers, ...dialog };
    try {
      const { status } = await whileHeld(parts, session, run, key ?? randomUUID(), request);
      parts.log.info({ submission: number, status }, "an interrupted submission was resumed");
    } catch (error) {
      parts.log.error({ err: error, submission: number }, "an interrupted submission could not be resumed");
    }
  }
}
