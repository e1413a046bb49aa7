import { createHash, randomUUID } from "node:crypto";
import type { ContinueRequest } from "../../schemas/engine/all.ts";
import { beginAttempt, forgetAttempt } from "../store/attempts.ts";
import { findRun, keepRun, releaseRun, takeRun } from "../store/runs.ts";
import { proceed } from "./proceed.ts";
import { busy, keyReused, noRun } from "./refusals.ts";
import type { RunParts } from "./runs.ts";

/** An HTTP answer, as it is kept for a repeated request. */
export interface Answered {
  status: number;
  body: string;
}

/** For how long an attempt may hold the run without a sign of life. Milliseconds; longer than any one call. */
const busyFor = 20_000;

const hashOf = (request: ContinueRequest): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex");

/** Attempts at work in this process, by run and key. */
const atWork = new Map<string, { bodyHash: string; answered: Promise<Answered> }>();

/**
 * One press of Continuar. The same key gives the same answer, however often and however many at once; with another
 * body it is refused. Attempts at the same run follow each other; one that comes meanwhile is told to wait.
 * @throws {ApiError} `no-run`, `key-reused`, `busy`, `stale`, `unknown-key`, `hidden-value`.
 */
export async function continueRun(
  parts: RunParts,
  session: string | undefined,
  runId: string,
  key: string,
  request: ContinueRequest,
): Promise<Answered> {
  const run = session && (await findRun(parts.store.db, session, runId));
  if (!run) throw noRun();
  const bodyHash = hashOf(request);
  const name = `${runId}/${key}`;
  let attempt = atWork.get(name);
  if (!attempt) {
    const answered = attemptOnce(parts, session, runId, key, bodyHash, request);
    attempt = { bodyHash, answered };
    atWork.set(name, attempt);
    void answered.catch(() => {}).finally(() => atWork.delete(name));
  }
  if (attempt.bodyHash !== bodyHash) throw keyReused();
  return await attempt.answered;
}

async function attemptOnce(
  parts: RunParts,
  session: string,
  runId: string,
  key: string,
  bodyHash: string,
  request: ContinueRequest,
): Promise<Answered> {
  const { store, clock } = parts;
  const now = clock();
  const { dialog } = request;
  const attempt = await beginAttempt(store.db, runId, key, { bodyHash, dialog }, now.toISOString());
  if (attempt.bodyHash !== bodyHash) throw keyReused();
  if (attempt.answer) return attempt.answer;
  return await whileHeld(parts, session, runId, key, request).catch(async (error: unknown) => {
    await forgetAttempt(store.db, runId, key);
    throw error;
  });
}

/** Does the work of an attempt while nobody else may. @throws {ApiError} `busy` where somebody else does. */
export async function whileHeld(
  { store, clock, ...parts }: RunParts,
  session: string,
  runId: string,
  key: string,
  request: ContinueRequest,
): Promise<Answered> {
  // Not the key alone: the same key may be at work in another process.
  const token = `${key}/${randomUUID()}`;
  const now = clock();
  if (!(await takeRun(store.db, runId, token, now.toISOString(), busyUntil(now)))) throw busy();
  const stillBusy = async (): Promise<void> => {
    if (!(await keepRun(store.db, runId, token, busyUntil(clock())))) throw busy();
  };
  try {
    const worker = { runId, key, token, stillBusy };
    return await proceed({ store, clock, ...parts }, session, worker, request);
  } catch (error) {
    await releaseRun(store.db, runId, token);
    throw error;
  }
}

const busyUntil = (now: Date): string => new Date(now.getTime() + busyFor).toISOString();

/** Who works: the attempt's key, and the token by which it has the run. */
export interface Worker {
  runId: string;
  key: string;
  token: string;
  /** Says that the attempt is still at work, before something that may take long. @throws {ApiError} `busy` when it lost the run. */
  stillBusy(): Promise<void>;
}
