import type { FastifyInstance, FastifyRequest } from "fastify";
import type {
  BeginRequest,
  ContinueRequest,
  CurrentAnswer,
  DraftAnswer,
  DraftRequest,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import {
  begin,
  brandAsked,
  draft,
  id,
  object,
  proceed,
  refuseHostile,
  withHeaders,
  withRun,
} from "./bodies.ts";
import { continueRun } from "./attempt.ts";
import { beginRun, draftRun, openRuns, type RunParts } from "./runs.ts";
import { sessionOf } from "./session.ts";

interface RunParameters {
  run: string;
}

/** The flow protocol of `schemas/engine/protocol.ts`. */
export function runRoutes(app: FastifyInstance, parts: RunParts): void {
  const { config, definitions } = parts;
  const runs = openRuns(parts);

  const brandOf = (request: FastifyRequest): string => brandAsked(definitions, request);

  // JSON is the only thing that is read here; another site's form cannot send it.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    refuseOtherSites(request);
  });
  app.addHook("preHandler", async ({ body }) => refuseHostile(body));

  app.post<{ Body: BeginRequest }>("/runs", { schema: { body: begin } }, (request, reply) =>
    beginRun(parts, request, reply, brandOf(request), request.body),
  );

  app.get<{ Querystring: { flow: string } }>(
    "/runs",
    { schema: { querystring: object({ flow: id }) } },
    async (request): Promise<CurrentAnswer> => ({
      run: await runs.current(request, brandOf(request), request.query.flow),
    }),
  );

  app.patch<{ Body: DraftRequest; Params: RunParameters }>(
    "/runs/:run/answers",
    { schema: { body: draft, params: withRun } },
    async (request, reply) => {
      const state = await draftRun(parts, sessionOf(config, request), request.params.run, request.body);
      return state ? ({ state } satisfies DraftAnswer) : reply.code(204).send();
    },
  );

  app.post<{ Body: ContinueRequest; Params: RunParameters; Headers: { "idempotency-key": string } }>(
    "/runs/:run/continue",
    {
      schema: {
        body: proceed,
        params: withRun,
        headers: withHeaders,
      },
    },
    async (request, reply) => {
      const session = sessionOf(config, request);
      const key = request.headers["idempotency-key"];
      const { status, body } = await continueRun(parts, session, request.params.run, key, request.body);
      return reply.code(status).type("application/json; charset=utf-8").send(body);
    },
  );
}

/** Whoever writes must come from our own pages: a form on another site has neither header right. */
export function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, "sec-fetch-site": site } = request.headers;
  const foreign =
    (typeof site === "string" && site !== "same-origin") ||
    (typeof origin === "string" &&
      (!URL.canParse(origin) || new URL(origin).host !== request.host.toLowerCase()));
  if (foreign) throw new ApiError(403, "other-site", "Esta solicitud viene de otro sitio.");
}
