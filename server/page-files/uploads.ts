/** Files on their way from a page, in pieces: whoever was cut off goes on behind what came. */
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import { checkRoom } from "../files/allowed.ts";
import { withContent } from "../files/content.ts";
import { judgeFor, tooLarge, type FileLimits } from "../files/files.ts";
import { receiveInto, type UploadTimeouts } from "../files/receive.ts";
import { createSealed, goOnSealed, keptSize, placeOfUpload } from "../files/sealed-file.ts";
import type { OpenUpload } from "../services/multipart.ts";
import { asStorageError } from "../storage/names.ts";
import { opening, type ByteSeals } from "../store/sealed-bytes.ts";

/** A file that somebody began to send. */
export interface ComingFile<Target> {
  id: string;
  name: string;
  /** MIME type that the sender says. */
  declared: string;
  size: number;
  limits: FileLimits;
  /** What it is for. */
  target: Target;
}

interface Coming<Target> extends ComingFile<Target> {
  path: string;
  /** MIME type by its content; once all of it came and was judged. */
  type?: string;
  /** Ends what is being received, and resolves when it has ended. */
  stop?: () => Promise<void>;
  /** Milliseconds. */
  touched: number;
}

/** Who comes back later begins anew. */
const keptMs = 60 * 60_000;
/** Files on their way at once, of everybody. */
const maxComing = 2_000;

interface Deps {
  /** Of the storage: files on their way. */
  receiving: string;
  seals: ByteSeals;
  clock: Clock;
  /** Bytes of the disk that stay free. */
  free?: number;
  timeouts?: UploadTimeouts;
}

export interface PageFiles<Target> {
  begin(file: Omit<ComingFile<Target>, "id">): Promise<string>;
  find(id: string): ComingFile<Target> | undefined;
  /** Bytes that came. Whoever asks is the one who goes on: what another connection still sends ends. */
  offset(id: string): Promise<number>;
  /** Takes bytes behind `offset`; gives how many there are then. @throws {ApiError} `cut-off`, `too-slow`, `file-…` */
  take(id: string, offset: number, body: Readable): Promise<number>;
  /** Judges a file of which all came. */
  judge(id: string): Promise<void>;
  /** One that was judged, to be sent on. */
  open(id: string): OpenUpload | undefined;
  forget(id: string): Promise<void>;
}

export function openPageFiles<Target>({
  receiving,
  seals,
  clock,
  free = 0,
  timeouts,
}: Deps): PageFiles<Target> {
  const files = new Map<string, Coming<Target>>();
  const sealedAt = (id: string) => ({ seals, place: placeOfUpload(id) });
  const forget = async (id: string): Promise<void> => {
    const file = files.get(id);
    files.delete(id);
    await file?.stop?.();
    if (file) await rm(file.path, { force: true });
  };
  const required = (id: string): Coming<Target> => {
    const file = files.get(id);
    if (!file) throw new ApiError("no-file");
    file.touched = clock().getTime();
    return file;
  };
  const forgetOld = async (): Promise<void> => {
    const before = clock().getTime() - keptMs;
    for (const { id, touched } of files.values()) if (touched < before) await forget(id);
  };
  const kept = async (file: Coming<Target>): Promise<number> =>
    file.type === undefined ? Math.min(keptSize((await stat(file.path)).size), file.size) : file.size;

  return {
    begin: async (given) => {
      await forgetOld();
      if (files.size >= maxComing) throw new ApiError("unavailable.files");
      if (given.size === 0) throw new ApiError("file-empty");
      if (given.size > given.limits.size) throw tooLarge(given.limits.size);
      await checkRoom(receiving, given.size, free);
      const id = randomUUID();
      const path = join(receiving, id);
      try {
        await (await createSealed(path, sealedAt(id))).close();
      } catch (error) {
        throw asStorageError(error);
      }
      files.set(id, { ...given, id, path, touched: clock().getTime() });
      return id;
    },
    find: (id) => files.get(id),
    offset: async (id) => {
      const file = required(id);
      await file.stop?.();
      return await kept(file);
    },
    take: async (id, offset, body) => {
      const file = required(id);
      const before = file.stop;
      let ended = (): void => {};
      const end = new Promise<void>((resolve) => void (ended = resolve));
      // Told at once: of two that come together, the later one is the one who goes on.
      const stop = async (): Promise<void> => {
        body.destroy();
        await end;
      };
      file.stop = stop;
      try {
        await before?.();
        if (offset !== (await kept(file))) throw new ApiError("stale.elsewhere");
        const writer = await goOnSealed(file.path, sealedAt(id));
        try {
          const limits = { limit: file.size, tooLarge: () => tooLarge(file.size) };
          await receiveInto(writer, body, limits, timeouts);
          if (writer.size !== file.size) throw new ApiError("cut-off");
          await writer.end();
          return writer.size;
        } finally {
          await writer.close();
        }
      } catch (error) {
        throw asStorageError(error);
      } finally {
        if (file.stop === stop) delete file.stop;
        ended();
      }
    },
    judge: async (id) => {
      const file = required(id);
      const { name, declared } = file;
      const given = (content: Parameters<Parameters<typeof withContent>[1]>[0]) =>
        judgeFor({ name, declared, content }, file.limits);
      const judged = await withContent(file.path, given, sealedAt(id));
      file.name = judged.name;
      file.type = judged.type;
    },
    open: (id) => {
      const file = files.get(id);
      if (file?.type === undefined) return undefined;
      const bytes = new PassThrough();
      // Whoever reads is told by `bytes` of what goes wrong.
      pipeline(createReadStream(file.path), opening(seals, placeOfUpload(id)), bytes).catch(() => {});
      return { name: file.name, type: file.type, size: file.size, bytes };
    },
    forget,
  };
}
