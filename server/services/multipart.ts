/** Bodies of parts, multipart/form-data (RFC 7578), written as they are sent: no file is ever held as a whole. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { CallInputError, type RequestInput } from "./prepared-call.ts";
import type { ServiceForm } from "./embedded/service.ts";

/** A file that somebody uploaded. */
export interface OpenUpload {
  name: string;
  /** MIME type. */
  type: string;
  /** Of `bytes`. */
  size: number;
  /** To be read to its end, or destroyed. */
  bytes: Readable;
  /** Whether this process has judged it just now, for the place that it goes to. */
  isJudged?: boolean;
}

/** Opens a file of a run; undefined where the run has none of that id. */
export type ReadUpload = (run: string, id: string) => Promise<OpenUpload | undefined>;

export interface OpenMultipart {
  files: ({ part: string } & OpenUpload)[];
  fields: Record<string, string>;
}

/** Closes files that were not read to their end. */
export const closeParts = ({ files }: OpenMultipart): void => {
  for (const { bytes } of files) bytes.destroy();
};

/** Opens the files of a request. @throws {CallInputError} where the run has no such file. */
export async function openParts(
  { files, fields }: RequestInput,
  read: (id: string) => Promise<OpenUpload | undefined>,
): Promise<OpenMultipart> {
  const open: OpenMultipart = { files: [], fields };
  try {
    for (const { part, id } of files) {
      const file = await read(id);
      if (!file) throw new CallInputError(`part "${part}" names a file that is not there`);
      // Whoever reads it is told of what goes wrong; one that is closed unread has nobody to tell.
      file.bytes.on("error", () => {});
      open.files.push({ part, ...file });
    }
    return open;
  } catch (error) {
    closeParts(open);
    throw error;
  }
}

const newLine = "\r\n";

// As browsers write names: what would end one is escaped.
const quoted = (name: string): string =>
  `"${name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22")}"`;

/** The body, with what its headers say of it. Fields go first, so that a reader knows what the files are for. */
export function multipartBody({ files, fields }: OpenMultipart): {
  type: string;
  /** Bytes. */
  length: number;
  body: Readable;
} {
  const boundary = `parts-${randomUUID()}`;
  const opening = (part: string, more = ""): string =>
    `--${boundary}${newLine}content-disposition: form-data; name=${quoted(part)}${more}`;
  const texts = Object.entries(fields).map(([part, text]) =>
    Buffer.from(`${opening(part)}${newLine}${newLine}${text}${newLine}`),
  );
  const heads = files.map(({ part, name, type }) =>
    Buffer.from(
      `${opening(part, `; filename=${quoted(name)}`)}${newLine}content-type: ${type}${newLine}${newLine}`,
    ),
  );
  const end = Buffer.from(`--${boundary}--${newLine}`);
  const sizes = [...texts, ...heads, end].map(({ length }) => length);
  const length = [...sizes, ...files.map(({ size }) => size + newLine.length)].reduce((a, b) => a + b, 0);

  async function* written(): AsyncGenerator<Uint8Array> {
    yield* texts;
    for (const [index, { bytes }] of files.entries()) {
      yield heads[index]!;
      yield* bytes as AsyncIterable<Uint8Array>;
      yield Buffer.from(newLine);
    }
    yield end;
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length,
    body: Readable.from(written(), { objectMode: false }),
  };
}

/** The same parts as an embedded service gets them. */
export async function partsAsForm({ files, fields }: OpenMultipart): Promise<ServiceForm> {
  const read: ServiceForm["files"] = [];
  for (const { part, name, type, bytes, isJudged = false } of files) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk as Uint8Array);
    read.push({ part, name, type, bytes: Buffer.concat(chunks), isJudged });
  }
  return { fields, files: read };
}

/** What a request by HTTP brought. Throws `TypeError` for what is no such body, or repeats a field. */
export async function readForm(contentType: string, body: Uint8Array<ArrayBuffer>): Promise<ServiceForm> {
  const form: ServiceForm = { fields: {}, files: [] };
  const given = await new Response(body, { headers: { "content-type": contentType } }).formData();
  for (const [part, value] of given) {
    if (typeof value !== "string") {
      const bytes = new Uint8Array(await value.arrayBuffer());
      form.files.push({ part, name: value.name, type: value.type, bytes });
    } else if (Object.hasOwn(form.fields, part) || part === "__proto__") {
      throw new TypeError("a field is repeated, or has a name that no field may have");
    } else form.fields[part] = value;
  }
  return form;
}
