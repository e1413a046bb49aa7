/** How a browser comes to be signed in: by a session that begins with it, so that nobody knew its cookie before. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  signedInCookie,
  type CompiledCall,
  type CompiledProgram,
  type Revision,
} from "../../schemas/engine/all.ts";
import { isCrossOrigin } from "../http/same-origin.ts";
import { isSecure, newSession, sessionDays, sessionOf } from "../http/sessions.ts";
import { answeredCalls } from "../store/calls.ts";
import { moveSession } from "../store/move-session.ts";
import type { Run } from "../store/runs.ts";
import { insertSession } from "../store/sessions.ts";
import { bindSignIn, findSignIn, signInOf } from "../store/sign-ins.ts";
import { busy } from "./errors.ts";
import { noProgram } from "./program-run.ts";
import type { RunDeps } from "./runs.ts";

/** Minutes in which the answer of a sign-in can still be asked for again: as long as its password was good. */
const repeatedMinutes = 10;

const signingCalls = new WeakMap<CompiledProgram, string[]>();

/** The calls of a flow's program that sign somebody in. */
function signingCallsOf({ private: { calls, programs } }: Revision, flow: string): string[] {
  const program = programs[flow] ?? noProgram;
  const known = signingCalls.get(program);
  if (known) return known;
  const text = JSON.stringify(program);
  const found = Object.entries(calls).flatMap(([name, { signsIn }]: [string, CompiledCall]) =>
    signsIn && text.includes(JSON.stringify({ call: name }).slice(1, -1)) ? [name] : [],
  );
  signingCalls.set(program, found);
  return found;
}

/** What somebody looks at it with, in two words: enough to tell one's own. */
const deviceOf = ({ headers }: FastifyRequest): string =>
  headers["sec-ch-ua-mobile"] === "?1" || /Mobi|Android/i.test(headers["user-agent"] ?? "")
    ? "phone"
    : "computer";

/**
 * Where an attempt has signed somebody in, their browser gets a session that nobody had before, with all that was in the
 * one of before. A repeated attempt gets another one, and the first ends: its answer was lost.
 * @throws {ApiError} `busy` where something of the session is at work.
 */
export async function signInAfter(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { run, revision }: { run: Run; revision: Revision },
): Promise<void> {
  const { store, clock } = parts;
  const calls = signingCallsOf(revision, run.flow);
  if (calls.length === 0 || isCrossOrigin(request)) return;
  const now = clock();
  const ids = (await answeredCalls(store.db, run.id, calls)).flatMap(personIn);
  for (const id of ids) {
    const found = await findSignIn(store.db, id, now);
    if (found?.brand !== run.brand) continue;
    if (now.getTime() - Date.parse(found.created_at) > repeatedMinutes * 60_000) continue;
    const { row, tell } = newSession(parts, request, run.brand);
    const before = [run.session, ...(found.session === null ? [] : [found.session])];
    const isMoved = await store.transaction(async (db) => {
      await insertSession(db, row);
      for (const from of before) {
        if (!(await moveSession(db, { from, to: row.id, but: run.id, now: now.toISOString() }))) return false;
      }
      await bindSignIn(db, { id, session: row.id, device: deviceOf(request), before: run.session });
      return true;
    });
    if (!isMoved) throw busy();
    tell(reply);
    const secure = isSecure(parts.config, request);
    reply.setCookie(signedInCookie, "1", { ...noted, secure, maxAge: sessionDays * 86_400 });
    return;
  }
}

/** The page's own script reads it. */
const noted = { path: "/", sameSite: "lax" } as const;

/** Where an attempt has signed somebody out, their browser notes it no more. */
export async function signOutAfter(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { brand }: Pick<Run, "brand">,
): Promise<void> {
  if (request.cookies[signedInCookie] === undefined || isCrossOrigin(request)) return;
  const session = sessionOf(parts, request);
  const found = session && (await signInOf(parts.store.db, { session, brand }, parts.clock()));
  if (!found) reply.clearCookie(signedInCookie, { ...noted, secure: isSecure(parts.config, request) });
}

/** The person whom the answer of a call names. */
function personIn(result: string): string[] {
  const { ok, data } = JSON.parse(result) as { ok?: boolean; data?: { person?: unknown } | null };
  return ok === true && typeof data?.person === "string" ? [data.person] : [];
}
