/** Each filter, each dependency and each order of the catalogue, of a dealer of Chile and the one of Peru. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { anyOf, covering } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

const address = (page: TestPage): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const at = (page: TestPage, where: string) => page.waitForURL((to) => to.pathname + to.search === where);
const cards = (page: TestPage) => page.locator("[data-view=cars] li:has(> div h3)");
const group = (page: TestPage, name: string) => page.getByRole("group", { name, exact: true });
const chip = (page: TestPage) => page.getByRole("link", { name: /^Quitar / });

async function total(page: TestPage): Promise<number> {
  await rested(page);
  const text = await page.locator("[data-view=cars] [aria-live]").first().textContent();
  return Number(text!.replace(/\D/g, ""));
}

async function ready(brand: string, path: string, viewport: Viewport = "desktop") {
  const page = await product.open(brand, path, viewport);
  await cards(page).first().waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  return page;
}

/** The same with its questions before one: beside the cars, or on a phone in the drawer over them. */
async function asked(brand: string, path: string, viewport: Viewport) {
  const page = await ready(brand, path, viewport);
  if (viewport === "phone") {
    await rested(page);
    await page.getByRole("button", { name: /^Filtrar/ }).click();
    await drawer(page).waitFor();
  }
  return page;
}

const drawer = (page: TestPage) => page.getByRole("dialog", { name: "Filtrar" });

/** Both dealers, both devices. */
const places = covering(
  ["SI", "WI"].flatMap((brand) => (["desktop", "phone"] as const).map((viewport) => ({ brand, viewport }))),
  ({ brand, viewport }) => [brand, viewport],
).map(({ brand, viewport }) => [brand, viewport] as const);

/** Filters with options, and the parameter of each; what is in the path has none. */
const filters: [label: string, parameter: string][] = [
  ["Categoría", "categoria"],
  ["Ciudad", "ciudad"],
  ["Promociones", "tag"],
  ["Combustible", "combustible"],
  ["Transmisión", "transmision"],
  ["Tracción", "traccion"],
  ["Color", "color"],
  ["Puertas", "puertas"],
  ["Asientos", "asientos"],
];

test.each(anyOf(places))(
  "%s, on a %s: each filter finds as many as it says, and is taken back",
  async (brand, viewport) => {
    const page = await asked(brand, "/vehiculos", viewport);
    const all = await total(page);
    for (const [label, parameter] of filters) {
      const option = group(page, label).locator("label").first();
      const said = Number((await option.innerText()).trim().split(/\s+/).at(-1)!.replaceAll(/\D/g, ""));
      await option.click();
      await page.waitForURL((to) => to.searchParams.has(parameter));
      await expect.poll(async () => [label, await total(page)]).toEqual([label, said]);
      expect(address(page)).toMatch(new RegExp(`^/vehiculos\\?${parameter}=[a-z0-9-]+$`));
      if (viewport === "desktop") await chip(page).first().click();
      else {
        await drawer(page)
          .getByRole("button", { name: `Ver autos (${said})`, exact: true })
          .waitFor();
        await group(page, label).locator("label:has(input:checked)").first().click();
      }
      await at(page, "/vehiculos");
      await expect.poll(async () => [label, await total(page)]).toEqual([label, all]);
    }
    page.clean();
  },
);

/** What is typed as the most that it may cost, as the address has it, and what is said at the end. */
const mostOf: Record<string, [typed: string, written: string, end: string]> = {
  SI: ["15.000.000", "15000000", "Más de $100.000.000"],
  WI: ["15000", "15000", "Más de USD 100,000"],
};

test.each(anyOf(places.toReversed()))(
  "%s, on a %s: ranges are typed and slid, and end in words",
  async (brand, viewport) => {
    const [typed, written, end] = mostOf[brand]!;
    const page = await asked(brand, "/vehiculos/usado", viewport);
    await page.mouse.move(200, 400);
    const price = page.getByRole("slider", { name: "Precio, hasta" });
    await price.waitFor();
    const says = async (one: Locator) =>
      (await one.getAttribute("aria-valuetext"))?.replaceAll("\u00a0", " ");
    await expect.poll(() => says(price)).toBe(end);
    const mileage = page.getByRole("slider", { name: "Kilometraje, hasta" });
    await expect.poll(() => says(mileage)).toMatch(/^\+ de 200.000 km$/);
    await expect
      .poll(() => page.getByRole("slider", { name: "Año, desde" }).getAttribute("aria-valuetext"))
      .toBe("2005 o antes");
    const before = await total(page);
    await group(page, "Precio").getByRole("textbox", { name: "Hasta" }).fill(typed);
    await at(page, `/vehiculos/usado?precio-hasta=${written}`);
    await expect.poll(() => total(page)).toBeLessThan(before);
    const cheaper = await total(page);
    await mileage.focus();
    await page.keyboard.press("ArrowLeft");
    await at(page, `/vehiculos/usado?precio-hasta=${written}&kilometraje-hasta=150000`);
    await expect.poll(() => total(page)).toBeLessThanOrEqual(cheaper);
    await page.keyboard.press("ArrowRight");
    await at(page, `/vehiculos/usado?precio-hasta=${written}`);
    await group(page, "Año").getByRole("textbox", { name: "Desde" }).fill("2022");
    await at(page, `/vehiculos/usado?precio-hasta=${written}&ano-desde=2022`);
    const years = async () => {
      const texts = await cards(page).locator("ul li:first-child").allTextContents();
      return texts.filter((text) => /^20\d\d$/.test(text)).map(Number);
    };
    await expect.poll(async () => (await years()).every((year) => year >= 2022)).toBe(true);
    await axe(page);
    page.clean();
  },
);

test.each(anyOf(places))(
  "%s, on a %s: models hang on the make, branches on the city",
  async (brand, viewport) => {
    const page = await asked(brand, "/vehiculos", viewport);
    await expect.poll(() => group(page, "Modelo").count()).toBe(0);
    await expect.poll(() => group(page, "Sucursal").count()).toBe(0);
    await page.getByRole("checkbox", { name: /^Chevrolet/ }).check();
    await at(page, "/marcas/chevrolet");
    await rested(page);
    await group(page, "Modelo").locator("label").first().click();
    await page.waitForURL((to) => to.searchParams.has("modelo"));
    await rested(page);
    await group(page, "Ciudad").locator("label").first().click();
    await page.waitForURL((to) => to.searchParams.has("ciudad"));
    await rested(page);
    await group(page, "Sucursal").locator("label").first().click();
    await page.waitForURL((to) => to.searchParams.has("sucursal"));
    await rested(page);
    // What hangs on it leaves with it.
    await page.getByRole("checkbox", { name: /^Chevrolet/ }).uncheck();
    await page.waitForURL((to) => to.pathname === "/vehiculos" && !to.searchParams.has("modelo"));
    await group(page, "Ciudad").locator("input:checked").first().uncheck();
    await at(page, "/vehiculos");
    await rested(page);
    if (viewport === "phone") {
      await fits(page);
      // What is chosen in the drawer stands over the cars when it is closed, and all of it leaves at once.
      await group(page, "Combustible").locator("label").first().click();
      await page.waitForURL((to) => to.searchParams.has("combustible"));
      await rested(page);
      await drawer(page)
        .getByRole("button", { name: /^Ver autos \(\d/ })
        .click();
      await drawer(page).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Filtrar (1)", exact: true }).waitFor();
      await chip(page).first().waitFor();
      await page.getByRole("link", { name: "Borrar todo" }).click();
      await at(page, "/vehiculos");
      await expect.poll(() => chip(page).count()).toBe(0);
    }
    page.clean();
  },
);

/** Orders by what they put first: prices, and kilometres of used cars. */
const sorts: [value: string, of: "price" | "mileage", rises: boolean][] = [
  ["2", "price", true],
  ["3", "price", false],
  ["4", "mileage", false],
  ["5", "mileage", true],
];

test.each(anyOf(places.toReversed()))(
  "%s, on a %s: each order, and the first page with it",
  async (brand, viewport) => {
    const page = await ready(brand, "/vehiculos/usado?page=2", viewport);
    const choice = page.getByRole("combobox", { name: "Ordenar" });
    await choice.selectOption("1");
    await at(page, "/vehiculos/usado?sort=1");
    await expect.poll(() => cards(page).first().textContent()).toContain("Recién llegado");
    for (const [value, of, rises] of sorts) {
      await choice.selectOption(value);
      await at(page, `/vehiculos/usado?sort=${value}`);
      const found = async () => {
        const figures =
          of === "price"
            ? cards(page).locator("strong")
            : cards(page).locator("ul li", { hasText: /^[\d.,]+ km$/ });
        return (await figures.allTextContents()).map((text) => Number(text.replaceAll(/\D/g, "")));
      };
      const isSorted = async (): Promise<boolean> => {
        const all = await found();
        const sorted = all.toSorted((a, b) => (rises ? a - b : b - a));
        return all.length === 12 && all.every((one, index) => one === sorted[index]);
      };
      await expect.poll(isSorted).toBe(true);
    }
    await choice.selectOption("");
    await at(page, "/vehiculos/usado");
    page.clean();
  },
);

test.each(
  anyOf([
    ["SI", "phone"],
    ["WI", "desktop"],
  ] as const),
)(
  "%s: a link with everything chosen opens so on a %s, and Back and Forward lead through",
  async (brand, viewport) => {
    const link =
      "/marcas/chevrolet/usado?categoria=suv&combustible=gasoline&ano-desde=2016&kilometraje-hasta=150000&sort=2";
    const page = await ready(brand, link, viewport);
    expect(address(page)).toBe(link);
    const chips = (await chip(page).allTextContents()).map((text) => text.trim());
    expect(chips).toEqual(expect.arrayContaining(["Usados", "SUV", "Chevrolet", "Gasolina"]));
    const found = await total(page);
    await page.getByRole("link", { name: "Quitar SUV" }).click();
    await at(page, link.replace("categoria=suv&", ""));
    await expect.poll(() => chip(page).count()).toBe(chips.length - 1);
    const more = await total(page);
    expect(more).toBeGreaterThanOrEqual(found);
    await page.getByRole("link", { name: "Quitar Gasolina" }).click();
    await at(page, link.replace("categoria=suv&combustible=gasoline&", ""));
    await page.goBack();
    await expect.poll(() => total(page)).toBe(more);
    await page.goBack();
    await at(page, link);
    await expect.poll(() => total(page)).toBe(found);
    await page.goForward();
    await at(page, link.replace("categoria=suv&", ""));
    await expect.poll(() => total(page)).toBe(more);
    await axe(page);
    page.clean();
  },
);

test("with keys alone: a filter, an order, a page, a car, and back to where one was", async () => {
  const page = await ready("SI", "/vehiculos");
  await page.getByRole("checkbox", { name: /^Sedán/ }).focus();
  await page.keyboard.press("Space");
  await at(page, "/vehiculos?categoria=sedan");
  await rested(page);
  await page.getByRole("combobox", { name: "Ordenar" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await at(page, "/vehiculos?categoria=sedan&sort=2");
  await rested(page);
  await page.getByRole("link", { name: "Siguiente" }).focus();
  await page.keyboard.press("Enter");
  await at(page, "/vehiculos?categoria=sedan&sort=2&page=2");
  // The address says it before its cars are there.
  await page
    .getByText(/13-24 de /)
    .first()
    .waitFor();
  await rested(page);
  const more = page.getByRole("link", { name: /^VER MÁS DETALLES DEL AUTO/ }).first();
  const name = await more.getAttribute("aria-label");
  await more.focus();
  const left = await page.evaluate(() => scrollY);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/marcas\/[^/]+\/(nuevo|usado)\/.+/);
  await page.goBack();
  await at(page, "/vehiculos?categoria=sedan&sort=2&page=2");
  await expect.poll(() => more.getAttribute("aria-label")).toBe(name);
  // A focus that no key brought is not somebody who moves the page.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  // As far down as it was left.
  const last = page.getByRole("link", { name: /^VER MÁS DETALLES DEL AUTO/ }).last();
  await last.focus();
  await rested(page);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/marcas\/[^/]+\/(nuevo|usado)\/.+/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await at(page, "/vehiculos?categoria=sedan&sort=2&page=2");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  // The car itself leads back too, in a tab of its own as well, and keeps nothing but what was chosen.
  const car = new URL((await more.getAttribute("href"))!, page.url()).href;
  const tab = await product.newTab(page);
  await tab.goto(`${car}?utm_source=diario`);
  await tab.getByRole("link", { name: "Volver a los resultados" }).press("Enter");
  await at(tab, "/vehiculos?categoria=sedan&sort=2&page=2");
  await rested(tab);
  await expect
    .poll(() =>
      tab
        .getByRole("link", { name: /^VER MÁS DETALLES DEL AUTO/ })
        .first()
        .getAttribute("aria-label"),
    )
    .toBe(name);
  page.clean();
  tab.clean();
});

test("one key leads past the questions that stand beside the results", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  await page.getByRole("link", { name: "Saltar a los resultados" }).press("Enter");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate(() => document.activeElement!.closest("[data-results]") !== null))
    .toBe(true);
});
