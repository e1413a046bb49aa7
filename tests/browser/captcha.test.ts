import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { alive } from "../support/contact-form.ts";
import { startGuardedIdeas, verify } from "../support/guarded-ideas.ts";
import { startProduct } from "../support/product.ts";
import { startServer } from "../support/server.ts";
import type { Received } from "../support/stand-in.ts";
import { openStopped } from "../support/stopped-clock.ts";

const recaptcha = "GET /recaptcha/api.js";
const { provider, ideas, verified, guarded, tokens, taken } = await startGuardedIdeas("si.localhost");

const product = await startProduct(guarded("recaptcha"));
const other = await startServer(guarded("turnstile"));
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
