import { existsSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MediaConfig } from "../config/media.ts";
import type { PolicyExtras } from "./content-policy.ts";
import { sendFolder } from "./static-files.ts";

/** For who asks with a version, the address never means anything else. */
const forEver = "public, max-age=31536000, immutable";
const forAnHour = "public, max-age=3600";

const cacheOf = (request: FastifyRequest): string =>
  (request.query as { v?: unknown }).v === undefined ? forAnHour : forEver;

const missing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send("No existe.\n");

/** What pages have to be allowed for their media: those of this server need nothing. */
export const mediaPolicy = ({ media }: MediaConfig): PolicyExtras =>
  "url" in media ? { images: [new URL(media.url).origin] } : {};

/**
 * `/media/…`: pictures and films of a folder, in parts where somebody asks for a part, or sent on to where they are kept.
 * Read from the disk each time: there are too many of them to keep.
 */
export async function mediaFiles(app: FastifyInstance, { media }: MediaConfig): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) => missing(reply));
      if ("url" in media) return sendOn(scope, media.url);
      // A product without media of its own is a product.
      if (!existsSync(media.folder)) return undefined;
      scope.addHook("onSend", async (request, reply) => {
        if (reply.statusCode < 400) reply.header("cache-control", cacheOf(request));
      });
      await sendFolder(scope, {
        root: media.folder,
        index: false,
        dotfiles: "ignore",
        cacheControl: false,
      });
      return undefined;
    },
    { prefix: "/media" },
  );
}

function sendOn(scope: FastifyInstance, url: string): void {
  scope.get("/*", async (request, reply) => {
    const { "*": path } = request.params as { "*": string };
    const target = new URL(path, url);
    // A path that climbs out, or names another host, leads nowhere.
    if (!target.href.startsWith(url)) return missing(reply);
    target.search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : "";
    return reply.header("cache-control", cacheOf(request)).redirect(target.href, 302);
  });
}
