/** What is answered where something failed. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WordError } from "./error-sentences.ts";
import { ApiError } from "./errors.ts";
import { StorageError } from "../storage/names.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import "./route-options.ts";

export type SendError = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sends a refusal, as the API says it. */
export const createSendError =
  (word: WordError): SendError =>
  (error, request, reply) =>
    withRetryAfter(error, reply)
      .code(error.status)
      .send(error.body(word(error, request), request.id));

/** Says when to come back, where the refusal knows. */
export function withRetryAfter({ retryAfter }: ApiError, reply: FastifyReply): FastifyReply {
  return retryAfter === undefined ? reply : reply.header("retry-after", String(retryAfter));
}

export const unreadableAddress = (): ApiError => new ApiError("bad-request.address");
export const notFound = (): ApiError => new ApiError("not-found.address");

/** Tells what failed: as the API says it, or where nobody foresaw it, in the log. */
export function handleErrors(server: FastifyInstance, sendError: SendError): void {
  server.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const refusal = error instanceof ApiError ? error : toApiError(error);
    if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, "failed");
    return sendError(refusal, request, reply);
  });
}

function toApiError(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (error instanceof StoreUnavailable) {
    return new ApiError("unavailable.store");
  }
  // No room, or no storage: that passes. Bytes that are missing do not come back.
  if (error instanceof StorageError && error.kind !== "missing") {
    return new ApiError("unavailable.files");
  }
  if (error.validation) {
    const first = error.validation[0];
    const unknown = first?.params["additionalProperty"];
    return unknown === undefined
      ? new ApiError("bad-request.part", { part: first?.instancePath || "/" })
      : new ApiError("unknown-key.request", { key: String(unknown).slice(0, 80) });
  }
  if (status >= 400 && status < 500) {
    return new ApiError("bad-request.http", {}, { status });
  }
  return new ApiError("failed");
}
