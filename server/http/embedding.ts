/**
 * Forms on pages of other sites that hand their run to us: which pages may, by the brand's `embeddedBy`. Such a page sends
 * no cookie, and none is read: what it holds of its visitor is a token, in its own memory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";
import type { Sites } from "./brand-of-request.ts";
import { hostOf } from "./host.ts";
import "./route-options.ts";

/** The header by which a run's first answer brings the token. */
export const sessionHeader = "x-session";
/** Seconds that browsers remember what may be asked. */
const rememberedSeconds = 600;

/** The origin of a page that the brand of this host lets embed its forms; undefined for every other. */
export function embeddingOrigin(sites: Sites, request: FastifyRequest): string | undefined {
  const { origin } = request.headers;
  if (origin === undefined) return undefined;
  const allowed = sites.forHost(hostOf(request))?.private.embeddedBy ?? [];
  return allowed.includes(origin) ? origin : undefined;
}

/** Host of the page that a form stands on, without port: one that the brand names, or else our own. */
export function pageHostOf(sites: Sites, request: FastifyRequest): string {
  const origin = embeddingOrigin(sites, request);
  return origin === undefined ? hostOf(request) : new URL(origin).hostname;
}

/** Lets that page read the answer; all others get none of it, whatever they ask. */
function openTo(origin: string, reply: FastifyReply): void {
  reply
    .header("access-control-allow-origin", origin)
    .header("access-control-expose-headers", `${sessionHeader}, retry-after, x-request-id`);
}

/** For a scope with routes of runs: its answers may be read by such a page. */
export function allowEmbeddingOrigins(app: FastifyInstance, sites: Sites): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("vary", "origin");
    const origin = embeddingOrigin(sites, request);
    if (origin !== undefined) openTo(origin, reply);
    done();
  });
}

/** What browsers ask before they let a page of another site ask for anything of a run. */
export function answerPreflights(app: FastifyInstance, sites: Sites): void {
  for (const url of ["/runs", "/runs/*"]) {
    app.options(url, { config: { limit: "page" } }, async (request, reply) => {
      if (embeddingOrigin(sites, request) === undefined) throw new ApiError("other-site");
      return reply
        .code(204)
        .header("access-control-allow-methods", "GET, POST, PATCH, DELETE")
        .header("access-control-allow-headers", "authorization, content-type, idempotency-key, x-captcha")
        .header("access-control-max-age", String(rememberedSeconds))
        .send();
    });
  }
}
