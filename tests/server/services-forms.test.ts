/** Forms with files on their way to an upstream. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openParts } from "../../server/services/multipart.ts";
import { connectionsTo, sendUpstream } from "../../server/services/send-upstream.ts";

describe("a form on its way", () => {
  const size = 3_000_000;

  /** Bytes in pieces, with something going wrong after ten of them. */
  const piecesOf = (wrong: "breaks" | "ends" | "none", pause: number): Readable => {
    async function* pieces() {
      for (let sent = 0; sent < size; sent += 100_000) {
        if (sent === 1_000_000 && wrong === "breaks") throw new Error("the disk is gone");
        if (sent === 1_000_000 && wrong === "ends") return;
        yield Buffer.alloc(100_000);
        await wait(pause);
      }
    }
    return Readable.from(pieces(), { objectMode: false });
  };

  async function sending(bytes: Readable, answer: RequestListener) {
    const server = createServer(answer).listen(0, "127.0.0.1");
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { dispatcher, close } = connectionsTo([base]);
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await close();
    });
    const request = { method: "POST", path: "a", query: {}, headers: {}, body: undefined } as const;
    const look = { name: "SI", colour: "#000000" };
    const brand = { code: "SI", ...look, mails: () => look, facts: {} };
    const parts = await openParts({ files: [{ part: "files", id: "1" }], fields: {} }, async () => ({
      name: "a.pdf",
      type: "application/pdf",
      size,
      bytes,
    }));
    return await sendUpstream({ request, brand, key: "key-1", timeout: 400, parts }, { base, dispatcher });
  }

  const atItsEnd: RequestListener = (request, response) =>
    void request.resume().on("end", () => response.end('"got it"'));

  test("is answered at its end", async () => {
    const bytes = piecesOf("none", 0);
    expect(await sending(bytes, atItsEnd)).toEqual({ status: 200, data: "got it" });
    expect(bytes.destroyed).toBe(true);
  });

  test.each<[string, RequestListener, object]>([
    [
      "refused before its end",
      (_request, response) => void response.writeHead(413).end("{}"),
      { status: 413 },
    ],
    ["never read", (request) => void request.pause(), { failure: "timeout" }],
  ])("that is %s is left, and its file closed", async (_name, answer, expected) => {
    const bytes = piecesOf("none", 20);
    expect(await sending(bytes, answer)).toMatchObject(expected);
    expect(bytes.destroyed).toBe(true);
  });

  test.each([
    ["breaks", "the disk is gone"],
    ["ends", "content-length"],
  ] as const)("whose file %s is no fault of the service: it throws", async (wrong, message) => {
    const bytes = piecesOf(wrong, 0);
    await expect(sending(bytes, atItsEnd)).rejects.toThrow(message);
    expect(bytes.destroyed).toBe(true);
  });
});
