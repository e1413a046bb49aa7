/**
 * Answers that never change under their address, at hand before anything else looks at a request: there is nothing to
 * decide about them any more. For what anybody may have, who sends nothing.
 */
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Answers that are kept: the oldest go first. Browsers ask for the same few encodings. */
const maxEntries = 1000;

/** Characters by which an answer is asked for: somebody may send headers of any length. */
const maxKeyLength = 500;

export interface ResponseCache {
  /** Answers what is kept, and leaves everything else to `others`. */
  serveBefore(others: RequestListener): RequestListener;
  /** Keeps an answer as it is about to be sent. It goes out without a request id: there is nobody to tell it to. */
  keep(request: FastifyRequest, reply: FastifyReply, body: Buffer): void;
  /** How many answers came from the cache, by route. */
  sent(): Record<string, number>;
}

interface CachedResponse {
  route: { sent: number };
  /** Names and values after each other. */
  headers: string[];
  body: Buffer;
}

/** Undefined where an answer may be another one the next time. A proxy's word for the host is believed elsewhere. */
function cacheKeyOf({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || headers["if-none-match"] !== undefined) return undefined;
  if (headers["x-forwarded-host"] !== undefined || url.includes("?")) return undefined;
  const name = `${headers.host} ${url} ${headers["accept-encoding"] ?? ""}`;
  return name.length > maxKeyLength ? undefined : name;
}

export function createResponseCache(): ResponseCache {
  const entries = new Map<string, CachedResponse>();
  const routes = new Map<string, CachedResponse["route"]>();
  const routeOf = ({ url = "-" }: FastifyRequest["routeOptions"]): CachedResponse["route"] => {
    const route = routes.get(url) ?? { sent: 0 };
    routes.set(url, route);
    return route;
  };
  return {
    serveBefore: (others) => (request, response) => {
      const name = cacheKeyOf(request);
      const kept = name === undefined ? undefined : entries.get(name);
      if (!kept) return others(request, response);
      kept.route.sent += 1;
      response.writeHead(200, kept.headers);
      response.end(kept.body);
    },
    keep: (request, reply, body) => {
      const name = cacheKeyOf(request.raw);
      if (name === undefined) return;
      const { "x-request-id": _own, ...headers } = reply.getHeaders();
      const all = { ...headers, "content-length": body.length };
      entries.set(name, {
        route: routeOf(request.routeOptions),
        headers: Object.entries(all).flatMap(([header, value]) => [header, String(value)]),
        body,
      });
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    },
    sent: () => Object.fromEntries([...routes].map(([url, { sent }]) => [url, sent])),
  };
}
