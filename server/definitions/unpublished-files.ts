/** Content files that are not live yet: `preview/<brand>/…` stands for `brands/<brand>/content/…`. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Sources } from "../../schemas/engine/serve.ts";
import { isDefinition } from "./load.ts";

/** Beside the folders of definitions, which are live when they are saved. */
export const unpublishedFolder = "preview";

/** Those of a brand, by the paths that they will have; none where there is no such folder. */
export async function loadUnpublished(root: string, brand: string): Promise<Sources> {
  const folder = join(root, unpublishedFolder, brand);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile() && isDefinition(entry.name));
  const read = files.map(async (entry): Promise<[string, string]> => {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join("/");
    return [`brands/${brand}/content/${path}`, await readFile(file, "utf8")];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Where somebody finds the file that a diagnostic names. */
export const unpublishedPlace = (path: string, unpublished: Sources): string =>
  Object.hasOwn(unpublished, path)
    ? path.replace(/^brands\/([^/]+)\/content\//, `${unpublishedFolder}/$1/`)
    : path;
