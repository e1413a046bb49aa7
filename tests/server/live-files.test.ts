import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";

const labelOf = (app: TestApp): unknown =>
  app.definitions.current("SI")?.public.flows["contact"]?.fields["request.comment"]?.label;
const flow = "schemas/flows/contact/flow.json";

describe("a saved definition", () => {
  it("is live within a second, for whoever comes next, in every way in which editors save", async () => {
    const app = await openApp({ copy: true, watch: true });
    const first = app.definitions.current("SI")!.hash;
    await app.edit(flow, '"Comentario"', '"Tu mensaje"');
    await until(
      () => labelOf(app) === "Tu mensaje",
      1000,
      () => "the new label is not live",
    );
    const page = await visitor(app, "SI").ask("GET", "/contacto");
    expect(page.body).toContain("Tu mensaje");
    expect(app.definitions.current("WI")!.public.flows["contact"]!.fields["request.comment"]!.label).toBe(
      "Tu mensaje",
    );

    // Taken back, it is the revision of before: the name is the content's.
    await app.edit(flow, '"Tu mensaje"', '"Comentario"');
    await until(
      () => app.definitions.current("SI")?.hash === first,
      1000,
      () => "the first revision is not back",
    );
  });

  it("is served by its hash for ever, the one of before too", async () => {
    const app = await openApp({ copy: true });
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
    for (const path of [`${after}/nothing.json`, `${after}/contact.mjs`, "0000/contact.json"]) {
      expect((await who.ask("GET", `/definitions/${path}`)).statusCode).toBe(404);
    }
    expect((await visitor(app, "WI").ask("GET", `/definitions/${after}/contact.json`)).statusCode).toBe(404);
  });
});

describe("a broken definition", () => {
  const breaks: [string, (app: TestApp) => Promise<void>, Record<string, unknown>][] = [
    ["no JSON", (app) => app.edit(flow, '"title": "Contáctanos",', '"title": "Contáctanos"'), { file: flow }],
    [
      "a field that is not there",
      (app) => app.edit(flow, '"request.city" } } }', '"request.citty" } } }'),
      { file: flow, suggestion: "request.city" },
    ],
    [
      "a kind that is not there",
      (app) => app.edit(flow, '"kind": "longText"', '"kind": "longTxt"'),
      { file: flow, suggestion: "longText" },
    ],
    [
      "a file that is gone",
      (app) => rm(join(app.definitionsDir, "schemas/kinds/email.json")),
      { file: flow },
    ],
    [
      "an empty file",
      (app) => writeFile(join(app.definitionsDir, "brands/WI/brand.json"), ""),
      { file: "brands/WI/brand.json" },
    ],
  ];

  it.each(breaks)(
    "(%s) is refused with file, line and mending, and the last good one stays",
    async (_, damage, diagnostic) => {
      const app = await openApp({ copy: true, watch: true });
      const before = [app.definitions.current("SI")!.hash, app.definitions.current("WI")!.hash];
      await damage(app);
      await until(
        () => app.definitions.diagnostics().length > 0,
        1000,
        () => "no diagnostic came",
      );
      const [found] = app.definitions.diagnostics();
      expect(found).toMatchObject({ severity: "error", ...diagnostic });
      expect(found!.line).toBeGreaterThan(0);
      expect(found!.mend).not.toBe("");
      expect([app.definitions.current("SI")!.hash, app.definitions.current("WI")!.hash]).toEqual(before);
      expect((await visitor(app, "SI").ask("GET", "/contacto")).statusCode).toBe(200);
      const page = await visitor(app, "XX").ask("GET", "/_desarrollo", undefined, { host: "localhost:3000" });
      expect(page.body).toContain(`${found!.file}:${found!.line}`);
    },
  );

  it("leaves what was published last live, also after a restart", async () => {
    const app = await openApp({ copy: true });
    const before = app.definitions.current("SI")!.hash;
    await app.edit(flow, '"kind": "longText"', '"kind": "longTxt"');
    const reopened = await app.reopen();
    expect(reopened.definitions.current("SI")!.hash).toBe(before);
    expect(reopened.definitions.diagnostics()).not.toEqual([]);
  });
});
