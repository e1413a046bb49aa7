/** The book finder of the library network: filters, the address, pages of results, the panel on a phone, and bad days. */
import { beforeEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { searchBooks } from "../support/books.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { startLibrary } from "../support/library-product.ts";
import { rested } from "../support/rested.ts";

const { product, upstream } = await startLibrary();

beforeEach(() => {
  upstream.forget();
  upstream.set("GET /books", searchBooks);
});

const box = (page: TestPage, name: RegExp | string) => page.getByRole("checkbox", { name });
const said = (page: TestPage, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const address = (page: TestPage): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const at = (page: TestPage, where: string) => page.waitForURL((to) => to.pathname + to.search === where);

test("a filter asks once, counts stay beside it, and Back brings what was found before", async () => {
  const page = await product.open("RBV", "/libros", "desktop");
  await said(page, "60 libros");
  await said(page, "1-12 de 60");
  upstream.forget();
  await box(page, /^Historia/).check();
  await said(page, "10 libros");
  expect(address(page)).toBe("/libros?tema=historia");
  await box(page, /^Cocina/).check();
  await said(page, "20 libros");
  expect(address(page)).toBe("/libros?tema=cocina,historia");
  await page.getByRole("radio", { name: /^Digital/ }).check();
  await at(page, "/libros/digital?tema=cocina,historia");
  await said(page, "10 libros");
  expect(upstream.requests.map(({ query }) => query)).toEqual([
    { subject: "historia" },
    { subject: "cocina,historia" },
    { subject: "cocina,historia", format: "digital" },
  ]);
  await page.goBack();
  await said(page, "20 libros");
  expect(address(page)).toBe("/libros?tema=cocina,historia");
  await page.goBack();
  await said(page, "10 libros");
  await page.goForward();
  await said(page, "20 libros");
  await expect.poll(() => box(page, /^Cocina/).isChecked()).toBe(true);
  expect(upstream.requests).toHaveLength(3);
  await rested(page);
  await axe(page);
});

test("pages and orders are links of the address, which another filter begins anew", async () => {
  const page = await product.open("RBV", "/libros?pagina=2&utm_source=x", "desktop");
  await said(page, "13-24 de 60");
  const next = page.getByRole("link", { name: "Siguiente" });
  await expect.poll(() => next.getAttribute("href")).toBe("/libros?pagina=3&utm_source=x");
  await next.click();
  await said(page, "25-36 de 60");
  await page.getByRole("combobox", { name: "Ordenar" }).selectOption("nuevos");
  await said(page, "1-12 de 60");
  expect(address(page)).toBe("/libros?utm_source=x&orden=nuevos");
  await page.getByRole("link", { name: "Página 5" }).click();
  await said(page, "49-60 de 60");
  await expect.poll(() => page.getByRole("link", { name: "Siguiente" }).count()).toBe(0);
  await box(page, /^Novela/).check();
  await said(page, "10 libros");
  expect(address(page)).toBe("/libros?tema=novela&utm_source=x&orden=nuevos");
});

/** From where to where the bar of a range is filled, in tenths of all of it. */
const filled = (page: TestPage) =>
  page.locator("[class*=filled]").evaluate((bar) => {
    const [part, all] = [bar.getBoundingClientRect(), bar.parentElement!.getBoundingClientRect()];
    return [part.left, part.right].map((x) => Math.round(((x - all.left) / all.width) * 10));
  });

test("a range is slid with keys and typed, and an end of it has no limit", async () => {
  const page = await product.open("RBV", "/libros?ano-desde=2000", "desktop");
  await said(page, "23 libros");
  const least = page.getByRole("slider", { name: "Año, desde" });
  const drawn = await page
    .locator('[style*="--from"]')
    .evaluate((bar: HTMLElement) =>
      ["--from", "--to"].map((name) => Math.round(Number(bar.style.getPropertyValue(name)) * 10)),
    );
  expect(drawn).toEqual([4, 10]);
  await page.mouse.move(200, 300);
  await least.waitFor();
  await expect.poll(() => least.getAttribute("aria-valuetext")).toBe("2.000");
  const most = page.getByRole("slider", { name: "Año, hasta" });
  await expect.poll(() => filled(page)).toEqual(drawn);
  await expect.poll(() => most.getAttribute("aria-valuetext")).toBe("2.025 o más");
  await most.focus();
  await page.keyboard.press("ArrowLeft");
  await at(page, "/libros?ano-desde=2000&ano-hasta=2020");
  await page.keyboard.press("ArrowRight");
  await at(page, "/libros?ano-desde=2000");
  await page.getByRole("textbox", { name: "Desde" }).fill("1990");
  await at(page, "/libros?ano-desde=1990");
  await page.getByRole("link", { name: "Quitar Año: desde 1.990" }).click();
  await at(page, "/libros");
  await said(page, "60 libros");
  await rested(page);
  await axe(page);
});

test("what is chosen is taken back one by one, and all at once", async () => {
  const page = await product.open("RBV", "/libros/papel?tema=historia,viajes&disponible=true", "desktop");
  await page.getByRole("link", { name: "Quitar Historia" }).click();
  await at(page, "/libros/papel?tema=viajes&disponible=true");
  await page.getByRole("link", { name: "Quitar Papel" }).click();
  await at(page, "/libros?tema=viajes&disponible=true");
  await page.getByRole("link", { name: "Borrar todo" }).click();
  await at(page, "/libros");
  await said(page, "60 libros");
  await expect.poll(() => box(page, /^Viajes/).isChecked()).toBe(false);
});

test("an old link with what nobody offers any more opens, and says nothing of it", async () => {
  const page = await product.open("RBV", "/libros?tema=historia,alquimia&idioma=latin&pagina=99", "desktop");
  await said(page, "10 libros");
  await at(page, "/libros?tema=historia");
  await expect.poll(() => page.getByRole("link", { name: /alquimia|latin/ }).count()).toBe(0);
});

test("what finds nothing says so, and leads back to everything", async () => {
  const page = await product.open("RBV", "/libros?tema=viajes&idioma=fr", "desktop");
  await said(page, "No encontramos un libro así");
  await rested(page);
  await axe(page);
  await page.getByRole("link", { name: "Borrar todos los filtros" }).click();
  await said(page, "60 libros");
});

test("on a phone the questions are a panel, used with the keyboard alone", async () => {
  const page = await product.open("RBV", "/libros", "phone");
  await said(page, "60 libros");
  const opener = page.getByRole("button", { name: "Filtrar" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Filtrar" });
  await panel.waitFor();
  await rested(page);
  await axe(page);
  await panel.getByRole("checkbox", { name: /^Historia/ }).focus();
  await page.keyboard.press("Space");
  const show = panel.getByRole("button", { name: "Ver libros (10)" });
  await show.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  const closed = page.getByRole("button", { name: "Filtrar (1)" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Filtrar (1)");
  await closed.press("Enter");
  await page.getByRole("button", { name: "Ver libros (10)" }).press("Enter");
  await said(page, "10 libros");
  await rested(page);
  await axe(page);
});

test("results stay while others load, and a service that fails is asked again", async () => {
  const page = await product.open("RBV", "/libros", "desktop");
  await said(page, "60 libros");
  const seen = Promise.withResolvers<void>();
  upstream.set("GET /books", ({ query }) => ({ ...searchBooks({ query }), after: seen.promise }));
  await box(page, /^Historia/).check();
  await page.locator("[aria-busy=true] li").first().waitFor();
  await said(page, "Buscando libros");
  seen.resolve();
  await said(page, "10 libros");
  upstream.set("GET /books", { status: 500, body: {} });
  await box(page, /^Poesía/).check();
  await said(page, "El catálogo no responde. Inténtalo de nuevo.");
  await expect.poll(() => box(page, /^Poesía/).isChecked()).toBe(true);
  upstream.set("GET /books", searchBooks);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await said(page, "20 libros");
});

test("at 320 pixels nothing is wider than the page", async () => {
  const page = await product.open("RBV", "/libros?tema=historia,poesia&pagina=2", "phone", {
    viewport: { width: 320, height: 640 },
  });
  await said(page, "13-20 de 20");
  await fits(page);
  await page.getByRole("button", { name: /^Filtrar/ }).click();
  await page.getByRole("dialog").waitFor();
  await fits(page);
  await expect.poll(() => page.getByRole("dialog").evaluate((one) => one.clientWidth)).toBe(320);
});

test("without a script the form leads to the address of its answers", async () => {
  const page = await product.open("RBV", "/libros", "phone", { javaScriptEnabled: false });
  await page.getByRole("checkbox", { name: /^Cocina/ }).check();
  await page.getByRole("radio", { name: /^Digital/ }).check();
  await page.getByRole("button", { name: "Buscar" }).first().click();
  await said(page, "10 libros");
  expect(address(page)).toBe("/libros/digital?tema=cocina");
});
