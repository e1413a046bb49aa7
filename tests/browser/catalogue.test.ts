/** The catalogue of two dealers: what is chosen is in the address, and what is found is what was said. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { sharedProduct } from "../support/product.ts";
import { anyOf, covering, shownElsewhere } from "../support/covering.ts";

const product = await sharedProduct();

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

const dealers = [
  ["SI", "desktop", "Chevrolet", "chevrolet"],
  ["WI", "desktop", "Chevrolet", "chevrolet"],
] as const;

test.each(anyOf(dealers))(
  "%s: each choice finds what it says, and leads back",
  async (brand, viewport, make, slug) => {
    const page = await product.open(brand, "/vehiculos", viewport);
    await cards(page).first().waitFor();
    const all = await total(page);
    await expect.poll(() => cards(page).count()).toBe(12);
    // Each category is a link over what is found, under what else is chosen.
    const tabs = page.getByRole("navigation", { name: "Categoría" });
    const suvs = await countOf(page, "SUV");
    await tabs.getByRole("link", { name: "SUV" }).click();
    await at(page, "/vehiculos?categoria=suv");
    await expect.poll(() => total(page)).toBe(suvs);
    await expect.poll(() => tabs.locator("[aria-current]").textContent()).toBe("SUV");
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
    await expect.poll(() => total(page)).toBe(await countOf(page, make));
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

test("an old link with a make that is sold out opens without it, and the price ends in a chip", async () => {
  const page = await product.open("SI", "/vehiculos?marca=daewoo,kia&precio-hasta=15000000", "desktop");
  await at(page, "/marcas/kia?precio-hasta=15000000");
  await page.getByRole("link", { name: /^Quitar Kia/ }).waitFor();
  for (const price of await prices(page)) expect(price).toBeLessThanOrEqual(15_000_000);
  await page.getByRole("link", { name: /^Quitar Precio/ }).click();
  await at(page, "/marcas/kia");
  page.clean();
});

/** Does both in one moment, before anything of the first is drawn. */
const together = (page: TestPage, first: "filter" | "sort" | "tab", second: "filter" | "sort") =>
  page.evaluate(
    (both) => {
      const choices = {
        filter: () =>
          [...document.querySelectorAll("label")]
            .find((one) => one.textContent.startsWith("Chevrolet"))!
            .click(),
        tab: () => document.querySelector<HTMLElement>('[data-tabs] a[href*="suv"]')!.click(),
        sort: () => {
          const select = document.querySelector<HTMLSelectElement>("select[name=sort]")!;
          select.value = "2";
          select.dispatchEvent(new Event("change", { bubbles: true }));
        },
      };
      for (const one of both) choices[one]();
    },
    [first, second],
  );

const pairs = [
  ["filter", "sort", "/marcas/chevrolet?sort=2"],
  ["sort", "filter", "/marcas/chevrolet?sort=2"],
  ["tab", "filter", "/marcas/chevrolet?categoria=suv"],
  ["tab", "sort", "/vehiculos?categoria=suv&sort=2"],
] as const;

/** Each as the first, and each as the second. */
const eachOnce = covering(pairs, ([first, second]) => [`first ${first}`, `second ${second}`]);

test.each(anyOf(eachOnce))("of a %s and a %s in one moment both count", async (first, second, found) => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  await cards(page).first().waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await together(page, first, second);
  await at(page, found);
  await rested(page);
  await expect
    .poll(() => page.locator("select[name=sort]").inputValue())
    .toBe(found.includes("sort") ? "2" : "");
  await expect
    .poll(() => page.getByRole("checkbox", { name: /^Chevrolet/ }).isChecked())
    .toBe(found.includes("chevrolet"));
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(found);
  page.clean();
});

test("a search is shared: what is copied opens the same cars, in the same order", async () => {
  const page = await product.open("SI", "/vehiculos?utm_source=correo", "desktop", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("radio", { name: /^Usados/ }).check();
  await page.getByRole("combobox", { name: "Ordenar" }).selectOption("3");
  await page.getByRole("link", { name: "Página 2" }).click();
  await at(page, "/vehiculos/usado?utm_source=correo&sort=3&page=2");
  await rested(page);
  const found = await cards(page).getByRole("heading").allTextContents();
  await page.getByRole("button", { name: "Compartir búsqueda" }).click();
  await page.getByText("Enlace copiado").waitFor();
  await axe(page);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(product.server.url("SI", "/vehiculos/usado?sort=3&page=2"));
  const other = await product.blank("phone");
  await other.goto(copied);
  await cards(other).first().waitFor();
  await expect.poll(() => cards(other).getByRole("heading").allTextContents()).toEqual(found);
  page.clean();
  other.clean();
});

// As at a car's page.
test.each(shownElsewhere(["phone"] as const))("a %s with a sheet of its own shares with that", async () => {
  const page = await product.blank("phone");
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (what: { title: string; url: string }) => {
        document.body.dataset["shared"] = `${what.title} ${what.url}`;
        return Promise.resolve();
      },
    });
  });
  await page.goto(product.server.url("WI", "/marcas/toyota/usado"));
  await page.getByRole("button", { name: "Compartir búsqueda" }).click();
  await expect
    .poll(() => page.locator("body").getAttribute("data-shared"))
    .toBe(`Toyota usados · Wigo Motors ${product.server.url("WI", "/marcas/toyota/usado")}`);
  page.clean();
});

test("nothing found says so, with the way back to all", async () => {
  const page = await product.open("SI", "/vehiculos/nuevo?kilometraje-desde=100000", "desktop");
  await page.getByText("Lo sentimos, esta búsqueda no tiene resultados").waitFor();
  await page.getByText("Intenta editando los filtros").waitFor();
  await axe(page);
  await page.getByRole("link", { name: "BORRAR TODOS LOS FILTROS" }).click();
  await at(page, "/vehiculos");
  await cards(page).first().waitFor();
  page.clean();
});

test.each(anyOf(["WI", "SI"] as const))("%s: on a phone the filters open over the page", async (brand) => {
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

test("pictures are there, the first ones at once, and none moves the page", async () => {
  const page = await product.open("CO", "/vehiculos", "desktop");
  await cards(page).first().waitFor();
  const pictures = cards(page).locator("img");
  await expect
    .poll(() => pictures.first().evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(250);
  await expect.poll(() => pictures.first().getAttribute("loading")).toBe("eager");
  await expect.poll(() => pictures.last().getAttribute("loading")).toBe("lazy");
  await pictures.last().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.last().evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(250);
  page.clean();
});

test("a car is turned around over its card, and the page stays where it was", async () => {
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
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
  page.clean();
});

test("the prices of cards side by side stand on one line, whatever else the cards say", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  await expect.poll(() => cards(page).count()).toBe(12);
  const lines = await cards(page).evaluateAll((all) => {
    const topOf = (one: Element): number => Math.round(one.getBoundingClientRect().top);
    const rows = Map.groupBy(all, topOf);
    return [...rows.values()].map((row) => [
      row.length,
      new Set(row.map((card) => topOf(card.querySelector("strong")!))).size,
    ]);
  });
  expect(lines).toEqual(Array.from({ length: 4 }, () => [3, 1]));
  page.clean();
});
