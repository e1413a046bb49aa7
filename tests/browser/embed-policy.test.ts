/** The policy of docs/embedding.md, to the letter: with it every widget is drawn, and nothing is refused. */
import { expect, test } from "vitest";
import { validatorModule } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { widgetFiles } from "../../server/gallery/files.ts";
import { galleryForms, type GalleryForm } from "../../server/gallery/forms.ts";
import { root } from "../support/definitions.ts";
import { documentedEmbedPolicy, startEmbedHost } from "../support/embed-host.ts";
import { sharedProduct } from "../support/product.ts";

/** What the page keeps of what its policy refused. */
declare const refused: string[];

const product = await sharedProduct();
const documented = documentedEmbedPolicy("https://si.example");
const vitrina = product.server.url("SI", "/").slice(0, -1);
const policy = documentedEmbedPolicy(vitrina);

const forms = galleryForms(await loadSources(root), "SI", await widgetFiles());

const pageOf = (script: string): string => `<!doctype html><html lang="es"><head><meta charset="utf-8">
<title>Otro sitio</title><link rel="stylesheet" href="/vitrina.css"></head>
<body><main></main><script type="module" src="${script}"></script></body></html>`;

/** Mounts forms one below the other, as a page of others would. */
const scriptOf = (all: GalleryForm[]): string => `
globalThis.refused = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  refused.push(effectiveDirective + " " + blockedURI));
const { mountFlow } = await import("/vitrina.js");
for (const { id, data, examples, ...form } of ${JSON.stringify(all)}) {
  const element = document.querySelector("main").appendChild(document.createElement("div"));
  const { answers, touched, ...compiled } = form;
  await mountFlow(element, {
    compiled: { ...compiled, revision: id, validators: "/validators/" + id + ".js" },
    answers,
    touched,
    data: ({ data: name }) => data[name].status === "loading" ? new Promise(() => {}) : data[name],
    onUpload: (path, { name, size, type }) => Promise.resolve({ id: "file-1", name, size, type }),
    onSubmit() {},
  });
}
document.body.dataset.ready = "";`;

const contact = `
globalThis.refused = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  refused.push(effectiveDirective + " " + blockedURI));
const { mountFlow } = await import("/vitrina.js");
const query = new URLSearchParams(location.search);
await mountFlow(document.querySelector("main"), {
  url: "${vitrina}/embed/" + (query.get("flow") ?? "contact") + ".json",
  theme: { radius: query.get("radius") ?? "md" },
  onSubmit() {},
});
document.body.dataset.ready = "";`;

const pages: Record<string, string> = { "/contact.html": pageOf("/contact.js"), "/contact.js": contact };
/** Several widgets to a page: what is refused names where it comes from. */
const pageful = 5;
const names = ["contact"];
for (let widgets = [...forms.keys()]; widgets.length > 0; widgets = widgets.slice(pageful)) {
  const together = widgets.slice(0, pageful);
  const name = together.join("-");
  const mounted = together.flatMap((widget) => forms.get(widget)!);
  names.push(name);
  pages[`/${name}.html`] = pageOf(`/${name}.js`);
  pages[`/${name}.js`] = scriptOf(mounted);
  for (const { id, flow } of mounted) pages[`/validators/${id}.js`] = validatorModule(flow);
}
const host = await startEmbedHost(pages, { "content-security-policy": policy });

test("there is a policy, and it names no kind of inline or data", () => {
  expect(documented).toContain("https://si.example");
  expect(documented).toMatch(/^default-src 'none';/);
  expect(documented).not.toMatch(/unsafe|data:|blob:|\*/);
  expect(forms.size).toBeGreaterThan(20);
});

test.each(names)("%s", { timeout: 60_000 }, async (name) => {
  const page = await product.blank();
  await page.goto(host.url(`/${name}.html`));
  await page.waitForFunction(() => "ready" in document.body.dataset);
  await page.locator(".vitrina-form").last().waitFor();
  // What is loaded or drawn late, too: lists that open, and what stands far below.
  for (const control of await page.locator("[role=combobox], select, summary").all()) {
    if (await control.isEnabled()) await control.focus();
  }
  for (const form of await page.locator(".vitrina-form").all())
    await form.evaluate((one) => one.scrollIntoView({ block: "end" }));
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  expect(await page.evaluate(() => refused)).toEqual([]);
});
