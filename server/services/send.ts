/** The two ways of a request: to an upstream by HTTP, or to an embedded service in this process. */
import { errors, request as httpRequest, type Dispatcher } from "undici";
import type { CallRequest } from "./prepared-call.ts";
import type { EmbeddedService, ServiceBrand } from "./service.ts";

export type Failure = "timeout" | "unreachable" | "garbled";

/** What came back: a status with its body, or the way in which none did. */
export type Sent = { status: number; data: unknown } | { failure: Failure; status: number };

export interface Sending {
  request: CallRequest;
  brand: ServiceBrand;
  key: string;
  /** Milliseconds. */
  timeout: number;
}

/** Bytes. A bigger answer is not read to its end. */
export const largestAnswer = 2 * 1024 * 1024;

const refuseProto = (key: string, value: unknown): unknown => {
  if (key === "__proto__") throw new SyntaxError("__proto__ is refused");
  return value;
};

function readBody(status: number, text: string): Sent {
  try {
    return { status, data: text === "" ? null : JSON.parse(text, refuseProto) };
  } catch {
    // What a failed request says beside its status is nobody's business; a good one must be readable.
    return status >= 200 && status < 300 ? { failure: "garbled", status } : { status, data: null };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name)) return "timeout";
  if (error instanceof errors.ConnectTimeoutError) return "timeout";
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return "timeout";
  if (error instanceof errors.ResponseExceededMaxSizeError) return "garbled";
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return "garbled";
  return "unreachable";
}

/**
 * Sends to `base`, which comes from the configuration and ends in `/`. Follows no redirect.
 * An answer that was cut off counts as none: `unreachable`.
 */
export async function sendUpstream(
  { request, brand, key, timeout }: Sending,
  given: { base: string; dispatcher: Dispatcher; servicesKey?: string },
): Promise<Sent> {
  const url = new URL(request.path, given.base);
  for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
  const headers: Record<string, string> = {
    // First, so that none of them takes the place of our own.
    ...request.headers,
    accept: "application/json",
    companyid: String(brand.companyId),
    "idempotency-key": key,
  };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  // The key of our own listener, which binds to loopback only; no other host ever sees it.
  if (given.servicesKey && isLoopback(url.hostname)) headers["x-services-key"] = given.servicesKey;
  try {
    const answer = await httpRequest(url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      dispatcher: given.dispatcher,
      signal: AbortSignal.timeout(timeout),
    });
    return readBody(answer.statusCode, await answer.body.text());
  } catch (error) {
    return { failure: failureOf(error), status: 0 };
  }
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Asks an embedded service. What passes is what JSON would carry, so that both ways give the same. */
export async function sendEmbedded(
  { request, brand, key, timeout }: Sending,
  embedded: EmbeddedService,
): Promise<Sent> {
  const route = embedded.routes.find(
    ({ method, path }) => method === request.method && path === `/${request.path}`,
  );
  if (!route) return { status: 404, data: null };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Sent>((resolve) => {
    timer = setTimeout(() => resolve({ failure: "timeout", status: 0 }), timeout);
  });
  const answered = route
    .handle({ brand, query: request.query, headers: request.headers, body: asJson(request.body), key })
    .then(({ status, body }): Sent => ({ status, data: asJson(body) ?? null }));
  try {
    return await Promise.race([answered, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
