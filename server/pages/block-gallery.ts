import type { FastifyRequest } from "fastify";
import type { Revision } from "../../schemas/engine/serve.ts";
import { loadSources } from "../definitions/load.ts";
import { blockFiles, blockPages, blocksHome, type BlockFile } from "../gallery/blocks.ts";
import { isFromThisMachine } from "../http/host.ts";
import type { ResolvedPage } from "./page-parts.ts";
import type { PagesOptions } from "./types.ts";

interface CachedGallery {
  /** What it was made of: what is live, and the examples. */
  live: Revision;
  examples: string;
  revision: Revision;
  files: BlockFile[];
}

export interface BlockGalleryPages {
  /** The revision that a page is found in: with the gallery's own pages, where it is one of those. */
  revisionFor(request: FastifyRequest, live: Revision, path: string): Promise<Revision>;
  /** A page of the gallery, with what its example says that only a server knows. */
  drawn(found: ResolvedPage, path: string): ResolvedPage;
}

/**
 * `/_desarrollo/bloques` on every brand's site, in development: every block in each of its examples, drawn and come alive as
 * any page of that site.
 */
export function blockGalleryPages({ definitions, config }: PagesOptions): BlockGalleryPages {
  const kept = new Map<string, CachedGallery>();
  const isSite = (name: string): boolean => definitions.forHost(name) !== undefined;
  const isGallery = (path: string): boolean =>
    config.mode === "development" && (path === blocksHome || path.startsWith(`${blocksHome}/`));

  return {
    async revisionFor(request, live, path) {
      if (!isGallery(path) || !isFromThisMachine(request.raw, isSite)) return live;
      const files = await blockFiles();
      const examples = JSON.stringify(files);
      const before = kept.get(live.brand);
      if (before?.live === live && before.examples === examples) return before.revision;
      const sources = await loadSources(config.definitionsDir);
      const { blockGallery } = await import("../gallery/block-screens.ts");
      const revision = blockGallery(sources, live, files);
      kept.set(live.brand, { live, examples, revision, files });
      return revision;
    },
    drawn(found, path) {
      if (!isGallery(path) || !("page" in found)) return found;
      const pages = [...kept.values()].flatMap(({ files }) => files.flatMap(blockPages));
      const shown = pages.find((one) => one.path === path);
      const own = shown?.examples.find(({ page }) => page)?.page ?? {};
      // Drawn anew each time: it is looked at while it is written.
      return { ...found, page: { ...found.page, ...own }, shared: false };
    },
  };
}
