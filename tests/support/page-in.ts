import type { Page } from "../../schemas/engine/all.ts";

/** What a document was drawn with, as the browser reads it. */
export function pageIn(html: string): Partial<Page> {
  const [, text] = /<script type="application\/json" id="page"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text ?? "{}") as Partial<Page>;
}
