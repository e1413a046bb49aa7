import type { FastifyRequest } from "fastify";

/** The host that was asked for, in lower case and without port. */
export const hostOf = (request: FastifyRequest): string => request.hostname.toLowerCase();
