import { expect, test } from "vitest";
import type { TestPage, Viewport } from "../support/browser.ts";
import {
  alive,
  answer,
  contactKept,
  contactShown,
  control,
  fillContact,
  problemOf,
  receiptNumber,
  send,
  somebody,
  type ContactBrand,
} from "../support/contact-form.ts";
import * as appraisal from "../support/appraisal-form.ts";
import { brandCodes } from "../support/brands.ts";
import { anyOf } from "../support/covering.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test.each(anyOf<Viewport>(["phone", "desktop"]))(
  "what is typed before the page is alive is kept, on a %s",
  async (viewport) => {
    const page = await product.blank(viewport);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(product.server.url("SI", "/contacto"), { waitUntil: "commit" });
    await control(page, "type").selectOption({ label: "Consulta" });
    await control(page, "identity").fill("123456785");
    await control(page, "name").pressSequentially("María");
    await control(page, "comment").fill("Hola");
    await control(page, "terms").check();
    // Enviar does nothing yet, and above all it does not send the form the old way.
    await send(page).click();
    expect(page.url()).toBe(product.server.url("SI", "/contacto"));

    // Still typing when the page comes alive: the field keeps focus and letters.
    await control(page, "lastName").pressSequentially("Nú");
    const draft = page.waitForResponse((response) => response.status() === 204);
    release();
    await alive(page);
    await page.keyboard.type("ñez");
    const kept = {
      type: "Consulta",
      name: "María",
      lastName: "Núñez",
      identity: "12.345.678-5",
      comment: "Hola",
      terms: true,
    };
    await expect.poll(() => contactShown(page)).toMatchObject(kept);
    // It is an answer like any other: what hangs on it opens, and it is saved.
    await answer(page, "service", "Servicio técnico");
    await draft;
    await page.reload();
    await alive(page);
    await expect.poll(() => contactShown(page)).toMatchObject({ ...kept, service: "Servicio técnico" });
    await expect.poll(() => problemOf(page, "email").count()).toBe(0);
    page.clean();
  },
);

test.each(
  anyOf<[ContactBrand, Viewport, string, string]>([
    ["WI", "desktop", "Pacific/Kiritimati", "ar-EG"],
    ["SI", "phone", "Asia/Tokyo", "en-US"],
  ]),
)("%s on a %s in %s and %s hydrates what the server drew", async (brand, viewport, timezoneId, locale) => {
  const page = await product.blank(viewport, { timezoneId, locale });
  for (const path of ["/", "/nada", "/306", "/contacto"]) {
    await page.goto(product.server.url(brand, path));
    await page.locator("main h1").waitFor();
  }
  const person = somebody(brand);
  await fillContact(page, person);
  const before = await contactShown(page);
  await contactKept(product, page, brand);
  await page.reload();
  await alive(page);
  await expect.poll(() => contactShown(page)).toEqual(before);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  await page.reload();
  expect(await receiptNumber(page)).toBe(number);
  page.clean([/console error: .*404/]);
});

test("a page names nothing before it is painted but what it is drawn with, and one script that lets the others in", async () => {
  const html = await (await product.server.fetch("SI", "/contacto")).text();
  // Who lets them in stands in the page.
  expect(html).toContain("template#scripts");
  const [before = "", waiting = "", after = ""] = html.split(/<template id="scripts">|<\/template>/);
  const tags = /<(?:script[^>]* src=|link rel="(?:modulepreload|preload|stylesheet)")[^>]*>/g;
  const named = (part: string): string[] =>
    (part.match(tags) ?? []).map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)![1]!);
  expect(named(before).map((address) => address.replace(/-[\w-]{8}\./, "."))).toEqual([
    "/assets/entry-client.css",
    "/assets/form.css",
    expect.stringMatching(/woff2$/),
  ]);
  expect(named(waiting).length).toBeGreaterThan(3);
  expect(named(after).filter((address) => address.endsWith(".js"))).toEqual([]);
});

test.each([
  ["SI", "/contacto"],
  ["SI", "/tasacion"],
  ["SI", "/sucursales"],
  ["SI", "/formularios/verano"],
  ["SI", "/simula-tu-financiamiento"],
  ["WI", "/pauta-de-servicio"],
  ["SI", "/agenda-tu-servicio"],
  ["WI", "/agenda-tu-servicio"],
  // Slides of a banner ask for their pictures before anybody sees them.
  ...brandCodes.map((brand): [string, string] => [brand, "/test-drive"]),
])("%s: %s is there with 15 requests", async (brand, path) => {
  const page = await product.blank("phone");
  const asked: string[] = [];
  page.on("request", (request) => void (request.url().startsWith("http") && asked.push(request.url())));
  await page.goto(product.server.url(brand, path));
  await page.waitForLoadState("networkidle");
  expect(asked.slice(15)).toEqual([]);
  page.clean();
});

test.each([
  ["connection is back", async (page: TestPage) => page.evaluate(() => dispatchEvent(new Event("online")))],
  ["server that failed answers", async () => {}],
])("a part whose code cannot be had leaves the page as it is, and comes once the %s", async (_when, tell) => {
  const page = await product.blank("desktop");
  let asked = 0;
  let online = false;
  await page.route(/\/assets\/(SearchOver|once-used)-.*\.js/, (route) => {
    asked++;
    return online ? route.continue() : route.abort();
  });
  await page.goto(product.server.url("SI", "/contacto"));
  await control(page, "name").fill("María");
  // Once each, and again after a while.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  await control(page, "comment").fill("Hola");
  await expect.poll(() => contactShown(page)).toMatchObject({ name: "María", comment: "Hola" });
  online = true;
  await tell(page);
  await page.locator("[data-site-search][aria-haspopup]").first().click();
  await page.getByRole("dialog").waitFor();
  page.clean([/request failed: .*\/assets\//, /console error: .*ERR_FAILED/]);
});

test("a widget of a later step comes once somebody is at the page, and is asked for again where it could not be had", async () => {
  const page = await product.blank("phone");
  const asked: string[] = [];
  let online = false;
  await page.route(/\/assets\/(DaysView|SlotsView)-.*\.js/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return online ? route.continue() : route.abort();
  });
  await page.goto(product.server.url("SI", appraisal.path));
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await appraisal.toPerson(page);
  const person = { name: "Ana", lastName: "Núñez", phone: "987654321", email: "ana@correo.example" };
  await appraisal.tellOfPerson(page, person, "Valparaíso");
  await appraisal.proceed(page).click();
  await appraisal.shown(page, appraisal.titles.price);
  expect(asked.some((file) => file.includes("DaysView"))).toBe(true);
  await appraisal.proceed(page).click();
  await appraisal.shown(page, appraisal.titles.inspection);
  const widget = page.locator("[data-widget=days]");
  await widget.getByRole("alert").waitFor();
  online = true;
  await widget.getByRole("button", { name: "Reintentar" }).click();
  await widget.getByText("Primero completa «Región»").waitFor();
  await expect.poll(() => widget.getByRole("alert").count()).toBe(0);
});

test("a page comes alive where the browser never says that it painted", async () => {
  const page = await product.blank("phone");
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(product.server.url("SI", "/contacto"));
  await alive(page);
  await control(page, "name").fill("María");
  const kept = page.waitForResponse((response) => response.status() === 204);
  await control(page, "lastName").fill("Núñez");
  expect((await kept).ok()).toBe(true);
  page.clean();
});
