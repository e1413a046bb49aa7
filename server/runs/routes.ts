import type { FastifyInstance, FastifyRequest } from "fastify";
import type {
  BeginRequest,
  ContinueAnswer,
  ContinueRequest,
  CurrentAnswer,
  DraftAnswer,
  DraftRequest,
} from "../../schemas/engine/serve.ts";
import { brandOfRequest, revisionOfRequest } from "../http/brand-of-request.ts";
import {
  beginBody,
  draftBody,
  idSchema,
  objectSchema,
  subjectSchema,
  continueBody,
  rejectUnsafeValues,
  idempotencyHeaders,
  runParams,
} from "./request-schemas.ts";
import { siteAddress } from "../http/site-address.ts";
import { answerPreflights, allowEmbeddingOrigins, pageHostOf } from "../http/embedding.ts";
import { continueRun } from "./attempt.ts";
import { abandonRun } from "./abandon.ts";
import { beginRun, draftRun, openRuns, type RunDeps } from "./runs.ts";
import { visitorOf } from "../http/sessions.ts";
import { signInAfter, signOutAfter } from "./sign-in-after.ts";
import { forgetDetails } from "../store/visitor-details.ts";

interface RunParameters {
  run: string;
}

/** The flow protocol of `schemas/engine/protocol.ts`. */
export function runRoutes(app: FastifyInstance, parts: RunDeps): void {
  const { definitions } = parts;
  const runs = openRuns(parts);

  const brandOf = (request: FastifyRequest): string => brandOfRequest(definitions, request);

  // JSON is the only thing that is read here; another site's form cannot send it.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "private, no-store");
  });
  allowEmbeddingOrigins(app, definitions);
  answerPreflights(app, definitions);
  app.addHook("preHandler", async ({ body }) => rejectUnsafeValues(body));

  app.post<{ Body: BeginRequest }>(
    "/runs",
    { schema: { body: beginBody }, config: { limit: "begin", fromOtherSites: "embedded form" } },
    (request, reply) => beginRun(parts, request, reply, brandOf(request), request.body),
  );

  app.get<{ Querystring: { flow: string; subject?: string } }>(
    "/runs",
    {
      schema: { querystring: objectSchema({ flow: idSchema }, { subject: subjectSchema }) },
      config: { limit: "page" },
    },
    async (request): Promise<CurrentAnswer> => {
      const { flow, subject = "" } = request.query;
      return { run: await runs.current(request, { brand: brandOf(request), flow, subject }) };
    },
  );

  app.delete("/details", { config: { limit: "draft" } }, async (request, reply) => {
    const { session } = visitorOf(parts, request);
    if (session !== undefined) await forgetDetails(parts.store.db, session);
    return reply.code(204).send();
  });

  app.patch<{ Body: DraftRequest; Params: RunParameters }>(
    "/runs/:run/answers",
    {
      schema: { body: draftBody, params: runParams },
      config: { limit: "draft", fromOtherSites: "embedded form" },
    },
    async (request, reply) => {
      const state = await draftRun(parts, visitorOf(parts, request), request.params.run, request.body);
      return state ? ({ state } satisfies DraftAnswer) : reply.code(204).send();
    },
  );

  app.delete<{ Params: RunParameters }>(
    "/runs/:run",
    { schema: { params: runParams }, config: { limit: "draft" } },
    async (request, reply) => {
      await abandonRun(parts, visitorOf(parts, request), request.params.run);
      return reply.code(204).send();
    },
  );

  app.post<{ Body: ContinueRequest; Params: RunParameters; Headers: { "idempotency-key": string } }>(
    "/runs/:run/continue",
    {
      schema: {
        body: continueBody,
        params: runParams,
        headers: idempotencyHeaders,
      },
      config: { limit: "continue", fromOtherSites: "embedded form" },
    },
    async (request, reply) => {
      const visitor = visitorOf(parts, request);
      const key = request.headers["idempotency-key"];
      const token = request.headers["x-captcha"];
      const sender = {
        host: pageHostOf(definitions, request),
        address: request.ip,
        origin: siteAddress(parts.config, request, revisionOfRequest(definitions, request)),
        ...(typeof token === "string" ? { captcha: token } : {}),
      };
      const { run } = request.params;
      const { status, body, ...done } = await continueRun(parts, visitor, run, key, request.body, sender);
      let said = body;
      if (status === 200) {
        const end = await signOutAfter(parts, request, reply, done.run);
        if (end !== undefined) said = leadingTo(end, body);
        await signInAfter(parts, request, reply, done);
      }
      return reply.code(status).type("application/json; charset=utf-8").send(said);
    },
  );
}

/** The answer to an attempt that leads elsewhere than its program said: to where somebody is signed out too. */
function leadingTo(redirect: string, body: string): string {
  const answer = JSON.parse(body) as ContinueAnswer;
  return "redirect" in answer.outcome
    ? JSON.stringify({ ...answer, outcome: { ...answer.outcome, redirect } })
    : body;
}
