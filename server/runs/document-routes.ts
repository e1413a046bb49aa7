import type { FastifyInstance } from "fastify";
import { ApiError } from "../http/errors.ts";
import type { Drawing } from "../documents/drawing.ts";
import { sendDownload } from "../http/send-download.ts";
import { findRun } from "../store/runs.ts";
import { acceptedDocument } from "../store/submissions.ts";
import { idSchema, objectSchema } from "./request-schemas.ts";
import { drawKeptDocument } from "./draw-kept-document.ts";
import { noRun } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import { visitorOf } from "../http/sessions.ts";

interface Parameters {
  run: string;
  document: string;
}

/** Documents of what was submitted, for its owner: those that the flow offers. */
export function documentRoutes(app: FastifyInstance, parts: RunDeps & { drawing: Drawing }): void {
  const { store } = parts;

  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "private, no-store");
  });

  app.get<{ Params: Parameters }>(
    "/runs/:run/documents/:document",
    {
      schema: { params: objectSchema({ run: idSchema, document: idSchema }) },
      config: { limit: "download" },
    },
    async (request, reply) => {
      const { session, brand } = visitorOf(parts, request);
      const run = session && (await findRun(store.db, session, request.params.run));
      if (!run || run.brand !== brand) throw noRun();
      const found = await acceptedDocument(store.db, run.id, request.params.document);
      if (!found) throw new ApiError("no-document");
      return sendDownload(reply, await drawKeptDocument(parts, found));
    },
  );
}
