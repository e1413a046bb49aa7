import type { FastifyReply, FastifyRequest } from "fastify";
import {
  stepPath,
  type Answers,
  type HandoffAnswer,
  type HandoffArrival,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { routeOf } from "../runs/linked.ts";
import { detachRun } from "../runs/abandon.ts";
import { busy, notMounted } from "../runs/errors.ts";
import type { RunDeps } from "../runs/runs.ts";
import { beginSession } from "../http/sessions.ts";
import { giveTryBack, maxTries, takeTry, useHandoff, type Handoff } from "../store/handoffs.ts";
import { moveLine } from "../store/linked-runs.ts";
import { lockLine } from "../store/locks.ts";
import { findRun, moveFreeRun, openRun, type Run } from "../store/runs.ts";
import type { Queries } from "../store/store.ts";
import { isCode, tokenHash } from "./secrets.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

const over = (): ApiError => new ApiError("handoff-over");

function wrongCode(left: number): ApiError {
  if (left <= 0) return over();
  return new ApiError(left === 1 ? "wrong-code.handoff.one" : "wrong-code.handoff.many", { left });
}

const otherOpen = (): ApiError => new ApiError("other-open");

/**
 * Gives the run of a link to whoever knows its code, and begins a session for them where there is none.
 * @throws {ApiError} `wrong-code`, `handoff-over`, `other-open`, `busy`, `unavailable`.
 */
export async function arrive(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  brand: string,
  { token, code, replace = false }: HandoffArrival,
): Promise<HandoffAnswer> {
  const { store, clock } = parts;
  const now = clock().toISOString();
  const handoff = await takeTry(store.db, { brand, token_hash: tokenHash(token), now });
  if (!handoff) throw over();
  if (!isCode(handoff.code_hash!, token, code)) throw wrongCode(maxTries - handoff.tries);
  try {
    const run = await findRun(store.db, handoff.session, handoff.run);
    if (!run) throw over();
    const path = await openAt(parts, run);
    const session = await beginSession(store.db, parts, request, reply, brand);
    await store.transaction((db) => move(db, handoff, { session, replace, now }));
    return { path };
  } catch (error) {
    await giveTryBack(store.db, handoff.id);
    throw error;
  }
}

/** The address of the step that is open. */
async function openAt({ definitions }: RunDeps, run: Run): Promise<string> {
  const flow = (await requiredRevision(definitions, run)).public.flows[run.flow]!;
  const route = routeOf(definitions.current(run.brand), run.flow, JSON.parse(run.answers) as Answers);
  if (route === undefined) throw notMounted();
  const step = flow.steps.find(({ id }) => id === run.step) ?? flow.steps[0]!;
  return stepPath(flow, route, step);
}

/** Moves the run, and what waits in its line, to a session; all of it or nothing. */
async function move(
  db: Queries,
  handoff: Handoff,
  { session, replace, now }: { session: string; replace: boolean; now: string },
): Promise<void> {
  const { brand, flow } = handoff;
  await lockLine(db, handoff.session, session);
  const run = await findRun(db, handoff.session, handoff.run, { isHeld: true });
  if (run?.status !== "open" || !(await useHandoff(db, handoff.id, now))) throw over();
  if (session === run.session) return;
  const other = await openRun(db, session, { brand, flow, subject: run.subject });
  // One that is empty is not asked about.
  if (other && !replace && other.answers !== "{}") throw otherOpen();
  if (other && !(await detachRun(db, other, now))) throw busy();
  if (!(await moveFreeRun(db, run, { to: session, now }))) throw busy();
  await moveLine(db, run.id, run.session, session);
}
