/** Who sees a preview: a browser that opened a link to one, until that is over or it is left. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { previewCookie, type Revision } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import { revisionOfRequest, type Sites } from "../http/brand-of-request.ts";
import { ApiError } from "../http/errors.ts";
import { hostOf } from "../http/host.ts";
import { redirectUrl } from "../http/redirects.ts";
import { isSecure, type SessionDeps } from "../http/sessions.ts";
import { siteAddress, type SiteConfig } from "../http/site-address.ts";
import type { Store } from "../store/store.ts";
import { leavePath, previewPath, readPreviewToken, type PreviewLink } from "./link.ts";
import { linkIsOver } from "./page.ts";

export interface PreviewDeps {
  config: SessionDeps["config"] & SiteConfig;
  store: Pick<Store, "seals">;
  clock: Clock;
}

/** The `__Host-` prefix binds the cookie to this host alone; browsers take it only under TLS. */
const cookieName = (secure: boolean): string => (secure ? `__Host-${previewCookie}` : previewCookie);

/** The preview that somebody looks at, at the site of this brand; undefined for everybody else. */
export function previewOf(
  { config, store, clock }: PreviewDeps,
  request: FastifyRequest,
  brand: string,
): PreviewLink | undefined {
  const token = request.cookies[cookieName(isSecure(config, request))];
  const link = readPreviewToken(token, store.seals, clock());
  return link?.brand === brand ? link : undefined;
}

/** The addresses with which a preview begins and ends. */
export function previewRoutes(app: FastifyInstance, deps: PreviewDeps & { definitions: Sites }): void {
  const { config, store, clock, definitions } = deps;

  const options = (request: FastifyRequest) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config, request) }) as const;

  /** To a page of this site; to its first one where that is none. */
  const lead = (request: FastifyRequest, reply: FastifyReply, revision: Revision): FastifyReply => {
    const { a } = request.query as { a?: unknown };
    const target = typeof a === "string" ? a : "/";
    return reply.redirect(redirectUrl(target, siteAddress(config, request, revision)) ?? "/", 303);
  };

  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("x-robots-tag", "noindex");
  });

  app.get(leavePath, { config: { limit: "page" } }, async (request, reply) => {
    const revision = revisionOfRequest(definitions, request);
    reply.clearCookie(cookieName(isSecure(config, request)), options(request));
    return lead(request, reply, revision);
  });

  app.get<{ Params: { token: string } }>(
    `${previewPath}/:token`,
    { config: { limit: "page" } },
    async (request, reply) => {
      const revision = revisionOfRequest(definitions, request);
      const { token } = request.params;
      const link = readPreviewToken(token, store.seals, clock());
      if (link?.brand !== revision.brand) {
        return reply.code(410).type("text/plain; charset=utf-8").send(`${linkIsOver}\n`);
      }
      const maxAge = Math.ceil((link.until.getTime() - clock().getTime()) / 1000);
      reply.setCookie(cookieName(isSecure(config, request)), token, { ...options(request), maxAge });
      return lead(request, reply, revision);
    },
  );
}

/** Nothing is sent from a preview: whoever looks at words that are not live has accepted none. */
export function refuseInPreview(app: FastifyInstance, deps: PreviewDeps & { definitions: Sites }): void {
  app.addHook("preHandler", async (request) => {
    if (request.method === "GET" || request.method === "OPTIONS") return;
    const brand = deps.definitions.forHost(hostOf(request))?.brand;
    if (brand !== undefined && previewOf(deps, request, brand)) throw new ApiError("preview");
  });
}
