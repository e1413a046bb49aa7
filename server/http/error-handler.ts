/** What is answered where something failed. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";
import { StorageError } from "../storage/names.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import "./route-options.ts";

/** Sends a refusal, as the API says it. */
export const sendError = (refusal: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  withRetryAfter(refusal, reply).code(refusal.status).send(refusal.body(request.id));

/** Says when to come back, where the refusal knows. */
export function withRetryAfter({ retryAfter }: ApiError, reply: FastifyReply): FastifyReply {
  return retryAfter === undefined ? reply : reply.header("retry-after", String(retryAfter));
}

export const notFound = (): ApiError => new ApiError("not-found", "Esta dirección no existe.");

/** Tells what failed: as the API says it, or where nobody foresaw it, in the log. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const refusal = error instanceof ApiError ? error : toApiError(error);
    if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, "failed");
    return sendError(refusal, request, reply);
  });
}

function toApiError(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      "unavailable",
      "No podemos guardar tus datos ahora. Tus respuestas siguen aquí: vuelve a intentarlo en unos minutos.",
    );
  }
  // No room, or no storage: that passes. Bytes that are missing do not come back.
  if (error instanceof StorageError && error.kind !== "missing") {
    return new ApiError(
      "unavailable",
      "Ahora no podemos guardar ni leer archivos. Tus respuestas siguen aquí: vuelve a intentarlo en unos minutos.",
    );
  }
  if (error.validation) {
    const first = error.validation[0];
    const unknown = first?.params["additionalProperty"];
    return unknown === undefined
      ? new ApiError("bad-request", `La solicitud no es válida: ${first?.instancePath || "/"}.`)
      : new ApiError(
          "unknown-key",
          `La solicitud tiene una clave que sobra: «${String(unknown).slice(0, 80)}».`,
        );
  }
  if (status >= 400 && status < 500) {
    return new ApiError("bad-request", "La solicitud no es válida.", undefined, { status });
  }
  return new ApiError("failed", "Algo falló de nuestro lado. Vuelve a intentarlo en unos minutos.");
}
