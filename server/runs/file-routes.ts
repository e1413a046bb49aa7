import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CompiledField, UploadAnswer, UploadQuery } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import { allowEmbeddingOrigins } from "../http/embedding.ts";
import type { Limits } from "../http/limits.ts";
import { idSchema, objectSchema, runParams } from "./request-schemas.ts";
import { ownRun } from "./own-run.ts";
import { busy, stale } from "./errors.ts";
import type { RunDeps } from "./runs.ts";
import { visitorOf } from "../http/sessions.ts";
import { isSubmitted, removeFile } from "../store/files.ts";
import { isEditable, findRun, holdFreeRun, type Run } from "../store/runs.ts";
import { bytesComing, fileField, filesOf } from "../files/allowed.ts";
import { limitsOf, tooLarge } from "../files/files.ts";
import { letGo } from "../files/receive.ts";
import { sendDownload } from "../http/send-download.ts";
import type { Uploads } from "../files/uploads.ts";
import { requiredRevision } from "../definitions/required-revision.ts";

interface Parameters {
  run: string;
  id: string;
}

const withFile = objectSchema({ run: idSchema, id: idSchema });

/** Files of a run, for its owner: uploaded before the answer that names them is sent. */
export function fileRoutes(
  app: FastifyInstance,
  parts: RunDeps & { uploads: Uploads; limits: Limits },
): void {
  const { store, definitions, clock, uploads, limits } = parts;

  const ownRunOf = (request: FastifyRequest, runId: string): Promise<Run> =>
    ownRun(parts, visitorOf(parts, request), runId);

  /** Whose body is worth reading is known before it is read. */
  const admitted = new WeakMap<FastifyRequest, { run: Run; field: CompiledField; most: number }>();
  const admit = async (request: FastifyRequest): Promise<void> => {
    const { run: runId } = request.params as Parameters;
    const { name, field: path } = request.query as Record<string, unknown>;
    const run = await ownRunOf(request, runId);
    if (!isEditable(run)) throw stale(run);
    if (typeof name !== "string" || typeof path !== "string") {
      throw new ApiError("bad-request.file");
    }
    const revision = await requiredRevision(definitions, run);
    const prepared = definitions.prepared(revision, run.flow);
    const field = fileField(prepared, path);
    const { size } = limitsOf(field);
    const coming = bytesComing(request.headers["content-length"], field);
    if (coming > size) throw tooLarge(size);
    await limits.countBytes(run.session, request.ip, coming);
    admitted.set(request, { run, field, most: filesOf(prepared) });
  };

  allowEmbeddingOrigins(app, definitions);
  app.removeAllContentTypeParsers();
  // The route reads it by itself, a piece at a time.
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    letGo(request.raw, reply.raw);
  });

  app.post<{ Params: Parameters; Querystring: UploadQuery }>(
    "/runs/:run/files",
    {
      schema: { params: runParams },
      onRequest: admit,
      config: { limit: "upload", fromOtherSites: "embedded form" },
    },
    async (request, reply): Promise<UploadAnswer> => {
      const { run, field, most } = admitted.get(request)!;
      const declared = request.headers["content-type"];
      const { name } = request.query;
      const { id: runId, session } = run;
      const file = await uploads.add({
        session,
        run: runId,
        name,
        declared,
        field,
        maxFiles: most,
        body: request.raw,
      });
      void reply.code(201);
      return file;
    },
  );

  app.get<{ Params: Parameters }>(
    "/runs/:run/files/:id",
    { schema: { params: withFile }, config: { limit: "page" } },
    async (request, reply) => {
      const run = await ownRunOf(request, request.params.run);
      const file = await uploads.read(run.id, request.params.id);
      if (!file) throw noFile();
      return sendDownload(reply, file);
    },
  );

  app.delete<{ Params: Parameters }>(
    "/runs/:run/files/:id",
    { schema: { params: withFile }, config: { limit: "draft", fromOtherSites: "embedded form" } },
    async (request, reply) => {
      const own = await ownRunOf(request, request.params.run);
      const removed = await store.transaction(async (db) => {
        const run = await findRun(db, own.session, own.id, { isHeld: true });
        // Just now it went to another device.
        if (!run) throw busy();
        if (!isEditable(run)) throw stale(run);
        // An attempt at work may have looked at the file already; one that begins now looks when it is gone.
        if (!(await holdFreeRun(db, run.id, clock().toISOString()))) throw busy();
        if (await isSubmitted(db, run.id, request.params.id)) {
          throw new ApiError("file-submitted");
        }
        return await removeFile(db, run.id, request.params.id);
      });
      if (!removed) throw noFile();
      await uploads.discard(removed.stored === null ? [] : [removed.stored]);
      return reply.code(204).send();
    },
  );
}

const noFile = (): ApiError => new ApiError("no-file");
