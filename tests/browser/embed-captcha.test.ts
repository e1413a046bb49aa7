/** A form on a page of another origin whose flow asks for a captcha: its provider is asked there, or nothing is sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TestPage } from "../support/browser.ts";
import { captchaFiles } from "../support/captcha-definitions.ts";
import { root } from "../support/definitions.ts";
import { startEmbedHost, type EmbedHost } from "../support/embed-host.ts";
import { startGuardedIdeas } from "../support/guarded-ideas.ts";
import { startProduct } from "../support/product.ts";
import { startServer } from "../support/server.ts";

const { provider, guarded, tokens, taken } = await startGuardedIdeas("127.0.0.1");

const documented = /^ *Content-Security-Policy: (.+)$/m.exec(
  readFileSync(join(root, "docs/embedding.md"), "utf8"),
)![1]!;

const pages = {
  "/page.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Otro sitio</title>
<link rel="stylesheet" href="/vitrina.css"></head><body><main id="form"></main>
<script type="module" src="/page.js"></script></body></html>`,
  "/page.js": `import { mountFlow } from "/vitrina.js";
await mountFlow(document.querySelector("#form"), {
  url: new URLSearchParams(location.search).get("flow"),
  submit: "server",
});`,
};
// No policy; the documented one with the provider beside; the documented one alone.
const open = await startEmbedHost(pages);
const policies = (more: string): Record<string, string> => ({
  // The server's address is known only later.
  "content-security-policy": documented
    .replaceAll("https://si.example", "http://si.localhost:*")
    .replace("script-src", `script-src ${more}`),
});
const strict = await startEmbedHost(pages, policies(provider.url));
const closed = await startEmbedHost(pages, policies(""));

const file = "brands/SI/brand.json";
const files = captchaFiles("SI");
const embeddedBy = [open, strict, closed].map((host) => new URL(host.url("/")).origin);
const embedded = { [file]: JSON.stringify({ ...(JSON.parse(files[file]!) as object), embeddedBy }) };
const product = await startProduct(guarded("recaptcha", embedded));
const asking = await startServer(guarded("turnstile", embedded));
afterAll(() => asking.close());

async function openForm(host: EmbedHost, server = product.server): Promise<TestPage> {
  const page = await product.blank("phone");
  const flow = server.url("SI", "/embed/idea-refuse.json");
  await page.goto(host.url(`/page.html?flow=${encodeURIComponent(flow)}`));
  return page;
}
async function send(page: TestPage, text: string): Promise<void> {
  await page.getByLabel("Tu sugerencia").fill(text);
  await page.locator(".vitrina-form button[type=submit]").click();
}
const done = (page: TestPage) => page.getByRole("heading", { name: "Gracias" }).waitFor();

test.each([
  ["without a policy", open],
  ["with the documented policy, and the provider in it", strict],
])("on a page %s each press brings a token", async (_what, host) => {
  const page = await openForm(host);
  await page.getByLabel("Tu sugerencia").waitFor();
  expect(provider.requests).toEqual([]);
  await send(page, "Nada");
  await page.getByRole("dialog").getByRole("button", { name: "Nada" }).click();
  await done(page);
  // In the form's language, whatever the page's is.
  expect(provider.requests[0]!.query).toEqual({ render: "site-key", hl: "es" });
  expect(tokens()).toEqual(["site-key.idea_refuse.1", "site-key.idea_refuse.2"]);
  expect(taken()).toEqual([{ text: "Nada" }]);
  page.clean();
});

test("what the provider asks stands in the form, with its look", async () => {
  const page = await openForm(open, asking);
  await send(page, "Pan");
  const question = page.locator(".vitrina-form .captcha-challenge");
  await question.getByRole("button", { name: "Soy una persona" }).waitFor();
  const look = await question.evaluate((place) => {
    const { position, backgroundColor } = getComputedStyle(place);
    return { position, isPainted: backgroundColor !== "rgba(0, 0, 0, 0)" };
  });
  expect(look).toEqual({ position: "fixed", isPainted: true });
  await question.getByRole("button").click();
  await done(page);
  expect(tokens()).toEqual(["site-key.idea_refuse.turnstile"]);
  await expect.poll(() => page.locator(".captcha-challenge").count()).toBe(0);
  page.clean();
});

test("where the page's policy keeps the provider out, nothing is sent, and it is said", async () => {
  const page = await openForm(closed);
  await send(page, "Té");
  await page.getByRole("alert").getByText("puede que tu navegador la bloquee").waitFor();
  await expect.poll(() => page.getByLabel("Tu sugerencia").inputValue()).toBe("Té");
  expect(provider.requests).toEqual([]);
  expect(taken()).toEqual([]);
});
