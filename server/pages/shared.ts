import { drawDocument, type Document } from "./document.ts";
import type { ResolvedPage } from "./page-parts.ts";
import type { Assets } from "./assets.ts";

/** Enough for every page of every brand; the oldest go first where addresses have parameters. */
const maxDocuments = 500;

/** Draws pages that are the same for everyone once: per revision, address, day and build. */
export function sharedDocuments(
  assets: Assets,
): (found: Extract<ResolvedPage, { page: unknown }>) => Promise<Document> {
  const drawn = new Map<string, Promise<Document>>();
  return ({ page, resources, shared, variant, about, bar }) => {
    if (!shared || assets.build === undefined) return drawDocument(assets, page, resources, { about, bar });
    const key = JSON.stringify([assets.build, page.revision, page.path, page.today, variant]);
    const known = drawn.get(key);
    if (known) return known;
    const document = drawDocument(assets, page, resources, { about });
    drawn.delete(key);
    drawn.set(key, document);
    if (drawn.size > maxDocuments) drawn.delete(drawn.keys().next().value!);
    document.catch(() => drawn.delete(key));
    return document;
  };
}
