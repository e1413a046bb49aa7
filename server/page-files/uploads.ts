/** Files on their way from a page, in pieces: whoever was cut off goes on behind what came, at any server. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { checkRoom } from "../files/allowed.ts";
import { withContent } from "../files/content.ts";
import { tooLarge, type FileJudge, type FileLimits } from "../files/files.ts";
import { receiveInto, type UploadTimeouts } from "../files/receive.ts";
import { createSealed, placeOfUpload } from "../files/sealed-file.ts";
import type { OpenUpload } from "../services/multipart.ts";
import { asStorageError } from "../storage/names.ts";
import type { Storage } from "../storage/storage.ts";
import { DamagedValue } from "../store/damaged.ts";
import { opening, type ByteSeals } from "../store/sealed-bytes.ts";
import { comingParts } from "./parts.ts";

/** A file that somebody began to send. */
export interface ComingFile<Target> {
  name: string;
  /** MIME type that the sender says. */
  declared: string;
  size: number;
  limits: FileLimits;
  /** What it is for, as JSON can keep it. */
  target: Target;
}

interface Head<Target> extends ComingFile<Target> {
  /** Milliseconds. */
  begun: number;
}

/** One of which all came and that was judged, to be sent on from here. */
interface Judged {
  id: string;
  path: string;
  name: string;
  type: string;
  size: number;
}

/** Who comes back later begins anew. What is left of it is removed a day after it came, as all that nobody names. */
const keptMs = 12 * 60 * 60_000;

interface Deps {
  storage: Storage;
  seals: ByteSeals;
  judge: FileJudge;
  clock: Clock;
  log: Pick<Log, "warn">;
  /** Bytes of the disk that stay free. */
  free?: number;
  timeouts?: UploadTimeouts;
}

export interface PageFiles<Target> {
  begin(file: ComingFile<Target>): Promise<string>;
  /** @throws {ApiError} `no-file` */
  find(id: string): Promise<ComingFile<Target>>;
  /** Bytes that came. Whoever asks is the one who goes on: what another connection still sends here ends. */
  offset(id: string): Promise<number>;
  /** Takes bytes behind `offset`; gives how many there are then. @throws {ApiError} `cut-off`, `too-slow`, `file-…` */
  take(id: string, offset: number, body: Readable): Promise<number>;
  /** Judges one of which all came, and gives it to `work`, for as long as that is at it. */
  whole<T>(id: string, work: (file: { id: string; name: string }) => Promise<T>): Promise<T>;
  /** One that `whole` gave, to be sent on. */
  open(id: string): OpenUpload | undefined;
  forget(id: string): Promise<void>;
}

export function openPageFiles<Target>(deps: Deps): PageFiles<Target> {
  const { storage, seals, judge, clock, log, free = 0, timeouts } = deps;
  const parts = comingParts({ storage, seals });
  /** Ends what is being received here, and resolves when it has ended. */
  const stops = new Map<string, () => Promise<void>>();
  const judged = new Map<string, Judged>();

  const find = async (id: string): Promise<Head<Target>> => {
    const head = (await parts.head(id)) as Head<Target> | undefined;
    if (!head || clock().getTime() - head.begun > keptMs) throw new ApiError("no-file");
    return head;
  };

  /** All of it in one file of this machine, sealed, judged as it is. */
  const assemble = async (id: string): Promise<Judged> => {
    const { size, name: given, declared, limits } = await find(id);
    const own = randomUUID();
    const path = join(storage.receiving, own);
    const sealed = { seals, place: placeOfUpload(own) };
    try {
      const writer = await createSealed(path, sealed);
      try {
        for await (const bytes of parts.read(id, size)) await writer.write(bytes);
        await writer.end();
      } finally {
        await writer.close();
      }
      if (writer.size !== size) throw new ApiError("no-file");
      const { name, type } = await withContent(
        path,
        (content) => judge({ name: given, declared, content }, limits),
        sealed,
      );
      return { id: own, path, name, type, size };
    } catch (error) {
      await rm(path, { force: true });
      // Parts of a key that is here no more: whoever sends it begins anew.
      if (error instanceof DamagedValue) throw new ApiError("no-file");
      throw asStorageError(error);
    }
  };

  return {
    begin: async (given) => {
      if (given.size === 0) throw new ApiError("file-empty");
      if (given.size > given.limits.size) throw tooLarge(given.limits.size);
      await checkRoom(storage.receiving, given.size, free);
      const id = randomUUID();
      await parts.keepHead(id, { ...given, begun: clock().getTime() } satisfies Head<Target>);
      return id;
    },
    find,
    offset: async (id) => {
      const { size } = await find(id);
      await stops.get(id)?.();
      return await parts.kept(id, size);
    },
    take: async (id, offset, body) => {
      const { size } = await find(id);
      const before = stops.get(id);
      let ended = (): void => {};
      const end = new Promise<void>((resolve) => void (ended = resolve));
      // Told at once: of two that come together, the later one is the one who goes on.
      const stop = async (): Promise<void> => {
        body.destroy();
        await end;
      };
      stops.set(id, stop);
      try {
        await before?.();
        if (offset !== (await parts.kept(id, size))) throw new ApiError("stale.elsewhere");
        const writer = parts.writer(id, offset);
        await receiveInto(writer, body, { limit: size, tooLarge: () => tooLarge(size) }, timeouts);
        if (writer.size !== size) throw new ApiError("cut-off");
        await writer.end();
        return writer.size;
      } finally {
        if (stops.get(id) === stop) stops.delete(id);
        ended();
      }
    },
    whole: async (id, work) => {
      const file = await assemble(id);
      judged.set(file.id, file);
      try {
        return await work({ id: file.id, name: file.name });
      } finally {
        judged.delete(file.id);
        await rm(file.path, { force: true });
      }
    },
    open: (id) => {
      const file = judged.get(id);
      if (!file) return undefined;
      const { path, name, type, size } = file;
      const bytes = new PassThrough();
      // Whoever reads is told by `bytes` of what goes wrong.
      pipeline(createReadStream(path), opening(seals, placeOfUpload(id)), bytes).catch(() => {});
      return { name, type, size, bytes, isJudged: true };
    },
    forget: async (id) => {
      const { size } = await find(id);
      await stops.get(id)?.();
      await parts
        .remove(id, size)
        .catch((error: unknown) => log.warn({ err: error }, "parts of a file stay until they are a day old"));
    },
  };
}
