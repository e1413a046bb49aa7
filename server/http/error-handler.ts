/** What all answers have in common: a request id, a line in the log where it is worth one, refusals in words. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";
import { StorageError } from "../storage/names.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import "./route-options.ts";

/** Sends a refusal, as the API says it. */
export const sendRefusal = (refusal: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  withRetryAfter(refusal, reply).code(refusal.status).send(refusal.body(request.id));

/** Says when to come back, where the refusal knows. */
export function withRetryAfter({ retryAfter }: ApiError, reply: FastifyReply): FastifyReply {
  return retryAfter === undefined ? reply : reply.header("retry-after", String(retryAfter));
}

export const notFound = (): ApiError => new ApiError(404, "not-found", "Esta dirección no existe.");

/** What holds for every answer, whoever asks for what. */
export function answerAll(server: FastifyInstance, metrics: Pick<Metrics, "request">): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const { url: path = "-", config } = request.routeOptions;
    // The route, not the address: what stands in an address may be somebody's.
    metrics.request(path, request.method, status, elapsedTime / 1000);
    if (status >= 500 && config?.isWatched === undefined) {
      const took = Math.round(elapsedTime);
      request.log.error({ requestId: request.id, method: request.method, path, status, took }, "answered");
    }
    done();
  });
  server.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const refusal = error instanceof ApiError ? error : refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, "failed");
    return sendRefusal(refusal, request, reply);
  });
}

function refusalOf(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      503,
      "unavailable",
      "No podemos guardar tus datos ahora. Tus respuestas siguen aquí: vuelve a intentarlo en unos minutos.",
    );
  }
  // No room, or no storage: that passes. Bytes that are missing do not come back.
  if (error instanceof StorageError && error.kind !== "missing") {
    return new ApiError(
      503,
      "unavailable",
      "Ahora no podemos guardar ni leer archivos. Tus respuestas siguen aquí: vuelve a intentarlo en unos minutos.",
    );
  }
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
