import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validatorModule, type Revision } from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import { dayIn, type Clock } from "../clock.ts";
import { hostOf } from "../host.ts";
import { openToOtherSites } from "../open.ts";
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

const forEver = "public, max-age=31536000, immutable";
/** A saved change is everywhere a minute later, and at once where the page asks anew. */
const forMoments = "public, max-age=60";

/** What a form on another site needs: a flow with its brand, without the brand's pages. `today` is the brand's. */
function embedded(revision: Revision, flow: string, today: string): string {
  const { brand, flows } = revision.public;
  const nothingAround = { screens: [], site: { menu: [], footer: [], hours: [] } };
  return JSON.stringify({
    revision: revision.hash,
    today,
    brand: { ...brand, ...nothingAround },
    flow: flows[flow],
  });
}

/**
 * Serves the public part of flows by their revision's hash: made once, cached for ever. For forms on other sites,
 * `/embed/<flow>.json` is the flow as it is live now; those may read it, and the validators.
 */
export function serveDefinitions(app: FastifyInstance, definitions: Definitions, clock: Clock): void {
  const made = new WeakMap<Revision, Map<string, Promise<Prebuilt>>>();

  const keep = (revision: Revision, name: string, make: () => Promise<Prebuilt>): Promise<Prebuilt> => {
    const files = made.get(revision) ?? new Map<string, Promise<Prebuilt>>();
    made.set(revision, files);
    const known = files.get(name) ?? make();
    files.set(name, known);
    return known;
  };

  const find = async (request: FastifyRequest): Promise<Prebuilt> => {
    const { hash, file } = request.params as { hash: string; file: string };
    const brand = definitions.forHost(hostOf(request))?.revision.brand;
    const revision = brand === undefined ? undefined : await definitions.revision(brand, hash);
    const ending = Object.keys(contents).find((one) => file.endsWith(one));
    const flow = ending === undefined ? "" : file.slice(0, -ending.length);
    if (!revision || ending === undefined || !Object.hasOwn(revision.public.flows, flow)) {
      throw new ApiError(404, "not-found", "No existe esa definición.");
    }
    return keep(revision, file, () => prebuild(...contents[ending]!(revision, flow)));
  };

  const findLive = (request: FastifyRequest): Promise<Prebuilt> => {
    const revision = definitions.forHost(hostOf(request))?.revision;
    const { flow } = request.params as { flow: string };
    if (!revision || !Object.hasOwn(revision.public.flows, flow)) {
      throw new ApiError(404, "not-found", "No existe ese formulario.");
    }
    const today = dayIn(revision.public.brand.timeZone, clock());
    const name = `${flow}/${today}`;
    // Yesterday's are asked for no more.
    const files = made.get(revision) ?? new Map<string, Promise<Prebuilt>>();
    for (const old of files.keys()) if (old.startsWith(`${flow}/`) && old !== name) files.delete(old);
    return keep(revision, name, () =>
      prebuild(embedded(revision, flow, today), "application/json; charset=utf-8"),
    );
  };

  app.get("/definitions/:hash/:file", async (request, reply) => {
    if ((request.params as { file: string }).file.endsWith(".validators.js")) openToOtherSites(reply);
    return send(request, reply, await find(request), forEver);
  });

  app.get("/embed/:flow.json", async (request, reply) => {
    openToOtherSites(reply);
    return send(request, reply, await findLive(request), forMoments);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, file: Prebuilt, cached: string): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  reply
    .type(file.type)
    .header("cache-control", cached)
    .header("vary", "accept-encoding")
    .header("etag", file.etag);
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(encoding ? file[encoding] : file.plain);
}
