/** What a page takes files for: rows of one of its queries, each a call that sends the file on. */
import type { FastifyInstance } from "fastify";
import { prepareScreen, routeParameters, screenInputs, type Revision } from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { typesOf } from "../files/content-types.ts";
import { maxFileBytes } from "../files/files.ts";
import { letGo } from "../files/receive.ts";
import { brandOfRequest } from "../http/brand-of-request.ts";
import { ApiError } from "../http/errors.ts";
import type { Limits } from "../http/limits.ts";
import { resolveData } from "../runs/data.ts";
import { idSchema, objectSchema } from "../runs/request-schemas.ts";
import type { RunDeps } from "../runs/runs.ts";
import { isUnresolved } from "../services/services.ts";
import type { PageFiles } from "./uploads.ts";

/** Where a file goes to. */
export interface PageFileTarget {
  brand: string;
  /** Its hash. */
  revision: string;
  call: string;
  row: string;
}

/** Whose files these are, for calls that send them. */
export const pageFilesRun = "page";

interface BeginBody {
  revision: string;
  screen: string;
  params: Record<string, string>;
  row: string;
  name: string;
  type: string;
  size: number;
}

/** What is read of a row that takes a file. */
interface FileRow {
  fileId: string;
  /** Megabytes. */
  maxFileSize: number;
  acceptedFormats: string[];
  status: string;
}

/** A row takes a file as long as none came, or the one that came was observed. */
const takesFile = ({ status }: FileRow): boolean => status === "EMPTY" || status === "FAILED";

const begin = objectSchema({
  revision: idSchema,
  screen: idSchema,
  params: { type: "object", maxProperties: 10, additionalProperties: { type: "string", maxLength: 300 } },
  row: { type: "string", minLength: 1, maxLength: 80 },
  name: { type: "string", minLength: 1, maxLength: 300 },
  type: { type: "string", maxLength: 120 },
  size: { type: "integer", minimum: 0 },
});

const megabyte = 1024 * 1024;

export function pageFileRoutes(
  app: FastifyInstance,
  deps: RunDeps & { files: PageFiles<PageFileTarget>; limits: Limits },
): void {
  const { definitions, services, clock, files, limits } = deps;

  /** The row that a file is for, looked up again: what the page showed may be long ago. */
  const rowOf = async (
    revision: Revision,
    body: BeginBody,
    address: string,
  ): Promise<{ row: FileRow; call: string }> => {
    const { screens, timeZone } = revision.public.brand;
    const screen = screens.find((one) => one.screen === body.screen);
    const route = screen && routeParameters(screen, body.params);
    const takes = screen?.takes;
    if (!screen?.data || !takes || !route) throw new ApiError("not-found.query", { query: "takes" });
    const today = dayIn(timeZone, clock());
    const sources = { today, route, address: () => undefined, answers: {}, data: {}, saved: () => [] };
    const inputs = screenInputs(prepareScreen(screen.data), sources)[takes.data];
    if (!inputs) throw new ApiError("not-found.query", { query: takes.data });
    const found = await resolveData(services, revision, { screen: body.screen }, takes.data, inputs, {
      address,
    });
    if (found.status === "failed") throw new ApiError("unavailable.service");
    const rows = (found.value as Record<string, unknown> | undefined)?.[takes.rows];
    const row = (Array.isArray(rows) ? (rows as FileRow[]) : []).find(({ fileId }) => fileId === body.row);
    if (!row) throw new ApiError("no-file");
    if (!takesFile(row)) throw new ApiError("file-submitted");
    return { row, call: takes.call };
  };

  app.addContentTypeParser("application/octet-stream", (_request, _body, done) => done(null));
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-store");
    letGo(request.raw, reply.raw);
  });

  app.post<{ Body: BeginBody }>(
    "/page-files",
    { schema: { body: begin }, config: { limit: "upload" } },
    async (request, reply) => {
      const { body } = request;
      const revision = await definitions.revision(brandOfRequest(definitions, request), body.revision);
      if (!revision) throw new ApiError("not-found.revision");
      const { row, call } = await rowOf(revision, body, request.ip);
      const size = Math.min(row.maxFileSize * megabyte, maxFileBytes);
      await limits.countBytes(`page file ${body.row}`, request.ip, Math.min(body.size, size));
      const id = await files.begin({
        name: body.name,
        declared: body.type,
        size: body.size,
        limits: { size, types: typesOf(row.acceptedFormats) },
        target: { brand: revision.brand, revision: revision.hash, call, row: body.row },
      });
      void reply.code(201);
      return { upload: id, offset: 0 };
    },
  );

  const params = objectSchema({ upload: idSchema });
  type One = { Params: { upload: string } };

  app.get<One>(
    "/page-files/:upload",
    { schema: { params }, config: { limit: "upload" } },
    async (request) => ({
      offset: await files.offset(request.params.upload),
    }),
  );

  app.delete<One>(
    "/page-files/:upload",
    { schema: { params }, config: { limit: "upload" } },
    async (request, reply) => {
      await files.forget(request.params.upload);
      return reply.code(204).send();
    },
  );

  /**
   * All of it came: judged, and sent on. What is refused is forgotten here; while nobody can look at it or keep it, it
   * stays, and whoever sent it asks again without sending it anew.
   */
  const sendOn = async (id: string, { brand, revision: hash, call, row }: PageFileTarget): Promise<void> => {
    const revision = await definitions.revision(brand, hash);
    if (!revision) throw new ApiError("not-found.revision");
    try {
      await files.whole(id, async (file) => {
        const data = { name: file.name, salesDocumentId: row, extension: file.name.split(".").at(-1)! };
        const input = { files: [{ id: file.id }], data };
        const asked = { revision, call, input, run: pageFilesRun, key: id };
        let result = await services.call(asked);
        // It may have been kept, only too late for its answer: asked with the same key, the service says so.
        if (isUnresolved(result)) result = await services.call(asked);
        if (!result.ok) throw new ApiError(result.status === 409 ? "file-submitted" : "unavailable.service");
      });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await files.forget(id);
      throw error;
    }
    await files.forget(id);
  };

  app.patch<One>(
    "/page-files/:upload",
    { schema: { params }, config: { limit: "upload" } },
    async (request) => {
      const { upload: id } = request.params;
      const offset = Number(request.headers["upload-offset"]);
      if (!Number.isSafeInteger(offset)) throw new ApiError("bad-request.part", { part: "upload-offset" });
      const { target } = await files.find(id);
      const came = await files.take(id, offset, request.raw);
      await sendOn(id, target);
      return { offset: came, done: true };
    },
  );
}
