import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CompiledBrand } from "../../schemas/engine/serve.ts";
import { contentHash } from "../content-hash.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { hostOf } from "../http/host.ts";
import { forEver, prebuild, sendPrebuilt, type Prebuilt } from "../http/prebuilt.ts";
import { drawings, type BrandSources } from "./brand-drawings.ts";
import type { PageDefinitions } from "./types.ts";

interface CachedFile {
  content: Buffer;
  etag: string;
}

interface Sources {
  looked: number;
  /** When the files were changed, and the colours: other drawings after either. */
  mark: string;
  sources: BrandSources;
  drawn: Map<string, CachedFile>;
}

/** A changed file shows within this many milliseconds. */
const freshMs = 1_000;

/** What is served of a brand's own files, by the ends of their names, which the checker has compared with their content: an SVG was read as UTF-8. */
const types: Record<string, string> = { ".svg": "image/svg+xml; charset=utf-8", ".woff2": "font/woff2" };

/** So many of brands' own files stay in memory, also of revisions before: pages that were sent ask for them still. */
const mostKept = 100;

/** An SVG that is opened by itself is a document of the site: nothing in it runs. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The addresses of the files that a brand's theme names. */
const addressesOf = ({ theme: { font, illustrations } }: CompiledBrand): string[] =>
  [...(typeof font === "object" ? [font.address] : []), ...Object.values(illustrations)].filter((address) =>
    address.startsWith("/"),
  );

/** Names that browsers ask for at the root, unasked. */
const atRoot = ["favicon.ico", "apple-touch-icon.png"];

const missing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Serves what is drawn of a brand's `wordmark.svg` and `mark.svg`, and the files that its theme names: once read, from memory. */
export function brandFiles(app: FastifyInstance, definitions: PageDefinitions, folder: string): void {
  const kept = new Map<string, Sources>();

  async function changedAt(file: string): Promise<number | undefined> {
    try {
      return (await stat(file)).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Undefined where the brand has no wordmark. */
  async function sourcesOf({ brand, theme }: CompiledBrand): Promise<Sources | undefined> {
    const known = kept.get(brand);
    if (known && Date.now() - known.looked < freshMs) return known;
    const [wordmark, sign] = ["wordmark.svg", "mark.svg"].map((file) => join(folder, "brands", brand, file));
    const changed = await Promise.all([changedAt(wordmark!), changedAt(sign!)]);
    if (changed[0] === undefined) return undefined;
    const mark = JSON.stringify([changed, theme.colours, theme.hero]);
    if (known?.mark === mark) return Object.assign(known, { looked: Date.now() });
    const sources: BrandSources = {
      wordmark: await readFile(wordmark!, "utf8"),
      ...(changed[1] === undefined ? {} : { mark: await readFile(sign!, "utf8") }),
      theme,
    };
    const now = { looked: Date.now(), mark, sources, drawn: new Map<string, CachedFile>() };
    kept.set(brand, now);
    return now;
  }

  function draw({ sources, drawn }: Sources, name: string): CachedFile {
    const known = drawn.get(name);
    if (known) return known;
    const content = drawings[name]!.draw(sources);
    const etag = `"${contentHash(content)}"`;
    const now = { content, etag };
    drawn.set(name, now);
    return now;
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    brand: CompiledBrand | undefined,
    name: string,
  ): Promise<FastifyReply> {
    const sources = brand && Object.hasOwn(drawings, name) ? await sourcesOf(brand) : undefined;
    if (!sources) return missing(reply);
    const { content, etag } = draw(sources, name);
    reply
      .type(drawings[name]!.type)
      .header("cache-control", "public, max-age=300")
      .header("etag", etag)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", filePolicy);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.send(content);
  }

  const ownFiles = new Map<string, Prebuilt>();

  /** Undefined where no theme names it, and where the file has changed since: the revision that names that is to come. */
  async function ownFile(brand: string, hash: string, name: string): Promise<Prebuilt | undefined> {
    const address = `/assets/brands/${brand}/${hash}/${name}`;
    const known = ownFiles.get(address);
    const named = definitions.live().find((revision) => revision.brand === brand)?.public.brand;
    if (known || !named || !addressesOf(named).includes(address)) return known;
    const content = await readFile(join(folder, "brands", brand, "files", name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (!content || contentHash(content) !== hash) return undefined;
    const file = await prebuild(content, types[extname(name)]!, forEver);
    ownFiles.set(address, file);
    if (ownFiles.size > mostKept) ownFiles.delete(ownFiles.keys().next().value!);
    return file;
  }

  app.get("/assets/brands/:brand/:hash/:file", async (request, reply) => {
    const { brand, hash, file } = request.params as { brand: string; hash: string; file: string };
    const found = await ownFile(brand, hash, file);
    if (!found) return missing(reply);
    // A form in a page of another site is in its brand's font too. An image needs no such leave.
    if (file.endsWith(".woff2")) allowAnyOrigin(reply);
    reply.header("x-content-type-options", "nosniff").header("content-security-policy", filePolicy);
    return sendPrebuilt(request, reply, found);
  });

  app.get("/assets/brands/:brand/:file", (request, reply) => {
    const { brand, file } = request.params as { brand: string; file: string };
    // Only names of brands and of drawings reach the file system.
    const known = definitions.live().find((revision) => revision.brand === brand);
    return send(request, reply, known?.public.brand, file);
  });

  for (const name of atRoot) {
    app.get(`/${name}`, (request, reply) =>
      send(request, reply, definitions.forHost(hostOf(request))?.public.brand, name),
    );
  }
}
