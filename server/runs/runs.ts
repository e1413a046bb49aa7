import type { FastifyReply, FastifyRequest } from "fastify";
import {
  answersFrom,
  detailFields,
  trackingOf,
  type Answers,
  type BeginRequest,
  type CompiledFlow,
  type DraftRequest,
  type Page,
  type Revision,
  type RunState,
  type RunTransfer,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { Definitions } from "../definitions/definitions.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { CaptchaGuard } from "../captcha/captcha-guard.ts";
import type { Services } from "../services/services.ts";
import { withCommit } from "../store/compiled.ts";
import { findTransfer } from "../store/handoffs.ts";
import { hasLine } from "../store/linked-runs.ts";
import {
  doneRun,
  isEditable,
  failedRun,
  insertRun,
  newestRun,
  runState,
  saveDraft,
  type Run,
  type RunKey,
} from "../store/runs.ts";
import { insertSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { acceptedLabels } from "../store/submissions.ts";
import { findDetails } from "../store/visitor-details.ts";
import { mergeAnswers } from "./answers.ts";
import { beginWaiting, newRun } from "./linked.ts";
import { recentRevision } from "./recent-revision.ts";
import { absence, findOwnRun, transferTime } from "./own-run.ts";
import { progressWith } from "./progress.ts";
import { unlessAbandoned } from "./abandon.ts";
import { stale } from "./errors.ts";
import { keptAnswers } from "./secrets.ts";
import { knownSession, newSession, sessionOf, type Visitor } from "../http/sessions.ts";
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
  /** Tells who delivers, and who gives evidence its place, that there is work. */
  wake(): void;
  /** Tells who sees waits through that one may be decided. */
  wakeWaits(): void;
}

/** What the pages ask about the runs of whoever is looking. */
export interface Runs {
  /** The open run of this session in a flow, about one thing, else the newest one that is done. */
  current(request: FastifyRequest, key: RunKey): Promise<RunState | null>;
  /** What this session sent with a flow last: its newest run that is done. */
  sent(request: FastifyRequest, brand: string, flow: string): Promise<RunState | null>;
  /** When this session's run of a flow went to another device, where it did and no other was begun since. */
  transferred(request: FastifyRequest, key: RunKey): Promise<RunTransfer | undefined>;
  /** What this session told of itself in a form before, as answers of a flow; none where it told nothing that is asked. */
  known(
    request: FastifyRequest,
    brand: string,
    flow: CompiledFlow,
  ): Promise<NonNullable<Page["flow"]>["known"] | undefined>;
  /** The run whose last attempt led to this failure page. */
  failed(
    request: FastifyRequest,
    brand: string,
    route: string,
  ): Promise<{ run: RunState; flow: string } | null>;
}

export function openRuns(parts: RunDeps): Runs {
  const { store } = parts;
  const shown = async (found: Run | undefined): Promise<RunState | null> => {
    const run = await unlessAbandoned(parts, found);
    if (!run) return null;
    const state = runState(run);
    return run.status === "done" ? { ...state, labels: await acceptedLabels(store.db, run.id) } : state;
  };
  return {
    current: async (request, key) => {
      const session = sessionOf(parts, request);
      return await shown(session ? await newestRun(store.db, session, key) : undefined);
    },
    sent: async (request, brand, flow) => {
      const session = sessionOf(parts, request);
      return await shown(session ? await doneRun(store.db, session, brand, flow) : undefined);
    },
    known: async (request, brand, flow) => {
      if (detailFields(flow).length === 0) return undefined;
      const session = sessionOf(parts, request);
      const found = session && (await findDetails(store.db, { session, brand }, parts.clock()));
      if (!found) return undefined;
      const answers = answersFrom(flow, found.details);
      return Object.keys(answers).length === 0 ? undefined : { answers, kept: found.kept === "session" };
    },
    transferred: async (request, key) => {
      const { brand, flow } = key;
      const session = sessionOf(parts, request);
      const gone = session && (await findTransfer(store.db, session, { brand, flow }));
      if (!gone) return undefined;
      const newest = await newestRun(store.db, session, key);
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

/** How long after it was replaced runs begin with a revision, in milliseconds: the page was opened before. */
const beginsWithinMs = 2 * 60 * 60_000;

/** Begins a run with the revision that the page was drawn with, or gives back the open one. */
export async function beginRun(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  brand: string,
  { flow, subject = "", revision: hash, tracking: said }: BeginRequest,
): Promise<RunState> {
  const { store, definitions, clock, metrics } = parts;
  const revision = (await recentRevision(parts, brand, hash, beginsWithinMs)) ?? definitions.current(brand);
  const flows = revision?.public.flows ?? {};
  // A finder is never begun: there is nothing to send.
  if (!revision || !Object.hasOwn(flows, flow) || flows[flow]!.finder)
    throw new ApiError("not-found.flow", { flow });
  const about = flows[flow]!.subject;
  if ((about === undefined) !== (subject === ""))
    throw new ApiError("bad-request.value", { path: "subject" });
  const answers: Answers = about === undefined ? {} : { [about]: subject };
  const now = clock().toISOString();
  const { locale } = revision.public.brand;
  const tracking = trackingOf(said ?? {}, {
    language: locale.split("-", 1)[0]!,
    userAgent: request.headers["user-agent"] ?? "",
  });
  const session = await knownSession(store.db, parts, request, brand);
  if (session === undefined) {
    // Nobody has anything in a session that begins here: there is nothing to look for.
    const { row, tell } = newSession(parts, request, brand);
    const first = newRun(revision, { session: row.id, flow, subject, now }, { tracking, answers });
    await store.transaction(async (db) => {
      withCommit(db, insertSession(db, row));
      withCommit(db, insertRun(db, first));
    });
    tell(reply);
    metrics.runBegun(brand, flow);
    return runState(first);
  }
  const key: RunKey = { brand, flow, subject };
  const open = await unlessAbandoned(parts, await newestRun(store.db, session, key));
  if (open?.status === "open") return runState(open);
  // Its turn may have come while nobody looked.
  if (await hasLine(store.db, session)) {
    await store.transaction((db) => beginWaiting(definitions, db, session, brand, now));
  }
  const fresh = newRun(revision, { session, flow, subject, now }, { tracking, answers });
  await insertRun(store.db, fresh);
  const begun = (await newestRun(store.db, session, key))!;
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
  // Read and written in one go: two drafts at once must not undo each other.
  const draft = (known?: Revision) =>
    store.transaction(async (db): Promise<Drafted> => {
      const run = await findOwnRun(db, visitor, id, { isHeld: true });
      if (!run) return "absent";
      if (!isEditable(run) || run.version !== version) throw stale(run);
      const revision = known ?? definitions.known(run.brand, run.revision);
      if (!revision) return { unknown: run };
      const prepared = definitions.prepared(revision, run.flow);
      const merged = mergeAnswers(prepared, JSON.parse(run.answers) as Answers, answers);
      const progress = progressWith(run, prepared, revision.private.programs[run.flow] ?? {}, merged);
      const kept = JSON.stringify(keptAnswers(prepared, merged));
      const changes = { ...progress, answers: kept, updated_at: clock().toISOString() };
      withCommit(db, saveDraft(db, run.id, changes));
      return { state: progress.done === run.done ? undefined : runState({ ...run, ...changes }) };
    });
  let drafted = await draft();
  // One of before is read first: not in the middle of a transaction.
  if (drafted !== "absent" && "unknown" in drafted)
    drafted = await draft(await requiredRevision(definitions, drafted.unknown));
  if (drafted === "absent") throw await absence(parts, visitor, id);
  return "state" in drafted ? drafted.state : undefined;
}

type Drafted = "absent" | { unknown: Run } | { state: RunState | undefined };
