/** Content from a content system: how it is read, goes live, is refused, and outlives its source. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Sources } from "../../schemas/engine/all.ts";
import { readConfig } from "../../server/config/config.ts";
import { openContentSource } from "../../server/content/source.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { contentfulHere, errorBody, link, type Contentful } from "../support/contentful.ts";
import { changeFiles, copyDefinitions } from "../support/definition-files.ts";
import { keptLog, temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

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
        const { brands } = await source.build(sources, async (all) => {
          built.push(JSON.parse(all[help] ?? "null"));
          const isGood = !all[help]?.includes("bad");
          return { diagnostics: [], ...(isGood ? { brands: [] } : {}) };
        });
        return { built, isLive: brands !== undefined };
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

/** Milliseconds. */
const soon = { interval: 25 };
const refresh = { CONTENT_REFRESH: "0.2" };

const of = (files: Sources, isWanted: (brand: string) => boolean): Sources =>
  Object.fromEntries(
    Object.entries(files).filter(([path]) => isWanted(/^brands\/([^/]+)/.exec(path)?.[1] ?? "")),
  );

/** The contact form in two brands, with one text that is read from content, and without content files. */
async function definitionsThatRead(
  without = ["SI/content", "WI/content"],
): Promise<{ folder: string; files: Sources }> {
  const folder = join(await temporaryFolder(), "definitions");
  copyDefinitions(folder, contactAlone());
  const files = await loadSources(folder);
  const flow = "schemas/flows/contact/flow.json";
  const text = files[flow]!.replace('"¿En qué te podemos ayudar?"', '"{content.appraisal.summaryTitle}"');
  expect(text).not.toBe(files[flow]);
  changeFiles(folder, { [flow]: text });
  for (const brand of without) await rm(join(folder, "brands", brand), { recursive: true });
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
    expect(app.definitions.diagnostics()[0]!.fix).toContain("en Contentful una entrada de la marca SI");
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
  });

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
  });
});
