/** An upstream that answers as told and keeps each request as it came over the wire. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorded {
  method: string;
  /** With its query, as it was sent. */
  address: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

export interface Answered {
  status?: number;
  /** As it is sent. */
  text?: string;
}

export interface RecordingUpstream {
  /** Without a slash at its end. */
  url: string;
  requests: Recorded[];
  /** What comes next. */
  answer(given: Answered): void;
  stop(): Promise<void>;
}

export async function startRecording(): Promise<RecordingUpstream> {
  const requests: Recorded[] = [];
  let next: Answered = {};
  async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    requests.push({ method, address: url, headers, bytes: Buffer.concat(chunks) });
    const { status = 200, text = "{}" } = next;
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  }
  const server = createServer((request, response) => {
    record(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (given) => void (next = given),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
