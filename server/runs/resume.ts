import { randomUUID } from "node:crypto";
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
    const { number, run, session, step, version, answers, key } = pending;
    const request = { step, version, answers: JSON.parse(answers) };
    try {
      const { status } = await whileHeld(parts, session, run, key ?? randomUUID(), request);
      parts.log.info({ submission: number, status }, "an interrupted submission was resumed");
    } catch (error) {
      parts.log.error({ err: error, submission: number }, "an interrupted submission could not be resumed");
    }
  }
}
