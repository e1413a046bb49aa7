/** What never changes under its address is answered before anything looks at the request, as it was the first time. */
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { request as httpRequest, type Dispatcher } from "undici";
import { expect, it } from "vitest";
import { openApp } from "../support/app.ts";

it("is sent again as it was, to whoever asks in the same way", async () => {
  const app = await openApp();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  const { hash } = app.definitions.current("SI")!;
  const ask = async (
    file: string,
    headers: Record<string, string> = {},
    method: Dispatcher.HttpMethod = "GET",
  ) => {
    const answer = await httpRequest(`http://127.0.0.1:${port}/definitions/${hash}/${file}`, {
      method,
      headers: { host: "si.localhost", ...headers },
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const { "x-request-id": id, date: _date, ...same } = answer.headers;
    return { status: answer.statusCode, fromCache: id === undefined, headers: same, body };
  };
  const sent = async (): Promise<number> => {
    const { body } = await app.metrics.text();
    const count = /^vitrina_http_shelf_answers_total\{route="\/definitions\/:hash\/:file"\} (\d+)$/m.exec(
      body,
    );
    return Number(count?.[1] ?? 0);
  };

  const plain = await ask("contact.json");
  expect(plain).toMatchObject({ status: 200, fromCache: false });
  for (const [file, encoding] of [
    ["contact.json", undefined],
    ["contact.json", "br"],
    ["contact.json", "gzip"],
    ["contact.validators.js", "br"],
  ] as const) {
    const headers: Record<string, string> = encoding === undefined ? {} : { "accept-encoding": encoding };
    const { fromCache: _fromCache, ...first } = await ask(file, headers);
    expect(first.headers["content-encoding"]).toBe(encoding);
    expect(first.headers["x-content-type-options"]).toBe("nosniff");
    expect(await ask(file, headers)).toEqual({ ...first, fromCache: true });
  }
  expect(gunzipSync((await ask("contact.json", { "accept-encoding": "gzip" })).body)).toEqual(plain.body);
  const before = await sent();
  expect(before).toBeGreaterThanOrEqual(5);

  // Whatever is asked in another way goes the usual one.
  const etag = String(plain.headers["etag"]);
  expect(await ask("contact.json", { "if-none-match": etag })).toMatchObject({
    status: 304,
    fromCache: false,
  });
  expect(await ask("contact.json", {}, "HEAD")).toMatchObject({ status: 200, fromCache: false });
  expect((await ask("contact.json", {}, "HEAD")).body).toHaveLength(0);
  expect(await ask("contact.json?of=today")).toMatchObject({ status: 200, fromCache: false });
  expect(await ask("contact.json?of=today")).toMatchObject({ status: 200, fromCache: false });
  expect(await ask("contact.json", { host: "wi.localhost" })).toMatchObject({
    status: 404,
    fromCache: false,
  });
  expect(await ask("contact.json", { "x-forwarded-host": "wi.localhost" })).toMatchObject({
    fromCache: false,
  });
  expect(await sent()).toBe(before);
  expect(await ask("contact.json")).toEqual({ ...plain, fromCache: true });
  expect(await sent()).toBe(before + 1);
});
