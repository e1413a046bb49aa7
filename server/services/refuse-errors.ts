import type { FastifyInstance } from "fastify";
import { refusal } from "./embedded/service.ts";

/** What is not there, and what fails, is refused in the services' own form. What fails here is logged, and not told. */
export function refuseErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send(refusal(404, "No existe").body);
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, "service failed");
    const message = status === 500 ? "Error interno" : "La solicitud no se puede leer o es demasiado grande";
    await reply.code(status).send(refusal(status, message).body);
  });
}
