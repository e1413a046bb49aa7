/**
 * What came so far of files on their way, in the storage that all servers share: what was said of a file, and its bytes in
 * parts of one length, each sealed. A part that is written twice holds the same bytes, so nobody has to take turns.
 */
import { createHash, randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { createSealed, placeOfStored, type SealedWriter } from "../files/sealed-file.ts";
import { asStorageError, nameOf, StorageError } from "../storage/names.ts";
import type { Storage } from "../storage/storage.ts";
import { DamagedValue } from "../store/damaged.ts";
import { opening, type ByteSeals } from "../store/sealed-bytes.ts";

/** Bytes of a part; only the last is shorter. What came of one that is not whole is sent again. */
export const partBytes = 256 * 1024;

const type = "application/octet-stream";

/** The storage has names that are UUIDs, and nothing to list them by: those of parts are made of the file's. */
function partName(id: string, number: number): string {
  const hex = createHash("sha256").update(`${id}/${number}`).digest("hex");
  const groups = [8, 4, 4, 4, 12].map((length, index, all) => {
    const from = all.slice(0, index).reduce((sum, one) => sum + one, 0);
    return hex.slice(from, from + length);
  });
  return nameOf(groups.join("-"));
}

const isMissing = (error: unknown): boolean => error instanceof StorageError && error.kind === "missing";

export interface ComingStore {
  /** Keeps what was said of a file. */
  keepHead(id: string, head: unknown): Promise<void>;
  /** What was said of it; undefined where nothing is known of it, or it cannot be read any more. */
  head(id: string): Promise<unknown>;
  /** Bytes that are kept of a file of this size. */
  kept(id: string, size: number): Promise<number>;
  /** Takes bytes behind those that are kept; each part is kept once it is whole. */
  writer(id: string, from: number): SealedWriter;
  /** The bytes of a file of which all came, one part after the other. */
  read(id: string, size: number): AsyncGenerator<Buffer>;
  remove(id: string, size: number): Promise<void>;
}

export function comingParts({ storage, seals }: { storage: Storage; seals: ByteSeals }): ComingStore {
  const put = async (name: string, bytes: Buffer): Promise<void> => {
    const path = join(storage.receiving, randomUUID());
    try {
      const writer = await createSealed(path, { seals, place: placeOfStored(name) });
      try {
        await writer.write(bytes);
        await writer.end();
      } finally {
        await writer.close();
      }
      await storage.put(name, { path, size: (await stat(path)).size, type });
    } catch (error) {
      throw asStorageError(error);
    } finally {
      await rm(path, { force: true });
    }
  };
  const get = async (name: string): Promise<Buffer> => {
    const sealed = await storage.open(name);
    const opened = opening(seals, placeOfStored(name));
    const [bytes] = await Promise.all([buffer(opened), pipeline(sealed, opened)]);
    return bytes;
  };
  const has = async (name: string): Promise<boolean> => {
    let bytes: Readable;
    try {
      bytes = await storage.open(name);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    bytes.on("error", () => {});
    bytes.destroy();
    return true;
  };
  const partsOf = (size: number): number => Math.ceil(size / partBytes);

  return {
    keepHead: (id, head) => put(nameOf(id), Buffer.from(JSON.stringify(head))),
    head: async (id) => {
      try {
        return JSON.parse((await get(nameOf(id))).toString("utf8")) as unknown;
      } catch (error) {
        // With a key that is here no more, whoever sends it begins anew.
        if (isMissing(error) || error instanceof DamagedValue) return undefined;
        throw error;
      }
    },
    kept: async (id, size) => {
      // They came one after the other: those that are there come before those that are not.
      let [first, end] = [0, partsOf(size)];
      while (first < end) {
        const middle = Math.floor((first + end) / 2);
        if (await has(partName(id, middle))) first = middle + 1;
        else end = middle;
      }
      return Math.min(first * partBytes, size);
    },
    writer: (id, from) => {
      let number = from / partBytes;
      let waiting: Buffer = Buffer.alloc(0);
      const flush = async (length: number): Promise<void> => {
        const part = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        await put(partName(id, number), part);
        number += 1;
      };
      const writer: SealedWriter = {
        size: from,
        write: async (bytes) => {
          writer.size += bytes.length;
          waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
          while (waiting.length >= partBytes) await flush(partBytes);
        },
        end: async () => {
          if (waiting.length > 0) await flush(waiting.length);
        },
        close: async () => {},
      };
      return writer;
    },
    read: async function* (id, size) {
      for (let number = 0; number < partsOf(size); number += 1) yield await get(partName(id, number));
    },
    remove: async (id, size) => {
      await storage.remove(nameOf(id));
      const names = Array.from({ length: partsOf(size) }, (_, number) => partName(id, number));
      await Promise.all(names.map((name) => storage.remove(name)));
    },
  };
}
