/** Pictures and films that anybody may have: `/media/…`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const picture = Buffer.from("0123456789abcdef");
const address = "/media/cars/kia-morning/rojo/045-475.avif";

/** A visitor of a server with one picture, and a file beside its folder that is nobody's. */
async function withPicture() {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, "media/cars/kia-morning/rojo"), { recursive: true });
  writeFileSync(join(folder, "media/cars/kia-morning/rojo/045-475.avif"), picture);
  writeFileSync(join(folder, "media/.hidden"), "hidden");
  writeFileSync(join(folder, "secret.txt"), "secret");
  return visitor(await openApp({ env: { MEDIA_DIR: join(folder, "media") } }), "SI");
}

describe("a folder of media", () => {
  test("a picture comes with its type; for ever where its address has a version, for an hour where not", async () => {
    const { ask } = await withPicture();
    const plain = await ask("GET", address);
    expect(plain.statusCode).toBe(200);
    expect(plain.rawPayload).toEqual(picture);
    expect(plain.headers).toMatchObject({
      "content-type": "image/avif",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^W?\/?".+"$/),
    });
    const known = await ask("GET", `${address}?v=0a1b2c3d4e`);
    expect(known.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const again = await ask("GET", address, undefined, { "if-none-match": String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const head = await ask("HEAD", address);
    expect([head.statusCode, head.headers["content-length"]]).toEqual([200, "16"]);
  });

  test.each([
    ["bytes=2-5", 206, "2345", "bytes 2-5/16"],
    ["bytes=12-", 206, "cdef", "bytes 12-15/16"],
    ["bytes=-3", 206, "def", "bytes 13-15/16"],
    ["bytes=20-30", 416, undefined, undefined],
  ])("a part of it where %s is asked for: %i", async (range, status, part, told) => {
    const { ask } = await withPicture();
    const answer = await ask("GET", address, undefined, { range });
    expect([answer.statusCode, answer.headers["content-range"]]).toEqual([status, told]);
    if (part !== undefined) expect(answer.body).toBe(part);
  });

  test.each([
    "/media/cars/kia-morning/rojo/045-960.avif",
    "/media/cars/kia-morning",
    "/media/cars/",
    "/media/",
    "/media/.hidden",
    "/media/../secret.txt",
    "/media/..%2fsecret.txt",
    "/media/%2e%2e/secret.txt",
    "/media/cars/..%2f..%2f..%2fsecret.txt",
    "/media/..%5csecret.txt",
    "/media/%00",
  ])("%s is nothing, and is not kept", async (path) => {
    const { ask } = await withPicture();
    const { statusCode, headers, body } = await ask("GET", path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/^(secret|hidden)$/);
    expect(String(headers["cache-control"])).not.toContain("max-age");
  });

  test("only reading is meant", async () => {
    const { ask } = await withPicture();
    expect((await ask("POST", address, {})).statusCode).not.toBe(200);
  });
});

describe("another server for media", () => {
  const env = { MEDIA_URL: "https://media.example/autos" };

  test.each([
    [address, "https://media.example/autos/cars/kia-morning/rojo/045-475.avif"],
    [`${address}?v=1`, "https://media.example/autos/cars/kia-morning/rojo/045-475.avif?v=1"],
  ])("%s leads to %s", async (path, location) => {
    const { ask } = visitor(await openApp({ env }), "SI");
    const answer = await ask("GET", path);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  });

  test.each([
    "/media/..%2fother",
    "/media/%2e%2e/other",
    "/media//elsewhere.example/a",
    "/media/https:%2f%2felsewhere.example",
  ])("%s leads to no other place", async (path) => {
    const { ask } = visitor(await openApp({ env }), "SI");
    const { headers } = await ask("GET", path);
    const { location } = headers;
    if (location?.startsWith("http")) expect(location).toMatch(/^https:\/\/media\.example\/autos\//);
    else expect(location ?? "").not.toMatch(/elsewhere|other$/);
  });

  test("pages may show pictures from there, and without it from nowhere else", async () => {
    const away = await visitor(await openApp({ env }), "SI").ask("GET", "/contacto");
    const images = (policy: unknown): string => /img-src ([^;]*)/.exec(String(policy))![1]!;
    expect(images(away.headers["content-security-policy"]).split(" ")).toContain("https://media.example");
    const here = await visitor(await openApp(), "SI").ask("GET", "/contacto");
    expect(images(here.headers["content-security-policy"])).not.toContain("media.example");
  });
});
