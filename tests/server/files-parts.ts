/** Uploads as the page sends them, for the tests of files. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { FileAnswer, RunState } from "../../schemas/engine/all.ts";
import { pieceBytes, sealedHeadBytes, sealedPieceBytes } from "../../server/store/sealed-bytes.ts";
import type { TestApp, Visitor } from "../support/app.ts";

export const pdf = Buffer.from("%PDF-1.7\nhola");

/** Bytes of a content once it is sealed: what each piece is sealed with comes on top. */
export const sealedSize = (size: number): number =>
  sealedHeadBytes + size + (sealedPieceBytes - pieceBytes) * Math.max(1, Math.ceil(size / pieceBytes));

export interface Upload {
  name?: string;
  field?: string;
  type?: string;
  headers?: Record<string, string>;
}

export interface Uploaded {
  status: number;
  body: FileAnswer & { error: string; message: string };
}

const urlOf = (run: RunState, name: string, field = "sheet.paper"): string =>
  `/api/runs/${run.run}/files?${new URLSearchParams({ name, field })}`;

/** The file itself is the body. */
export async function upload(
  app: TestApp,
  who: Visitor,
  run: RunState,
  bytes: Buffer,
  { name = "carnet.pdf", field, type = "application/pdf", headers = {} }: Upload = {},
): Promise<Uploaded> {
  const response = await app.server.inject({
    method: "POST",
    url: urlOf(run, name, field),
    headers: { host: "si.localhost:3000", cookie: who.cookie ?? "", "content-type": type, ...headers },
    payload: bytes,
  });
  return { status: response.statusCode, body: response.json() };
}

/** A PDF of so many bytes, a piece at a time; `after` waits before each piece but the first. */
export function longPdf(size: number, after?: (sent: number) => Promise<void>): Readable {
  const piece = Buffer.alloc(64 * 1024, " ");
  return Readable.from(
    (async function* () {
      yield pdf;
      for (let sent = pdf.length; sent < size; sent += piece.length) {
        await after?.(sent);
        yield piece.subarray(0, size - sent);
      }
    })(),
  );
}

/** Listens, for what only a real connection shows. */
export async function listening(app: TestApp): Promise<number> {
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.server.address() as { port: number }).port;
}

/** Not every machine knows the names under `localhost`. */
const here = new Agent({
  connect: { lookup: (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]) },
});

/** Sends a body of a length that it does not say, over the network. */
export async function send(
  port: number,
  who: Visitor,
  run: RunState,
  body: Readable,
  signal?: AbortSignal,
): Promise<Uploaded> {
  const { statusCode, body: answer } = await request(
    `http://si.localhost:${port}${urlOf(run, "largo.pdf")}`,
    {
      method: "POST",
      headers: { cookie: who.cookie!, "content-type": "application/pdf" },
      body,
      dispatcher: here,
      ...(signal ? { signal } : {}),
    },
  );
  return { status: statusCode, body: (await answer.json()) as Uploaded["body"] };
}

export const stored = (app: TestApp) => app.store.db.selectFrom("files").selectAll().execute();

/** What lies in the folder of uploads: objects by name, and what is on its way. */
export async function onDisk(folder: string): Promise<{ objects: string[]; receiving: string[] }> {
  const objects: string[] = [];
  for (const part of await readdir(folder)) {
    if (part === "receiving") continue;
    for (const name of await readdir(join(folder, part))) objects.push(`${part}/${name}`);
  }
  return { objects: objects.toSorted(), receiving: await readdir(join(folder, "receiving")) };
}

export const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
