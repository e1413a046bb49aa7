/** A stand-in of S3 for one bucket: path-style, its signatures checked, and in trouble as told. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { BucketConfig } from "../../server/config/storage.ts";
import { signatureProblem } from "./aws-signature.ts";

/** What goes wrong with a request: an error of S3's, silence, a cut connection, or nonsense. */
export type Trouble = { status: number; code: string } | "silent" | "cut off" | "cut within" | "garbled";

export interface Bucket {
  config: BucketConfig;
  objects: Map<string, { bytes: Buffer; type: string; changed: Date }>;
  /** Method and path of each request, in order. */
  requests: string[];
  /** Looked at anew for each request; undefined answers it well. */
  trouble: (method: string, attempt: number) => Trouble | undefined;
  /** Objects on a page of a list. */
  page: number;
}

const credentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "sa-east-1",
};

const xml = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`;
const failure = (code: string): string => xml(`<Error><Code>${code}</Code><Message>-</Message></Error>`);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts one on this machine; it ends with the test. */
export async function startBucket(prefix = "uploads/"): Promise<Bucket> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket: Bucket = {
    config: { bucket: "vitrina-test", prefix, endpoint, ...credentials },
    objects: new Map(),
    requests: [],
    trouble: () => undefined,
    page: 1000,
  };

  const list = (query: URLSearchParams): string => {
    const after = query.get("continuation-token") ?? "";
    const all = [...bucket.objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .toSorted();
    const keys = all.slice(0, bucket.page);
    const contents = keys.map((key) => {
      const { bytes, changed } = bucket.objects.get(key)!;
      return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${changed.toISOString()}</LastModified><ETag>&quot;e&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const more = all.length > keys.length;
    const token = more ? `<NextContinuationToken>${keys.at(-1)}</NextContinuationToken>` : "";
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${contents.join("")}${token}</ListBucketResult>`,
    );
  };

  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { method = "", url = "" } = request;
    const refuse = (status: number, code: string): void => void response.writeHead(status).end(failure(code));
    const payloadHash = String(request.headers["x-amz-content-sha256"]);
    const headers = request.headers as Record<string, string>;
    const wrong = signatureProblem({ method, target: url, headers, payloadHash }, credentials, new Date());
    if (wrong !== undefined) return refuse(403, wrong);
    if (createHash("sha256").update(body).digest("hex") !== payloadHash)
      return refuse(400, "XAmzContentSHA256Mismatch");
    const { pathname, searchParams } = new URL(url, endpoint);
    const [, name, ...parts] = pathname.split("/");
    if (name !== bucket.config.bucket) return refuse(404, "NoSuchBucket");
    const key = parts.join("/");
    if (key === "") {
      if (searchParams.get("list-type") !== "2") return refuse(400, "InvalidArgument");
      return void response.end(list(searchParams));
    }
    if (method === "PUT") {
      if (request.headers["content-length"] === undefined) return refuse(411, "MissingContentLength");
      const type = request.headers["content-type"] ?? "";
      bucket.objects.set(key, { bytes: body, type, changed: new Date() });
      return void response.end();
    }
    if (method === "DELETE") {
      bucket.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = bucket.objects.get(key);
    if (!found) return refuse(404, "NoSuchKey");
    response.writeHead(200, { "content-type": found.type, "content-length": found.bytes.length });
    response.end(found.bytes);
  };

  server.on("request", (request, response) => {
    void (async () => {
      const method = request.method ?? "";
      const trouble = bucket.trouble(method, bucket.requests.push(`${method} ${request.url}`));
      if (trouble === "cut off") {
        request.socket.destroy();
        return;
      }
      const body = await bodyOf(request);
      if (trouble === undefined) answer(request, response, body);
      else if (trouble === "garbled") response.end("<html>Bad gateway</html>");
      else if (trouble === "cut within") {
        response.writeHead(200, { "content-length": 1000 });
        response.write("%PDF-", () => request.socket.destroy());
      } else if (trouble !== "silent") response.writeHead(trouble.status).end(failure(trouble.code));
    })().catch(() => request.socket.destroy());
  });
  return bucket;
}
