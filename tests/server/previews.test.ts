/** Content that is not live yet, at the site's own address for whoever opened a link that expires. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSources } from "../../server/definitions/load.ts";
import { makePreviewLink } from "../../server/operators/previews.ts";
import { readConfig } from "../../server/config/config.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { contentfulHere } from "../support/contentful.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const small = contactAlone();
const terms = "brands/SI/content/terms.json";
/** Where a page shows it. */
const route = "/terminos-y-condiciones";
const title = "Términos y condiciones";
const draft = "Condiciones que vienen";

/** Half past six in the evening in Santiago. */
const start = new Date("2026-11-26T21:30:00Z");

interface Editor {
  app: TestApp;
  /** A browser that opened a link, and where that led. */
  open(brand?: string, path?: string): Promise<{ browser: Visitor; location: unknown }>;
  /** Moves the clock. */
  later(minutes: number): void;
}

async function editor(options: Parameters<typeof openApp>[0]): Promise<Editor> {
  let now = start;
  const app = await openApp({ ...options, clock: () => now });
  const env = { DATA_DIR: app.dataDir, DEFINITIONS_DIR: app.definitionsDir, ...options?.env };
  return {
    app,
    open: async (brand = "SI", path = route) => {
      const config = readConfig({ ...env, SERVICES_PORT: "off" });
      const wanted = { brand, minutes: 70, path, now };
      const { link } = await makePreviewLink({ store: app.store, config }, wanted);
      const browser = visitor(app, brand);
      const { pathname, search } = new URL(link);
      const opened = await browser.ask("GET", pathname + search);
      expect(opened.statusCode).toBe(303);
      expect(opened.headers["cache-control"]).toBe("no-store");
      return { browser, location: opened.headers["location"] };
    },
    later: (minutes) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

/** Writes a content file of SI that is not live, made of the live one. */
async function unpublish(app: TestApp, change: (text: string) => string): Promise<void> {
  const file = join(app.definitionsDir, "preview/SI/terms.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, change(await readFile(join(app.definitionsDir, terms), "utf8")));
}

describe("unpublished content of files", () => {
  it("is seen with a link alone, under a bar, kept by nobody, and is over in time", async () => {
    const { app, open, later } = await editor({ copy: small });
    await unpublish(app, (text) => text.replace(title, draft));
    const live = app.definitions.current("SI")!.hash;
    const everybody = await visitor(app, "SI").ask("GET", route);
    expect(everybody.body).toContain(title);
    expect(everybody.body).not.toContain(draft);
    expect(everybody.body).not.toContain("Vista previa");

    const { browser, location } = await open();
    expect(location).toBe(route);
    const page = await browser.ask("GET", route);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(draft);
    expect(page.body).toContain("Vista previa de contenido · caduca a las 19:40");
    expect(page.body).toContain('href="/vista-previa/salir"');
    expect(page.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    const next = await browser.ask("GET", `/api/page?path=${route}`);
    expect(next.headers["cache-control"]).toBe("private, no-store");
    expect(next.json<{ screen: unknown }>().screen).toMatchObject({ title: `${draft} · Salazar Israel` });

    // Nothing of it is live, and who was there before sees what was there.
    expect(app.definitions.current("SI")!.hash).toBe(live);
    const after = await visitor(app, "SI").ask("GET", route);
    expect(after.body).toContain(title);
    expect(after.body).not.toContain(draft);
    expect(after.headers["x-robots-tag"]).toBeUndefined();
    const { count } = await app.store.db
      .selectFrom("revisions")
      .select((query) => query.fn.countAll().as("count"))
      .where("brand", "=", "SI")
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);

    // A moment before its end, and after it.
    later(69);
    expect((await browser.ask("GET", route)).body).toContain(draft);
    later(1);
    const over = await browser.ask("GET", route);
    expect(over.body).toContain(title);
    expect(over.body).not.toContain("Vista previa");
  });

  it("has its form's own files and takes nothing that somebody writes, at one brand's site, until it is left", async () => {
    const { app, open } = await editor({ copy: small });
    await unpublish(app, (text) => text.replace(title, draft));
    const { browser } = await open("SI", "/contacto");
    const page = await browser.ask("GET", "/api/page?path=/contacto");
    const { revision } = page.json<{ revision: string }>();
    expect(revision).not.toBe(app.definitions.current("SI")!.hash);
    const flow = await browser.ask("GET", `/definitions/${revision}/contact.json`);
    expect(flow.statusCode).toBe(200);
    const begun = { flow: "contact", revision };
    const inPreview = await browser.ask("POST", "/api/runs", begun, { origin: "http://si.localhost:3000" });
    expect([inPreview.statusCode, inPreview.json<{ error: string }>().error]).toEqual([403, "preview"]);
    expect(inPreview.json<{ message: string }>().message).toContain("Esto es una vista previa");
    // Without the link, what somebody begins is the form that is live.
    const without = await visitor(app, "SI").ask("POST", "/api/runs", begun);
    expect(without.json<{ revision: string }>().revision).toBe(app.definitions.current("SI")!.hash);

    // It is that of one brand, at its site, until it is left.
    const token = browser.cookie!.split("=", 2)[1]!;
    const other = visitor(app, "WI");
    expect((await other.ask("GET", `/vista-previa/${token}`)).statusCode).toBe(410);
    other.cookie = browser.cookie;
    expect((await other.ask("GET", route)).body).not.toContain("Vista previa");
    for (const forged of [
      token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
      token.replace("SI.", "WI."),
      "x",
    ]) {
      expect((await visitor(app, "SI").ask("GET", `/vista-previa/${forged}`)).statusCode).toBe(410);
    }
    const away = await browser.ask("GET", `/vista-previa/${token}?a=//elsewhere.example/`);
    expect(away.headers["location"]).toBe("/");
    const left = await browser.ask("GET", "/vista-previa/salir");
    expect([left.statusCode, left.headers["location"]]).toEqual([303, "/"]);
    expect((await browser.ask("GET", route)).body).not.toContain("Vista previa");
  });

  it("that is broken says where, in the place of the page; the site stays as it is", async () => {
    const { app, open } = await editor({ copy: small });
    await unpublish(app, (text) => text.replace('"title"', '"titel"'));
    const { browser } = await open();
    const page = await browser.ask("GET", route);
    expect(page.statusCode).toBe(422);
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(page.body).toContain("El contenido sin publicar tiene errores");
    expect(page.body).toMatch(/Archivo preview\/SI\/terms\.json, línea \d+/);
    expect(page.body).toContain("titel");
    expect(page.body).toContain("Vista previa de contenido");
    const next = await browser.ask("GET", `/api/page?path=${route}`);
    expect(next.statusCode).toBe(404);
    expect((await visitor(app, "SI").ask("GET", route)).body).toContain(title);
    expect(app.definitions.diagnostics()).toEqual([]);
  });
});

describe("unpublished content of Contentful", () => {
  it("is read by its preview API; what is broken says its entry and field", async () => {
    const folder = await temporaryFolder();
    copyDefinitions(folder, small);
    const files = await loadSources(folder);
    const [delivery, previews] = [await contentfulHere(), await contentfulHere()];
    const [published, unpublished] = [delivery.space("both"), previews.space("both")];
    published.fill(files);
    unpublished.fill(files);
    const env = {
      ...published.env,
      CONTENTFUL_PREVIEW_URL: previews.url,
      CONTENTFUL_PREVIEW_TOKEN: unpublished.env["CONTENTFUL_TOKEN"]!,
    };
    const { app, open } = await editor({ copy: folder, env });
    expect(app.definitions.diagnostics()).toEqual([]);
    unpublished.change("SI-terms", { title: draft });
    // What another brand's editors are at work on is none of this one's.
    unpublished.change("WI-terms", { title: null });
    const { browser } = await open();
    const page = await browser.ask("GET", route);
    expect(page.body).toContain(draft);
    expect(page.body).toContain("Vista previa de contenido");
    expect((await visitor(app, "SI").ask("GET", route)).body).not.toContain(draft);

    const broken = await open("WI");
    const said = await broken.browser.ask("GET", route);
    expect(said.statusCode).toBe(422);
    expect(said.body).toContain("Entrada WI-terms");
    expect((await visitor(app, "WI").ask("GET", route)).statusCode).toBe(200);
  });

  it("that cannot be read says why", async () => {
    const folder = await temporaryFolder();
    copyDefinitions(folder, small);
    const [delivery, previews] = [await contentfulHere(), await contentfulHere()];
    const published = delivery.space("both");
    published.fill(await loadSources(folder));
    previews.space("both");
    const env = {
      ...published.env,
      CONTENTFUL_PREVIEW_URL: previews.url,
      CONTENTFUL_PREVIEW_TOKEN: "another",
    };
    const { open } = await editor({ copy: folder, env });
    const { browser } = await open();
    const page = await browser.ask("GET", route);
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain("no acepta el token (401 AccessTokenInvalid)");
  });
});
