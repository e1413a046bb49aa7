/** The services' own documentation, at `/docs` of their listener. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { refusal } from "./embedded/service.ts";

/** In the place of the one that is made for each look. */
const emptyDocument = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };

export const sayNotFound = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  void (await reply.code(404).send(refusal(404, "No existe").body));

/** Serves all that it shows: nothing comes from elsewhere. `document` gives the OpenAPI of the moment. */
async function openDocs(document: () => object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const docs = Fastify();
  await docs.register(swagger, { mode: "static", specification: { document: emptyDocument } });
  await docs.register(swaggerUi, {
    routePrefix: "/docs",
    // Definitions change while this runs.
    transformSpecification: () => document() as Record<string, unknown>,
    uiConfig: { validatorUrl: null },
    theme: { title: "Servicios" },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  });
  docs.setNotFoundHandler(sayNotFound);
  await docs.ready();
  return docs;
}

/** They are loaded when somebody looks at them first: a server's start takes a twentieth less of the processor without. */
export function serveDocs(app: FastifyInstance, document: () => object): void {
  let opened: Promise<FastifyInstance> | undefined;
  for (const path of ["/docs", "/docs/*"]) {
    app.get(path, async (request, reply) => {
      const docs = await (opened ??= openDocs(document));
      reply.hijack();
      docs.routing(request.raw, reply.raw);
    });
  }
  app.addHook("onClose", async () => (await opened)?.close());
}
