/** A person's own files, as downloads: what they uploaded, and what was made of their forms. */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { signInAddress } from "../../schemas/engine/serve.ts";
import type { Drawing } from "../documents/drawing.ts";
import { revisionOfRequest } from "../http/brand-of-request.ts";
import { ApiError } from "../http/errors.ts";
import { redirectUrl } from "../http/redirects.ts";
import { sendDownload, type Download } from "../http/send-download.ts";
import { siteAddress } from "../http/site-address.ts";
import { drawKeptDocument } from "../runs/draw-kept-document.ts";
import { idSchema, objectSchema } from "../runs/request-schemas.ts";
import type { RunDeps } from "../runs/runs.ts";
import { signedIn } from "../runs/signed-in.ts";
import { documentOfSubmission } from "../store/submissions.ts";
import { sentBy, type Owner } from "./own.ts";
import { downloadPath, hasCome, nameOfDocument, salesOf, uploadsOf } from "./own-files.ts";

interface Deps extends RunDeps {
  drawing: Pick<Drawing, "draw">;
  uploads: {
    read(run: string, id: string): Promise<Download | undefined>;
    open(file: { stored: string; size: number }): Promise<Readable>;
  };
}

const params = (...names: string[]) => ({
  schema: { params: objectSchema(Object.fromEntries(names.map((name) => [name, idSchema]))) },
  config: { limit: "download" as const },
});

export function downloadRoutes(app: FastifyInstance, parts: Deps): void {
  const { config, store, definitions, uploads } = parts;
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "private, no-store");
  });

  /** Looks it up among what is the person's own. Whoever is not signed in, or no more, is led to the form. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    find: (owner: Owner) => Promise<Download | undefined>,
  ): Promise<FastifyReply> => {
    const revision = revisionOfRequest(definitions, request);
    const who = await signedIn(parts, request);
    const { signIn } = revision.public.brand.site;
    if (!who && signIn) {
      // Back to the page that showed it: a file alone is no place to arrive at.
      const origin = siteAddress(config, request, revision);
      const from = redirectUrl(request.headers.referer ?? "", origin) ?? "/";
      return reply.redirect(signInAddress(signIn, from), 303);
    }
    const file = who && (await find({ who, revision }));
    if (!file) throw new ApiError("no-file");
    return sendDownload(reply, file);
  };

  app.get<{ Params: { submission: string; file: string } }>(
    `${downloadPath}/submissions/:submission/files/:file`,
    params("submission", "file"),
    async (request, reply) =>
      send(request, reply, async (owner) => {
        const { submission, file: id } = request.params;
        const isOwn = (await sentBy(parts, owner)).some((one) => one.id === submission);
        const found = isOwn ? await uploadsOf(parts, [submission]) : [];
        const upload = found.find(({ file }) => file.id === id);
        return upload && (await uploads.read(upload.file.run, id));
      }),
  );

  app.get<{ Params: { submission: string; document: string } }>(
    `${downloadPath}/submissions/:submission/documents/:document`,
    params("submission", "document"),
    async (request, reply) =>
      send(request, reply, async (owner) => {
        const { submission, document } = request.params;
        const isOwn = (await sentBy(parts, owner)).some((one) => one.id === submission);
        const found = isOwn ? await documentOfSubmission(store.db, submission, document) : undefined;
        return found && (await drawKeptDocument(parts, found));
      }),
  );

  app.get<{ Params: { document: string } }>(
    `${downloadPath}/sales/:document`,
    params("document"),
    async (request, reply) =>
      send(request, reply, async (owner) => {
        const all = (await salesOf(parts, owner)).flatMap(({ documents }) => documents.filter(hasCome));
        const document = all.find(({ id }) => id === request.params.document);
        if (!document) return undefined;
        const { stored, size } = document;
        const bytes = await uploads.open({ stored: stored!, size });
        return { ...nameOfDocument(document), size, bytes };
      }),
  );
}
