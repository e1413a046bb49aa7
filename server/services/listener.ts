/** The embedded services by HTTP, on a listener of their own that only this machine reaches. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import type { CompiledCall } from "../../schemas/engine/serve.ts";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/loopback.ts";
import { hostOf } from "../http/host.ts";
import { refuseOtherEncodings } from "../http/encoding.ts";
import { readForm } from "./multipart.ts";
import { openApi } from "./open-api.ts";
import { serveDocs } from "./docs.ts";
import { refuseErrors } from "./refuse-errors.ts";
import { refusal, type EmbeddedService, type ServiceBrand, type ServiceForm } from "./embedded/service.ts";

export interface ServicesListener {
  app: FastifyInstance;
  /** Binds to loopback at the configured port, and says which one it got. */
  listen: () => Promise<number>;
  close: () => Promise<void>;
}

/** Bytes. */
const maxBodyBytes = 64 * 1024;
/** As many files of the biggest size as one form takes, and what is said of them. */
const maxFormBytes = 201 * 1024 * 1024;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

const singleHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

const singleTexts = (query: object): Record<string, string> | undefined =>
  Object.values(query).every((value) => typeof value === "string")
    ? (query as Record<string, string>)
    : undefined;

/** What a form brought. Throws with the status 400 for one that cannot be read. */
async function formOf({ headers, body }: FastifyRequest): Promise<ServiceForm | undefined> {
  if (!Buffer.isBuffer(body)) return undefined;
  return await readForm(headers["content-type"]!, new Uint8Array(body)).catch((error: unknown) => {
    throw Object.assign(new Error("not a form", { cause: error }), { statusCode: 400 });
  });
}

/** Mounts the services at their own paths; everything else is a 404. */
export function createServicesListener(given: {
  embedded: EmbeddedService[];
  /** The brands as they are live now. */
  brands: () => ServiceBrand[];
  config: Pick<Config, "services">;
  log?: FastifyBaseLogger;
  /** The calls as they are live now, by `service.call`: they are what `/docs` tells of. Left out, there are no docs. */
  calls?: () => Record<string, CompiledCall>;
}): ServicesListener {
  const { embedded, brands, config, log, calls } = given;
  const logging = {
    // Queries can hold what a person typed; the services log what they do themselves.
    logController: new LogController({ disableRequestLogging: true }),
    ...(log ? { loggerInstance: log } : {}),
  };
  const app: FastifyInstance = Fastify({ bodyLimit: maxBodyBytes, ...logging });
  // A page elsewhere can post text and forms without asking first, but no header of its own: text is not read at all,
  // and forms only of those who say which brand they are.
  app.removeContentTypeParser("text/plain");
  refuseOtherEncodings(app);
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  );
  if (calls) serveDocs(app, { document: () => openApi(embedded, calls()), logging });

  const key = config.services.key === undefined ? undefined : digest(config.services.key);
  app.addHook("onRequest", async (request, reply) => {
    // Without a key, a page of elsewhere whose name leads to this machine could ask.
    if (!key) {
      if (isLoopback(hostOf(request))) return;
      await reply.code(403).send(refusal(403, "Los servicios se piden a localhost").body);
    } else if (!timingSafeEqual(digest(header(request, "x-services-key") ?? ""), key)) {
      await reply.code(401).send(refusal(401, "Falta la clave de los servicios o no es la correcta").body);
    }
  });

  for (const { service, caller, routes } of embedded) {
    const brandOf = (request: FastifyRequest): ServiceBrand | undefined => {
      const said = header(request, caller.header.toLowerCase());
      return said === undefined ? undefined : brands().find((candidate) => caller.of(candidate) === said);
    };
    for (const { method, path, handle } of routes) {
      app.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
        // Before the body is read.
        onRequest: async (request, reply) => {
          if (brandOf(request)) return;
          await reply.code(400).send(refusal(400, `La cabecera ${caller.header} falta o no se conoce`).body);
        },
        handler: async (request, reply) => {
          const brand = brandOf(request)!;
          const query = singleTexts(request.query as object);
          if (!query) return await reply.code(400).send(refusal(400, "Un parámetro se repite").body);
          const form = await formOf(request);
          const answer = await handle({
            brand,
            params: request.params as Record<string, string>,
            query,
            headers: singleHeaders(request),
            body: form ? undefined : request.body,
            ...(form ? { form } : {}),
            key: header(request, "idempotency-key"),
          });
          request.log.info({ service, path, brand: brand.code, status: answer.status }, "service answered");
          return await reply.code(answer.status).send(answer.body);
        },
      });
    }
  }

  refuseErrors(app);

  return {
    app,
    listen: async () => {
      const { port } = config.services;
      if (port === "off") throw new Error("SERVICES_PORT is off");
      await app.listen({ host: "127.0.0.1", port });
      return (app.server.address() as AddressInfo).port;
    },
    close: () => app.close(),
  };
}
