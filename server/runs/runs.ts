import type { FastifyReply, FastifyRequest } from "fastify";
import {
  trackingOf,
  type Answers,
  type BeginRequest,
  type DraftRequest,
  type RunState,
  type RunTransfer,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { Definitions } from "../definitions/definitions.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { CaptchaGuard } from "../captcha/captcha-guard.ts";
import type { Services } from "../services/services.ts";
import { findTransfer } from "../store/handoffs.ts";
import { hasLine } from "../store/linked-runs.ts";
import { isEditable, failedRun, findRun, insertRun, newestRun, runState, saveDraft } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { acceptedLabels } from "../store/submissions.ts";
import { mergeAnswers } from "./answers.ts";
import { beginWaiting, newRun } from "./linked.ts";
import { ownRun, transferTime } from "./own-run.ts";
import { progressWith } from "./progress.ts";
import { unlessAbandoned } from "./abandon.ts";
import { busy, stale } from "./errors.ts";
import { beginSession, sessionOf, type Visitor } from "../http/sessions.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

export interface RunDeps {
  config: Config;
  store: Store;
  definitions: Definitions;
  services: Services;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  captcha: CaptchaGuard;
  /** Tells the deliveries' worker that there is work. */
  wake(): void;
}

/** What the pages ask about the runs of whoever is looking. */
export interface Runs {
  /** The open run of this session in a flow, else the newest one that is done. */
  current(request: FastifyRequest, brand: string, flow: string): Promise<RunState | null>;
  /** When this session's run of a flow went to another device, where it did and no other was begun since. */
  transferred(request: FastifyRequest, brand: string, flow: string): Promise<RunTransfer | undefined>;
  /** The run whose last attempt led to this failure page. */
  failed(
    request: FastifyRequest,
    brand: string,
    route: string,
  ): Promise<{ run: RunState; flow: string } | null>;
}

export function openRuns(parts: RunDeps): Runs {
  const { store } = parts;
  return {
    current: async (request, brand, flow) => {
      const session = sessionOf(parts, request);
      const newest = session ? await newestRun(store.db, session, brand, flow) : undefined;
      const run = await unlessAbandoned(parts, newest);
      if (!run) return null;
      const state = runState(run);
      return run.status === "done" ? { ...state, labels: await acceptedLabels(store.db, run.id) } : state;
    },
    transferred: async (request, brand, flow) => {
      const session = sessionOf(parts, request);
      const gone = session && (await findTransfer(store.db, session, { brand, flow }));
      if (!gone) return undefined;
      const newest = await newestRun(store.db, session, brand, flow);
      const since = newest !== undefined && (newest.status === "open" || newest.created_at > gone.at);
      return since ? undefined : transferTime(parts.definitions, brand, gone.at);
    },
    failed: async (request, brand, route) => {
      const session = sessionOf(parts, request);
      const failed = session ? await failedRun(store.db, session, brand, route) : undefined;
      const run = await unlessAbandoned(parts, failed);
      return run ? { run: runState(run), flow: run.flow } : null;
    },
  };
}

/** Begins a run with the revision that the page was drawn with, or gives back the open one. */
export async function beginRun(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  brand: string,
  { flow, revision: hash, tracking: said }: BeginRequest,
): Promise<RunState> {
  const { store, definitions, clock, metrics } = parts;
  const revision = (await definitions.revision(brand, hash)) ?? definitions.current(brand);
  const flows = revision?.public.flows ?? {};
  // A finder is never begun: there is nothing to send.
  if (!revision || !Object.hasOwn(flows, flow) || flows[flow]!.finder)
    throw new ApiError("not-found.flow", { flow });
  const now = clock().toISOString();
  const session = await beginSession(store.db, parts, request, reply, brand);
  const open = await unlessAbandoned(parts, await newestRun(store.db, session, brand, flow));
  if (open?.status === "open") return runState(open);
  // Its turn may have come while nobody looked.
  if (await hasLine(store.db, session)) {
    await store.transaction((db) => beginWaiting(definitions, db, session, brand, now));
  }
  const { locale } = revision.public.brand;
  const tracking = trackingOf(said ?? {}, {
    language: locale.split("-", 1)[0]!,
    userAgent: request.headers["user-agent"] ?? "",
  });
  const fresh = newRun(revision, { session, flow, now }, { tracking });
  await insertRun(store.db, fresh);
  const begun = (await newestRun(store.db, session, brand, flow))!;
  if (begun.id === fresh.id) metrics.runBegun(brand, flow);
  return runState(begun);
}

/**
 * Saves answers as they are, valid or not. Gives the state where steps are not done any more because of them.
 * @throws {ApiError} `no-run`, `stale`, `unknown-key`.
 */
export async function draftRun(
  parts: RunDeps,
  visitor: Visitor,
  id: string,
  { version, answers }: DraftRequest,
): Promise<RunState | undefined> {
  const { store, definitions, clock } = parts;
  const known = await ownRun(parts, visitor, id);
  const revision = await requiredRevision(definitions, known);
  const prepared = definitions.prepared(revision, known.flow);
  // Read and written in one go: two drafts at once must not undo each other.
  return await store.transaction(async (db) => {
    const run = await findRun(db, known.session, id, { isHeld: true });
    // Just now it went to another device: whoever asks again is told.
    if (!run) throw busy();
    if (!isEditable(run) || run.version !== version) throw stale(run);
    const merged = mergeAnswers(prepared, JSON.parse(run.answers) as Answers, answers);
    const progress = progressWith(run, prepared, revision.private.programs[run.flow] ?? {}, merged);
    const changes = { ...progress, answers: JSON.stringify(merged), updated_at: clock().toISOString() };
    await saveDraft(db, run.id, changes);
    return progress.done === run.done ? undefined : runState({ ...run, ...changes });
  });
}
