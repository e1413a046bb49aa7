import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { gzipTemplate } from "../../server/http/gzip-template.ts";
import { openApp, visitor } from "../support/app.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const bytes = fc.uint8Array({ maxLength: 5000 }).map((given) => Buffer.from(given));

it("is what its parts are together, whatever they are", () => {
  const names = fc.constantFrom("a" as const, "b" as const);
  const cases = fc.tuple(fc.array(fc.oneof(bytes, names), { maxLength: 12 }), bytes, bytes);
  fc.assert(
    fc.property(cases, ([parts, a, b]) => {
      const values = { a, b };
      const whole = Buffer.concat(parts.map((part) => (typeof part === "string" ? values[part] : part)));
      expect(gunzipSync(gzipTemplate(parts)(values))).toEqual(whole);
    }),
    { numRuns: propertyRuns(50) },
  );
});

it("holds more of what differs than one stored block does", () => {
  const a = Buffer.alloc(200_000, "x");
  expect(gunzipSync(gzipTemplate([Buffer.from("<"), "a" as const, Buffer.from(">")])({ a }))).toEqual(
    Buffer.concat([Buffer.from("<"), a, Buffer.from(">")]),
  );
});

it.each([
  ["gzip", "gzip"],
  ["br, gzip;q=0.5", "gzip"],
  ["gzip;q=0", undefined],
  ["br", undefined],
  ["", undefined],
])("a page that is asked for with '%s' comes as %s", async (asked, encoding) => {
  const app = await openApp();
  const who = visitor(app, "SI");
  const plain = await who.ask("GET", "/contacto", undefined, { "x-request-id": "same" });
  const answer = await who.ask("GET", "/contacto", undefined, { "accept-encoding": asked });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(answer.headers["vary"]).toContain("accept-encoding");
  const text = (encoding ? gunzipSync(answer.rawPayload) : answer.rawPayload).toString();
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers["content-security-policy"]))![1]!;
  expect(text).toContain(`nonce="${nonce}"`);
  const withoutOwn = (page: string): string =>
    page.replaceAll(/nonce="[^"]+"/g, "").replaceAll(/"requestId":"[^"]+"/g, "");
  expect(withoutOwn(text)).toBe(withoutOwn(plain.payload));
});

it("what is one visitor's own is not compressed: its length would tell of it", async () => {
  const app = await openApp();
  const who = visitor(app, "SI");
  const { hash } = app.definitions.current("SI")!;
  const run: RunState = (await who.ask("POST", "/api/runs", { flow: "contact", revision: hash })).json();
  const page = await who.ask("GET", "/contacto", undefined, { "accept-encoding": "gzip" });
  expect(page.statusCode).toBe(200);
  expect(page.payload).toContain(run.run);
  expect(page.headers["content-encoding"]).toBeUndefined();
});
