/** Publishing stands beside serving: in a thread of its own, without missing a change, and a part at a time. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type * as fsModule from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type * as engineModule from "../../schemas/engine/all.ts";
import type * as buildModule from "../../server/definitions/build.ts";
import {
  brandNotCompiled,
  filesNotChecked,
  flowNotChecked,
  flowNotCompiled,
} from "../../server/definitions/problems.ts";
import { readSources } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { copyDefinitions } from "../support/definition-files.ts";
import { fewBrands } from "../support/few-brands.ts";
import { root } from "../support/definitions.ts";
import { until } from "../support/until.ts";

/** What the stand-ins below do, and saw. */
const stand = vi.hoisted(() => ({
  builds: 0,
  watched: 0,
  swallowed: 0,
  swallows: false,
  breaks: "",
  breaksBrand: "",
  breaksCheck: "",
}));

vi.mock("../../server/definitions/build.ts", async (original) => {
  const real = await original<typeof buildModule>();
  const build: typeof real.build = (...given) => {
    stand.builds += 1;
    return real.build(...given);
  };
  return { ...real, build };
});

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fsModule>();
  const watch = ((folder: string, heard: (event: string, file: string) => void) => {
    if (folder.endsWith("flows/contact")) stand.watched += 1;
    return real.watch(folder, (event, file) => {
      if (stand.swallows) stand.swallowed += 1;
      else heard(event, file!);
    });
  }) as typeof real.watch;
  return { ...real, watch };
});

vi.mock("../../schemas/engine/all.ts", async (original) => {
  const real = await original<typeof engineModule>();
  const prepareFlow: typeof real.prepareFlow = (flow) => {
    if (stand.breaks !== "" && JSON.stringify(flow.title).includes(stand.breaks))
      throw new Error("a mistake of ours");
    return real.prepareFlow(flow);
  };
  const compileBrand: typeof real.compileBrand = (files, brand, ...given) => {
    if (brand === stand.breaksBrand) throw new Error("a mistake of ours");
    return real.compileBrand(files, brand, ...given);
  };
  const check: typeof real.check = (files, grammar, failed) => {
    if (stand.breaksCheck === "all") throw new Error("a mistake of ours");
    if (stand.breaksCheck !== "") failed!(files[stand.breaksCheck]!, new Error("a mistake of ours"));
    return real.check(files, grammar, failed);
  };
  return { ...real, prepareFlow, compileBrand, check };
});

/** Where one flow is enough. */
const small = contactAlone();
const contact = "schemas/flows/contact/flow.json";
const leasing = "schemas/flows/leasing/flow.json";
const titleOf = (app: TestApp, flow: string, brand = "SI"): unknown =>
  app.definitions.current(brand)?.public.flows[flow]?.title;
const codes = (app: TestApp): string[] =>
  app.definitions.diagnostics().map(({ code, file }) => `${code} ${file}`);

beforeEach(
  () => void Object.assign(stand, { swallows: false, breaks: "", breaksBrand: "", breaksCheck: "" }),
);

describe("publishing", () => {
  it("is done in another thread than serving, once there is somebody to serve", async () => {
    const app = await openApp({ copy: small });
    const before = stand.builds;
    await app.edit(contact, '"title": "Contáctanos"', '"title": "Escríbenos"');
    await app.definitions.reload();
    expect(titleOf(app, "contact")).toBe("Escríbenos");
    expect(stand.builds).toBe(before);
  });

  it("sees a change of which no event is told", async () => {
    const before = stand.watched;
    const app = await openApp({ copy: small, watch: true });
    await until(
      () => stand.watched > before,
      () => "nothing is watched",
    );
    stand.swallows = true;
    await app.edit(contact, '"title": "Contáctanos"', '"title": "Escríbenos"');
    await until(
      () => titleOf(app, "contact") === "Escríbenos",
      () => "the change was missed",
    );
    expect(stand.swallowed).toBeGreaterThan(0);
  });
});

describe("what cannot be checked, or passes and cannot be compiled", () => {
  it("keeps its flow alone as it was, with its page; the changes of others go live", async () => {
    const first = await openApp({ copy: fewBrands() });
    const published = titleOf(first, "contact");
    await first.edit(contact, '"title": "Contáctanos"', '"title": "Esto se rompe"');
    await first.edit(leasing, '"title": "', '"title": "Nuevo: ');
    stand.breaks = "se rompe";
    const app = await first.reopen();
    expect(titleOf(app, "contact")).toEqual(published);
    expect(String(titleOf(app, "leasing"))).toContain("Nuevo: ");
    expect(new Set(codes(app))).toEqual(new Set([`flow-not-compiled ${contact}`]));
    expect((await app.metrics.text()).body).toMatch(/^vitrina_definitions_errors [1-9]/m);
    const page = await visitor(app, "SI").ask("GET", "/contacto");
    expect(page.statusCode).toBe(200);
    // Mended, it goes live as any other.
    stand.breaks = "";
    const mended = await app.reopen();
    expect(titleOf(mended, "contact")).toBe("Esto se rompe");
    expect(codes(mended)).toEqual([]);
    expect((await mended.metrics.text()).body).toMatch(/^vitrina_definitions_errors 0$/m);
  });

  it("is left out where there is nothing to go back to, and the server starts all the same", async () => {
    // Files that nobody has built: what is built with the pages is taken as it is.
    const folder = mkdtempSync(join(tmpdir(), "vitrina-unbuilt-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const text = readFileSync(join(root, contact), "utf8");
    copyDefinitions(folder, {
      ...fewBrands(),
      [contact]: text.replace('"title": "Contáctanos"', '"title": "Esto se rompe"'),
    });
    stand.breaks = "se rompe";
    const app = await openApp({ copy: folder });
    expect(titleOf(app, "contact")).toBeUndefined();
    expect(titleOf(app, "leasing")).toBeDefined();
    expect(codes(app)).toContain(`flow-not-compiled ${contact}`);
    expect((await visitor(app, "SI").ask("GET", "/contacto")).statusCode).toBe(404);
    expect((await visitor(app, "SI").ask("GET", "/")).statusCode).toBe(200);
  });

  it("keeps its brand as it was where it is no flow", async () => {
    const first = await openApp({ copy: small });
    const before = first.definitions.current("SI")!.hash;
    await first.edit(contact, '"title": "Contáctanos"', '"title": "Escríbenos"');
    stand.breaksBrand = "SI";
    const app = await first.reopen();
    expect(app.definitions.current("SI")!.hash).toBe(before);
    expect(titleOf(app, "contact", "WI")).toBe("Escríbenos");
    expect(codes(app)).toEqual(["brand-not-compiled brands/SI/brand.json"]);
  });

  it.each([
    ["a flow", contact, `flow-not-checked ${contact}`],
    ["all", "all", "files-not-checked brands/SI/brand.json"],
  ])("keeps all as it was where nobody can check %s", async (what, breaks, told) => {
    const first = await openApp({ copy: small });
    const before = first.definitions.current("SI")!.hash;
    await first.edit(contact, '"title": "Contáctanos"', `"title": "Escríbenos: ${what}"`);
    stand.breaksCheck = breaks;
    const app = await first.reopen();
    expect(app.definitions.current("SI")!.hash).toBe(before);
    expect(codes(app)).toEqual([told]);
    // Mended, it goes live as any other.
    stand.breaksCheck = "";
    expect(titleOf(await first.reopen(), "contact")).toBe(`Escríbenos: ${what}`);
  });

  it("is explained", () => {
    const { files } = readSources({
      "schemas/flows/one/flow.json": '{\n  "flow": "one"\n}',
      "brands/AA/brand.json": '{\n  "brand": "AA"\n}',
    });
    const told = [
      brandNotCompiled(files, "AA", new Error("why")),
      filesNotChecked(files, new Error("why")),
      flowNotChecked(files["schemas/flows/one/flow.json"]!, new Error("why")),
      flowNotCompiled(files, "AA", "one--entry", new Error("why")),
    ];
    expect(told.map(({ file, line, excerpt }) => ({ file, line, excerpt }))).toEqual([
      { file: "brands/AA/brand.json", line: 2, excerpt: '  "brand": "AA"' },
      { file: "brands/AA/brand.json", line: 2, excerpt: '  "brand": "AA"' },
      { file: "schemas/flows/one/flow.json", line: 2, excerpt: '  "flow": "one"' },
      { file: "schemas/flows/one/flow.json", line: 2, excerpt: '  "flow": "one"' },
    ]);
    const markdown = readFileSync(join(root, "server/definitions/diagnostics.md"), "utf8");
    const headings = markdown
      .split(/^## /m)
      .slice(1)
      .map((section) => section.split("\n", 1)[0]);
    expect(headings).toEqual(told.map(({ code }) => code).toSorted());
  });
});
