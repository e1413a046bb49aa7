import { hash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ContinueRequest, Revision } from "../../schemas/engine/serve.ts";
import type { Sender } from "../captcha/captcha-guard.ts";
import { beginAttempt, findAnswer, forgetAttempt } from "../store/attempts.ts";
import type { LoggedAnswer } from "../store/calls.ts";
import { keepRun, releaseRun, takeRun, type Run, type RunFacts } from "../store/runs.ts";
import { hasSecrets } from "./secrets.ts";
import { submitStep } from "./submit-step.ts";
import { ownRunFacts } from "./own-run.ts";
import { busy, idempotencyKeyReused } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import type { Visitor } from "../http/sessions.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

/** An HTTP answer, as it is kept for a repeated request. */
export interface AttemptResponse {
  status: number;
  body: string;
}

/** Milliseconds between tries to free a run. */
const retryEveryMs = 500;

/**
 * For how long an attempt may hold the run without a sign of life, in milliseconds: whoever asks again after a server
 * was killed waits so long.
 */
const leaseMs = 6_000;

/** Tells one body from another. What is secret in it would be found by trying, without the data key. */
function bodyHashOf({ store }: Pick<RunDeps, "store">, request: ContinueRequest, isSecret: boolean): string {
  const text = JSON.stringify(request);
  return isSecret ? store.seals.hashes(text)[0] : hash("sha256", text);
}

/** Attempts at work in this process, by run and key. */
const atWork = new Map<string, { bodyHash: string; answered: Promise<AttemptResponse> }>();

/**
 * One press of Continuar. The same key gives the same answer, however often and however many at once; with another
 * body it is refused. Attempts at the same run follow each other; one that comes meanwhile is told to wait.
 * @throws {ApiError} `no-run`, `key-reused`, `busy`, `captcha`, `stale`, `unknown-key`, `hidden-value`.
 */
export async function continueRun(
  parts: RunDeps,
  visitor: Visitor,
  runId: string,
  key: string,
  request: ContinueRequest,
  sender: Sender & { origin: string },
): Promise<AttemptResponse & { run: RunFacts; revision: Revision }> {
  const run = await ownRunFacts(parts, visitor, runId);
  const revision = await requiredRevision(parts.definitions, run);
  const bodyHash = bodyHashOf(parts, request, hasSecrets(revision.public.flows[run.flow]));
  const name = `${runId}/${key}`;
  let attempt = atWork.get(name);
  if (!attempt) {
    const answered = attemptOnce(parts, run, revision, key, bodyHash, request, sender);
    attempt = { bodyHash, answered };
    atWork.set(name, attempt);
    void answered.catch(() => {}).finally(() => atWork.delete(name));
  }
  if (attempt.bodyHash !== bodyHash) throw idempotencyKeyReused();
  return { ...(await attempt.answered), run, revision };
}

async function attemptOnce(
  parts: RunDeps,
  run: RunFacts,
  revision: Revision,
  key: string,
  bodyHash: string,
  request: ContinueRequest,
  sender: Sender & { origin: string },
): Promise<AttemptResponse> {
  const { store, clock, captcha } = parts;
  const { id: runId, session, flow } = run;
  const began = performance.now();
  const now = clock();
  const { dialog, step } = request;
  const attempt = await beginAttempt(store.db, runId, key, { bodyHash, dialog }, now.toISOString());
  if (attempt.bodyHash !== bodyHash) throw idempotencyKeyReused();
  if (attempt.answer) return attempt.answer;
  try {
    const pressed = { flow, step, ...(dialog === undefined ? {} : { dialog }) };
    const forService = await captcha.admit({ run: runId, key, bodyHash, revision, ...pressed }, sender);
    const { origin, address } = sender;
    return await whileHeld(
      parts,
      { session, runId, key, origin, began, captcha: forService, visitorAddress: address },
      (held, worker) => submitStep(parts, held, worker, request),
    );
  } catch (error) {
    // One that is not forgotten is taken up again by its key, as if it had not been begun. Nobody forgets another's.
    if (attempt.isNew) await forgetAttempt(store.db, runId, key).catch(() => {});
    // Another process, or whoever resumes, may have brought this very attempt to its end meanwhile.
    const ended = await findAnswer(store.db, runId, key).catch(() => undefined);
    if (ended) return ended;
    throw error;
  }
}

/** Whose attempt it is, and at which run. */
interface Holder {
  session: string;
  runId: string;
  key: string;
  origin: string;
  captcha?: string | undefined;
  visitorAddress?: string;
  began?: number;
}

/** Does the work of an attempt while nobody else may. @throws {ApiError} `busy` where somebody else does. */
export async function whileHeld(
  { store, clock }: Pick<RunDeps, "store" | "clock">,
  { session, runId, key, origin, captcha, visitorAddress, began = performance.now() }: Holder,
  work: (run: Run, worker: Worker) => Promise<AttemptResponse>,
): Promise<AttemptResponse> {
  // Not the key alone: the same key may be at work in another process.
  const token = `${key}/${randomUUID()}`;
  const now = clock();
  const until = busyUntil(now);
  const free = (): Promise<void> => untilDone(() => releaseRun(store.db, runId, token));
  // Where its answer is lost, or it cannot be opened, it may be ours all the same.
  const taken = await takeRun(store.db, { session, id: runId }, token, now.toISOString(), until).catch(
    async (error: unknown) => {
      await free();
      throw error;
    },
  );
  if (!taken) throw busy();
  const { run, hasSubmissions } = taken;
  let since = now.getTime();
  const stillBusy = async (): Promise<void> => {
    const at = clock();
    // Nobody else can have it yet.
    if (at.getTime() - since < leaseMs / 4) return;
    if (!(await keepRun(store.db, runId, token, busyUntil(at)))) throw busy();
    since = at.getTime();
  };
  // Services may take longer than the run is held for.
  const beat = setInterval(() => void stillBusy().catch(() => {}), leaseMs / 3).unref();
  try {
    const asker = {
      ...(captcha === undefined ? {} : { captcha }),
      ...(visitorAddress === undefined ? {} : { visitorAddress }),
    };
    return await work(run, {
      runId,
      key,
      token,
      began,
      origin,
      hasSubmissions,
      answered: [],
      stillBusy,
      ...asker,
    });
  } catch (error) {
    await free();
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Does what clears up, and where that cannot be written now, goes on trying behind, for as long as it matters. */
async function untilDone(work: () => Promise<unknown>, ends = performance.now() + leaseMs): Promise<void> {
  try {
    await work();
  } catch {
    if (performance.now() < ends) {
      void wait(retryEveryMs, undefined, { ref: false }).then(() => untilDone(work, ends));
    }
  }
}

const busyUntil = (now: Date): string => new Date(now.getTime() + leaseMs).toISOString();

/** Who works: the attempt's key, and the token by which it has the run. */
export interface Worker {
  runId: string;
  key: string;
  token: string;
  /** When somebody began to wait for it, by `performance.now()`. */
  began: number;
  /** Where the brand's site is, for addresses that others are told. */
  origin: string;
  /** Whether a submission of the run may be stored. */
  hasSubmissions: boolean;
  /** What services of this process said, which is written with the end of the attempt: they keep it themselves, by the call's key. */
  answered: LoggedAnswer[];
  /** Says that the attempt is still at work, before something that may take long. @throws {ApiError} `busy` when it lost the run. */
  stillBusy(): Promise<void>;
  /** What the request brought as proof that a person asks; none where an attempt is resumed. */
  captcha?: string;
  /** From where the request came. Never kept: none where an attempt is resumed, or a branch runs. */
  visitorAddress?: string;
}
