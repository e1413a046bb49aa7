/** Takes what somebody sends into a sealed file, a piece at a time: never more of it in memory than one piece. */
import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ApiError } from "../http/errors.ts";
import { asStorageError } from "../storage/names.ts";
import { createSealed, type SealedAt, type SealedWriter } from "./sealed-file.ts";

export interface UploadTimeouts {
  /** Milliseconds without a byte. */
  silenceMs: number;
  /** Milliseconds for the whole. */
  wholeMs: number;
}

/** 10 MB at 15 kB/s are taken. */
const uploadTimeouts: UploadTimeouts = { silenceMs: 60_000, wholeMs: 12 * 60_000 };
/** Milliseconds in which somebody who still sends may read that it was refused. */
const lingeringMs = 5_000;

const tooSlow = (): ApiError => new ApiError("too-slow");
const cutOff = (): ApiError => new ApiError("cut-off");

/** A file that came; `remove` has to be called in the end, also once a storage has taken it. */
export interface Received {
  path: string;
  /** Bytes of what was sent. */
  size: number;
  /** Bytes that the file has, sealed. */
  sealedBytes: number;
  remove(): Promise<void>;
}

/** What the next piece or a time that is over says, whichever comes first. */
function pieces(
  body: Readable,
  timeouts: UploadTimeouts,
): { next(): Promise<Buffer | undefined>; end(): void } {
  const iterator = body.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
  const state = { late: false, waiting: false };
  let giveUp = (_error: ApiError): void => {};
  const isLate = (): void => {
    state.late = true;
    giveUp(tooSlow());
  };
  const timers = [timeouts.silenceMs, timeouts.wholeMs].map((time) => setTimeout(isLate, time));
  return {
    // Each piece gets a promise of its own: one for the time that is over would hold on to all that it was raced with.
    next: () =>
      new Promise((resolve, reject) => {
        if (state.late) return reject(tooSlow());
        giveUp = reject;
        state.waiting = true;
        iterator.next().then(
          ({ done, value }) => {
            state.waiting = false;
            timers[0]!.refresh();
            resolve(done === true ? undefined : value);
          },
          () => reject(cutOff()),
        );
      }),
    end: () => {
      for (const timer of timers) clearTimeout(timer);
      // One that still waits for a piece cannot be ended; the connection is, see `letGo`.
      if (!state.waiting) void iterator.return(undefined);
    },
  };
}

/**
 * Writes a body behind what a file has.
 * @throws {ApiError} `tooLarge()` as soon as the file has more than `limit` bytes, `too-slow`, `cut-off`
 */
export async function receiveInto(
  writer: SealedWriter,
  body: Readable,
  { limit, tooLarge }: { limit: number; tooLarge: () => ApiError },
  timeouts: UploadTimeouts = uploadTimeouts,
): Promise<void> {
  const source = pieces(body, timeouts);
  try {
    for (let piece = await source.next(); piece !== undefined; piece = await source.next()) {
      if (writer.size + piece.length > limit) throw tooLarge();
      await writer.write(piece);
    }
  } finally {
    source.end();
  }
}

/**
 * Writes a body into a new file of a folder.
 * @throws {ApiError} as `receiveInto` does
 * @throws {StorageError} where it cannot be written; nothing is left then
 */
export async function receive(
  body: Readable,
  {
    folder,
    sealed,
    ...limits
  }: { folder: string; sealed: SealedAt; limit: number; tooLarge: () => ApiError },
  timeouts: UploadTimeouts = uploadTimeouts,
): Promise<Received> {
  const path = join(folder, randomUUID());
  const remove = () => rm(path, { force: true });
  try {
    const writer = await createSealed(path, sealed);
    try {
      await receiveInto(writer, body, limits, timeouts);
      await writer.end();
    } finally {
      await writer.close();
    }
    return { path, size: writer.size, sealedBytes: (await stat(path)).size, remove };
  } catch (error) {
    await remove();
    throw asStorageError(error);
  }
}

/**
 * Once the answer is out: what somebody still sends is thrown away for a moment, so that they get to read the answer,
 * and then the connection ends. Without this they could go on for ever.
 */
export function letGo(request: IncomingMessage, response: ServerResponse, moment = lingeringMs): void {
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    request.resume();
    const timer = setTimeout(() => request.complete || request.destroy(), moment);
    timer.unref();
  });
}
