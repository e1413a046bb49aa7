/** Files of a folder as they are on the disk: ranges, etags and packed siblings (`.br`, `.gz`) are @fastify/static's. */
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** For what never changes under its address. */
export const unchanging: Partial<FastifyStaticOptions> = { immutable: true, maxAge: "365d" };
/** For what another build puts there: it is asked for each time. */
export const asked: Partial<FastifyStaticOptions> = { maxAge: 0 };

/**
 * Sends what a folder has below the address of `scope`. A route of the library's own would list the whole folder for each
 * request, to tell apart spellings that a disk does not: nothing here is kept from anybody by a spelling.
 */
export async function sendFolder(scope: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  await scope.register(fastifyStatic, { ...options, serve: false });
  scope.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: (request, reply) => {
      const { "*": path } = request.params as { "*": string };
      return reply.sendFile(`/${path}`);
    },
  });
}

/** Serves a folder below an address. What is not in it is told in a line, not as a page of the site. */
export async function serveFolder(
  app: FastifyInstance,
  prefix: string,
  root: string,
  cached: Partial<FastifyStaticOptions>,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n"),
      );
      // What the library refuses, a path that leads out of the folder say, is not there.
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        const { statusCode = 500 } = error;
        if (statusCode >= 500) throw error;
        return statusCode === 416 ? reply.code(416).send() : reply.callNotFound();
      });
      await sendFolder(scope, {
        root,
        preCompressed: true,
        index: false,
        dotfiles: "ignore",
        setHeaders: (reply) => void reply.header("x-content-type-options", "nosniff"),
        ...cached,
      });
    },
    { prefix },
  );
}
