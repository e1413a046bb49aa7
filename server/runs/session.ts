import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Queries } from "../store/store.ts";

/** Days that a browser keeps the session. */
const days = 30;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const isSecure = (config: Config, request: FastifyRequest): boolean =>
  config.secureCookies === "auto" ? request.protocol === "https" : config.secureCookies;

/** The `__Host-` prefix binds the cookie to this host alone; browsers take it only under TLS. */
const cookieName = (secure: boolean): string => (secure ? "__Host-vitrina" : "vitrina");

/** The id of this visitor's session on this host, if there is one. The store knows it only as a hash. */
export function sessionOf(config: Config, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(isSecure(config, request))];
  return token === undefined || token === "" ? undefined : hashOf(token);
}

/** The session, begun now if need be. */
export async function beginSession(
  db: Queries,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  brand: string,
  now: string,
): Promise<string> {
  const known = sessionOf(config, request);
  if (known !== undefined) {
    const row = await db
      .selectFrom("sessions")
      .select("id")
      .where("id", "=", known)
      .where("brand", "=", brand)
      .executeTakeFirst();
    if (row) return known;
  }
  const token = randomBytes(32).toString("base64url");
  const id = hashOf(token);
  await db.insertInto("sessions").values({ id, brand, created_at: now }).execute();
  const secure = isSecure(config, request);
  reply.setCookie(cookieName(secure), token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: days * 24 * 60 * 60,
  });
  return id;
}
