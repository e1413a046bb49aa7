import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DataRequest, Revision } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { brandOfRequest } from "../http/brand-of-request.ts";
import { embeddingOrigin } from "../http/embedding.ts";
import { isCrossSite } from "../http/same-origin.ts";
import { sessionOf } from "../http/sessions.ts";
import { hasRunOf } from "../store/runs.ts";
import { recentRevision } from "./recent-revision.ts";
import { dataBody, rejectUnsafeValues } from "./request-schemas.ts";
import { maxLookUpMs, resolveData } from "./data.ts";
import type { RunDeps } from "./runs.ts";
import { personOfRequest } from "./signed-in.ts";
import { visitorIdOf } from "./visitor-id.ts";

/** A day, in seconds: how long browsers remember that other sites may ask. */
const rememberedSeconds = 86_400;

/** A day, in milliseconds: how long after it was replaced a revision is asked of, by pages that stay open. */
const askedWithinMs = 86_400_000;

/**
 * `POST /data`: needs no run, so forms on other sites may ask too. Those send no cookie: what is the visitor's, only our own
 * pages are told. What waits for a press of a button and does something there, such as sending a mail, is asked for by our own
 * pages alone, and by those that the brand lets embed its forms.
 */
export function dataRoutes(app: FastifyInstance, parts: RunDeps): void {
  const { definitions, services } = parts;
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (_request, reply) => {
    allowAnyOrigin(reply.header("cache-control", "private, no-store"));
  });
  app.addHook("preHandler", async ({ body }) => rejectUnsafeValues(body));

  app.post<{ Body: DataRequest }>(
    "/data",
    { schema: { body: dataBody }, config: { fromOtherSites: "public data", limit: "data" } },
    async (request) => {
      const { revision: hash, flow, screen, data: name, inputs } = request.body;
      const owner = flow !== undefined ? { flow } : screen !== undefined ? { screen } : undefined;
      if (!owner || (flow !== undefined && screen !== undefined)) {
        throw new ApiError("bad-request.owner");
      }
      const brand = brandOfRequest(definitions, request);
      const revision =
        (await recentRevision(parts, brand, hash, askedWithinMs)) ??
        (await revisionOfRun(parts, request, brand, hash)) ??
        definitions.previews.known(brand, hash);
      if (!revision) throw new ApiError("not-found.revision");
      return await resolveData(services, revision, owner, name, inputs, {
        within: maxLookUpMs,
        visitor: visitorIdOf(parts, request),
        person: () => personOfRequest(parts, request),
        address: request.ip,
        isForeign: isCrossSite(request) && embeddingOrigin(definitions, request) === undefined,
      });
    },
  );

  app.options("/data", async (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-methods", "POST")
      .header("access-control-allow-headers", "content-type")
      .header("access-control-max-age", String(rememberedSeconds))
      .header("vary", "access-control-request-headers")
      .send(),
  );
}

/** An older revision, for whoever has a run of it. */
async function revisionOfRun(
  parts: RunDeps,
  request: FastifyRequest,
  brand: string,
  hash: string,
): Promise<Revision | undefined> {
  const session = sessionOf(parts, request);
  const isOwn = session !== undefined && (await hasRunOf(parts.store.db, session, hash));
  return isOwn ? await parts.definitions.revision(brand, hash) : undefined;
}
