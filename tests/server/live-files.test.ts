import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { covering } from "../support/covering.ts";
import { fewBrands } from "../support/few-brands.ts";
import { until } from "../support/until.ts";

const labelOf = (app: TestApp): unknown =>
  app.definitions.current("SI")?.public.flows["contact"]?.fields["request.comment"]?.label;
/** The contact form in a Chilean and a Peruvian brand: what is read again and again is read quickly then. */
const small = contactAlone();
const flow = "schemas/flows/contact/flow.json";

describe("a saved definition", () => {
  const ways: Record<string, (path: string, text: string) => Promise<void>> = {
    "in place": writeFile,
    "by a new file in its place": async (path, text) => {
      await writeFile(`${path}.tmp`, text);
      await rename(`${path}.tmp`, path);
    },
    "by taking the old one away first": async (path, text) => {
      await rename(path, `${path}~`);
      await writeFile(path, text);
      await rm(`${path}~`);
    },
  };

  it.each(Object.entries(ways))("is soon live when it is saved %s, again and again", async (_, save) => {
    const app = await openApp({ copy: small, watch: true });
    const path = join(app.definitionsDir, flow);
    const text = await readFile(path, "utf8");
    const first = app.definitions.current("SI")!.hash;
    for (const label of ["Tu mensaje", "Tu consulta"]) {
      await save(path, text.replace('"Comentario"', `"${label}"`));
      await until(
        () => labelOf(app) === label,
        () => `"${label}" is not live`,
      );
      const page = await visitor(app, "SI").ask("GET", "/contacto");
      expect(page.body).toContain(label);
    }
    // Taken back, it is the revision of before: the name is the content's.
    await save(path, text);
    await until(
      () => app.definitions.current("SI")?.hash === first,
      () => "the first revision is not back",
    );
    const reopened = await app.reopen();
    expect(reopened.definitions.current("SI")!.hash).toBe(first);
  });

  it("is live from the next start where nothing is watched", async () => {
    const watchers = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
    const before = watchers();
    const watching = await openApp({ copy: small, watch: true });
    const opened = performance.now();
    await until(
      () => watchers() > before,
      () => "nothing is watched",
    );
    const took = performance.now() - opened;
    await watching.close();
    const app = await openApp({ copy: small, watch: true, env: { DEFINITIONS_WATCH: "off" } });
    await wait(2 * took);
    expect(watchers()).toBe(before);
    await app.edit(flow, '"Comentario"', '"Tu mensaje"');
    expect(labelOf(app)).toBe("Comentario");
    expect(labelOf(await app.reopen())).toBe("Tu mensaje");
  });

  it("of content that brands share is soon live, in those brands alone", async () => {
    const app = await openApp({ copy: fewBrands("CO", "PO"), watch: true });
    const content = "brands/defaults/chile/content/appraisal.json";
    const first = app.definitions.current("SI")!.hash;
    const other = app.definitions.current("WI")!.hash;
    await app.edit(flow, '"title": "Contáctanos",', '"title": "{content.appraisal.summaryTitle}",');
    await until(
      () => app.definitions.current("WI")!.hash !== other,
      () => "the flow that reads it is not live",
    );
    const reading = app.definitions.current("WI")!.hash;
    const before = app.definitions.current("SI")!.hash;
    const own = app.definitions.current("PO")!.hash;
    expect(before).not.toBe(first);
    await app.edit(
      content,
      '"¡Listo, tu inspección está agendada!"',
      '"Te esperamos el día de tu inspección"',
    );
    await until(
      () => app.definitions.current("SI")!.hash !== before,
      () => "the content is not live",
    );
    expect(app.definitions.current("SI")!.public.flows["contact"]!.title).toBe(
      "Te esperamos el día de tu inspección",
    );
    expect(app.definitions.current("CO")!.public.flows["contact"]!.title).toContain("Te esperamos");
    // Another country has its own, and so has a brand that says it itself.
    expect(app.definitions.current("WI")!.hash).toBe(reading);
    expect(app.definitions.current("PO")!.hash).toBe(own);
    // What a flow needs and the brands lost is refused, and what was live stays.
    await rm(join(app.definitionsDir, content));
    await until(
      () => app.definitions.diagnostics()[0]?.code === "missing-content",
      () => "that it is missing was not told",
    );
    expect(app.definitions.diagnostics()).toMatchObject(
      ["CO", "SI"].map((code) => ({ file: `brands/${code}/brand.json`, severity: "error" })),
    );
    expect(app.definitions.current("SI")!.public.flows["contact"]!.title).toContain("Te esperamos");
  });

  it("in a folder that was not there before is seen too", async () => {
    const app = await openApp({ copy: small, watch: true });
    const folder = join(app.definitionsDir, "schemas/flows/other");
    await mkdir(folder);
    await writeFile(join(folder, "flow.json"), "{");
    await until(
      () => app.definitions.diagnostics().length > 0,
      () => "the new file was not read",
    );
    await writeFile(join(folder, "flow.json"), "[]");
    await until(
      () =>
        app.definitions.diagnostics()[0]?.code !== "invalid-json" && app.definitions.diagnostics().length > 0,
      () => "its change was not read",
    );
    await rm(folder, { recursive: true });
    await expect.poll(() => app.definitions.diagnostics()).toEqual([]);
  });

  it("of a brand that is taken away and put back is live again, and not before", async () => {
    const app = await openApp({ copy: fewBrands("CL") });
    const first = app.definitions.current("CL")!.hash;
    const folder = join(app.definitionsDir, "brands/CL");
    await rename(folder, `${app.definitionsDir}/away`);
    await app.definitions.reload();
    expect(app.definitions.diagnostics()).toEqual([]);
    expect(app.definitions.current("CL")).toBeUndefined();
    // What others publish is looked for by now, where there are others; the store still has what this brand was.
    if (app.store.shared) await wait(1000);
    expect(app.definitions.current("CL")).toBeUndefined();
    await rename(`${app.definitionsDir}/away`, folder);
    await app.definitions.reload();
    expect(app.definitions.current("CL")?.hash).toBe(first);
  });

  it("is served by its hash for ever, the one of before too", async () => {
    const app = await openApp({ copy: small });
    const who = visitor(app, "SI");
    const before = app.definitions.current("SI")!.hash;
    await app.edit(flow, '"Comentario"', '"Tu mensaje"');
    await app.definitions.reload();
    const after = app.definitions.current("SI")!.hash;
    for (const [hash, label] of [
      [before, "Comentario"],
      [after, "Tu mensaje"],
    ]) {
      const response = await who.ask("GET", `/definitions/${hash}/contact.json`);
      expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(response.json().fields["request.comment"].label).toBe(label);
      const { etag } = response.headers;
      const again = await who.ask("GET", `/definitions/${hash}/contact.json`, undefined, {
        "if-none-match": String(etag),
      });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      const module = await who.ask("GET", `/definitions/${hash}/contact.validators.js`, undefined, {
        "accept-encoding": "br",
      });
      expect(module.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "content-encoding": "br",
      });
    }
    for (const [hash, label] of [
      [before, "Comentario"],
      [after, "Tu mensaje"],
    ]) {
      const step = `/definitions/${hash}/contact/request`;
      const served = await who.ask("GET", `${step}.schema.json`, undefined, { "accept-encoding": "br" });
      expect(served.headers).toMatchObject({
        "content-type": "application/schema+json; charset=utf-8",
        "content-encoding": "br",
        "cache-control": "public, max-age=31536000, immutable",
        "access-control-allow-origin": "*",
      });
      const { properties } = (await who.ask("GET", `${step}.schema.json`)).json();
      expect(properties.matter.properties.comment.title).toBe(label);
      const ui = (await who.ask("GET", `${step}.ui-schema.json`)).json();
      expect(ui.matter.comment).toEqual({ "ui:widget": "textarea" });
    }
    for (const path of [
      "contact/nothing.schema.json",
      "contact/request.json",
      "nothing/request.schema.json",
    ]) {
      expect((await who.ask("GET", `/definitions/${after}/${path}`)).statusCode).toBe(404);
    }
    for (const path of [`${after}/nothing.json`, `${after}/contact.mjs`, "0000/contact.json"]) {
      expect((await who.ask("GET", `/definitions/${path}`)).statusCode).toBe(404);
    }
    expect((await visitor(app, "WI").ask("GET", `/definitions/${after}/contact.json`)).statusCode).toBe(404);
  });
});

describe("a broken definition", () => {
  // By what finds it: each mistake that is found has its own tests in `engine/`.
  const breaks: [string, (app: TestApp) => Promise<void>, Record<string, unknown>, string][] = [
    [
      "no JSON",
      (app) => app.edit(flow, '"title": "Contáctanos",', '"title": "Contáctanos"'),
      { file: flow },
      "reading",
    ],
    [
      "a field that is not there",
      (app) => app.edit(flow, '"request.city" } } }', '"request.citty" } } }'),
      { file: flow, suggestion: "request.city" },
      "checking",
    ],
    [
      "a kind that is not there",
      (app) => app.edit(flow, '"kind": "longText"', '"kind": "longTxt"'),
      { file: flow, suggestion: "longText" },
      "checking",
    ],
    [
      "a file that is gone",
      (app) => rm(join(app.definitionsDir, "schemas/kinds/dealers/plate-loose.json")),
      { file: flow },
      "a file fewer",
    ],
    [
      "an empty file",
      (app) => writeFile(join(app.definitionsDir, "brands/WI/brand.json"), ""),
      { file: "brands/WI/brand.json" },
      "reading",
    ],
  ];

  it.each(covering(breaks, ([, , , found]) => [found]))(
    "(%s) is refused with file, line and mending, and the last good one stays",
    async (_, damage, diagnostic) => {
      const app = await openApp({ copy: small, watch: true });
      const before = [app.definitions.current("SI")!.hash, app.definitions.current("WI")!.hash];
      await damage(app);
      await until(
        () => app.definitions.diagnostics().length > 0,
        () => "no diagnostic came",
      );
      const [found] = app.definitions.diagnostics();
      expect(found).toMatchObject({ severity: "error", ...diagnostic });
      expect(found!.line).toBeGreaterThan(0);
      expect(found!.fix).not.toBe("");
      expect([app.definitions.current("SI")!.hash, app.definitions.current("WI")!.hash]).toEqual(before);
      expect((await visitor(app, "SI").ask("GET", "/contacto")).statusCode).toBe(200);
      const page = await visitor(app, "XX").ask("GET", "/_desarrollo", undefined, { host: "localhost:3000" });
      expect(page.body).toContain(`${found!.file}:${found!.line}`);
    },
  );

  it("leaves what was published last live, also after a restart", async () => {
    const app = await openApp({ copy: small });
    const before = app.definitions.current("SI")!.hash;
    await app.edit(flow, '"kind": "longText"', '"kind": "longTxt"');
    const reopened = await app.reopen();
    expect(reopened.definitions.current("SI")!.hash).toBe(before);
    expect(reopened.definitions.diagnostics()).not.toEqual([]);
  });

  it("before anything was published leaves no site, and says so to whoever asks for its health", async () => {
    const app = await openApp({ copy: small });
    await app.edit(flow, '"kind": "longText"', '"kind": "longTxt"');
    const fresh = await openApp({ copy: app.definitionsDir });
    expect((await visitor(fresh, "SI").ask("GET", "/api/health")).statusCode).toBe(503);
    expect((await visitor(app, "SI").ask("GET", "/api/health")).statusCode).toBe(200);
  });
});
