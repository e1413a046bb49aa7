import type { FileAnswer } from "../../schemas/engine/evaluate.ts";
import type { Reply } from "./send.ts";

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress(done: number): void;
  signal: AbortSignal;
}

/** Sends the file of a field. Never throws: one that was stopped is `lost`. */
export type UploadFile = (path: string, file: File, options: UploadOptions) => Promise<Reply<FileAnswer>>;

/** Uploads that are under way. */
export interface UploadTracker {
  /** Remembers it until it has ended. */
  track<T>(upload: Promise<T>): Promise<T>;
  underWay(): boolean;
  /** When all have ended, those too that begin meanwhile. */
  ended(): Promise<void>;
}

export function trackUploads(): UploadTracker {
  const open = new Set<Promise<unknown>>();
  return {
    track(upload) {
      const end = upload.then(
        () => void open.delete(end),
        () => void open.delete(end),
      );
      open.add(end);
      return upload;
    },
    underWay: () => open.size > 0,
    async ended() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** Sends a file as the body of a request. Not by `fetch`, which cannot tell how far it is. */
export function sendFile<T>(
  address: string,
  file: File,
  { onProgress, signal, headers = {} }: UploadOptions & { headers?: Record<string, string> },
  read: (status: number, body: unknown) => Reply<T>,
): Promise<Reply<T>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: "lost" });
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener("abort", stop);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("loadend", () => {
      signal.removeEventListener("abort", stop);
      try {
        resolve(read(request.status, JSON.parse(request.responseText)));
      } catch {
        resolve({ kind: "lost" });
      }
    });
    request.timeout = 5 * 60_000;
    request.open("POST", address);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}
