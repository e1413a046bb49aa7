/** Where pictures and films that anybody may have come from. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "./settings.ts";

export interface MediaConfig {
  /** Absolute path of a folder that this server sends itself, or the address that its requests are sent on to, ending in `/`. */
  media: { folder: string } | { url: string };
}

const projectRoot = resolve(import.meta.dirname, "../..");

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function readMedia(settings: Settings): MediaConfig {
  const url = settings.baseUrl("MEDIA_URL");
  const folder = settings.text(
    "MEDIA_DIR",
    isFolder,
    "debe ser una carpeta que existe",
    "must be a folder that exists",
  );
  if (url !== undefined && folder !== undefined)
    settings.refuse("MEDIA_DIR", "sobra junto a MEDIA_URL", "is of no use beside MEDIA_URL");
  if (url !== undefined) return { media: { url } };
  return { media: { folder: resolve(folder ?? join(projectRoot, "fixtures/media")) } };
}
