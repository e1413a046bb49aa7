/** Bytes of uploads in the storage: opened when they are read, and sealed anew with the first key. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DamagedValue } from "../store/damaged.ts";
import { storedNames } from "../store/files.ts";
import { opening, sealedHeadBytes, sealing, type ByteSeals } from "../store/sealed-bytes.ts";
import type { Store } from "../store/store.ts";
import { isName, StorageError } from "../storage/names.ts";
import type { Storage } from "../storage/storage.ts";
import { placeOfStored } from "./sealed-file.ts";

/** Lets so many bytes through, no more and no fewer: what was never sealed could have been cut off. */
function exactly(size: number, place: ReturnType<typeof placeOfStored>): Transform {
  let seen = 0;
  const wrong = (): DamagedValue => new DamagedValue(place, "has not as many bytes as were sent");
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > size) done(wrong());
      else done(null, chunk);
    },
    flush: (done) => (seen === size ? done() : done(wrong())),
  });
}

/** The bytes of an upload, opened as they are read. A change of them ends the stream with an error. */
export async function openStored(
  { storage, seals }: { storage: Storage; seals: ByteSeals },
  { stored, size }: { stored: string; size: number },
): Promise<Readable> {
  const bytes = await storage.open(stored);
  const place = placeOfStored(stored);
  const opened = new PassThrough();
  // Whoever reads is told by `opened` of what goes wrong, and ends all of it by destroying that.
  pipeline(bytes, opening(seals, place), exactly(size, place), opened).catch(() => {});
  return opened;
}

/** Whether what the storage has is sealed with the first key; undefined where it has nothing. */
async function isSealedNow(storage: Storage, seals: ByteSeals, stored: string): Promise<boolean | undefined> {
  let bytes: Readable;
  try {
    bytes = await storage.open(stored);
  } catch (error) {
    if (error instanceof StorageError && error.kind === "missing") return undefined;
    throw error;
  }
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= sealedHeadBytes) break;
  }
  return seals.keyOf(head) === seals.id;
}

/** Seals one upload with the first key, whatever it was sealed with, or was not. Damaged bytes stay as they are. */
async function resealOne(storage: Storage, seals: ByteSeals, stored: string, size: number): Promise<void> {
  const path = join(storage.receiving, randomUUID());
  const place = placeOfStored(stored);
  try {
    await pipeline(
      await storage.open(stored),
      opening(seals, place),
      exactly(size, place),
      sealing(seals, place),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
    await storage.put(stored, { path, size: (await stat(path)).size, type: "application/octet-stream" });
  } finally {
    await rm(path, { force: true });
  }
}

const batch = 200;

/** Seals with the first key all uploads that are not. Tells how many were, and how many are damaged and stay. */
export async function resealUploads(
  { store, storage }: { store: Store; storage: Storage },
  isStopping: () => boolean = () => false,
): Promise<{ sealed: number; damaged: number; isWhole: boolean }> {
  const { bytes: seals } = store.seals;
  const done = { sealed: 0, damaged: 0, isWhole: true };
  for (let after = "", isMore = true; isMore;) {
    const files = await storedNames(store.db, after, batch);
    for (const { stored, size } of files) {
      if (isStopping()) return { ...done, isWhole: false };
      // A row that somebody damaged keeps no other from being sealed.
      if (!isName(stored)) {
        done.damaged += 1;
        continue;
      }
      if ((await isSealedNow(storage, seals, stored)) !== false) continue;
      try {
        await resealOne(storage, seals, stored, size);
        done.sealed += 1;
      } catch (error) {
        // Removed since it was looked at: nothing is left to seal.
        if (error instanceof StorageError && error.kind === "missing") continue;
        if (!(error instanceof DamagedValue)) throw error;
        done.damaged += 1;
      }
    }
    isMore = files.length === batch;
    after = files.at(-1)?.stored ?? after;
  }
  return done;
}
