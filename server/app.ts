import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { ApiError } from "./api-error.ts";
import { systemClock, type Clock } from "./clock.ts";
import { unknownServices, type Config } from "./config.ts";
import { openDefinitions, type Definitions } from "./definitions/definitions.ts";
import { serveDefinitions } from "./definitions/serve.ts";
import { createDeliver } from "./deliveries/deliver.ts";
import { listMails, readMail } from "./deliveries/mail-files.ts";
import { createMail } from "./deliveries/mail.ts";
import { startDeliveries } from "./deliveries/worker.ts";
import { fileRoutes } from "./files/routes.ts";
import type { Log } from "./log.ts";
import type { Assets } from "./pages/assets.ts";
import { pages } from "./pages/pages.ts";
import { dataRoutes } from "./runs/data-routes.ts";
import { runRoutes } from "./runs/routes.ts";
import { resumeAttempts } from "./runs/resume.ts";
import { openRuns } from "./runs/runs.ts";
import { createServices, type Services } from "./services/services.ts";
import { deadDeliveries, releaseAllDeliveries } from "./store/deliveries.ts";
import { releaseAllRuns } from "./store/runs.ts";
import { openStore, type Store } from "./store/store.ts";

export interface App {
  server: FastifyInstance;
  store: Store;
  definitions: Definitions;
  services: Services;
  /** Ends in order: no new requests, those under way, the worker, the store. */
  close(): Promise<void>;
}

interface Parts {
  config: Config;
  assets: Assets;
  clock?: Clock;
  /** Left out, definitions go live when they are saved. */
  watch?: boolean;
  logLevel?: string;
}

/** Bytes. A form of 2,000 long answers fits; see `runs/routes.ts`. */
const largestBody = 1024 * 1024;

/** Builds the whole server. There is no other place that does. */
export async function createApp({
  config,
  assets,
  clock = systemClock,
  watch = true,
  logLevel = "info",
}: Parts): Promise<App> {
  const server = Fastify({
    bodyLimit: largestBody,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    // Addresses can hold what people typed: what is worth a line is logged below, without the query.
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, serializers: { req: (request) => ({ method: request.method }) } },
    // What is not expected is refused by name, not dropped or bent into shape.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allowUnionTypes: true } },
    forceCloseConnections: "idle",
    // An address that cannot be read never reaches a page.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      const refusal = new ApiError(400, "bad-request", "Esta dirección no se puede leer.");
      void reply.code(400).send(refusal.body(request.id));
    },
  });
  const { log } = server;
  const store = await openStore(config);
  // This store has one process: whoever had a run or a delivery before is gone.
  await releaseAllRuns(store.db);
  await releaseAllDeliveries(store.db, clock());
  const definitions = await openDefinitions({ root: config.definitionsDir, store, log, clock, watch });
  warnOf(config, definitions, log);
  let wake = (): void => {};
  const services = createServices({ store, config, log, clock, queued: () => wake() });
  const mail = createMail(config);
  const deliver = createDeliver({
    mail,
    services,
    revision: async (brand, hash) =>
      hash === undefined ? definitions.current(brand) : await definitions.revision(brand, hash),
  });
  const worker = startDeliveries({ store, deliver, log, owner: randomUUID(), clock });
  wake = worker.wake;

  const parts = { config, store, definitions, services, clock, log, wake: () => wake() };
  await server.register(cookie);
  answerErrors(server);
  server.get("/api/health", async (_request, reply) => {
    const sites = definitions.live().length;
    return reply.code(sites > 0 ? 200 : 503).send({ status: sites > 0 ? "ok" : "no-sites", sites });
  });
  serveDefinitions(server, definitions, clock);
  await server.register(async (api) => runRoutes(api, parts), { prefix: "/api" });
  await server.register(async (api) => dataRoutes(api, parts), { prefix: "/api" });
  await server.register(async (api) => fileRoutes(api, parts), { prefix: "/api" });
  await server.register(pages, {
    definitions,
    runs: openRuns(parts),
    config,
    assets,
    clock,
    mails: {
      list: () => listMails(config.dataDir),
      read: (id: string) => readMail(config.dataDir, id),
    },
    dead: () => deadDeliveries(store.db),
  });
  await server.ready();
  const resuming = resumeAttempts(parts);

  return {
    server,
    store,
    definitions,
    services,
    close: async () => {
      await server.close();
      await resuming;
      await worker.stop();
      await definitions.close();
      await services.close();
      mail.close();
      await store.close();
    },
  };
}

/** Settings that are allowed and hardly ever meant. */
function warnOf(config: Config, definitions: Definitions, log: Log): void {
  if (config.mode === "production" && config.smtpUrl === undefined) {
    log.warn(
      "SMTP_URL falta: los correos quedan en archivos y no se envían / mails are only written to files",
    );
  }
  const live = definitions.live();
  const services = live.flatMap(({ private: { calls } }) =>
    Object.values(calls).map(({ service }) => service),
  );
  const brands = live.map(({ brand }) => brand);
  for (const name of unknownServices(config, [...new Set(services)], brands)) {
    log.warn(`${name}: no hay tal servicio o marca / there is no such service or brand`);
  }
}

function answerErrors(server: FastifyInstance): void {
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  });
  server.addHook("onResponse", async (request, reply) => {
    const line = {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      took: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.error(line, "answered");
    else request.log.debug(line, "answered");
  });
  server.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const refusal = error instanceof ApiError ? error : refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, "failed");
    return reply.code(refusal.status).send(refusal.body(request.id));
  });
}

/** The route, not the address: what stands in an address may be somebody's. */
const pathOf = (request: FastifyRequest): string => request.routeOptions.url ?? "-";

function refusalOf(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error.validation) {
    const first = error.validation[0];
    const unknown = first?.params["additionalProperty"];
    return unknown === undefined
      ? new ApiError(400, "bad-request", `La solicitud no es válida: ${first?.instancePath || "/"}.`)
      : new ApiError(
          422,
          "unknown-key",
          `La solicitud tiene una clave que sobra: «${String(unknown).slice(0, 80)}».`,
        );
  }
  if (status >= 400 && status < 500) {
    return new ApiError(status, "bad-request", "La solicitud no es válida.");
  }
  return new ApiError(500, "failed", "Algo falló de nuestro lado. Vuelve a intentarlo en unos minutos.");
}
