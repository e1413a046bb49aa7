/** Where the bytes of uploads are kept: one interface over a folder and over a bucket. */
import type { Readable } from "node:stream";
import { join } from "node:path";
import type { StorageConfig } from "../config/storage.ts";
import { folderStorage } from "./folder.ts";

export interface StoredObject {
  name: string;
  /** Bytes. */
  size: number;
  changed: Date;
}

export interface Storage {
  /** A folder of this machine for files on their way into the storage. */
  receiving: string;
  /**
   * Keeps a file that lies in `receiving`: durable when this resolves, under its name whole or not at all. The same
   * name again replaces what was there. The file may be gone afterwards; whoever made it removes what is left.
   */
  put(name: string, file: { path: string; size: number; type: string }): Promise<void>;
  /** The bytes. Throws `StorageError` of kind `missing` where there are none of that name. */
  open(name: string): Promise<Readable>;
  /** Makes a file of this machine out of an object. What it makes is never to be written to: it may be shared. */
  copy(name: string, path: string): Promise<void>;
  /** What is not there is removed already. */
  remove(name: string): Promise<void>;
  /** All objects, in no order. What is not named as ours is left out. */
  list(): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

/** Opens the storage that the settings name, creating folders as needed. What a bucket takes is loaded where there is one. */
export async function openStorage({
  uploads,
  dataDir,
}: Pick<StorageConfig, "uploads" | "dataDir">): Promise<Storage> {
  if ("folder" in uploads) return await folderStorage(uploads.folder);
  const { bucketStorage } = await import("./bucket.ts");
  return await bucketStorage(uploads, join(dataDir, "receiving"));
}
