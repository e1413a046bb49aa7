import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

/** The host that was asked for, in lower case and without port. */
export const hostOf = (request: FastifyRequest): string => request.hostname.toLowerCase();

/** Whether whoever is at the other end of a connection sits at this machine, whatever address the server listens on. */
export const isAtThisMachine = ({ remoteAddress = "" }: Pick<Socket, "remoteAddress">): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);

/** Whether the host of a URL is this machine, by its name alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
