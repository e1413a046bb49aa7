import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { PageDefinitions } from "./types.ts";

interface Kept {
  changed: number;
  looked: number;
  content: Buffer;
  etag: string;
}

/** A changed file shows within this many milliseconds. */
const fresh = 1_000;

/** Serves `brands/<code>/wordmark.svg` of the brands that are live, from memory. */
export function wordmarks(app: FastifyInstance, definitions: PageDefinitions, folder: string): void {
  const kept = new Map<string, Kept>();

  async function read(brand: string): Promise<Kept | undefined> {
    const known = kept.get(brand);
    if (known && Date.now() - known.looked < fresh) return known;
    const file = join(folder, "brands", brand, "wordmark.svg");
    try {
      const changed = (await stat(file)).mtimeMs;
      if (known?.changed === changed) return Object.assign(known, { looked: Date.now() });
      const content = await readFile(file);
      const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
      const now = { changed, looked: Date.now(), content, etag };
      kept.set(brand, now);
      return now;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  app.get("/assets/brands/:brand/wordmark.svg", async (request, reply) => {
    const { brand } = request.params as { brand: string };
    // Only names of brands reach the file system.
    const known = definitions.hosts().some((host) => host.brand === brand);
    const file = known ? await read(brand) : undefined;
    if (!file) return reply.code(404).type("text/plain; charset=utf-8").send("No existe.\n");
    reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=300")
      .header("etag", file.etag)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
    return reply.send(file.content);
  });
}
