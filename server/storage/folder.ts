/** Uploads in a folder of this machine. */
import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage, StoredObject } from "./storage.ts";
import { asStorageError, checkedName, isName, StorageError } from "./names.ts";

/** Waits until a file, or what a folder lists, is on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A second file with the same content: a hard link where the file system can. Throws if `to` exists. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EEXIST") throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

const spoken = async <T>(work: Promise<T>): Promise<T> =>
  await work.catch((error: unknown) => {
    throw asStorageError(error);
  });

/** Files of one level of subfolders. What is not named as ours stays unseen. */
async function* objectsIn(folder: string): AsyncIterable<StoredObject> {
  for await (const { name: part } of await opendir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    for await (const { name: file } of await opendir(join(folder, part))) {
      const name = `${part}/${file}`;
      if (!isName(name)) continue;
      const found = await stat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        // Removed while we read the folder.
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (found) yield { name, size: found.size, changed: found.mtime };
    }
  }
}

/** @throws what the file system says where the folder cannot be made. */
export async function folderStorage(folder: string): Promise<Storage> {
  const receiving = join(folder, "receiving");
  // They hold what people sent: nobody else on the machine reads it, whoever made the folder.
  await mkdir(receiving, { recursive: true, mode: 0o700 });
  await Promise.all([folder, receiving].map((path) => chmod(path, 0o700)));
  const pathOf = (name: string): string => join(folder, checkedName(name));

  const put: Storage["put"] = async (name, { path, size }) => {
    const target = pathOf(name);
    const handle = await open(path, "r+");
    try {
      await handle.sync();
      if ((await handle.stat()).size !== size) throw new StorageError("unavailable", "the file is cut off");
    } finally {
      await handle.close();
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(path, target);
    await syncPath(dirname(target));
    // Whoever made the subfolder may not have come so far yet.
    await syncPath(folder);
  };

  return {
    receiving,
    put: (name, file) => spoken(put(name, file)),
    open: (name) =>
      spoken(open(pathOf(name), "r").then((handle) => handle.createReadStream({ autoClose: true }))),
    copy: (name, path) => spoken(linkOrCopy(pathOf(name), path)),
    remove: (name) => spoken(rm(pathOf(name), { force: true })),
    list: () => objectsIn(folder),
    close: async () => {},
  };
}
