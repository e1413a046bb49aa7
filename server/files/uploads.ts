/**
 * What people upload for their runs. Bytes are in the storage before a row names them, and stay until no row does: a
 * crash in between leaves bytes that nobody names, never a name without bytes.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CompiledField } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { noRun, stale } from "../http/run-errors.ts";
import {
  addFile,
  contentToMove,
  countFiles,
  fileMoved,
  filesToMove,
  findStored,
  type StoredFile,
} from "../store/files.ts";
import { isEditable, findRun } from "../store/runs.ts";
import { sealing } from "../store/sealed-bytes.ts";
import type { Store } from "../store/store.ts";
import { cleanReceiving, removeOrphans } from "./clean.ts";
import { withContent } from "./content.ts";
import { checkRoom } from "./allowed.ts";
import { limitsOf, tooLarge, type FileJudge } from "./files.ts";
import { receive, type UploadTimeouts } from "./receive.ts";
import { placeOfUpload } from "./sealed-file.ts";
import { openStored } from "./sealed-uploads.ts";
import type { Storage } from "../storage/storage.ts";
import { nameOf } from "../storage/names.ts";

export interface StoredUpload extends StoredFile {
  /** To be read to its end, or destroyed. */
  bytes: Readable;
}

/** Somebody's file on its way. */
export interface Upload {
  session: string;
  run: string;
  name: string;
  /** MIME type that the sender says. */
  declared: string | undefined;
  /** What it is for. */
  field: CompiledField;
  /** Files that the run may have. */
  maxFiles: number;
  body: Readable;
}

export interface Uploads {
  /**
   * Takes a file: durable when this resolves, with nothing left behind when it throws.
   * @throws {ApiError} with words for the person
   * @throws {StorageError} where there is no room, or no storage
   */
  add(upload: Upload): Promise<StoredFile>;
  /** A file of a run with its bytes; undefined where the run has none of that id. */
  read(run: string, id: string): Promise<StoredUpload | undefined>;
  /** Removes bytes that no row names any more. What cannot be removed now goes with the next `clean`. */
  discard(names: string[]): Promise<void>;
  /** Removes what crashes and forgotten runs left, once it is a day old; tells how many files nobody named. */
  clean(now: Date): Promise<number>;
}

interface UploadsDeps {
  store: Store;
  storage: Storage;
  judge: FileJudge;
  clock: Clock;
  log: Log;
  /** How long somebody may take to send a file. */
  timeouts?: UploadTimeouts;
  /** Bytes of the disk that stay free, whatever comes. */
  free?: number;
}

/** What a storage is told of bytes that are sealed: nobody but us can read them. */
const sealedType = "application/octet-stream";

const tooMany = (most: number): ApiError => new ApiError("too-many-files", { limit: most });

/** Moves what older versions kept in the database into the storage. Done again after a crash, it changes nothing. */
async function moveIn(store: Store, storage: Storage): Promise<void> {
  for (;;) {
    const ids = await filesToMove(store.db, 100);
    if (ids.length === 0) return;
    for (const id of ids) {
      const file = await contentToMove(store.db, id);
      if (!file?.content) continue;
      const path = join(storage.receiving, randomUUID());
      try {
        await pipeline(
          Readable.from([Buffer.from(file.content)]),
          sealing(store.seals.bytes, placeOfUpload(id)),
          createWriteStream(path, { flags: "wx", mode: 0o600 }),
        );
        await storage.put(nameOf(id), { path, size: (await stat(path)).size, type: sealedType });
      } finally {
        await rm(path, { force: true });
      }
      await fileMoved(store.db, id, nameOf(id));
    }
  }
}

/** Opens them, and moves what the database still holds. */
export async function openUploads({
  store,
  storage,
  judge,
  clock,
  log,
  timeouts,
  free = 0,
}: UploadsDeps): Promise<Uploads> {
  await moveIn(store, storage);
  /** How many files are on their way for a run: the disk holds them before they are counted. */
  const coming = new Map<string, number>();
  const count = (run: string, change: number): void => {
    const now = (coming.get(run) ?? 0) + change;
    if (now > 0) coming.set(run, now);
    else coming.delete(run);
  };

  const discard: Uploads["discard"] = async (names) => {
    for (const name of names) {
      await storage.remove(name).catch((error: unknown) => log.warn({ err: error }, "bytes of a file stay"));
    }
  };

  const keep = async (upload: Upload, file: StoredFile): Promise<void> => {
    const stored = nameOf(file.id);
    await store.transaction(async (db) => {
      const run = await findRun(db, upload.session, upload.run, { isHeld: true });
      // It took a while to come.
      if (!run) throw noRun();
      if (!isEditable(run)) throw stale(run);
      if ((await countFiles(db, run.id)) >= upload.maxFiles) throw tooMany(upload.maxFiles);
      await addFile(db, { ...file, run: run.id, stored }, clock().toISOString());
    });
  };

  const take = async (upload: Upload): Promise<StoredFile> => {
    const { size: limit } = limitsOf(upload.field);
    await checkRoom(storage.receiving, limit, free);
    const id = randomUUID();
    const sealed = { seals: store.seals.bytes, place: placeOfUpload(id) };
    const to = { folder: storage.receiving, sealed, limit, tooLarge: () => tooLarge(limit) };
    const received = await receive(upload.body, to, timeouts);
    try {
      const judged = await withContent(
        received.path,
        (content) => judge({ name: upload.name, declared: upload.declared, content }, limitsOf(upload.field)),
        sealed,
      );
      const file = { id, size: received.size, ...judged };
      await storage.put(nameOf(id), {
        path: received.path,
        size: received.sealedBytes,
        type: sealedType,
      });
      try {
        await keep(upload, file);
      } catch (error) {
        // A commit whose answer was lost may have happened: then the bytes have to stay.
        if (error instanceof ApiError) await discard([nameOf(file.id)]);
        throw error;
      }
      return file;
    } finally {
      await received.remove();
    }
  };

  return {
    add: async (upload) => {
      const { run, maxFiles } = upload;
      if ((coming.get(run) ?? 0) >= maxFiles) throw tooMany(maxFiles);
      count(run, 1);
      try {
        // Known again when it is kept; here it spares the way.
        if ((await countFiles(store.db, run)) >= maxFiles) throw tooMany(maxFiles);
        return await take(upload);
      } finally {
        count(run, -1);
      }
    },
    read: async (run, id) => {
      const file = await findStored(store.db, run, id);
      if (!file) return undefined;
      const { stored, ...rest } = file;
      if (stored === null) throw new Error(`file ${id} was not moved into the storage`);
      const bytes = await openStored({ storage, seals: store.seals.bytes }, { stored, size: rest.size });
      return { ...rest, bytes };
    },
    discard,
    clean: async (now) => {
      const before = new Date(now.getTime() - 24 * 60 * 60 * 1000);
      await cleanReceiving(storage.receiving, before);
      return await removeOrphans(store.db, storage, before);
    },
  };
}
