/** The services' own documentation, at `/docs` of their listener. */
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { refuseErrors } from "./refuse-errors.ts";

/** In the place of the one that is made for each look. */
const emptyDocument = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };

interface Docs {
  /** Gives the OpenAPI of the moment. */
  document: () => object;
  logging: FastifyServerOptions;
}

/** Serves all that it shows: nothing comes from elsewhere. */
async function openDocs({ document, logging }: Docs): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const docs: FastifyInstance = Fastify(logging);
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
  refuseErrors(docs);
  await docs.ready();
  return docs;
}

/** They are loaded when somebody looks at them first: a server's start has a twentieth fewer modules to load without. */
export function serveDocs(app: FastifyInstance, docs: Docs): void {
  let opened: Promise<FastifyInstance> | undefined;
  const open = (): Promise<FastifyInstance> =>
    (opened ??= openDocs(docs).catch((error: unknown) => {
      // Whoever looks next tries again.
      opened = undefined;
      throw error;
    }));
  for (const path of ["/docs", "/docs/*"]) {
    app.get(path, async (request, reply) => {
      const { routing } = await open();
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
  app.addHook("onClose", async () => (await opened?.catch(() => undefined))?.close());
}
