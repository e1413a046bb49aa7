import type { FastifyInstance } from "fastify";
import {
  codeDigits,
  type CancelWaitRequest,
  type RunWait,
  type WaitAnswer,
  type WaitCodeRequest,
} from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { tokenPattern } from "../random.ts";
import { idSchema, objectSchema, runParams } from "../runs/request-schemas.ts";
import { brandOfRequest } from "../http/brand-of-request.ts";
import { ownRun } from "../runs/own-run.ts";
import { waitTokenHash } from "../runs/prepare-waits.ts";
import type { RunDeps } from "../runs/runs.ts";
import { visitorOf } from "../http/sessions.ts";
import { allowEmbeddingOrigins } from "../http/embedding.ts";
import { anySessionsRun, runState, type Run } from "../store/runs.ts";
import { findWaitByToken } from "../store/waits.ts";
import { checkCode } from "./check-code.ts";
import { eventKey, readEvent } from "./read-event.ts";
import { isNavigation, leadBack, largestReturn, readFormBodies, receivedWith } from "./lead-back.ts";
import { eventTypeOf, type Waits } from "./waits.ts";

const noEvent = (): ApiError => new ApiError("no-event");
const cannotCancel = (run: Run): ApiError => new ApiError("cannot-cancel", {}, { state: runState(run) });

export interface WaitDeps extends RunDeps {
  waits: Waits;
}

/** Where providers bring what runs wait for: by an address of its own for each wait, which nobody can guess. */
export function eventRoutes(app: FastifyInstance, parts: WaitDeps): void {
  readFormBodies(app);
  app.addHook("onRequest", async (_request, reply) => {
    // The address itself is a secret.
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });
  app.route<{ Params: { token: string }; Querystring: Record<string, unknown>; Body: unknown }>({
    method: ["GET", "POST"],
    url: "/events/:token",
    bodyLimit: largestReturn,
    schema: { params: objectSchema({ token: { type: "string", pattern: tokenPattern } }) },
    config: { limit: "event", fromOtherSites: "event of a wait" },
    handler: async (request, reply) => {
      const brand = brandOfRequest(parts.definitions, request);
      const wait = await findWaitByToken(parts.store.db, brand, waitTokenHash(request.params.token));
      if (!wait) throw noEvent();
      const received = receivedWith(request.query, request.body);
      const { outcome, key, payload } = readEvent(await eventTypeOf(parts, wait), received);
      const event = { source: "provider" as const, outcome, key, payload: JSON.stringify(payload) };
      const brought = await parts.waits.bring(wait, event);
      return isNavigation(request) ? await leadBack(parts, reply, wait) : { event: brought };
    },
  });
}

/** The wait that somebody means. Where it is over, or is another one, the run as it is now is the answer. */
function openWait({ wait }: Run, id: string): RunWait | undefined {
  const open = wait === null ? undefined : (JSON.parse(wait) as RunWait);
  return open?.id === id ? open : undefined;
}

/** What a run's owner asks of its wait. */
export function waitRoutes(app: FastifyInstance, parts: WaitDeps): void {
  const { store, definitions, waits } = parts;
  // JSON is the only thing that is read here; another site's form cannot send it.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "private, no-store");
  });
  allowEmbeddingOrigins(app, definitions);

  app.get<{ Params: { run: string } }>(
    "/runs/:run",
    { schema: { params: runParams }, config: { limit: "page", fromOtherSites: "embedded form" } },
    async (request): Promise<WaitAnswer> => ({
      state: runState(await ownRun(parts, visitorOf(parts, request), request.params.run)),
    }),
  );

  app.post<{ Params: { run: string }; Body: CancelWaitRequest }>(
    "/runs/:run/cancel-wait",
    {
      schema: { params: runParams, body: objectSchema({ wait: idSchema }) },
      config: { limit: "continue", fromOtherSites: "embedded form" },
    },
    async (request): Promise<WaitAnswer> => {
      const run = await ownRun(parts, visitorOf(parts, request), request.params.run);
      const wait = openWait(run, request.body.wait);
      if (wait) {
        if (wait.cancel === undefined) throw cannotCancel(run);
        const event = { source: "person" as const, outcome: "cancelled" as const, payload: "{}" };
        await waits.bring(wait, { ...event, key: eventKey("cancelled by its owner") });
      }
      return { state: runState(await anySessionsRun(store.db, run.id)) };
    },
  );

  const typed = objectSchema({
    wait: idSchema,
    code: { type: "string", pattern: `^[0-9]{${codeDigits}}$` },
  });
  app.post<{ Params: { run: string }; Body: WaitCodeRequest }>(
    "/runs/:run/wait-code",
    {
      schema: { params: runParams, body: typed },
      config: { limit: "continue", fromOtherSites: "embedded form" },
    },
    async (request): Promise<WaitAnswer> => {
      const run = await ownRun(parts, visitorOf(parts, request), request.params.run);
      const wait = openWait(run, request.body.wait);
      if (wait?.code !== undefined) await checkCode(parts, wait, request.body.code);
      return { state: runState(await anySessionsRun(store.db, run.id)) };
    },
  );
}
