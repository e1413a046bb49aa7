/** Content from a content system: how it is read, goes live, is refused, and outlives its source. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Sources } from "../../schemas/engine/all.ts";
import { readConfig } from "../../server/config.ts";
import { readSpace } from "../../server/content/delivery.ts";
import { openContentSource } from "../../server/content/source.ts";
import { tellFailure, type ContentFailure } from "../../server/content/failure.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { errorBody, link, startContentful, type Contentful } from "../support/contentful.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import type { Behaviour } from "../support/stand-in.ts";
import { keptLog, projectRoot, temporaryFolder, temporaryStore } from "./parts.ts";

async function contentfulHere(): Promise<Contentful> {
  const contentful = await startContentful();
  onTestFinished(() => contentful.stop());
  return contentful;
}

describe("the delivery API", () => {
  const read = async (contentful: Contentful, timeout = 5000) => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    return await readSpace(
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
    const { message, mend } = tellFailure(failure as ContentFailure);
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

describe("a source of content", () => {
  const files = (fields: Record<string, unknown>): Sources => ({
    "schemas/content/help.json": JSON.stringify({ content: "help", fields }),
    "brands/AA/brand.json": "{}",
    "brands/AA/content/help.json": '{ "title": "Of the files" }',
  });
  const text = { type: "text" };
  const rows = { type: "list", fields: { name: text } };
  const help = "brands/AA/content/help.json";

  /** A source on a space, and what it gives a build that refuses some titles. */
  const open = async (contentful: Contentful, refresh = 60) => {
    const { store } = await temporaryStore();
    const { env } = contentful.space("s");
    const log = keptLog();
    const config = readConfig({ ...env, CONTENT_REFRESH: String(refresh) }).content!;
    const start = () => {
      const source = openContentSource({ config, store, log, clock: () => new Date() });
      let closed: Promise<void> | undefined;
      const close = (): Promise<void> => (closed ??= source.close());
      onTestFinished(close);
      const build = async (sources: Sources) => {
        const built: unknown[] = [];
        const { revisions } = await source.build(sources, (all) => {
          built.push(JSON.parse(all[help] ?? "null"));
          const isGood = !all[help]?.includes("bad");
          return { diagnostics: [], ...(isGood ? { revisions: new Map() } : {}) };
        });
        return { built, isLive: revisions !== undefined };
      };
      return { source, build, close };
    };
    return { start, log };
  };

  it("reads a type at once that is new, or has more levels, and nothing else again", async () => {
    const contentful = await contentfulHere();
    const { start } = await open(contentful);
    const space = contentful.space("s");
    space.publish({ id: "row", type: "row", fields: { name: "Uno" } });
    const fields = { brand_codes: ["AA"], title: "Hola", rows: [link("Entry", "row")] };
    space.publish({ id: "top", type: "help", fields });
    const { build } = start();
    const plain = files({ title: text });
    expect(await build(plain)).toEqual({ built: [{ title: "Hola" }], isLive: true });
    expect(await build(plain)).toEqual({ built: [{ title: "Hola" }], isLive: true });
    expect(contentful.requests).toHaveLength(1);
    const deeper = files({ title: text, rows });
    expect((await build(deeper)).built).toEqual([{ title: "Hola", rows: [{ name: "Uno" }] }]);
    expect(contentful.requests.map(({ query }) => query["include"])).toEqual(["0", "1"]);
  });

  it("keeps what was good for the next start, tells what is not, and takes no file in its place", async () => {
    const contentful = await contentfulHere();
    const { start, log } = await open(contentful);
    const space = contentful.space("s");
    const plain = files({ title: text });
    contentful.fail({ status: 401, body: errorBody("AccessTokenInvalid") });
    const first = start();
    expect(await first.build(plain)).toEqual({ built: [], isLive: false });
    expect(first.source.diagnostics()).toMatchObject([{ severity: "error", file: "contentful:s/master" }]);
    expect(log.text()).toContain("no acepta el token (401 AccessTokenInvalid)");
    expect(log.text()).not.toContain("token-of-s");

    contentful.fail();
    space.publish({ id: "top", type: "help", fields: { brand_codes: ["AA"], title: "good" } });
    const second = start();
    expect(await second.build(plain)).toEqual({ built: [{ title: "good" }], isLive: true });
    await second.close();

    // A start with what the store has asks nobody; then it looks.
    contentful.forget();
    space.change("top", { title: "bad" });
    const third = start();
    expect((await third.build(plain)).built).toEqual([{ title: "good" }]);
    expect(contentful.requests).toEqual([]);
    await new Promise<void>((resolve) => third.source.follow(resolve));
    expect(await third.build(plain)).toEqual({ built: [{ title: "bad" }, { title: "good" }], isLive: true });
    await third.close();
    expect((await start().build(plain)).built).toEqual([{ title: "good" }]);
  });
});

/** Milliseconds; long for a machine that does much else. */
const soon = { timeout: 20_000, interval: 25 };
const refresh = { CONTENT_REFRESH: "0.2" };

const of = (files: Sources, isWanted: (brand: string) => boolean): Sources =>
  Object.fromEntries(
    Object.entries(files).filter(([path]) => isWanted(/^brands\/([^/]+)/.exec(path)?.[1] ?? "")),
  );

/** Files of two brands, with one text that is read from content, and without content files. */
async function definitionsThatRead(
  without = ["SI/content", "WI/content"],
): Promise<{ folder: string; files: Sources }> {
  const files = of(await loadSources(projectRoot), (brand) => ["", "SI", "WI"].includes(brand));
  const folder = join(await temporaryFolder(), "definitions");
  const flow = "schemas/flows/contact/flow.json";
  const text = files[flow]!.replace('"¿En qué te podemos ayudar?"', '"{content.appraisal.summaryTitle}"');
  expect(text).not.toBe(files[flow]);
  const others = ["CO", "PO", "SM", "CL"];
  const ofOthers = Object.entries(files).filter(
    ([path, example]) =>
      path.includes("/examples/") && others.includes((JSON.parse(example) as { brand?: string }).brand ?? ""),
  );
  copyDefinitions(folder, { ...Object.fromEntries(ofOthers.map(([path]) => [path, null])), [flow]: text });
  for (const brand of [...others, ...without]) await rm(join(folder, "brands", brand), { recursive: true });
  return { folder, files };
}

const title = (app: TestApp, brand: string): unknown =>
  app.definitions.current(brand)?.public.flows["contact"]?.steps[0]?.title;
const hash = (app: TestApp, brand: string): unknown => app.definitions.current(brand)?.hash;
const codes = (app: TestApp): string[] =>
  app.definitions.diagnostics().map(({ code, file }) => `${code} ${file}`);
const development = async (app: TestApp): Promise<string> =>
  (await visitor(app, "XX").ask("GET", "/_desarrollo", undefined, { host: "localhost:3000" })).body;

describe("content of a content system", () => {
  it("goes live and is refused as files are, each brand's from its space", async () => {
    const { folder, files } = await definitionsThatRead();
    const contentful = await contentfulHere();
    const chile = contentful.space("chile");
    const peru = contentful.space("peru");
    chile.fill(of(files, (brand) => brand !== "WI"));
    peru.fill(of(files, (brand) => ["", "WI"].includes(brand)));
    const env = {
      ...chile.env,
      ...refresh,
      CONTENTFUL_SPACE_WI: "peru",
      CONTENTFUL_TOKEN_WI: peru.env["CONTENTFUL_TOKEN"]!,
    };
    const app = await openApp({ copy: folder, watch: true, env });
    expect(codes(app)).toEqual([]);
    expect(title(app, "SI")).toBe("¡Listo, tu inspección está agendada!");
    const other = hash(app, "WI");

    // A change is live, with its version, in that brand alone.
    chile.change("SI-appraisal", { summaryTitle: "Te esperamos" });
    await expect.poll(() => title(app, "SI"), soon).toBe("Te esperamos");
    expect((await visitor(app, "SI").ask("GET", "/contacto")).body).toContain("Te esperamos");
    expect(hash(app, "WI")).toBe(other);
    const revision = app.definitions.current("SI")!;
    const version = { id: "Entry/SI-appraisal", version: 2, updatedAt: "2026-01-01T00:02:00.000Z" };
    expect(revision.content).toMatchObject({ source: "contentful:chile/master" });
    expect(revision.content!.items).toContainEqual(version);
    expect(JSON.stringify(revision.content)).not.toContain("WI-");
    const stored = await app.definitions.revision("SI", revision.hash);
    expect(stored?.content).toEqual(revision.content);
    const { content } = await app.store.db
      .selectFrom("revisions")
      .select("content")
      .where("hash", "=", revision.hash)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(content).content.items).toContainEqual(version);
    expect(app.definitions.current("WI")!.content!.source).toBe("contentful:peru/master");
    // The same words in a new version are a revision of their own.
    chile.change("SI-appraisal", {});
    await expect.poll(() => hash(app, "SI"), soon).not.toBe(revision.hash);
    expect(title(app, "SI")).toBe("Te esperamos");
    const page = await development(app);
    for (const part of ["contentful:peru/master", "Entry/SI-appraisal</dt><dd>versión 3", hash(app, "SI")])
      expect(page).toContain(part);

    // A mistake is refused, by entry and field.
    const before = hash(app, "SI");
    chile.change("SI-appraisal", { summaryTitle: 7 });
    await expect.poll(() => codes(app), soon).toEqual(["wrong-type contentful:SI-appraisal#summaryTitle"]);
    expect(hash(app, "SI")).toBe(before);
    expect(await development(app)).toContain("contentful:SI-appraisal#summaryTitle");
    // It keeps no change of a definition from going live, with the content that was good.
    await app.edit("schemas/flows/contact/flow.json", '"Comentario"', '"Tu mensaje"');
    await expect.poll(() => hash(app, "WI"), soon).not.toBe(other);
    expect(title(app, "SI")).toBe("Te esperamos");
    expect(codes(app)).toEqual(["wrong-type contentful:SI-appraisal#summaryTitle"]);
    expect((await visitor(app, "SI").ask("GET", "/contacto")).body).toContain("Tu mensaje");
    // An entry that is gone is missing there, not in a file.
    chile.unpublish("SI-appraisal");
    await expect.poll(() => codes(app), soon).toEqual(["missing-content brands/SI/brand.json"]);
    expect(app.definitions.diagnostics()[0]!.mend).toContain("en Contentful una entrada de la marca SI");
    expect(title(app, "SI")).toBe("Te esperamos");

    // A space that cannot be read leaves the others alone, and what it had.
    contentful.fail(({ path }) =>
      path.includes("peru") ? { status: 401, body: errorBody("AccessTokenInvalid") } : undefined,
    );
    await expect.poll(() => codes(app), soon).toContain("content-not-read contentful:peru/master");
    expect((await app.metrics.text()).body).toContain(
      'vitrina_content_up{source="contentful:peru/master"} 0',
    );
    const good = files["brands/SI/content/appraisal.json"]!;
    chile.publish({ id: "new", type: "appraisal", fields: { ...JSON.parse(good), brand_codes: ["SI"] } });
    await expect.poll(() => title(app, "SI"), soon).toContain("¡Listo");
    expect(app.definitions.diagnostics()).toMatchObject([{ code: "content-not-read", severity: "warning" }]);
    contentful.fail();
    await expect.poll(() => codes(app), soon).toEqual([]);
    const { body } = await app.metrics.text();
    expect(body).toContain('vitrina_content_up{source="contentful:peru/master"} 1');
    expect(body).toMatch(/vitrina_content_age_seconds\{source="contentful:chile\/master"\} \d/);
    // Each space has its own token, and no other request has one.
    for (const { path, headers } of contentful.requests)
      expect(headers["authorization"]).toBe(`Bearer token-of-${path.split("/")[2]}`);
  }, 120_000);

  it("is there after a restart without network, and for new definitions; never that of the files", async () => {
    const { folder, files } = await definitionsThatRead();
    const contentful = await contentfulHere();
    const space = contentful.space("all");
    space.fill(files);
    space.change("SI-appraisal", { summaryTitle: "Lo último" });
    const env = { ...space.env, ...refresh };
    const app = await openApp({ copy: folder, env, watch: true });
    expect(title(app, "SI")).toBe("Lo último");
    const first = hash(app, "SI");
    await contentful.stop();

    const again = await app.reopen();
    expect(hash(again, "SI")).toBe(first);
    await again.edit("schemas/flows/contact/flow.json", '"Comentario"', '"Tu mensaje"');
    await expect.poll(() => hash(again, "SI"), soon).not.toBe(first);
    expect(title(again, "SI")).toBe("Lo último");
    await expect.poll(() => codes(again), soon).toEqual(["content-not-read contentful:all/master"]);
    await again.close();

    // Nothing known: no sites, and no content of files in its place. It comes when it can be read.
    const bare = await openApp({ copy: (await definitionsThatRead([])).folder, env, watch: true });
    const health = async (): Promise<number> =>
      (await visitor(bare, "SI").ask("GET", "/api/health")).statusCode;
    expect([await health(), bare.definitions.live()]).toEqual([503, []]);
    expect(bare.definitions.diagnostics()).toMatchObject([{ code: "content-not-read", severity: "error" }]);
    await contentful.restart();
    await expect.poll(health, soon).toBe(200);
    expect(codes(bare)).toEqual([]);
    expect(bare.definitions.current("SI")!.content!.source).toBe("contentful:all/master");
  }, 120_000);
});
