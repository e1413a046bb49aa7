/** Pictures of documents: those that `/media/…` gives to anybody. */
import { readFile, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { MediaConfig } from "../config/media.ts";

/** Bytes: no picture of a page is as large. */
const maxSize = 8 * 1024 * 1024;
/** Milliseconds for one that is kept elsewhere. */
const maxFetchMs = 3_000;

/** The bytes of a picture of this site by its address; undefined where there is none, or it is not here in time. */
export async function readPicture({ media }: MediaConfig, address: string): Promise<Uint8Array | undefined> {
  const path = /^\/media\/([^?#]+)/.exec(address)?.[1];
  if (path === undefined) return undefined;
  try {
    return "url" in media ? await fetched(media.url, path) : await fromFolder(media.folder, path);
  } catch {
    return undefined;
  }
}

async function fromFolder(folder: string, path: string): Promise<Uint8Array | undefined> {
  const root = resolve(folder);
  const file = resolve(root, decodeURIComponent(path));
  // A path that climbs out leads nowhere.
  if (!file.startsWith(root + sep) || (await stat(file)).size > maxSize) return undefined;
  return await readFile(file);
}

async function fetched(url: string, path: string): Promise<Uint8Array | undefined> {
  const target = new URL(path, url);
  if (!target.href.startsWith(url)) return undefined;
  const answer = await fetch(target, { signal: AbortSignal.timeout(maxFetchMs), redirect: "error" });
  if (!answer.ok || Number(answer.headers.get("content-length") ?? 0) > maxSize) return undefined;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return bytes.length > maxSize ? undefined : bytes;
}
