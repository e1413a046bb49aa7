import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { brandCodes } from "../support/brands.ts";
import { anyOf, covering } from "../support/covering.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { openStopped } from "../support/stopped-clock.ts";

const product = await sharedProduct();
const terms = "/terminos-y-condiciones";

/** The slide that can be seen, by its title. */
const slideOf = (page: TestPage): Promise<string> =>
  page.locator("[aria-roledescription=aviso]:not([inert]) h2").first().innerText();

/** The slides whose picture was asked for, by their place. */
const askedFor = (carousel: Locator): Promise<number[]> =>
  carousel.locator("[role=group]").evaluateAll((slides) =>
    slides.flatMap((slide, place) => {
      const { src } = slide.querySelector("img") ?? {};
      return src !== undefined && performance.getEntriesByName(src).length > 0 ? [place] : [];
    }),
  );

test("a carousel is turned by its buttons and the keyboard, announced, and paused", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  const carousel = page.getByRole("region", { name: "Novedades" });
  // None takes its turn while somebody is at them, however long the looks take.
  await carousel.getByRole("button", { name: "Pausar" }).focus();
  await expect.poll(() => carousel.locator("[role=group]:not([inert])").count()).toBe(1);
  await axe(page);
  // The first slide is a drawing. The picture of the next one is there before its turn, those behind it are not.
  await expect.poll(() => askedFor(carousel)).toEqual([1]);
  await carousel.getByRole("button", { name: "Siguiente" }).press("Enter");
  await expect.poll(() => askedFor(carousel)).toContain(2);
  await expect.poll(() => slideOf(page)).toBe("Test drive sin costo");
  await carousel.getByRole("status").getByText("2 de 4: Test drive sin costo").waitFor();
  // Whoever chose one keeps it.
  await carousel.getByRole("button", { name: "Que pasen solos" }).waitFor();
  await carousel.getByRole("button", { name: "4 de 4: Flotas para empresas" }).click();
  await expect.poll(() => slideOf(page)).toBe("Flotas para empresas");
  await carousel.getByRole("button", { name: "Siguiente" }).click();
  await expect.poll(() => slideOf(page)).toBe("Verano sobre ruedas");
  await expect.poll(() => carousel.locator("[role=group]:not([inert])").count()).toBe(1);
  await axe(page);
  page.clean();
});

test("slides take turns by themselves, but not where no motion is wanted, nor for who is at them", async () => {
  const turnsTo = async (options: object, hold: boolean): Promise<string> => {
    const page = await product.blank("desktop", options);
    const play = page.getByRole("button", { name: /Pausar|Que pasen solos/ });
    await openStopped(page, product.server.url("SI", "/vehiculos"), play);
    if (hold) await play.focus();
    await page.clock.runFor(9_000);
    const shown = await slideOf(page);
    page.clean();
    return shown;
  };
  expect(await turnsTo({}, false)).toBe("Test drive sin costo");
  expect(await turnsTo({}, true)).toBe("Verano sobre ruedas");
  expect(await turnsTo({ reducedMotion: "reduce" }, false)).toBe("Verano sobre ruedas");
});

test("a slide comes in a second, and at once where no motion is wanted; who takes it is left alone", async () => {
  const open = async (options: object) => {
    const page = await product.blank("desktop", options);
    const next = page.getByRole("button", { name: "Siguiente" });
    await openStopped(page, product.server.url("SI", "/vehiculos"), next);
    const list = page.locator("section[aria-roledescription] > div").first();
    const place = (): Promise<number> => list.evaluate((one) => one.scrollLeft / one.clientWidth);
    await next.press("Enter");
    return { page, list, next, place };
  };
  const { page, list, next, place } = await open({});
  await page.clock.runFor(500);
  await expect.poll(() => place()).toBeGreaterThan(0.1);
  await expect.poll(() => place()).toBeLessThan(0.9);
  await page.clock.runFor(600);
  await expect.poll(() => place()).toBe(1);
  await next.press("Enter");
  await page.clock.runFor(400);
  await list.dispatchEvent("wheel");
  await page.clock.runFor(700);
  // Where it was left, the browser leads back to the slide that is nearest.
  await expect.poll(place).toBe(1);
  page.clean();
  const calm = await open({ reducedMotion: "reduce" });
  expect(await calm.place()).toBe(1);
  calm.page.clean();
});

test("without its code, slides can be scrolled to, and a single one has no buttons", async () => {
  const page = await product.open("SI", "/vehiculos", "phone", { javaScriptEnabled: false });
  const last = page.getByRole("link", { name: "Cotizar una flota" }).first();
  await last.focus();
  await expect
    .poll(() => last.evaluate((link) => link.getBoundingClientRect().left))
    .toBeGreaterThanOrEqual(0);
  await expect.poll(() => page.getByRole("button", { name: "Siguiente" }).count()).toBe(0);
  const single = await product.open("CO", "/test-drive", "phone");
  await single.getByRole("heading", { name: "Pruébala donde trabajas" }).waitFor();
  await expect.poll(() => single.getByRole("button", { name: "Siguiente" }).count()).toBe(0);
  await axe(single);
});

// How the pages of each brand look is seen at its forms.
test.each(anyOf(brandCodes))("%s: vehicles and terms fit, without barriers", async (brand) => {
  const page = await product.open(brand, "/vehiculos", "phone");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await fits(page);
  await axe(page);
  await page.goto(product.server.url(brand, terms));
  await page.getByRole("heading", { level: 1, name: "Términos y condiciones" }).waitFor();
  await fits(page);
  page.clean();
});

/** Those that differ where there is room come first. */
const read = [
  "/autos-nuevos",
  "/noticias",
  "/privacidad",
  "/cookies",
  "/nosotros",
  "/autos-usados",
  "/paginas/como-llegar",
  "/transfer-payment",
];
const schedules = "/pauta-de-servicio";

/** Where there is little room all of them; where there is more, a row of cards, which is none on a phone, and a table. */
const readOn: Record<Viewport, string[]> = { phone: read, desktop: anyOf(read) };

test.each<[string, Viewport]>([
  ["SI", "phone"],
  ["WI", "desktop"],
])(
  "%s: pages that are read fit, without barriers, on a %s; a make is chosen by keys",
  async (brand, viewport) => {
    const page = await product.blank(viewport, { reducedMotion: "reduce" });
    for (const path of [...readOn[viewport], schedules]) {
      await page.goto(product.server.url(brand, path));
      await page.getByRole("heading", { level: 1 }).waitFor();
      // What turns slides is there once their code is: not while it is looked at.
      await expect.poll(() => page.locator("[data-controls]:not([data-alive])").count()).toBe(0);
      await fits(page);
      await axe(page);
    }
    await page.getByRole("combobox", { name: "Marca" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/\?brand=/);
    await page
      .getByRole("link", { name: /^Ver la pauta de/ })
      .first()
      .waitFor();
    await rested(page);
    await axe(page);
    page.clean();
  },
);

const law = "Los pagos se hacen en la página segura de";

const opened: [Viewport, boolean][] = [
  ["phone", true],
  ["phone", false],
  ["desktop", true],
  ["desktop", false],
];

test.each(covering(opened, ([viewport, alive]) => [viewport, String(alive)]))(
  "on a %s with code %s, the terms open at the section that the address names",
  async (viewport, alive) => {
    const page = await product.open("SI", `${terms}#pagos`, viewport, { javaScriptEnabled: alive });
    const text = page.getByText(law);
    await text.waitFor();
    await expect.poll(() => text.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(300);
    // On a phone the others are closed; where there is room, all can be read.
    const other = page.getByText("Medimos las visitas en conjunto");
    await expect.poll(() => other.isVisible()).toBe(viewport === "desktop");
    if (viewport === "desktop") {
      await page
        .getByRole("navigation", { name: "En esta página" })
        .getByRole("link", { name: "Cookies" })
        .click();
      await page.waitForURL("**#cookies");
      await expect.poll(() => other.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(890);
    } else {
      await page.locator("summary", { hasText: "Cookies y medición" }).press("Enter");
      await other.waitFor();
    }
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.getByText("Un pago está hecho").isVisible()).toBe(true);
  },
);

test("questions are chosen by topic and opened by the keyboard", async () => {
  const page = await product.open("WI", terms, "desktop");
  const topic = page.getByRole("radio", { name: "Comprar un auto" });
  await topic.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.getByRole("radio", { name: "Servicio técnico" }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("con tu placa y la sucursal que prefieras").waitFor();
  await expect.poll(() => page.getByText("¿Cómo cotizo un auto?").isVisible()).toBe(false);
  await axe(page);
  page.clean();
});

test("the link of a page to a section of another shows that section", async () => {
  const page = await product.open("CL", "/", "phone");
  await page.locator("label", { hasText: "Solicitudes y datos" }).click();
  await page.getByText("¿Qué hacen con mis datos?").click();
  await page.getByRole("main").getByRole("link", { name: "términos y condiciones" }).click();
  await page.waitForURL(`**${terms}#datos-personales`);
  const text = page.getByText("El responsable de tus datos es Clicar");
  await text.waitFor();
  await expect.poll(() => text.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(300);
  page.clean();
});

const ways: [string, string][] = [
  ["/300?utm_source=diario&otro=1", "/vehiculos?utm_source=diario"],
  ["/301", "/vehiculos"],
  ["/305", "/vehiculos"],
  ["/307", "/vehiculos"],
  ["/399?utm_id=7", "/vehiculos?utm_id=7"],
  ["/306?utm_source=diario", "/vehiculos?utm_source=diario"],
  ["/304", "/vehiculos"],
  [
    "/304?redirectUrl=%2Fcontacto%3Ftipo%3Dquery&utm_source=x&tipo=y&orden=7",
    "/contacto?tipo=query&utm_source=x&orden=7",
  ],
  ["/304?redirectUrl=https%3A%2F%2Fotro.example%2Fx&utm_source=x", "/vehiculos?utm_source=x"],
  ["/304?redirectUrl=%2F%2Fotro.example", "/vehiculos"],
  ["/304?redirectUrl=javascript%3Aalert(1)", "/vehiculos"],
];

test.each(ways)("%s leads to %s, as a document and as a page", async (from, to) => {
  const html = await (await product.server.fetch("SI", from)).text();
  const [, seconds, address] = /http-equiv="refresh" content="(\d+);url=([^"]*)"/.exec(html) ?? [];
  expect([seconds, address?.replaceAll("&#38;", "&")]).toEqual(["2", to]);
  const [path = "", query] = from.split("?");
  const asked = new URLSearchParams({ path, ...(query === undefined ? {} : { query: `?${query}` }) });
  const page = await (await product.server.fetch("SI", `/api/page?${asked}`)).json();
  expect(page).toMatchObject({ leadsTo: to });
});

test.each([true, false])("with code %s, pages lead on by themselves", async (javaScriptEnabled) => {
  for (const [from, to] of [ways[0]!, ways[7]!]) {
    const page = await product.open("SI", from, "desktop", { javaScriptEnabled });
    await page.waitForURL(product.server.url("SI", to));
    await expect.poll(() => page.locator("main h1").count()).toBe(1);
    // Without code, what it would load is reported as refused.
    if (javaScriptEnabled) page.clean();
  }
});

test("a page that leads on says so, and can be left at once; other codes are no pages", async () => {
  const page = await product.blank("phone");
  // Its two seconds never end, so that it is still there when all is looked at.
  await page.addInitScript(() => {
    const begin = globalThis.setTimeout;
    const other = (run: () => void, after?: number): unknown => (after === 2_000 ? 0 : begin(run, after));
    Object.assign(globalThis, { setTimeout: other });
  });
  await page.goto(product.server.url("WI", "/301"));
  await page.getByText("Te llevaremos a los vehículos en unos segundos.").waitFor();
  await rested(page);
  await axe(page);
  // By keys alone, from the top of the page.
  const isAt = (place: Locator) => place.evaluate((one) => one === document.activeElement);
  await page.keyboard.press("Tab");
  await expect.poll(() => isAt(page.getByRole("link", { name: "Ir al contenido" }))).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => isAt(page.getByRole("main"))).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(() => isAt(page.getByRole("link", { name: "Continuar" }))).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(product.server.url("WI", "/vehiculos"));
  for (const path of ["/299", "/400", "/3000", "/abc"]) {
    expect([path, (await product.server.fetch("WI", path)).status]).toEqual([path, 404]);
  }
  page.clean();
});
