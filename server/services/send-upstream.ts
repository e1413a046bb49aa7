/** A request to an upstream by HTTP. */
import { Agent, errors, request as httpRequest, type Dispatcher } from "undici";
import { isLoopback } from "../config/loopback.ts";
import { closeParts, multipartBody } from "./multipart.ts";
import type { CallRequest } from "./prepared-call.ts";
import { maxResponseBytes, refuseProto, type Failure, type Sending, type Sent } from "./sent.ts";

function readBody(status: number, text: string): Sent {
  try {
    return { status, data: text === "" ? null : JSON.parse(text, refuseProto) };
  } catch {
    // What a failed request says beside its status is nobody's business; a good one must be readable.
    return status >= 200 && status < 300 ? { failure: "garbled", status } : { status, data: null };
  }
}

/** In which way a request had no answer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name)) return "timeout";
  if (error instanceof errors.ConnectTimeoutError) return "timeout";
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return "timeout";
  if (error instanceof errors.ResponseExceededMaxSizeError) return "garbled";
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return "garbled";
  return "unreachable";
}

/** Connections to these origins, and to no others; an answer has at most `largest` bytes. The time-out is each request's own. */
export function connectionsTo(
  bases: string[],
  largest = maxResponseBytes,
): { dispatcher: Dispatcher; close: () => Promise<void> } {
  const origins = new Set(bases.map((base) => new URL(base).origin));
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: largest });
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const origin = options.origin === undefined ? undefined : new URL(options.origin).origin;
    if (origin === undefined || !origins.has(origin))
      throw new errors.InvalidArgumentError("no setting names this origin");
    return dispatch(options, handler);
  });
  return { dispatcher, close: () => agent.close() };
}

/** The address of a call: below `base`, whatever the path and the query say. */
function addressOf(base: string, { path, query }: CallRequest): URL {
  const root = new URL(base);
  const url = new URL(path, root);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname) || !root.pathname.endsWith("/"))
    throw new Error("the address of a call must be below that of its service");
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function contentOf({ request, parts }: Sending): {
  headers: Record<string, string>;
  body?: Dispatcher.DispatchOptions["body"];
} {
  if (parts) {
    const { type, length, body } = multipartBody(parts);
    return { headers: { "content-type": type, "content-length": String(length) }, body };
  }
  if (request.body === undefined) return { headers: {} };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(request.body) };
}

/**
 * Sends to `base`, which comes from the configuration and ends in `/`. Follows no redirect.
 * An answer that was cut off counts as none: `unreachable`. Throws what is a mistake of ours.
 */
export async function sendUpstream(
  sending: Sending,
  given: { base: string; dispatcher: Dispatcher; servicesKey?: string },
): Promise<Sent> {
  const { request, key, timeout } = sending;
  const url = addressOf(given.base, request);
  const content = contentOf(sending);
  const headers: Record<string, string> = {
    // First, so that none of them takes the place of our own.
    ...request.headers,
    accept: "application/json",
    "idempotency-key": key,
    ...content.headers,
  };
  // The key of our own listener, which binds to loopback only; no other host ever sees it.
  if (given.servicesKey && isLoopback(url.hostname)) headers["x-services-key"] = given.servicesKey;
  let unread: Error | undefined;
  for (const { bytes } of sending.parts?.files ?? []) bytes.on("error", (error) => void (unread = error));
  try {
    const answer = await httpRequest(url, {
      method: request.method,
      headers,
      ...(content.body === undefined ? {} : { body: content.body }),
      dispatcher: given.dispatcher,
      signal: AbortSignal.timeout(timeout),
    });
    return readBody(answer.statusCode, await answer.body.text());
  } catch (error) {
    // A file that could not be read, or is not as long as was said, is no fault of the service.
    if (unread) throw unread;
    if (error instanceof errors.RequestContentLengthMismatchError) throw error;
    if (error instanceof errors.InvalidArgumentError) throw error;
    return { failure: failureOf(error), status: 0 };
  } finally {
    if (sending.parts) closeParts(sending.parts);
  }
}
