import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  fieldAt,
  type CompiledField,
  type UploadAnswer,
  type UploadQuery,
} from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { id, object, withRun } from "../runs/bodies.ts";
import { busy, noRun, stale } from "../runs/refusals.ts";
import { refuseOtherSites } from "../runs/routes.ts";
import type { RunParts } from "../runs/runs.ts";
import { sessionOf } from "../runs/session.ts";
import { addFile, isSubmitted, readFile, removeFile } from "../store/files.ts";
import { findRun, type Run } from "../store/runs.ts";
import { judgeFile, largestFile, limitsOf, mostFiles, tooLarge } from "./files.ts";

interface Parameters {
  run: string;
  id: string;
}

const withFile = object({ run: id, id });

/** Files of a run, for its owner: uploaded before the answer that names them is sent. */
export function fileRoutes(app: FastifyInstance, parts: RunParts): void {
  const { config, store, definitions, clock } = parts;

  const ownRun = async (request: FastifyRequest, runId: string): Promise<Run> => {
    const session = sessionOf(config, request);
    const run = session && (await findRun(store.db, session, runId));
    if (!run) throw noRun();
    return run;
  };

  const fieldOf = async (run: Run, path: string | undefined): Promise<CompiledField | undefined> => {
    if (path === undefined) return undefined;
    const revision = await definitions.revision(run.brand, run.revision);
    if (!revision) throw new Error(`revision ${run.revision} of ${run.brand} is gone`);
    const field = fieldAt(definitions.prepared(revision, run.flow), path);
    if (field?.type !== "file") {
      throw new ApiError(422, "unknown-key", `«${path.slice(0, 80)}» no es un archivo de este formulario.`);
    }
    return field;
  };

  /** Whose body is worth reading is known before it is read. */
  const admitted = new WeakMap<FastifyRequest, { run: Run; field: CompiledField | undefined }>();
  const admit = async (request: FastifyRequest): Promise<void> => {
    const { run: runId } = request.params as Parameters;
    const { name, field: path } = request.query as Record<string, unknown>;
    const run = await ownRun(request, runId);
    if (run.status !== "open") throw stale(run);
    if (typeof name !== "string" || !(path === undefined || typeof path === "string")) {
      throw new ApiError(400, "bad-request", "Falta el nombre del archivo.");
    }
    const field = await fieldOf(run, path);
    const { size } = limitsOf(field);
    if (Number(request.headers["content-length"]) > size) throw tooLarge(size);
    admitted.set(request, { run, field });
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    refuseOtherSites(request);
  });
  app.setErrorHandler((error: FastifyError, _request, _reply) => {
    // The application's own handler answers; here only the limit gets its words.
    throw error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? tooLarge(largestFile) : error;
  });

  app.post<{ Params: Parameters; Querystring: UploadQuery; Body: Buffer | undefined }>(
    "/runs/:run/files",
    { schema: { params: withRun }, bodyLimit: largestFile, onRequest: admit },
    async (request, reply): Promise<UploadAnswer> => {
      const { run, field } = admitted.get(request)!;
      const bytes = request.body ?? Buffer.alloc(0);
      const declared = request.headers["content-type"];
      const { name, type } = judgeFile({ name: request.query.name, declared, bytes }, field);
      const now = clock().toISOString();
      const file = await store.transaction((db) =>
        addFile(db, { run: run.id, name, type, content: bytes }, mostFiles, now),
      );
      if (!file) {
        const words = `Puedes subir como máximo ${mostFiles} archivos. Quita uno para subir otro.`;
        throw new ApiError(409, "too-many-files", words);
      }
      void reply.code(201);
      return file;
    },
  );

  app.get<{ Params: Parameters }>(
    "/runs/:run/files/:id",
    { schema: { params: withFile } },
    async (request, reply) => {
      const run = await ownRun(request, request.params.run);
      const file = await readFile(store.db, run.id, request.params.id);
      if (!file) throw noFile();
      return sendFile(reply, file);
    },
  );

  app.delete<{ Params: Parameters }>(
    "/runs/:run/files/:id",
    { schema: { params: withFile } },
    async (request, reply) => {
      const own = await ownRun(request, request.params.run);
      await store.transaction(async (db) => {
        const run = (await findRun(db, own.session, own.id))!;
        if (run.status !== "open") throw stale(run);
        // An attempt at work may have looked at the file already.
        if (run.busy_key !== null && (run.busy_until ?? "") > clock().toISOString()) throw busy();
        if (await isSubmitted(db, run.id, request.params.id)) {
          throw new ApiError(409, "file-submitted", "Este archivo ya se envió y no se puede quitar.");
        }
        if (!(await removeFile(db, run.id, request.params.id))) throw noFile();
      });
      return reply.code(204).send();
    },
  );
}

const noFile = (): ApiError => new ApiError(404, "no-file", "No encontramos este archivo.");

/** As a download and nothing else: whatever it holds never runs as a page of ours. */
function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Uint8Array },
): FastifyReply {
  // What encodeURIComponent leaves and RFC 5987 does not take.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename*=UTF-8''${encoded}`)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}
