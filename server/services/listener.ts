/** The embedded services by HTTP, on a listener of their own that only this machine reaches. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import type { Config } from "../config.ts";
import { refusal, type EmbeddedService, type ServiceBrand } from "./service.ts";

export interface ServicesListener {
  app: FastifyInstance;
  /** Binds to loopback at the configured port, and says which one it got. */
  listen: () => Promise<number>;
  close: () => Promise<void>;
}

/** Bytes. */
const largestBody = 64 * 1024;

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

/** Mounts the services at their own paths; everything else is a 404. */
export function createServicesListener(given: {
  embedded: EmbeddedService[];
  /** The brands as they are live now. */
  brands: () => ServiceBrand[];
  config: Pick<Config, "services">;
  log?: FastifyBaseLogger;
}): ServicesListener {
  const { embedded, brands, config, log } = given;
  const app: FastifyInstance = Fastify({
    bodyLimit: largestBody,
    // Queries can hold what a person typed; the services log what they do themselves.
    logController: new LogController({ disableRequestLogging: true }),
    ...(log ? { loggerInstance: log } : {}),
  });
  // What a page elsewhere can post without asking first is text: only JSON is read.
  app.removeContentTypeParser("text/plain");

  const key = config.services.key === undefined ? undefined : digest(config.services.key);
  app.addHook("onRequest", async (request, reply) => {
    if (!key || timingSafeEqual(digest(header(request, "x-services-key") ?? ""), key)) return;
    await reply.code(401).send(refusal(401, "Falta la clave de los servicios o no es la correcta").body);
  });

  for (const { service, routes } of embedded) {
    for (const { method, path, handle } of routes) {
      app.route({
        method,
        url: path,
        handler: async (request, reply) => {
          const companyId = header(request, "companyid");
          const brand = brands().find((candidate) => String(candidate.companyId) === companyId);
          const query = singleTexts(request.query as object);
          if (!brand)
            return await reply
              .code(400)
              .send(refusal(400, "La cabecera companyId falta o no se conoce").body);
          if (!query) return await reply.code(400).send(refusal(400, "Un parámetro se repite").body);
          const answer = await handle({
            brand,
            query,
            headers: singleHeaders(request),
            body: request.body,
            key: header(request, "idempotency-key"),
          });
          request.log.info({ service, path, brand: brand.code, status: answer.status }, "service answered");
          return await reply.code(answer.status).send(answer.body);
        },
      });
    }
  }

  app.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send(refusal(404, "No existe").body);
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, "service failed");
    const message = status === 500 ? "Error interno" : "La solicitud no es JSON válido o es demasiado grande";
    await reply.code(status).send(refusal(status, message).body);
  });

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
