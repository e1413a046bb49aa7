import type { FastifyInstance, FastifyRequest } from "fastify";
import type {
  BeginRequest,
  ContinueRequest,
  CurrentAnswer,
  DataRequest,
  DraftRequest,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { hostOf } from "../host.ts";
import { continueRun } from "./attempt.ts";
import { resolveData } from "./data.ts";
import { beginRun, draftRun, openRuns, type RunParts } from "./runs.ts";
import { sessionOf } from "./session.ts";

const id = { type: "string", minLength: 1, maxLength: 80, pattern: "^[A-Za-z0-9-]+$" };
/** Longer than any field allows: the field's own limit is to say what is wrong. */
const longestText = 20_000;
const mostAnswers = 2_000;

const answer = {
  type: ["string", "number", "boolean", "array", "null"],
  maxLength: longestText,
  maxItems: 500,
  items: { type: "string", maxLength: 500 },
};
const answers = { type: "object", maxProperties: mostAnswers, additionalProperties: answer };
const version = { type: "integer", minimum: 0 };

const object = (properties: Record<string, unknown>) => ({
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

const begin = object({ flow: id, revision: id });
const draft = object({ version, answers });
const proceed = object({ step: id, version, answers });
const data = object({ revision: id, flow: id, data: id, inputs: answers });
const withRun = object({ run: id });

interface RunParameters {
  run: string;
}

/** The flow protocol of `schemas/engine/protocol.ts`. */
export function runRoutes(app: FastifyInstance, parts: RunParts): void {
  const { config, definitions, services } = parts;
  const runs = openRuns(parts);

  const brandOf = (request: FastifyRequest): string => {
    const found = definitions.forHost(hostOf(request));
    if (!found) throw new ApiError(404, "not-found", "Este sitio no existe.");
    return found.revision.brand;
  };

  // JSON is the only thing that is read here; another site's form cannot send it.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    refuseOtherSites(request);
  });

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
      await draftRun(parts, sessionOf(config, request), request.params.run, request.body);
      return reply.code(204).send();
    },
  );

  app.post<{ Body: ContinueRequest; Params: RunParameters; Headers: { "idempotency-key": string } }>(
    "/runs/:run/continue",
    {
      schema: {
        body: proceed,
        params: withRun,
        headers: {
          type: "object",
          required: ["idempotency-key"],
          properties: { "idempotency-key": { ...id, minLength: 8 } },
        },
      },
    },
    async (request, reply) => {
      const session = sessionOf(config, request);
      const key = request.headers["idempotency-key"];
      const { status, body } = await continueRun(parts, session, request.params.run, key, request.body);
      return reply.code(status).type("application/json; charset=utf-8").send(body);
    },
  );

  app.post<{ Body: DataRequest }>("/data", { schema: { body: data } }, async (request) => {
    const { revision: hash, flow, data: name, inputs } = request.body;
    const revision = await definitions.revision(brandOf(request), hash);
    if (!revision) throw new ApiError(404, "not-found", "Esta versión del formulario no existe.");
    return await resolveData(services, revision, flow, name, inputs);
  });
}

/** Whoever writes must come from our own pages: a form on another site has neither header right. */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, "sec-fetch-site": site } = request.headers;
  const foreign =
    (typeof site === "string" && site !== "same-origin") ||
    (typeof origin === "string" &&
      (!URL.canParse(origin) || new URL(origin).host !== request.host.toLowerCase()));
  if (foreign) throw new ApiError(403, "other-site", "Esta solicitud viene de otro sitio.");
}
