/** The policy of docs/embedding.md, to the letter: with it every widget is drawn, and nothing is refused. */
import { expect, test } from "vitest";
import { validatorModule } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { widgetFiles } from "../../server/gallery/files.ts";
import { galleryForms, type GalleryForm } from "../../server/gallery/forms.ts";
import { root } from "../support/definitions.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
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
const pageful = 9;
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
// A page that does to what stands in it what pages do: moves it, cuts it off, and lays a bar over it.
pages["/boxed.css"] = `main { height: 260px; margin-top: 80px; overflow: hidden; transform: translateX(0) }
header { position: fixed; z-index: 2147483647; inset: 0 0 auto; height: 60px; background: #fff }`;
pages["/boxed.html"] = pageOf("/boxed.js")
  .replace("</head>", '<link rel="stylesheet" href="/boxed.css"></head>')
  .replace("<main>", "<header>Otro sitio</header><main>");
pages["/boxed.js"] = scriptOf(forms.get("date")!);
const host = await startEmbedHost(pages, { "content-security-policy": policy });

test("there is a policy, and it names no kind of inline or data", () => {
  expect(documented).toContain("https://si.example");
  expect(documented).toMatch(/^default-src 'none';/);
  expect(documented).not.toMatch(/unsafe|data:|blob:|\*/);
  expect(forms.size).toBeGreaterThan(20);
});

test.each(names)("%s", async (name) => {
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
  await expect.poll(() => page.evaluate(() => refused)).toEqual([]);
});

const openPage = async (name: string, viewport: Viewport): Promise<TestPage> => {
  const page = await product.blank(viewport);
  await page.goto(host.url(`/${name}.html`));
  await page.waitForFunction(() => "ready" in document.body.dataset);
  return page;
};
const nameWith = (widget: string): string => names.find((name) => name.split("-").includes(widget))!;

test("what is loaded when it is opened is drawn as well: the list with search, the calendar", async () => {
  const page = await openPage(nameWith("select"), "desktop");
  const list = page.locator("[role=combobox]:enabled").first();
  // The pointer moves over the page until the form sees it.
  let x = 100;
  const comes = async (): Promise<number> => {
    await page.mouse.move(x++, 100);
    return list.count();
  };
  await expect.poll(comes).toBe(1);
  await list.click();
  const options = page.getByRole("listbox").getByRole("option");
  await options.first().waitFor();
  // Its styles are there, and in the brand's look.
  const { position, zIndex } = await page
    .locator("div:has(> [role=listbox])")
    .first()
    .evaluate((one) => getComputedStyle(one));
  expect([position, zIndex]).toEqual(["absolute", "60"]);
  await expect.poll(() => page.evaluate(() => refused)).toEqual([]);

  const dates = await openPage(nameWith("date"), "desktop");
  await dates
    .getByRole("button", { name: /^Abrir el calendario/, disabled: false })
    .first()
    .click();
  await dates.getByRole("dialog").getByRole("grid").waitFor();
  await expect.poll(() => dates.evaluate(() => refused)).toEqual([]);
});

test("a dialog stands over all of the page, whatever box the form is in", async () => {
  const page = await openPage("boxed", "desktop");
  await page
    .getByRole("button", { name: /^Abrir el calendario/, disabled: false })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("grid").waitFor();
  // It is neither cut off nor covered, and nothing of the page can be reached, its bar over everything neither.
  const seen = await dialog.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [
      [left + 30, top + 30],
      [right - 30, bottom - 30],
      [20, 20],
    ] as const;
    return points.map(([x, y]) => document.elementFromPoint(x, y)?.closest("dialog") === one);
  });
  expect(seen).toEqual([true, true, true]);
});
