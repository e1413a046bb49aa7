/** Contentful's delivery API, as content is read from it. */
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { fetchSpace } from "../../server/content/contentful/client.ts";
import { describeFailure, type ContentFailure } from "../../server/content/contentful/failure.ts";
import { contentfulHere, errorBody, link, type Contentful } from "../support/contentful.ts";
import type { Behaviour } from "../support/stand-in.ts";

describe("the delivery API", () => {
  const read = async (contentful: Contentful, timeout = 5000) => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    return await fetchSpace(
      { space: "s", environment: "master", token: "token-of-s" },
      [
        { id: "post", depth: 2 },
        { id: "none", depth: 0 },
      ],
      { url: contentful.url, locale: "es", dispatcher, timeout },
    );
  };
  const withPosts = async (count: number): Promise<Contentful> => {
    const contentful = await contentfulHere();
    const space = contentful.space("s");
    space.publishAsset("photo", "//images.example/photo.png");
    space.publish({ id: "row", type: "row", fields: { photo: link("Asset", "photo") } });
    for (let index = 0; index < count; index += 1) {
      const fields = { title: `Nota ${index}`, rows: [link("Entry", "row"), link("Entry", "draft")] };
      space.publish({ id: `post-${String(index).padStart(3, "0")}`, type: "post", fields });
    }
    return contentful;
  };

  it("is read page by page, in Spanish, with its token, and with what is linked", async () => {
    const contentful = await withPosts(230);
    const copy = await read(contentful);
    expect(copy.types["post"]!.ids).toHaveLength(230);
    expect(copy.types["none"]).toEqual({ depth: 0, ids: [] });
    expect(copy.types["post"]!.ids.slice(0, 2)).toEqual(["post-000", "post-001"]);
    expect(copy.entries).toHaveLength(231);
    expect(copy.entries.at(-1)).toEqual({
      id: "row",
      version: 1,
      updatedAt: "2026-01-01T00:01:00.000Z",
      fields: { photo: link("Asset", "photo") },
    });
    expect(copy.assets).toMatchObject([{ id: "photo", url: "https://images.example/photo.png" }]);
    const asked = contentful.requests.map(({ path, query, headers }) => [
      path,
      query["content_type"],
      query["skip"],
      query["include"],
      query["locale"],
      headers["authorization"],
    ]);
    const path = "/spaces/s/environments/master/entries";
    const bearer = "Bearer token-of-s";
    expect(asked).toEqual([
      [path, "post", "0", "2", "es", bearer],
      [path, "post", "100", "2", "es", bearer],
      [path, "post", "200", "2", "es", bearer],
      [path, "none", "0", "0", "es", bearer],
    ]);
  });

  const page = (body: Record<string, unknown>): Behaviour => ({ body: { total: 1, items: [], ...body } });
  it.each<[string, Behaviour, string]>([
    [
      "a wrong token",
      { status: 401, body: errorBody("AccessTokenInvalid") },
      "no acepta el token (401 AccessTokenInvalid)",
    ],
    [
      "no space",
      { status: 404, body: errorBody("NotFound") },
      "no conoce el espacio o el ambiente (404 NotFound)",
    ],
    [
      "a query that it refuses",
      { status: 400, body: errorBody("BadRequest") },
      "no entiende la consulta (400 BadRequest)",
    ],
    ["a server that is down", { status: 502, body: "<html>" }, "no pudo responder (502)"],
    ["an id with words", { status: 500, body: errorBody("Ana ana@example.com") }, "no pudo responder (500)"],
    [
      "another address",
      { status: 302, headers: { location: "http://127.0.0.1:1/" } },
      "no pudo responder (302)",
    ],
    [
      "too many requests",
      {
        status: 429,
        headers: { "x-contentful-ratelimit-reset": "60" },
        body: errorBody("RateLimitExceeded"),
      },
      "pide esperar: hubo demasiadas consultas (429 RateLimitExceeded)",
    ],
    ["no answer in time", { delay: 2000 }, "no respondió a tiempo"],
    ["a connection cut off", { cutOff: "before" }, "no se puede alcanzar"],
    ["half an answer", { cutOff: "within" }, "no se puede alcanzar"],
    ["no JSON", { body: '{"items":[' }, "no se puede leer entero"],
    [
      "a key that JavaScript reads in its own way",
      { body: '{"total":0,"items":[],"__proto__":{}}' },
      "no se puede leer entero",
    ],
    ["no list of items", page({ items: {} }), "no se puede leer entero"],
    ["fewer items than there are", page({}), "no se puede leer entero"],
    ["an entry without id", page({ items: [{ sys: {}, fields: {} }] }), "no se puede leer entero"],
    [
      "an id that is a path",
      page({ items: [{ sys: { id: "../a" }, fields: {} }] }),
      "no se puede leer entero",
    ],
    [
      "an entry twice, another not at all",
      page({ total: 2, items: [{ sys: { id: "a" } }, { sys: { id: "a" } }] }),
      "no se puede leer entero",
    ],
  ])("gives nothing at all with %s, and says why", async (_, behaviour, words) => {
    const contentful = await withPosts(1);
    contentful.fail(behaviour);
    const failure = await read(contentful, 300).catch((error: unknown) => error);
    const { message, mend } = describeFailure(failure as ContentFailure);
    expect(message).toContain(words);
    expect(message).not.toContain("ana");
    expect(mend).not.toBe("");
  });

  it.each([
    ["60", 60],
    // No timer waits that long: it would go off at once, and again and again.
    ["9999999999", 3_600],
    ["Infinity", 3_600],
  ])("is left alone for a while of %s when that is too long to wait for", async (reset, seconds) => {
    const contentful = await withPosts(1);
    const headers = { "x-contentful-ratelimit-reset": reset };
    contentful.fail({ status: 429, headers, body: errorBody("RateLimitExceeded") });
    const failure = await read(contentful).catch((error: unknown) => error as ContentFailure);
    expect((failure as ContentFailure).refusal).toMatchObject({ status: 429, reset: seconds });
  });

  it("is asked again when its limit is over, not earlier", async () => {
    const contentful = await withPosts(1);
    const slowDown = {
      status: 429,
      headers: { "x-contentful-ratelimit-reset": "0.4" },
      body: errorBody("RateLimitExceeded"),
    };
    contentful.fail(() => (contentful.requests.length === 1 ? slowDown : undefined));
    const begun = performance.now();
    expect((await read(contentful)).types["post"]!.ids).toHaveLength(1);
    expect(performance.now() - begun).toBeGreaterThan(390);
    expect(contentful.requests).toHaveLength(3);
  });
});
