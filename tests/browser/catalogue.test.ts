/** The catalogue of two dealers: what is chosen is in the address, and what is found is what was said. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { startProduct } from "../support/product.ts";

const product = await startProduct();
const limit = { timeout: 60_000 };

const at = (page: TestPage, where: string) => page.waitForURL((to) => to.pathname + to.search === where);
const cards = (page: TestPage) => page.locator("[data-view=cars] li:has(> div h3)");

/** How many cars the page says that there are. */
async function total(page: TestPage): Promise<number> {
  await rested(page);
  const text = await page.locator("[data-view=cars] [aria-live]").first().textContent();
  return Number(text!.replace(/\D/g, ""));
}

/** How many an option says that it would find. */
async function countOf(page: TestPage, option: string): Promise<number> {
  const row = page.locator("label", { hasText: new RegExp(`^${option}`) }).first();
  return Number(/\d+$/.exec((await row.textContent())!.trim())![0]);
}

/** The price that counts of each card, in order. */
const prices = async (page: TestPage): Promise<number[]> =>
  (await cards(page).locator("strong").allTextContents()).map((text) => Number(text.replace(/\D/g, "")));

const isRising = (found: number[]): boolean =>
  found.length === 12 && found.every((price, index) => index === 0 || price >= found[index - 1]!);

test.each([
  ["SI", "desktop", "Chevrolet", "chevrolet"],
  ["WI", "desktop", "Chevrolet", "chevrolet"],
] as const)(
  "%s: each choice finds what it says, and leads back",
  limit,
  async (brand, viewport, make, slug) => {
    const page = await product.open(brand, "/vehiculos", viewport);
    await cards(page).first().waitFor();
    const all = await total(page);
    expect(await cards(page).count()).toBe(12);
    // Each category is a link over what is found, under what else is chosen.
    const tabs = page.getByRole("navigation", { name: "Categoría" });
    const suvs = await countOf(page, "SUV");
    await tabs.getByRole("link", { name: "SUV" }).click();
    await at(page, "/vehiculos?categoria=suv");
    await expect.poll(() => total(page)).toBe(suvs);
    expect(await tabs.locator("[aria-current]").textContent()).toBe("SUV");
    await tabs.getByRole("link", { name: "Ver todos" }).click();
    await at(page, "/vehiculos");
    await expect.poll(() => total(page)).toBe(all);
    const used = await countOf(page, "Usados");
    await page.getByRole("radio", { name: /^Usados/ }).check();
    await at(page, "/vehiculos/usado");
    await expect.poll(() => total(page)).toBe(used);
    await page.getByRole("checkbox", { name: new RegExp(`^${make}`) }).check();
    await at(page, `/marcas/${slug}/usado`);
    const ofMake = cards(page).getByRole("heading", { name: new RegExp(`^${make} `) });
    await expect.poll(() => ofMake.count()).toBe(12);
    expect(await total(page)).toBe(await countOf(page, make));
    await page.getByRole("combobox", { name: "Ordenar" }).selectOption("2");
    await at(page, `/marcas/${slug}/usado?sort=2`);
    await expect.poll(async () => isRising(await prices(page))).toBe(true);
    await rested(page);
    await axe(page);
    await page.goBack();
    await page.goBack();
    await at(page, "/vehiculos/usado");
    await expect.poll(() => total(page)).toBe(used);
    await page.getByRole("link", { name: "Borrar todo" }).click();
    await at(page, "/vehiculos");
    await expect.poll(() => total(page)).toBe(all);
    page.clean();
  },
);

test(
  "an old link with a make that is sold out opens without it, and the price ends in a chip",
  limit,
  async () => {
    const page = await product.open("SI", "/vehiculos?marca=daewoo,kia&precio-hasta=15000000", "desktop");
    await at(page, "/marcas/kia?precio-hasta=15000000");
    await page.getByRole("link", { name: /^Quitar Kia/ }).waitFor();
    for (const price of await prices(page)) expect(price).toBeLessThanOrEqual(15_000_000);
    await page.getByRole("link", { name: /^Quitar Precio/ }).click();
    await at(page, "/marcas/kia");
    page.clean();
  },
);

test("nothing found says so, with the way back to all", limit, async () => {
  const page = await product.open("SI", "/vehiculos/nuevo?kilometraje-desde=100000", "desktop");
  await page.getByText("Lo sentimos, esta búsqueda no tiene resultados").waitFor();
  await page.getByText("Intenta editando los filtros").waitFor();
  await axe(page);
  await page.getByRole("link", { name: "BORRAR TODOS LOS FILTROS" }).click();
  await at(page, "/vehiculos");
  await cards(page).first().waitFor();
  page.clean();
});

test.each(["SI", "WI"] as const)("%s: on a phone the filters open over the page", limit, async (brand) => {
  const page = await product.open(brand, "/vehiculos", "phone");
  await cards(page).first().waitFor();
  await fits(page);
  await page.getByRole("button", { name: "Filtrar" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("checkbox", { name: /^SUV/ }).check();
  const show = panel.getByRole("button", { name: /^Ver autos \(\d/ });
  await show.waitFor();
  await rested(page);
  await axe(page);
  await show.click();
  await at(page, "/vehiculos?categoria=suv");
  await page.getByRole("link", { name: /^Quitar SUV/ }).waitFor();
  await rested(page);
  await fits(page);
  await axe(page);
  page.clean();
});

test("pictures are there, the first ones at once, and none moves the page", limit, async () => {
  const page = await product.open("CO", "/vehiculos", "desktop");
  await cards(page).first().waitFor();
  const pictures = cards(page).locator("img");
  await expect
    .poll(() => pictures.first().evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(250);
  expect(await pictures.first().getAttribute("loading")).toBe("eager");
  expect(await pictures.last().getAttribute("loading")).toBe("lazy");
  await pictures.last().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.last().evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(250);
  page.clean();
});

test("a car is turned around over its card, and the page stays where it was", limit, async () => {
  const page = await product.open("SI", "/marcas/suzuki?modelo=swift", "phone");
  const open = page.getByRole("button", { name: /^Vista 360°: Suzuki Swift/ }).first();
  await open.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await open.click();
  const turned = page.getByRole("slider", { name: "Vista 360°" });
  await turned.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => turned.getAttribute("aria-valuetext")).toBe("Vista a 15 grados");
  await axe(page);
  await page.keyboard.press("Escape");
  await turned.waitFor({ state: "detached" });
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(await open.evaluate((one) => one === document.activeElement)).toBe(true);
  page.clean();
});
