import type { FastifyReply } from "fastify";

/**
 * Pages of other sites may read this answer. Only for what anybody may have: no cookie goes along, so nothing that is
 * somebody's can be in it.
 */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
}
