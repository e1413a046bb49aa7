import { randomUUID } from "node:crypto";
import type { Answer, ContinueRequest } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import type { DamagedRow } from "../store/damaged.ts";
import { pendingSubmissions, type PendingSubmission } from "../store/submissions.ts";
import { anySessionsRun } from "../store/runs.ts";
import { ownAddress } from "../http/site-address.ts";
import { whileHeld } from "./attempt.ts";
import { submitStep } from "./submit-step.ts";
import type { RunDeps } from "./runs.ts";

/** Milliseconds between two looks, and at the most between two tries of the same submission. */
const intervalMs = 15_000;
const maxPauseMs = 3_600_000;

/**
 * Brings attempts to their end that were left in the middle: stored, but neither accepted nor failed, whose person may
 * never come back. It looks at once, for a process that is gone, and again and again, for another one that is going. It
 * is the same attempt, with what was stored: calls that were answered are not made again, and whoever repeats the request
 * gets its answer. `stop` resolves when the one under way has ended.
 */
export function resumeAttempts(parts: RunDeps): { stop: () => Promise<void> } {
  const { store, clock, log } = parts;
  /** Those that could not be resumed: how long to leave them alone, and until when. */
  const troubled = new Map<string, { pause: number; until: number }>();
  /** Runs of those that are damaged: each is logged once. */
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  const tryOne = async (pending: PendingSubmission): Promise<void> => {
    const { number, run } = pending;
    const known = troubled.get(run);
    const now = clock().getTime();
    if (known && known.until > now) return;
    try {
      const status = await resume(parts, pending);
      troubled.delete(run);
      log.info({ submission: number, status }, "an interrupted submission was resumed");
    } catch (error) {
      // Another server was quicker.
      if (error instanceof ApiError && error.code === "busy") return;
      const pause = Math.min((known?.pause ?? intervalMs) * 2, maxPauseMs);
      troubled.set(run, { pause, until: now + pause });
      log.error({ err: error, submission: number }, "an interrupted submission could not be resumed");
    }
  };

  const tellDamaged = (damaged: DamagedRow<PendingSubmission>[]): void => {
    for (const { row, places } of damaged) {
      if (told.has(row.run!)) continue;
      told.add(row.run!);
      log.error(
        { submission: row.number, places },
        "an interrupted submission is damaged and cannot be resumed",
      );
    }
  };

  const look = async (): Promise<void> => {
    try {
      const all = await pendingSubmissions(store.db, clock().toISOString(), tellDamaged);
      for (const run of troubled.keys()) if (!all.some((one) => one.run === run)) troubled.delete(run);
      for (const pending of all) {
        // oxlint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
        if (stopping) return;
        await tryOne(pending);
      }
    } catch (error) {
      log.error({ err: error }, "interrupted submissions could not be read");
    }
  };

  let looking: Promise<void>;
  const lookAgain = (): void => {
    looking = look().finally(() => {
      if (!stopping) timer = setTimeout(lookAgain, intervalMs);
    });
  };
  lookAgain();

  return {
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function resume(parts: RunDeps, pending: PendingSubmission): Promise<number> {
  const { run, session, step, version, key } = pending;
  // All that was answered so far is stored; an attempt sends its own step's answers.
  const answers = Object.fromEntries(
    Object.entries(JSON.parse(pending.answers) as Record<string, Answer>).filter(([path]) =>
      path.startsWith(`${step}.`),
    ),
  );
  const dialog = pending.dialog === null ? {} : { dialog: JSON.parse(pending.dialog) };
  const request: ContinueRequest = { step, version, answers, ...dialog };
  const { brand } = await anySessionsRun(parts.store.db, run);
  const revision = parts.definitions.current(brand);
  if (!revision) throw new Error(`there is no brand ${brand}`);
  const holder = {
    session,
    runId: run,
    key: key ?? randomUUID(),
    origin: ownAddress(parts.config, revision),
  };
  const { status } = await whileHeld(parts, holder, (held, worker) =>
    submitStep(parts, held, worker, request),
  );
  return status;
}
