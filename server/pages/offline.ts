/** `service-worker.js` of a site, and the page that it keeps for when nobody answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Revision } from "../../schemas/engine/serve.ts";
import { contentHash } from "../content-hash.ts";
import { hostOf } from "../http/host.ts";
import { drawOfflinePage, type OfflinePage } from "./offline-page.ts";
import { offlineWorker, withdrawnWorker } from "./offline-worker.ts";
import type { PagesOptions } from "./types.ts";

const pageAddress = "/offline.html";
const workerAddress = "/service-worker.js";

/** Another page makes another worker: the browser takes both at the next visit. */
const writtenFor = ({ html, policy }: OfflinePage): string =>
  `(${String(offlineWorker)})(self,${JSON.stringify(pageAddress)},${JSON.stringify(`offline-${contentHash(html, policy)}`)});\n`;

export function offlineFiles(
  app: FastifyInstance,
  { definitions, config }: Pick<PagesOptions, "definitions" | "config">,
): void {
  const drawn = new WeakMap<Revision, Promise<OfflinePage>>();
  const pageOf = (revision: Revision): Promise<OfflinePage> => {
    const known = drawn.get(revision) ?? drawOfflinePage(revision.public.brand, config.definitionsDir);
    drawn.set(revision, known);
    // What could not be read may be there the next time.
    known.catch(() => drawn.delete(revision));
    return known;
  };
  const serve = (path: string, send: (reply: FastifyReply, page: OfflinePage) => FastifyReply): void => {
    app.get(path, async (request: FastifyRequest, reply) => {
      const revision = definitions.forHost(hostOf(request));
      if (!revision) return reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");
      reply.header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      return send(reply, await pageOf(revision));
    });
  };
  serve(pageAddress, (reply, { html, policy }) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(html),
  );
  serve(workerAddress, (reply, page) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; connect-src 'self'")
      .send(config.offlinePage === false ? `(${String(withdrawnWorker)})(self);\n` : writtenFor(page)),
  );
}
