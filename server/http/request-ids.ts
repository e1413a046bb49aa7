/** What all responses have in common: a request id, a count, and a line in the log where it is worth one. */
import type { FastifyInstance } from "fastify";
import "./route-options.ts";

export interface RequestMetrics {
  request(route: string, method: string, status: number, seconds: number): void;
}

export function identifyRequests(server: FastifyInstance, metrics: RequestMetrics): void {
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
}
