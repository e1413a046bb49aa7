import { readSources } from "../1-read/read.ts";
import type { Sources } from "../types/index.ts";
import { edit } from "./edit-text.ts";

/** The file of a brand with more screens, in its own layout: those that it extends are its own then. */
export function addScreens(sources: Sources, brand: string, ids: readonly string[]): string {
  const path = `brands/${brand}/brand.json`;
  const text = sources[path];
  if (text === undefined) throw new Error(`there is no brand "${brand}"`);
  const own = (JSON.parse(text) as { screens?: string[] }).screens;
  if (own)
    return edit(
      text,
      ids.map((id, index) => ({ at: ["screens", own.length + index], value: id })),
    );
  const { screens = [] } = readSources(sources).files[path]!.value as { screens?: string[] };
  return edit(text, [{ at: ["screens"], value: [...screens, ...ids] }]);
}
