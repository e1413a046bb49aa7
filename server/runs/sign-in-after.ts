/** How a browser comes to be signed in: by a session that begins with it, so that nobody knew its cookie before. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  identityAddresses,
  signedInCookie,
  type CompiledCall,
  type CompiledProgram,
  type Revision,
} from "../../schemas/engine/serve.ts";
import { isCrossOrigin } from "../http/same-origin.ts";
import { isSecure, newSession, sessionDays, sessionOf } from "../http/sessions.ts";
import { answeredCalls } from "../store/calls.ts";
import { moveSession } from "../store/move-session.ts";
import type { Run, RunFacts } from "../store/runs.ts";
import { isToEnd } from "../store/identity-requests.ts";
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
  { run, revision }: { run: RunFacts; revision: Revision },
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
    const before = [run.session, ...(found.session === null ? [] : [found.session])];
    return await beginSignedIn(parts, request, reply, { id, brand: run.brand, before, but: run.id });
  }
}

type SignedInDeps = Pick<RunDeps, "store" | "clock" | "config">;

/**
 * Gives the browser of who signed in a session that nobody had before, with all that was in those of `before`, of which the
 * first is the browser's. One run may stay behind.
 * @throws {ApiError} `busy` where something of them is at work.
 */
export async function beginSignedIn(
  parts: SignedInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, brand, before, but = "" }: { id: string; brand: string; before: string[]; but?: string },
): Promise<void> {
  const { store, clock } = parts;
  const now = clock().toISOString();
  const { row, tell } = newSession(parts, request, brand);
  const isMoved = await store.transaction(async (db) => {
    await insertSession(db, row);
    for (const from of before) {
      if (!(await moveSession(db, { from, to: row.id, but, now }))) return false;
    }
    await bindSignIn(db, { id, session: row.id, device: deviceOf(request), before: before[0] });
    return true;
  });
  if (!isMoved) throw busy();
  tell(reply);
  const secure = isSecure(parts.config, request);
  reply.setCookie(signedInCookie, "1", { ...noted, secure, maxAge: sessionDays * 86_400 });
}

/** The page's own script reads it. */
const noted = { path: "/", sameSite: "lax" } as const;

/**
 * Where an attempt has signed somebody out, their browser notes it no more. Gives the address by which they are signed out
 * at their identity provider too, where one had signed them in.
 */
export async function signOutAfter(
  parts: RunDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { brand }: Pick<Run, "brand">,
): Promise<string | undefined> {
  if (request.cookies[signedInCookie] === undefined || isCrossOrigin(request)) return undefined;
  const session = sessionOf(parts, request);
  const now = parts.clock();
  const found = session && (await signInOf(parts.store.db, { session, brand }, now));
  if (found) return undefined;
  reply.clearCookie(signedInCookie, { ...noted, secure: isSecure(parts.config, request) });
  const isElsewhere = session !== undefined && (await isToEnd(parts.store.db, { brand, session, now }));
  return isElsewhere ? identityAddresses.end : undefined;
}

/** The person whom the answer of a call names. */
function personIn(result: string): string[] {
  const { ok, data } = JSON.parse(result) as { ok?: boolean; data?: { person?: unknown } | null };
  return ok === true && typeof data?.person === "string" ? [data.person] : [];
}
