/** Forms whose flow asks for a captcha, on our own pages and on those of another origin: its provider is asked, or nothing is sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestPage } from "../support/browser.ts";
import { captchaFiles } from "../support/captcha-definitions.ts";
import { alive } from "../support/contact-form.ts";
import { root } from "../support/definitions.ts";
import { startEmbedHost, type EmbedHost } from "../support/embed-host.ts";
import { startGuardedIdeas, verify } from "../support/guarded-ideas.ts";
import { startProduct } from "../support/product.ts";
import { startServer } from "../support/server.ts";
import type { Received } from "../support/stand-in.ts";
import { openStopped } from "../support/stopped-clock.ts";

const recaptcha = "GET /recaptcha/api.js";
const { provider, ideas, verified, guarded, tokens, taken } = await startGuardedIdeas("si.localhost");

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
const other = await startServer({ hosted: true, ...guarded("turnstile", embedded) });
afterAll(() => other.close());

const asked = (route: string): Received[] =>
  provider.requests.filter(({ method, path }) => `${method} ${path}` === route);
const box = (page: Page) => page.getByLabel("Tu sugerencia");
const next = (page: Page) => page.locator("form button[type=submit]");
const alert = (page: Page) => page.getByRole("alert");
const done = (page: Page) => page.getByRole("heading", { level: 1, name: "Gracias" }).waitFor();

test("the provider's script comes when the form is used, and Continuar and a dialog's button bring a token each", async () => {
  const page = await product.open("SI", "/ideas");
  // The policy of a page without a form does not let the script in: the form is loaded with one that does.
  await page.getByRole("link", { name: "Escribir una" }).click();
  await expect.poll(() => page.locator("#page").textContent()).toContain('"provider":"recaptcha"');
  await alive(page);
  expect(provider.requests).toEqual([]);
  await box(page).fill("Nada");
  await expect
    .poll(() => asked(recaptcha).map(({ query }) => query))
    .toEqual([{ render: "site-key", hl: "es" }]);
  await next(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Nada" }).click();
  await done(page);
  expect(tokens()).toEqual(["site-key.idea_refuse.1", "site-key.idea_refuse.2"]);
  expect(taken()).toEqual([{ text: "Nada" }]);
  page.clean();
});

test("a token that is refused: an alert, the answer stays, and the next press brings another", async () => {
  provider.set(verify, verified({ action: "idea_refuse", score: 0.1 }));
  const page = await product.open("SI", "/idea-refuse", "phone");
  await alive(page);
  await box(page).fill("Té");
  await next(page).click();
  await alert(page).getByText("no eres un robot").waitFor();
  await expect.poll(() => box(page).inputValue()).toBe("Té");
  await expect.poll(() => next(page).getAttribute("aria-disabled")).toBe(null);
  expect(taken()).toEqual([]);
  provider.set(verify, verified({ action: "idea_refuse" }));
  await next(page).click();
  await done(page);
  expect(tokens()).toEqual(["site-key.idea_refuse.1", "site-key.idea_refuse.2"]);
  expect(taken()).toEqual([{ text: "Té" }]);
  page.clean([/status of 403/]);
});

test("trying again where an attempt failed brings a token too", async () => {
  ideas.set("POST /ideas", { status: 500 });
  const page = await product.open("SI", "/idea-refuse");
  await alive(page);
  await box(page).fill("Sal");
  await next(page).click();
  await page.waitForURL("**/306");
  // Loaded anew, the page of the failure lets the script in too.
  await page.reload();
  ideas.set("POST /ideas", { body: {} });
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await done(page);
  expect(tokens()).toEqual(["site-key.idea_refuse.1", "site-key.idea_refuse.1"]);
  page.clean();
});

test("without the script the flow's policy holds: refused, until it can be had", async () => {
  const page = await product.open("SI", "/idea-refuse");
  await page.route(`${provider.url}/**`, (route) => route.abort());
  await alive(page);
  await box(page).fill("Agua");
  await next(page).click();
  await alert(page).getByText("puede que tu navegador la bloquee").waitFor();
  await expect.poll(() => box(page).inputValue()).toBe("Agua");
  expect(taken()).toEqual([]);
  await page.unroute(`${provider.url}/**`);
  await alert(page).getByRole("button").click();
  await done(page);
  expect(tokens()).toHaveLength(1);
  expect(taken()).toEqual([{ text: "Agua" }]);
});

test("where the provider is away, five seconds are waited; where the flow says so, it goes on without", async () => {
  provider.set(verify, { status: 500 });
  const page = await product.blank();
  await page.route(`${provider.url}/**`, () => {});
  await openStopped(page, product.server.url("SI", "/idea-accept"), next(page));
  const saved = page.waitForResponse((response) => response.url().endsWith("/answers"));
  await box(page).fill("Luz");
  await page.clock.runFor(1_000);
  // Then there is nothing else that Continuar waits for.
  await saved;
  await next(page).click();
  await page.clock.runFor(4_500);
  await expect.poll(() => next(page).getAttribute("aria-disabled")).toBe("true");
  expect(taken()).toEqual([]);
  await page.clock.runFor(600);
  await done(page);
  expect(provider.requests.map(({ path }) => path)).toEqual(["/siteverify"]);
  expect(taken()).toEqual([{ text: "Luz" }]);
});

test("what the provider asks stands over the page, and is waited for", async () => {
  const page = await product.blank("phone");
  await page.goto(other.url("SI", "/idea-refuse"));
  await alive(page);
  await box(page).fill("Pan");
  await next(page).click();
  await page.getByRole("button", { name: "Soy una persona" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("captcha-challenge");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await done(page);
  expect(tokens()).toEqual(["site-key.idea_refuse.turnstile"]);
  await expect.poll(() => page.locator(".captcha-challenge").count()).toBe(0);
  page.clean();
});

describe("on a page of another origin", () => {
  beforeEach(() => {
    provider.set(verify, verified({ hostname: "127.0.0.1", action: "idea_refuse" }));
  });

  async function openThere(host: EmbedHost, server = product.server): Promise<TestPage> {
    const page = await product.blank("phone");
    const flow = server.url("SI", "/embed/idea-refuse.json");
    await page.goto(host.url(`/page.html?flow=${encodeURIComponent(flow)}`));
    return page;
  }
  async function sendThere(page: TestPage, text: string): Promise<void> {
    await page.getByLabel("Tu sugerencia").fill(text);
    await page.locator(".vitrina-form button[type=submit]").click();
  }
  const doneThere = (page: TestPage) => page.getByRole("heading", { name: "Gracias" }).waitFor();

  test.each([
    ["without a policy", open],
    ["with the documented policy, and the provider in it", strict],
  ])("on a page %s each press brings a token", async (_what, host) => {
    const page = await openThere(host);
    await page.getByLabel("Tu sugerencia").waitFor();
    expect(provider.requests).toEqual([]);
    await sendThere(page, "Nada");
    await page.getByRole("dialog").getByRole("button", { name: "Nada" }).click();
    await doneThere(page);
    // In the form's language, whatever the page's is.
    expect(provider.requests[0]!.query).toEqual({ render: "site-key", hl: "es" });
    expect(tokens()).toEqual(["site-key.idea_refuse.1", "site-key.idea_refuse.2"]);
    expect(taken()).toEqual([{ text: "Nada" }]);
    page.clean();
  });

  test("what the provider asks stands in the form, with its look", async () => {
    const page = await openThere(open, other);
    await sendThere(page, "Pan");
    const question = page.locator(".vitrina-form .captcha-challenge");
    await question.getByRole("button", { name: "Soy una persona" }).waitFor();
    const look = await question.evaluate((place) => {
      const { position, backgroundColor } = getComputedStyle(place);
      return { position, isPainted: backgroundColor !== "rgba(0, 0, 0, 0)" };
    });
    expect(look).toEqual({ position: "fixed", isPainted: true });
    await question.getByRole("button").click();
    await doneThere(page);
    expect(tokens()).toEqual(["site-key.idea_refuse.turnstile"]);
    await expect.poll(() => page.locator(".captcha-challenge").count()).toBe(0);
    page.clean();
  });

  test("where the page's policy keeps the provider out, nothing is sent, and it is said", async () => {
    const page = await openThere(closed);
    await sendThere(page, "Té");
    await page.getByRole("alert").getByText("puede que tu navegador la bloquee").waitFor();
    await expect.poll(() => page.getByLabel("Tu sugerencia").inputValue()).toBe("Té");
    expect(provider.requests).toEqual([]);
    expect(taken()).toEqual([]);
  });
});
