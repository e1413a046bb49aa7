import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sessionOf, type SessionDeps } from "../http/sessions.ts";

/** What services are told of who asks: the same for all of a session, and no way back to it. Undefined without a session. */
export function visitorIdOf(deps: SessionDeps, request: FastifyRequest): string | undefined {
  const session = sessionOf(deps, request);
  return session === undefined
    ? undefined
    : createHash("sha256").update(`visitor ${session}`).digest("base64url").slice(0, 22);
}
