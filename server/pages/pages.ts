import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  holdsSecret,
  isOwnPath,
  tidyPath,
  visitsCookie,
  visitsIn,
  type Page,
  type Revision,
} from "../../schemas/engine/serve.ts";
import { withRetryAfter } from "../http/error-handler.ts";
import { ApiError } from "../http/errors.ts";
import { othersOf } from "../consent/asked.ts";
import { hostOf, isFromThisMachine } from "../http/host.ts";
import { siteAddress } from "../http/site-address.ts";
import { readableQuery } from "../http/encoding.ts";
import { accepts } from "../http/prebuilt.ts";
import { redirectUrl } from "../http/redirects.ts";
import { mediaFiles, mediaPolicy } from "./media.ts";
import { nonceMark, type Document } from "./document.ts";
import { developmentPages, sendChooser } from "./development.ts";
import { gallery } from "./gallery.ts";
import { blockGalleryPages } from "./block-gallery.ts";
import { nonce } from "./nonce.ts";
import { errorPage, type PageRequest, type ResolvedPage } from "./page-parts.ts";
import { resolvePage } from "./page.ts";
import { inPreview, seenSite, sendBrokenPreview, withoutRuns } from "./preview-pages.ts";
import { notFoundPage } from "./page-with-data.ts";
import { offlineFiles } from "./offline.ts";
import { siteFiles } from "./site-files.ts";
import { brandFiles } from "./brand-files.ts";
import { pageDocuments } from "./page-documents.ts";
import { pictureSources } from "./pictures.ts";
import { contentPolicy, letIn, policiesOf, secure, withLets } from "./content-policy.ts";
import { sharedDocuments } from "./shared.ts";
import type { PagesOptions } from "./types.ts";

/**
 * The pages of the brands' hosts, their assets, and `GET /api/page`. A Fastify plugin: whatever it does not know is the
 * brand's page for 404, and an exception in it is the brand's page for 500.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { definitions, wordError, runs, pageData, personOf, config, assets } = options;
  const clock = options.clock ?? (() => new Date());
  const documentOf = sharedDocuments(assets);
  const blockGallery = blockGalleryPages(options);
  const policies = policiesOf(config);
  const sources = { definitions, runs, pageData, personOf, captcha: config.captcha, maps: config.maps };

  const ask = (
    request: FastifyRequest,
    revision: Revision,
    path: string,
    { query = "", isDocument = false }: { query?: string; isDocument?: boolean } = {},
  ): PageRequest => ({
    request,
    revision,
    path,
    arrival: { query, origin: siteAddress(config, request, revision) },
    isDocument,
    now: clock(),
    requestId: request.id,
    others: othersOf(config, revision),
    visits: visitsOf(revision.public.brand.brand, request.cookies),
    examples: config.mode === "development",
  });

  const known = new WeakMap<Document, string>();

  /** The policy of a document, made once: with a mark in the place of each answer's own nonce. */
  const policyOf = (document: Document, page: Page, revision: Revision): string => {
    const before = known.get(document);
    if (before !== undefined) return before;
    const extras = [
      ...letIn(policies, page),
      page.tags && { scripts: [`'nonce-${nonceMark}'`] },
      pictureSources(revision.public.brand),
      mediaPolicy(config),
    ];
    const policy = contentPolicy(nonceMark, assets.policy(nonceMark), ...extras);
    known.set(document, policy);
    return policy;
  };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    found: ResolvedPage,
    revision: Revision,
  ): Promise<FastifyReply> {
    const origin = siteAddress(config, request, revision);
    if ("gone" in found) return sendPlain(reply, 410, "Esta página ya no existe.");
    if ("redirect" in found) {
      const target = redirectUrl(found.redirect + (found.query ?? queryOf(request)), origin) ?? "/";
      return reply.header("cache-control", "private, no-store").redirect(target, found.status ?? 302);
    }
    const page = withLets(found.page);
    const document = await documentOf({ ...found, page });
    const own = nonce();
    const policy = policyOf(document, page, revision).replaceAll(nonceMark, own);
    secure(reply, policy, holdsSecret(revision.public.brand.screens, pathOf(request)));
    reply
      .code(found.status)
      .type("text/html; charset=utf-8")
      .header("cache-control", found.shared ? "private, no-cache" : "private, no-store");
    const values = { nonce: own, requestId: request.id, origin };
    if (!found.shared) return reply.send(document.join(values));
    reply.header("vary", "accept-encoding");
    return accepts(request, "gzip")
      ? reply.header("content-encoding", "gzip").send(document.joinGzip(values))
      : reply.send(document.join(values));
  }

  async function sendFailure(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (error instanceof ApiError) {
      return sendPlain(
        withRetryAfter(error, reply),
        error.status,
        `${wordError(error, request)} Código: ${request.id}`,
      );
    }
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error, requestId: request.id }, "a page could not be drawn");
    try {
      const revision = definitions.forHost(hostOf(request));
      // What the request itself got wrong is no page of ours: as if there were none at that address.
      const asked = revision && ask(request, revision, "/", { isDocument: true });
      const found = asked && (status >= 500 ? errorPage(asked, status) : await notFoundPage(sources, asked));
      if (found) return await send(request, reply, found, revision);
    } catch (second) {
      request.log.error({ err: second, requestId: request.id }, "the page for errors could not be drawn");
    }
    return sendPlain(reply, status, `Algo falló de nuestro lado. Código: ${request.id}`);
  }

  await assets.register(app);
  brandFiles(app, definitions, config.definitionsDir);
  siteFiles(app, options);
  offlineFiles(app, options);
  await mediaFiles(app, config);
  if (config.mode === "development") {
    await app.register(async (scope) => {
      developmentPages(scope, options);
      await gallery(scope, options);
    });
  }

  await app.register(async (site) => {
    site.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));

    site.get("/*", { config: ofPages }, async (request, reply) => {
      const revision = definitions.forHost(hostOf(request));
      const path = pathOf(request);
      if (!revision && path === "/" && config.mode === "development" && isFromThisMachine(request.raw)) {
        return sendChooser(request, reply, options);
      }
      if (!revision) return sendPlain(reply, 404, "No hay ningún sitio en esta dirección.");
      const tidy = tidyPath(path);
      if (tidy !== path) return reply.redirect(tidy + queryOf(request), 308);
      const seen = await seenSite(options.previews, request, revision, clock());
      if ("diagnostics" in seen) return sendBrokenPreview(reply, seen);
      const { bar } = seen;
      if (bar) reply.header("x-robots-tag", "noindex");
      const own = await blockGallery.revisionFor(request, seen.revision, path);
      const asked = ask(request, own, path, { query: queryOf(request), isDocument: true });
      const found = await resolvePage(bar ? withoutRuns(sources) : sources, asked);
      return found
        ? send(request, reply, inPreview(blockGallery.drawn(found, path), bar), own)
        : sendPlain(reply, 404, "Esta página no existe.");
    });

    // A form that is sent the old way, before the page was alive: back to the page, and nothing in its address.
    site.post("/*", { config: ofPages }, async (request, reply) => {
      const revision = definitions.forHost(hostOf(request));
      if (!revision) return sendPlain(reply, 404, "No hay ningún sitio en esta dirección.");
      return reply.header("cache-control", "no-store").redirect(tidyPath(pathOf(request)), 303);
    });
    site.removeAllContentTypeParsers();
    site.addContentTypeParser("*", (_request, payload, done) => {
      payload.resume();
      done(null);
    });
  });

  pageDocuments(app, { definitions, pageData, drawing: options.drawing, config, clock });

  app.all("/api/*", async (_request, reply) => refuse(reply, 404, "not-found", "Esta dirección no existe."));

  // The pages of a list, for other systems: what each is called in its address, and its blocks.
  app.get<{ Params: { list: string } }>(
    "/api/:list",
    { config: { limit: "page" } },
    async (request, reply) => {
      const revision = definitions.forHost(hostOf(request));
      const listed = revision?.public.brand.screens.filter(({ list }) => list === request.params.list) ?? [];
      if (listed.length === 0) return refuse(reply, 404, "not-found", "Esta dirección no existe.");
      return listed.map(({ route, title, blocks }) => ({
        slug: route.slice(route.lastIndexOf("/") + 1),
        path: route,
        title,
        blocks,
      }));
    },
  );

  app.get("/api/page", { config: { limit: "page" } }, async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    const revision = definitions.forHost(hostOf(request));
    const { path, query = "" } = request.query as { path?: unknown; query?: unknown };
    if (!revision) return refuse(reply, 404, "not-found", "No hay ningún sitio en esta dirección.");
    if (typeof path !== "string" || !isOwnPath(path) || /[?#]/.test(path)) {
      return refuse(reply, 400, "bad-request", "Falta la ruta de la página, o no es una.");
    }
    if (typeof query !== "string" || !/^(\?[^#]*)?$/.test(query)) {
      return refuse(reply, 400, "bad-request", "Los parámetros de la página no son los de una dirección.");
    }
    // As it would stand in an address.
    const { search } = new URL(query, "http://localhost");
    const seen = await seenSite(options.previews, request, revision, clock());
    if ("diagnostics" in seen) {
      const message = "El contenido sin publicar tiene errores: vuelve a cargar la página para verlos.";
      return refuse(reply, 404, "not-found", message);
    }
    const own = await blockGallery.revisionFor(request, seen.revision, tidyPath(path));
    const asked = ask(request, own, tidyPath(path), { query: readableQuery(search) });
    const found = await resolvePage(seen.bar ? withoutRuns(sources) : sources, asked);
    if (!found) return refuse(reply, 404, "not-found", "Esta página no existe.");
    if ("gone" in found) return refuse(reply, 410, "gone", "Esta página ya no existe.");
    if ("redirect" in found) return { redirect: found.redirect + (found.query ?? search) };
    const drawn = blockGallery.drawn(found, tidyPath(path));
    return withLets("page" in drawn ? drawn.page : found.page);
  });
}

/** How many visits there were, this one among them. */
const visitsOf = (brand: string, cookies: FastifyRequest["cookies"] = {}): number =>
  Math.max(1, visitsIn(cookies[visitsCookie(brand)]));

/** What the routes of pages say of themselves. */
const ofPages = { limit: "page", unreadableParameters: "dropped" } as const;

const pathOf = (request: FastifyRequest): string => request.url.split("?", 1)[0]!;

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf("?");
  return start < 0 ? "" : readableQuery(request.url.slice(start));
}

function statusOf(error: unknown): number {
  const status =
    typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : 500;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

function sendPlain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`${text}\n`);
}

function refuse(reply: FastifyReply, status: number, error: string, message: string): FastifyReply {
  return reply.code(status).send({ error, message, requestId: reply.request.id });
}
