/** What a provider answers is read as far as an answer goes. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { ask } from "../../server/payments/ask.ts";

async function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const megabyte = Buffer.alloc(1024 * 1024, " ");

it.each<[what: string, answer: (response: ServerResponse, sent: () => void) => void]>([
  [
    "that never ends",
    (response, sent) => {
      const write = (): void => {
        while (!response.destroyed && response.write(megabyte)) sent();
        sent();
      };
      response.on("drain", write);
      write();
    },
  ],
  [
    "that is small and unpacks to much",
    (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(Buffer.concat(Array<Buffer>(5_000).fill(gzipSync(megabyte))));
    },
  ],
])("an answer %s is ended early", async (_what, answer) => {
  let megabytes = 0;
  const url = await answering((response) => answer(response, () => void (megabytes += 1)));
  await expect(ask(url, { method: "GET" })).rejects.toThrow("its answer is too long");
  expect(megabytes).toBeLessThan(64);
});

it.each([
  ["JSON", '{"a":"ñ"}', { a: "ñ" }],
  ["a text", "hola", "hola"],
  ["nothing", "", ""],
  ["as much as it may", JSON.stringify("a".repeat(64 * 1024 - 2)), "a".repeat(64 * 1024 - 2)],
])("an answer that is %s is read", async (_what, text, body) => {
  const url = await answering((response) => void response.end(text));
  expect(await ask(url, { method: "GET" })).toEqual({ status: 200, body });
});
