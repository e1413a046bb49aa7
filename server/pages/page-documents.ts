/** `GET /api/page/documents/<id>`: what can be taken along of a page, drawn when it is asked for. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  booleansOf,
  filledDocument,
  isUnavailable,
  queriesOfDocument,
  readSavedList,
  type FilledDocument,
  type PageDocument,
  type Revision,
} from "../../schemas/engine/serve.ts";
import { dayIn, type Clock } from "../clock.ts";
import type { MediaConfig } from "../config/media.ts";
import { type Match, matchScreen } from "../definitions/match-screen.ts";
import { pageDocumentContent } from "../documents/content.ts";
import type { DocumentFile } from "../documents/document.ts";
import type { Drawing } from "../documents/drawing.ts";
import { ApiError } from "../http/errors.ts";
import { hostOf } from "../http/host.ts";
import { sendDownload } from "../http/send-download.ts";
import { idSchema, objectSchema } from "../runs/request-schemas.ts";
import type { PageData } from "../runs/page-data.ts";
import { createAnswerCache } from "../services/answer-cache.ts";
import { readPicture } from "./document-pictures.ts";
import type { PageDefinitions } from "./types.ts";

interface Deps {
  definitions: Pick<PageDefinitions, "forHost">;
  pageData: PageData;
  drawing: Drawing;
  config: MediaConfig;
  clock: Clock;
}

interface Asked {
  Params: { document: string };
  /** The address of the page: its path, and what follows with its question mark. */
  Querystring: { path: string; query?: string };
}

/** Files that were drawn a short while ago: several ask for the same one. */
const keptFiles = 40;
const keptSeconds = 600;

const addressSchema = objectSchema(
  { path: { type: "string", maxLength: 500, pattern: "^/(?![/\\\\])[^?#]*$" } },
  { query: { type: "string", maxLength: 2_000, pattern: "^(\\?[^#]*)?$" } },
);

export function pageDocuments(app: FastifyInstance, deps: Deps): void {
  const { definitions, drawing, config, clock } = deps;
  const kept = createAnswerCache<DocumentFile>(() => true, { size: keptFiles });

  const draw = async (
    request: FastifyRequest,
    { public: { brand } }: Revision,
    { format }: PageDocument,
    filled: FilledDocument,
  ): Promise<DocumentFile> => {
    const day = dayIn(brand.timeZone, clock());
    const content = pageDocumentContent(format, filled, brand, day);
    const { picture } = filled;
    // The same for whoever asks for the same on that day.
    const name = createHash("sha256")
      .update(JSON.stringify([content, picture]))
      .digest("base64url");
    try {
      return await kept.get(name, keptSeconds, async () => {
        const bytes = picture && format === "pdf" ? await readPicture(config, picture.address) : undefined;
        const shown = bytes ? { picture: { bytes, alternative: picture!.alternative } } : {};
        return await drawing.draw({ ...content, ...shown }, new Date(`${day}T12:00:00Z`));
      });
    } catch (error) {
      request.log.error({ err: error }, "a document of a page could not be drawn");
      throw new ApiError("unavailable.document");
    }
  };

  app.get<Asked>(
    "/api/page/documents/:document",
    {
      schema: { params: objectSchema({ document: idSchema }), querystring: addressSchema },
      config: { limit: "download" },
    },
    async (request, reply) => {
      reply.header("cache-control", "private, no-store");
      const { path, query = "" } = request.query;
      const id = request.params.document;
      const revision = definitions.forHost(hostOf(request));
      const match = revision && matchScreen(revision, path);
      const { documents = {} } = match?.screen ?? {};
      const document = Object.hasOwn(documents, id) ? documents[id]! : undefined;
      if (!revision || !match || !document) throw new ApiError("no-document");
      const found = await look(deps, request, { revision, match, document, id, query });
      const file = await draw(request, revision, document, found);
      return sendDownload(reply, { ...file, size: file.bytes.length });
    },
  );
}

interface Wanted {
  revision: Revision;
  match: Match;
  document: PageDocument;
  id: string;
  query: string;
}

/** What the document says now. @throws {ApiError} where it is not there, or nobody knows. */
async function look(
  { pageData, clock }: Deps,
  request: FastifyRequest,
  { revision, match: { screen, params }, document, id, query }: Wanted,
): Promise<FilledDocument> {
  const { brand } = revision.public;
  const today = dayIn(brand.timeZone, clock());
  const parameters = new URLSearchParams(query);
  const { verdict, data } = await pageData.resolve({
    request,
    revision,
    screen,
    params,
    // A page that is elsewhere now shows the same.
    isHere: () => true,
    query: (name) => parameters.getAll(name),
    saved: (name) => {
      const list = brand.savedLists?.[name];
      return list ? readSavedList(request.cookies[list.cookie], list).map((one) => one.id) : [];
    },
    today,
    isDocument: true,
    only: queriesOfDocument(document),
  });
  if (verdict === "unknown") throw new ApiError("no-document");
  if (verdict === "gone") throw new ApiError("gone");
  if (verdict !== "found" || isUnavailable(document, data)) throw new ApiError("unavailable.service");
  const filling = { data, today, route: params, booleans: booleansOf(brand.words), locale: brand.locale };
  const filled = filledDocument(screen, id, filling);
  if (!filled) throw new ApiError("no-document");
  return filled;
}
