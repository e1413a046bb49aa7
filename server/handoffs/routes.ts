import type { FastifyInstance } from "fastify";
import { codeDigits, type HandoffArrival, type HandoffRequest } from "../../schemas/engine/serve.ts";
import { brandOfRequest, revisionOfRequest } from "../http/brand-of-request.ts";
import { objectSchema, runParams } from "../runs/request-schemas.ts";
import { visitorOf } from "../http/sessions.ts";
import { siteAddress } from "../http/site-address.ts";
import { arrive } from "./arrive.ts";
import { askHandoff, type HandoffDeps } from "./ask.ts";
import { tokenPattern } from "../random.ts";

const ask = objectSchema({ email: { type: "string", maxLength: 320 } });
const arrival = objectSchema(
  {
    token: { type: "string", pattern: tokenPattern },
    code: { type: "string", pattern: `^[0-9]{${codeDigits}}$` },
  },
  { replace: { type: "boolean" } },
);

/** Going on on another device; see `schemas/engine/protocol.ts`. */
export function handoffRoutes(app: FastifyInstance, parts: HandoffDeps): void {
  // JSON is the only thing that is read here; another site's form cannot send it.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "private, no-store");
  });

  app.post<{ Body: HandoffRequest; Params: { run: string } }>(
    "/runs/:run/handoff",
    { schema: { body: ask, params: runParams }, config: { limit: "handoff" } },
    async (request, reply) => {
      const origin = siteAddress(parts.config, request, revisionOfRequest(parts.definitions, request));
      const { email } = request.body;
      await askHandoff(parts, visitorOf(parts, request), request.params.run, { email, origin });
      return reply.code(202).send();
    },
  );

  app.post<{ Body: HandoffArrival }>(
    "/handoffs",
    { schema: { body: arrival }, config: { limit: "arrive" } },
    (request, reply) =>
      arrive(parts, request, reply, brandOfRequest(parts.definitions, request), request.body),
  );
}
