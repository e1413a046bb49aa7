import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export interface Download {
  name: string;
  /** MIME type. */
  type: string;
  /** Bytes. */
  size: number;
  bytes: Readable | Buffer;
}

/** As a download and nothing else: whatever it holds never runs as a page of ours. */
export function sendDownload(reply: FastifyReply, { name, type, size, bytes }: Download): FastifyReply {
  // What encodeURIComponent leaves and RFC 5987 does not take.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return reply
    .type(type)
    .header("content-length", size)
    .header("content-disposition", `attachment; filename*=UTF-8''${encoded}`)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .send(bytes);
}
