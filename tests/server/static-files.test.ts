/** What the build made is sent from its folder: packed as it is understood, in parts, and nothing beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { openApp } from "../support/app.ts";
import { root } from "../support/definitions.ts";

const folder = join(root, "dist/client/assets");
const names = readdirSync(folder);
const one = (ending: string): string => names.find((name) => name.endsWith(ending))!;

it("each kind of file comes with its type, for ever, in the encoding that is understood", async () => {
  const { server } = await openApp();
  for (const [ending, type, isPacked] of [
    [".js", "application/javascript; charset=utf-8", true],
    [".css", "text/css; charset=utf-8", true],
    [".woff2", "font/woff2", false],
  ] as const) {
    const url = `/assets/${one(ending)}`;
    const content = readFileSync(join(folder, one(ending)));
    for (const [accepted, encoding, unpack] of [
      ["gzip, deflate, br", isPacked ? "br" : undefined, brotliDecompressSync],
      ["gzip", isPacked ? "gzip" : undefined, gunzipSync],
      ["br;q=0, gzip", isPacked ? "gzip" : undefined, gunzipSync],
      ["identity", undefined, undefined],
    ] as const) {
      const answer = await server.inject({ url, headers: { "accept-encoding": accepted } });
      expect([url, accepted, answer.statusCode]).toEqual([url, accepted, 200]);
      expect(answer.headers).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect([accepted, answer.headers["content-encoding"]]).toEqual([accepted, encoding]);
      const { rawPayload } = answer;
      expect(encoding && unpack ? unpack(rawPayload) : rawPayload).toEqual(content);
      const again = await server.inject({
        url,
        headers: { "accept-encoding": accepted, "if-none-match": String(answer.headers["etag"]) },
      });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
  }
});

it("a part is sent where a part is asked for", async () => {
  const { server } = await openApp();
  const content = readFileSync(join(folder, one(".woff2")));
  const part = (range: string) =>
    server.inject({ url: `/assets/${one(".woff2")}`, headers: { range, "accept-encoding": "identity" } });
  const found = await part("bytes=10-19");
  expect(found.statusCode).toBe(206);
  expect(found.headers["content-range"]).toBe(`bytes 10-19/${content.length}`);
  expect(found.rawPayload).toEqual(content.subarray(10, 20));
  expect((await part(`bytes=${content.length}-`)).statusCode).toBe(416);
});

it.each([
  "/assets/nothing.js",
  "/assets/",
  "/assets/../manifest.json",
  "/assets/..%2fmanifest.json",
  "/assets/%2e%2e/manifest.json",
  "/assets/..%5cmanifest.json",
  "/assets/%00",
  "/_desarrollo/embed/",
  "/_desarrollo/embed/parts",
  "/_desarrollo/embed/..%2fclient/manifest.json",
])("%s is not there", async (url) => {
  const { server } = await openApp();
  const answer = await server.inject({ url, headers: { host: "localhost" } });
  expect([answer.statusCode, answer.body.includes("renderer/")]).toEqual([404, false]);
});
