import type { Reply } from "./send.ts";

/** What a file of a page is for. */
export interface PageFileOwner {
  revision: string;
  screen: string;
  params: Record<string, string>;
  /** Id of the row. */
  row: string;
}

interface Options {
  /** From 0 to 1. */
  onProgress(done: number): void;
  /** Told when the connection was lost, and when it is there again. */
  onWaiting(isWaiting: boolean): void;
  signal: AbortSignal;
}

export type PageFileOutcome =
  | { kind: "sent" }
  | { kind: "refused"; message: string }
  /** With what the server said, where it answered and could not take it now. */
  | { kind: "lost"; message?: string }
  | { kind: "stopped" };

const base = "/api/page-files";
/** How often in a row nothing comes before somebody has to press. */
const maxTries = 8;
const pauseMs = 1_500;

const readBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refusalIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && "message" in body
    ? String(body.message)
    : undefined;

async function ask<T>(
  method: string,
  address: string,
  signal: AbortSignal,
  body?: object,
): Promise<Reply<T>> {
  try {
    const response = await fetch(address, {
      method,
      credentials: "same-origin",
      signal,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    const data: unknown = readBody(await response.text());
    if (response.ok) return { kind: "answer", data: data as T };
    return refusalIn(data) === undefined
      ? { kind: "lost" }
      : { kind: "refusal", status: response.status, problem: data as never };
  } catch {
    return { kind: "lost" };
  }
}

/** Sends the rest of a file. Not by `fetch`, which cannot tell how far it is. */
function sendRest(
  upload: string,
  file: File,
  offset: number,
  { onProgress, signal }: Pick<Options, "onProgress" | "signal">,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener("abort", stop);
    request.upload.addEventListener("progress", ({ loaded }) =>
      onProgress(Math.min(1, (offset + loaded) / file.size)),
    );
    request.addEventListener("loadend", () => {
      signal.removeEventListener("abort", stop);
      resolve({ status: request.status, body: readBody(request.responseText) });
    });
    request.open("PATCH", `${base}/${upload}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("upload-offset", String(offset));
    request.send(file.slice(offset));
  });
}

/** A moment, or until the connection is back. */
const moment = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, pauseMs);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });

/** Sends a file of a page, and goes on where it was cut off. Never throws. */
export async function sendPageFile(
  owner: PageFileOwner,
  file: File,
  options: Options,
): Promise<PageFileOutcome> {
  const { signal, onWaiting } = options;
  const { name, type, size } = file;
  let upload: string | undefined;
  let offset = 0;
  let later: string | undefined;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (signal.aborted) break;
    if (tries > 0) {
      onWaiting(true);
      await moment(signal);
    }
    const asked: Reply<{ upload?: string; offset: number }> =
      upload === undefined
        ? await ask("POST", base, signal, { ...owner, name, type, size })
        : await ask("GET", `${base}/${upload}`, signal);
    if (asked.kind === "lost") continue;
    if (asked.kind === "refusal") {
      // The server knows nothing of it any more: from the beginning.
      if (upload !== undefined && asked.status === 404) upload = undefined;
      else if (asked.status < 500) return { kind: "refused", message: asked.problem.message };
      else later = asked.problem.message;
      continue;
    }
    onWaiting(false);
    upload ??= asked.data.upload!;
    if (asked.data.offset > offset) tries = 0;
    offset = asked.data.offset;
    const { status, body } = await sendRest(upload, file, offset, options);
    if (signal.aborted) break;
    if (status === 200) return { kind: "sent" };
    const message = refusalIn(body);
    later = status >= 500 ? message : undefined;
    if (message !== undefined && status >= 400 && status < 500 && status !== 404 && status !== 408) {
      // More came than was known, or less: asked again, it says how much.
      const isCut = ["cut-off", "stale"].includes((body as { error: string }).error);
      if (!isCut) return { kind: "refused", message };
    }
  }
  if (signal.aborted) {
    if (upload !== undefined) void ask("DELETE", `${base}/${upload}`, AbortSignal.timeout(10_000));
    return { kind: "stopped" };
  }
  return { kind: "lost", ...(later === undefined ? {} : { message: later }) };
}
