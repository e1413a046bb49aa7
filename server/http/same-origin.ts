import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";
import type { Sites } from "./brand-of-request.ts";
import { embeddingOrigin } from "./embedding.ts";
import "./route-options.ts";

/** Methods that change nothing. */
const safe = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether a script of another origin asks. A link that was followed from there says no origin. */
export const isCrossOrigin = ({ headers: { origin }, host }: FastifyRequest): boolean =>
  typeof origin === "string" && URL.parse(origin)?.host !== host.toLowerCase();

/** Whether anything but a page of ours asks, as browsers say it. */
export const isCrossSite = (request: FastifyRequest): boolean => {
  const { "sec-fetch-site": site } = request.headers;
  return (typeof site === "string" && site !== "same-origin") || isCrossOrigin(request);
};

/**
 * Whoever writes must come from our own pages: a form on another site has neither header right. Holds for every unsafe
 * method of the whole server; a route is excepted only by name, with `config: { fromOtherSites }`.
 */
export function rejectOtherOrigins(server: FastifyInstance, sites: Sites): void {
  server.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions } = request;
    const why = routeOptions.config?.fromOtherSites;
    const isTaken =
      why === "embedded form" ? embeddingOrigin(sites, request) !== undefined : why !== undefined;
    if (safe.has(method) || isTaken || !isCrossSite(request)) return done();
    done(new ApiError("other-site"));
  });
}
