/** `GET /metrics`, for those who may read it; for everybody else there is no such address. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { isFromThisMachine } from "../http/host.ts";
import type { Metrics } from "./metrics.ts";
import "../http/route-options.ts";

type RouterOptions = NonNullable<FastifyServerOptions["routerOptions"]>;
type Constraint = NonNullable<RouterOptions["constraints"]>[string];
type Stored = ReturnType<Constraint["storage"]>;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function mayRead(request: IncomingMessage, key: Buffer | undefined): boolean {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (key && given !== undefined && timingSafeEqual(digest(given), key)) return true;
  return isFromThisMachine(request);
}

/** Which of the routes at an address is meant depends on who asks: a reader of metrics, or anybody. */
export function readerConstraint(metricsKey: string | undefined): Constraint {
  const key = metricsKey === undefined ? undefined : digest(metricsKey);
  return {
    name: "reader",
    storage: () => {
      const handlers = new Map<unknown, Parameters<Stored["set"]>[1]>();
      return {
        get: (value) => handlers.get(value) ?? null,
        set: (value, handler) => void handlers.set(value, handler),
      };
    },
    deriveConstraint: (request: IncomingMessage): string =>
      request.url?.startsWith("/metrics") && mayRead(request, key) ? "metrics" : "anybody",
    mustMatchWhenDerived: false,
  };
}

export function metricsRoute(server: FastifyInstance, metrics: Metrics): void {
  server.get(
    "/metrics",
    { constraints: { reader: "metrics" }, config: { isWatched: true } },
    async (_request, reply) => {
      const { type, body } = await metrics.text();
      return reply.header("cache-control", "no-store").type(type).send(body);
    },
  );
}
