import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";
import "./route-options.ts";

/** Methods that change nothing. */
const safe = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

const isForeign = ({ headers, host }: FastifyRequest): boolean => {
  const { origin, "sec-fetch-site": site } = headers;
  return (
    (typeof site === "string" && site !== "same-origin") ||
    (typeof origin === "string" && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()))
  );
};

/**
 * Whoever writes must come from our own pages: a form on another site has neither header right. Holds for every unsafe
 * method of the whole server; a route is excepted only by name, with `config: { fromOtherSites }`.
 */
export function refuseOtherSites(server: FastifyInstance): void {
  server.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions } = request;
    if (safe.has(method) || routeOptions.config?.fromOtherSites !== undefined || !isForeign(request))
      return done();
    done(new ApiError(403, "other-site", "Esta solicitud viene de otro sitio."));
  });
}
