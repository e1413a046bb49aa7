import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionCookie } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { Queries } from "../store/store.ts";
import { insertSession } from "../store/sessions.ts";
import type { SessionsTable } from "../store/tables.ts";
import { sessionHeader } from "./embedding.ts";
import { isCrossOrigin } from "./same-origin.ts";
import { brandOfRequest, type Sites } from "./brand-of-request.ts";

/** Days that a session lasts, in the browser and here. */
export const sessionDays = 30;

const daySeconds = 24 * 60 * 60;

export interface SessionDeps {
  config: Pick<Config, "secureCookies">;
  clock: Clock;
}

const hashOf = (token: string): string => hash("sha256", token);

/** Whether this visitor comes by TLS. */
export const isSecure = ({ secureCookies }: SessionDeps["config"], request: FastifyRequest): boolean =>
  secureCookies === "auto" ? request.protocol === "https" : secureCookies;

/** The `__Host-` prefix binds the cookie to this host alone; browsers take it only under TLS. */
const cookieName = (secure: boolean): string => (secure ? `__Host-${sessionCookie}` : sessionCookie);

/** When it began, in seconds, and what nobody can guess. Its hash covers both, so neither can be changed. */
const tokenPattern = /^([0-9a-z]{6,8})\.[A-Za-z0-9_-]{43}$/;

function isCurrent(token: string, now: Date): boolean {
  const began = tokenPattern.exec(token)?.[1];
  if (began === undefined) return false;
  const age = now.getTime() / 1000 - Number.parseInt(began, 36);
  // Another instance's clock may be a little ahead.
  return age < sessionDays * daySeconds && age > -daySeconds;
}

const bearer = /^Bearer (\S+)$/;

/**
 * What a page of another site holds of its visitor: a token of its own, good for that site alone and never as a cookie.
 * Undefined where our own pages ask.
 */
function embeddedSession({ clock }: SessionDeps, request: FastifyRequest): string | undefined {
  const token = bearer.exec(request.headers.authorization ?? "")?.[1];
  return token !== undefined && isCurrent(token, clock()) ? embeddedHash(request, token) : undefined;
}

const embeddedHash = ({ headers }: FastifyRequest, token: string): string =>
  hashOf(`embedded by ${headers.origin} ${token}`);

/** The cookie of this visitor. Who sends two of its name has one that somebody else put there: neither is believed. */
function tokenOf({ config, clock }: SessionDeps, request: FastifyRequest): string | undefined {
  const name = cookieName(isSecure(config, request));
  const token = request.cookies[name];
  if (token === undefined || !isCurrent(token, clock())) return undefined;
  const sent = (request.headers.cookie ?? "").split(";").filter((one) => one.trim().startsWith(`${name}=`));
  return sent.length === 1 ? token : undefined;
}

/** The id of this visitor's session on this host, if there is one. The store knows it only as a hash. */
export function sessionOf(parts: SessionDeps, request: FastifyRequest): string | undefined {
  if (isCrossOrigin(request)) return embeddedSession(parts, request);
  const token = tokenOf(parts, request);
  return token === undefined ? undefined : hashOf(token);
}

/** Who asks, and of which brand: what belongs to a session belongs to one brand's site. */
export interface Visitor {
  session: string | undefined;
  brand: string;
}

/** @throws {ApiError} where the host is no brand's. */
export const visitorOf = (parts: SessionDeps & { definitions: Sites }, request: FastifyRequest): Visitor => ({
  session: sessionOf(parts, request),
  brand: brandOfRequest(parts.definitions, request),
});

/** The session that this visitor has already. One that we did not begin ourselves, for this brand, is not adopted. */
export async function knownSession(
  db: Queries,
  parts: SessionDeps,
  request: FastifyRequest,
  brand: string,
): Promise<string | undefined> {
  const known = sessionOf(parts, request);
  if (known === undefined) return undefined;
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", known)
    .where("brand", "=", brand)
    .executeTakeFirst();
  return row?.id;
}

/** The session, begun now if need be. */
export async function beginSession(
  db: Queries,
  parts: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  brand: string,
): Promise<string> {
  const known = await knownSession(db, parts, request, brand);
  if (known !== undefined) return known;
  const { row, tell } = newSession(parts, request, brand);
  await insertSession(db, row);
  tell(reply);
  return row.id;
}

/** A session of nobody before: what is to be stored of it, and how the visitor is told. */
export function newSession(
  parts: SessionDeps,
  request: FastifyRequest,
  brand: string,
): { row: SessionsTable; tell: (reply: FastifyReply) => void } {
  const now = parts.clock();
  const began = Math.floor(now.getTime() / 1000).toString(36);
  const token = `${began}.${randomBytes(32).toString("base64url")}`;
  const foreign = isCrossOrigin(request);
  const id = foreign ? embeddedHash(request, token) : hashOf(token);
  const secure = isSecure(parts.config, request);
  const cookie = {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: sessionDays * daySeconds,
  } as const;
  return {
    row: { id, brand, created_at: now.toISOString() },
    tell: (reply) =>
      void (foreign
        ? reply.header(sessionHeader, token)
        : reply.setCookie(cookieName(secure), token, cookie)),
  };
}
