import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { brandCodes, brandNames } from "../support/brands.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import {
  alive,
  contactShown,
  fillContact,
  send,
  somebodyAnywhere,
  type ContactBrand,
} from "../support/contact-form.ts";
import { anyOf, covering } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

// Without a mail server, so that mails are written to files and shown.
const product = await startProduct({ env: { SMTP_URL: undefined } });

const everywhere = brandCodes.map((brand, index): [ContactBrand, Viewport] => [
  brand,
  index % 2 === 0 ? "phone" : "desktop",
]);

/** Both countries, both devices. */
const ways = covering(everywhere, ([brand, viewport]) => [brand === "WI" ? "Perú" : "Chile", viewport]);

/** Gives the first sign of a person, and waits until what comes with it has begun: that it was loaded is not enough. */
async function usedFirst(page: TestPage): Promise<void> {
  await page.mouse.move(20, 20);
  const isScript = (name: string): boolean => /\/once-used-.*\.js$/.test(name);
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(async () => (await loaded()).some(isScript)).toBe(true);
  // The page asked for the same module before, so it is the first to be answered.
  await page.evaluate(`import(${JSON.stringify((await loaded()).find(isScript))}).then(() => undefined)`);
}

/** Counts the pages that go over into the next one within a document, and tells of the documents that do. */
async function countTurns(page: TestPage): Promise<void> {
  await usedFirst(page);
  await page.evaluate(() => {
    const own = document.startViewTransition.bind(document);
    document.startViewTransition = (...all) => {
      const { dataset } = document.documentElement;
      dataset["turns"] = `${Number(dataset["turns"] ?? 0) + 1}`;
      return own(...all);
    };
  });
  await page.addInitScript(() =>
    addEventListener("pagereveal", ({ viewTransition }) =>
      Reflect.set(globalThis, "isGoneOver", viewTransition !== null),
    ),
  );
}
/** Leads to another document, and tells whether the one before went over into it. */
async function goesOver(page: TestPage): Promise<boolean> {
  await page.evaluate(() => {
    Reflect.deleteProperty(globalThis, "isGoneOver");
    location.assign("/nosotros");
  });
  const isMoved = () => page.evaluate((): unknown => Reflect.get(globalThis, "isGoneOver"));
  await expect.poll(isMoved).toBeTypeOf("boolean");
  return (await isMoved()) === true;
}

/** Whether React has what the server drew. It says so to nobody but itself. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__reactProps"));

const turns = (page: TestPage): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset["turns"] ?? 0));

test.each(anyOf(ways))("%s: the home page leads to the form, and back, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/?utm_source=diario", viewport);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.title()).toContain(brandNames[brand]);
  await countTurns(page);
  await axe(page);
  await fits(page);
  const link = page.getByRole("main").getByRole("link", { name: "Cotizar un auto nuevo" });
  // Until the code of its block is there, a link leads to a document.
  await expect.poll(() => link.evaluate(isTakenOver)).toBe(true);
  await link.click();
  await page.waitForURL("**/contacto**");
  await page.getByRole("heading", { level: 1, name: "¿En qué te podemos ayudar?" }).waitFor();
  await expect.poll(() => page.title()).toBe(`Contáctanos · ${brandNames[brand]}`);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await expect.poll(() => turns(page)).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("navigation", { name: "Estás en" }).getByRole("link", { name: "Inicio" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => page.title()).not.toContain("Contáctanos");
  await expect.poll(() => turns(page)).toBe(1);

  // Documents go over into each other too, where motion is wanted; without an error of the browser.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const isMoved = await goesOver(page);
  expect(isMoved).toBe(false);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // A busy browser leaves out a transition now and then.
  await expect.poll(() => goesOver(page)).toBe(true);
  page.clean();
});

/** Where brands differ in nothing but their look. */
const here = everywhere.slice(0, 2);

test.each(anyOf(here))("%s: an address that is none says so, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/contacto/otra/cosa", viewport);
  await page.getByRole("heading", { level: 1, name: "No encontramos esta página" }).waitFor();
  await axe(page);
  await page.getByRole("main").getByRole("link", { name: "Ir al inicio" }).click();
  await page.waitForURL(product.server.url(brand, "/"));
  page.clean([/console error: .*404/]);
});

test.each(anyOf(here))(
  "%s: a card leads to the form with its matter chosen, on a %s",
  async (brand, viewport) => {
    const page = await product.open(brand, "/", viewport);
    // How the brand is reached is told by the page, and not by its foot once more.
    const hours = page.getByText("Horario de atención", { exact: true }).filter({ visible: true });
    await expect.poll(() => hours.count()).toBe(1);
    const link = page.getByRole("main").getByRole("link", { name: "Pedir un repuesto" });
    // Where there is little room, cards are a row to swipe, and not a screen each.
    const tops = await link
      .locator("xpath=ancestor::ul")
      .getByRole("listitem")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(viewport === "phone" ? 1 : Math.ceil(tops.length / 3));
    await link.click();
    await page.waitForURL((url) => url.pathname === "/contacto");
    await alive(page);
    await expect
      .poll(() => contactShown(page))
      .toMatchObject({ type: "Solicitud", service: "Repuestos y accesorios" });
    page.clean();
  },
);

test.each(anyOf(ways.map(([brand]) => brand)))(
  "%s: every link of its site leads to a page that is there; one font is fetched",
  async (brand) => {
    const page = await product.blank("desktop");
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    await page.goto(product.server.url(brand, "/"));
    await page.evaluate(() => document.fonts.ready);
    expect(fonts).toHaveLength(1);
    const [family] = (await page.evaluate(() => getComputedStyle(document.body).fontFamily)).split(",");
    expect(fonts[0]).toContain(family!.replaceAll('"', "").toLowerCase().replaceAll(" ", "-"));

    const links = await page
      .locator("header a, footer a, main a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
    expect(links.length).toBeGreaterThan(20);
    for (const path of new Set(links.filter((link) => link.startsWith("/")))) {
      expect([path, (await product.server.fetch(brand, path)).status]).toEqual([path, 200]);
    }
    for (const place of links.filter((one) => one.startsWith("#"))) {
      expect([place, await page.locator(`[id="${place.slice(1)}"]`).count()]).toEqual([place, 1]);
    }
    for (const link of links.filter((one) => !/^[/#]/.test(one))) {
      expect(link).toMatch(/^(tel:\+[0-9]+|mailto:[^@]+@[^@]+|https:\/\/.+)$/);
    }
    // A file of the site goes over into nothing, and is no error of the page before it.
    await usedFirst(page);
    await rested(page);
    await page.evaluate(() => {
      document.querySelector("main")!.insertAdjacentHTML("afterbegin", '<a href="/sitemap.xml">Páginas</a>');
    });
    await page.getByRole("link", { name: "Páginas" }).click();
    await page.waitForURL("**/sitemap.xml");
    page.clean();
  },
);

test("the menu opens and closes by the browser's own means on a phone, before its code is there", async () => {
  const page = await product.blank("phone");
  await page.route(/\/assets\/.*\.js/, (route) => route.abort("aborted"));
  await page.goto(product.server.url("CL", "/"), { waitUntil: "load" });
  const menu = page.getByRole("navigation", { name: "Principal" });
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menú" }).focus();
  await page.keyboard.press("Enter");
  await menu.getByText("Ayuda", { exact: true }).click();
  await menu.getByRole("link", { name: "Hacer un reclamo" }).waitFor();
  await axe(page);
  await fits(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menú" }).click();
  await menu.getByRole("link", { name: "Contáctanos" }).click();
  await page.waitForURL("**/contacto");
});

test("one thumb can use the menu of a phone, and the keyboard stays in it", async () => {
  const page = await product.open("CL", "/", "phone");
  await rested(page);
  await page.getByRole("button", { name: "Menú" }).click();
  const menu = page.getByRole("navigation", { name: "Principal" });
  const close = menu.getByRole("button", { name: "Cerrar el menú" });
  await close.waitFor();
  await menu.getByText("Ayuda", { exact: true }).click();
  await menu.getByRole("link", { name: "Hacer un reclamo" }).waitFor();
  const stops = menu.locator("a:visible, summary:visible, button:visible");
  await expect
    .poll(() => stops.evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height))))
    .toBeGreaterThanOrEqual(48);
  // What closes it is at the lower edge, and the page under it does not move.
  const { height } = page.viewportSize()!;
  await expect
    .poll(() => close.evaluate((one) => Math.round(one.getBoundingClientRect().bottom)))
    .toBe(height);
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .toBe("hidden");
  const isFocused = (one: typeof close) => one.evaluate((element) => document.activeElement === element);
  await close.focus();
  await expect.poll(() => isFocused(close)).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(stops.first())).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => isFocused(close)).toBe(true);
  await close.click();
  await expect.poll(() => menu.isVisible()).toBe(false);
  page.clean();
});

test("the menu closes behind whoever goes on, by keyboard too", async () => {
  const page = await product.open("PO", "/", "desktop");
  const menu = page.getByRole("navigation", { name: "Principal" });
  const complaint = menu.getByRole("link", { name: "Hacer un reclamo" });
  const help = menu.getByText("Ayuda", { exact: true });
  await help.press("Enter");
  await complaint.waitFor();
  await axe(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => complaint.isVisible()).toBe(false);
  await expect.poll(() => help.evaluate((summary) => document.activeElement === summary)).toBe(true);
  await help.press("Enter");
  await menu.getByText("Autos", { exact: true }).click();
  await expect.poll(() => complaint.isVisible()).toBe(false);
  await help.click();
  await complaint.click();
  await page.waitForURL("**/contacto?tipo=complaint");
  await expect.poll(() => complaint.isVisible()).toBe(false);
  await alive(page);
  await expect.poll(() => contactShown(page)).toMatchObject({ type: "Reclamo" });
  page.clean();
});

test("a step that is none is no form", async () => {
  const page = await product.open("SI", "/contacto/otra-cosa", "desktop");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // But for the search of what was meant.
  await expect.poll(() => page.locator("main form:not([role=search])").count()).toBe(0);
  await axe(page);
  page.clean([/console error: .*404/]);
});

test("localhost is a chooser of brands", async () => {
  const page = await product.blank("phone");
  await page.goto(`http://localhost:${product.server.port}/`);
  await axe(page);
  await page.getByRole("link", { name: brandNames.WI }).click();
  await page.waitForURL(product.server.url("WI", "/"));
  page.clean();
});

test("the development pages show that all is well, and the mails", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  await product.delivered();
  await page.goto(product.server.url("SI", "/_desarrollo"));
  await page.getByText("Sin problemas: todo lo guardado está publicado.").waitFor();
  await axe(page);
  await expect
    .poll(() => page.getByRole("link", { name: /Recibimos tu solicitud|Contacto web/ }).count())
    .toBe(2);
  await page.getByRole("link", { name: /Recibimos tu solicitud/ }).click();
  await page.getByRole("heading", { level: 1, name: /Recibimos tu solicitud/ }).waitFor();
  await page.frameLocator("iframe").getByText("Esto es lo que nos contaste").waitFor();
  await axe(page, { iframes: false });
  page.clean();
});
