/** Uploads in an S3 bucket, or in what speaks as one. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, request, type Dispatcher } from "undici";
import type { BucketConfig } from "../config/storage.ts";
import { listedObjects } from "./bucket-list.ts";
import type { Storage } from "./storage.ts";
import { asStorageError, checkedName, isName, StorageError } from "./names.ts";

/** Milliseconds that one operation may take, its repeat included; while reading, the longest silence. */
const timeoutMs = 10_000;
const attempts = 2;
/** Bytes of an answer that is no file: a page of a list has 1,000 objects. */
const maxResponseBytes = 4 * 1024 * 1024;
const emptyHash = createHash("sha256").digest("hex");

interface Order {
  method: "GET" | "PUT" | "DELETE";
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** SHA-256 of the body: it is signed, so that what arrives otherwise is refused. */
  hash?: string;
  /** Anew for each attempt. */
  body?: () => Readable;
}

type Answer = Dispatcher.ResponseData;

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function textOf(body: Answer["body"]): Promise<string> {
  let text = "";
  for await (const chunk of body.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > maxResponseBytes)
      throw new StorageError("unavailable", "the storage answers endlessly");
  }
  return text;
}

/** What a refusal says of itself: its code alone, no keys and no addresses. */
async function refusalOf(answer: Answer, method: string): Promise<StorageError> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await textOf(answer.body))?.[1] ?? "-";
  const kind = code === "NoSuchKey" ? "missing" : "unavailable";
  return new StorageError(kind, `the storage answers ${method} with ${answer.statusCode} ${code}`);
}

/**
 * @param limit milliseconds, see `timeoutMs`
 * @param isOurs how objects are named; as uploads are where it is left out
 */
export async function bucketStorage(
  config: BucketConfig,
  receiving: string,
  limit = timeoutMs,
  isOurs = isName,
): Promise<Storage> {
  await mkdir(receiving, { recursive: true, mode: 0o700 });
  await chmod(receiving, 0o700);
  const dispatcher = new Agent({ connectTimeout: limit, headersTimeout: limit, bodyTimeout: limit });
  const { accessKeyId, secretAccessKey, region } = config;
  const signingKeys = new Map<string, ArrayBuffer>();

  const send = async (order: Order, signal: AbortSignal): Promise<Answer> => {
    const { method, name, query = {}, headers = {}, hash = emptyHash, body } = order;
    const key = name === undefined ? "" : `/${config.prefix}${checkedName(name, isOurs)}`;
    const url = `${config.endpoint}/${config.bucket}${key}?${new URLSearchParams(query)}`.replace(/\?$/, "");
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, "x-amz-content-sha256": hash },
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      cache: signingKeys,
    });
    const signed = await signer.sign();
    return await request(url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body ? { body: body() } : {}),
      signal,
      dispatcher,
    });
  };

  /** The answer where it is a success. An attempt that failed in passing is made once more within the time. */
  const ask = async (order: Order): Promise<Answer> => {
    // The time ends when the answer begins: a body is read under the limit of silence.
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(new StorageError("unavailable", "the storage took too long")),
      limit,
    );
    try {
      for (let attempt = 1; ; attempt += 1) {
        const last = attempt === attempts || controller.signal.aborted;
        let answer: Answer;
        try {
          answer = await send(order, controller.signal);
        } catch (error) {
          if (last || controller.signal.aborted) throw error;
          continue;
        }
        if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
        const refusal = await refusalOf(answer, order.method);
        if (last || answer.statusCode < 500) throw refusal;
      }
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw new StorageError("unavailable", `the storage cannot be reached: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  };

  const read = async (name: string): Promise<Readable> => (await ask({ method: "GET", name })).body;

  return {
    receiving,
    put: async (name, { path, size, type }) => {
      const headers = { "content-length": String(size), "content-type": type };
      const hash = await hashOf(path).catch((error: unknown) => {
        throw asStorageError(error);
      });
      const body = () => createReadStream(path);
      const answer = await ask({ method: "PUT", name, headers, hash, body });
      await answer.body.dump();
    },
    open: read,
    copy: async (name, path) => {
      const bytes = await read(name);
      await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    },
    remove: async (name) => {
      try {
        await (await ask({ method: "DELETE", name })).body.dump();
      } catch (error) {
        if (!(error instanceof StorageError && error.kind === "missing")) throw error;
      }
    },
    list: async function* () {
      let after: string | undefined;
      do {
        const query = {
          "list-type": "2",
          "encoding-type": "url",
          prefix: config.prefix,
          ...(after === undefined ? {} : { "continuation-token": after }),
        };
        const answer = await ask({ method: "GET", query });
        const page = listedObjects(await textOf(answer.body));
        for (const { key, ...object } of page.objects) {
          const name = key.slice(config.prefix.length);
          if (key.startsWith(config.prefix) && isOurs(name)) yield { ...object, name };
        }
        after = page.next;
      } while (after !== undefined);
    },
    close: () => dispatcher.destroy(),
  };
}
