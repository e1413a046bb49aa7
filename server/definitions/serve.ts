import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validatorModule, type Revision } from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { hostOf } from "../host.ts";
import type { Definitions } from "./definitions.ts";

interface Prebuilt {
  type: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function prebuild(text: string, type: string): Promise<Prebuilt> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([compress.br(plain), compress.gzip(plain)]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { type, etag, plain, br, gzip: zipped };
}

const contents: Record<string, (revision: Revision, flow: string) => [text: string, type: string]> = {
  ".json": (revision, flow) => [
    JSON.stringify(revision.public.flows[flow]),
    "application/json; charset=utf-8",
  ],
  ".validators.js": (revision, flow) => [
    validatorModule(revision.public.flows[flow]!),
    "text/javascript; charset=utf-8",
  ],
};

/** Serves the public part of flows by their revision's hash: made once, cached for ever. */
export function serveDefinitions(app: FastifyInstance, definitions: Definitions): void {
  const made = new WeakMap<Revision, Map<string, Promise<Prebuilt>>>();

  const find = async (request: FastifyRequest): Promise<Prebuilt> => {
    const { hash, file } = request.params as { hash: string; file: string };
    const brand = definitions.forHost(hostOf(request))?.revision.brand;
    const revision = brand === undefined ? undefined : await definitions.revision(brand, hash);
    const ending = Object.keys(contents).find((one) => file.endsWith(one));
    const flow = ending === undefined ? "" : file.slice(0, -ending.length);
    if (!revision || ending === undefined || !Object.hasOwn(revision.public.flows, flow)) {
      throw new ApiError(404, "not-found", "No existe esa definición.");
    }
    const files = made.get(revision) ?? new Map<string, Promise<Prebuilt>>();
    made.set(revision, files);
    const known = files.get(file) ?? prebuild(...contents[ending]!(revision, flow));
    files.set(file, known);
    return known;
  };

  app.get("/definitions/:hash/:file", async (request, reply) => send(request, reply, await find(request)));
}

function send(request: FastifyRequest, reply: FastifyReply, file: Prebuilt): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  reply
    .type(file.type)
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("vary", "accept-encoding")
    .header("etag", file.etag);
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(encoding ? file[encoding] : file.plain);
}
