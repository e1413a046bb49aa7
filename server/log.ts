import type { FastifyBaseLogger } from "fastify";

/** What the server's parts log with: pino, as Fastify has it. */
export type Log = Pick<FastifyBaseLogger, "info" | "warn" | "error">;
