/** What a visitor's device keeps: favourites in two tabs, cars side by side, and what was seen lately. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { startProduct } from "../support/product.ts";
import { operateStock } from "../../tools/dealers/operate-stock.ts";

const product = await startProduct();

const hearts = (page: TestPage) => page.locator("button[data-list=favorites]");
const favourites = async (page: TestPage) =>
  (await page.context().cookies()).find(({ name }) => name === "favoritos");
const card = (page: TestPage, name: RegExp | string) =>
  page.locator("[data-view=cars] li:has(> div h3)", { has: page.getByRole("heading", { name }) });
const badge = (page: TestPage, name: RegExp) => page.getByRole("banner").getByRole("link", { name });
const said = (page: TestPage, words: string) => page.getByText(words, { exact: true }).first().waitFor();
const pressed = (page: TestPage, at: number) => hearts(page).nth(at).getAttribute("aria-pressed");

test("favourites are the same in two tabs at once, and leave by a dialog that keys can use", async () => {
  const page = await product.open("SI", "/vehiculos/usado", "phone");
  await hearts(page).nth(11).waitFor();
  const second = await product.newTab(page);
  await second.goto(page.url());
  await hearts(second).nth(11).waitFor();
  for (const tab of [page, second]) {
    await rested(tab);
    await tab.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  }
  // Both tabs at once.
  await Promise.all([hearts(page).nth(0).click(), hearts(second).nth(1).click()]);
  for (const tab of [page, second]) {
    await badge(tab, /^Favoritos 2$/).waitFor();
    await expect
      .poll(() => Promise.all([0, 1, 2].map((at) => pressed(tab, at))))
      .toEqual(["true", "true", "false"]);
  }
  const cookies = await page.context().cookies();
  const { expires, sameSite } = cookies.find(({ name }) => name === "favoritos")!;
  expect(Math.round((expires - Date.now() / 1_000) / 3_600)).toBe(7 * 24);
  expect(sameSite).toBe("Lax");

  await second.goto(product.server.url("SI", "/favorites"));
  await said(second, "2 favoritos");
  await expect
    .poll(() => hearts(second).evaluateAll((all) => all.map((one) => one.ariaPressed)))
    .toEqual(["true", "true"]);
  await rested(second);
  await axe(second);
  await fits(second);
  // Escape and the first button leave it there.
  await hearts(second).first().focus();
  await second.keyboard.press("Enter");
  const dialog = second.getByRole("dialog", {
    name: "Confirma si quieres eliminar este auto de tus favoritos.",
  });
  await dialog.waitFor();
  await rested(second);
  await axe(second);
  await second.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await second.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "No eliminar" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => hearts(second).count()).toBe(2);
  await hearts(second).first().press("Enter");
  await dialog.getByRole("button", { name: "Eliminar de favoritos" }).press("Enter");
  await said(second, "1 favorito");
  await expect.poll(() => hearts(second).count()).toBe(1);
  // Whoever stood on it goes on where they are counted, and the other tab knows.
  await second.waitForFunction(() => document.activeElement?.textContent === "1 favorito");
  await badge(page, /^Favoritos 1$/).waitFor();
  page.clean();
  second.clean();
});

test("a car that was sold says so, and what nobody knows leaves without a word", async () => {
  const page = await product.open("SI", "/vehiculos/usado", "desktop");
  await hearts(page).nth(2).click();
  const name = await page.locator("[data-view=cars] h3").nth(2).textContent();
  await badge(page, /^Favoritos 1$/).waitFor();
  const kept = await favourites(page);
  const id = kept!.value.split(".")[0]!;
  await page.context().addCookies([{ ...kept!, value: `${kept!.value}~999999999.1~<x>~abc.1` }]);
  await operateStock(["sold", id], { DATA_DIR: product.server.dataDir });
  await page.goto(product.server.url("SI", "/favorites"));
  await said(page, "1 favorito");
  await card(page, name!).getByText("Vendido", { exact: true }).waitFor();
  await said(page, "Este auto ya se vendió.");
  await expect.poll(async () => (await favourites(page))!.value.split("~").length).toBe(1);
  await rested(page);
  await axe(page);
  page.clean();
});

test("nothing kept says so, and leads to the cars", async () => {
  const page = await product.open("WI", "/favorites", "phone", { viewport: { width: 320, height: 640 } });
  await said(page, "0 favoritos");
  await page.getByText("Toca el corazón de un auto para guardarlo aquí.").waitFor();
  await rested(page);
  await axe(page);
  await fits(page);
  await page.getByRole("main").getByRole("link", { name: "Ver autos" }).click();
  await page.waitForURL((to) => to.pathname === "/vehiculos");
  page.clean();
});

test("three cars side by side: what differs is marked, one leaves, another comes", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  const compare = page.locator("button[data-list=compare]");
  await compare.nth(3).waitFor();
  await rested(page);
  for (const at of [0, 1, 2]) await compare.nth(at).click();
  await badge(page, /^Comparar 3$/).waitFor();
  await compare.nth(3).click();
  const full = page.getByRole("dialog", { name: /^Puedes comparar hasta 3 autos/ });
  await full.getByRole("button", { name: "Cerrar" }).click();
  await badge(page, /^Comparar 3$/).click();
  const table = page.getByRole("table", { name: "Comparación" });
  await table.waitFor();
  await expect.poll(() => table.getByRole("columnheader").count()).toBe(3);
  const prices = table.getByRole("row", { name: /^Precio/ });
  await expect.poll(() => prices.getByRole("cell").count()).toBe(3);
  const rows = table.getByRole("row");
  const differing = table.getByRole("row", { name: /Distinto/ });
  const [all, marked] = [await rows.count(), await differing.count()];
  expect(marked).toBeGreaterThan(0);
  expect(marked).toBeLessThan(all);
  await page.getByRole("checkbox", { name: "Ver solo las diferencias" }).check();
  await expect.poll(() => rows.count()).toBe(marked + 1);
  await rested(page);
  await axe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await expect.poll(() => table.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await page
    .getByRole("button", { name: /^Quitar .+ de la comparación$/ })
    .first()
    .click();
  await said(page, "2 autos");
  await page.getByRole("table").getByRole("link", { name: "Agregar un auto" }).waitFor();
  await rested(page);
  await axe(page);
  await page.getByRole("button", { name: "Quitar todos" }).click();
  await said(page, "Todavía no hay autos para comparar");
  page.clean();
});

test("presses that follow at once each mean the opposite of the one before", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  const compare = page.locator("button[data-list=compare]");
  await compare.nth(3).waitFor();
  await rested(page);
  const press = (at: number, times: number) =>
    compare.nth(at).evaluate(async (button: HTMLButtonElement, count) => {
      for (let press = 0; press < count; press++) button.click();
      // What is written is written one after the other.
      await navigator.locks.request("saved-lists", () => {});
    }, times);
  await press(0, 3);
  await badge(page, /^Comparar 1$/).waitFor();
  await press(1, 2);
  await expect.poll(() => compare.nth(1).getAttribute("aria-pressed")).toBe("false");
  await badge(page, /^Comparar 1$/).waitFor();
  await badge(page, /^Comparar 1$/).click();
  // What takes out puts nothing back.
  const out = page.getByRole("button", { name: /^Quitar .+ de la comparación$/ });
  await out.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 2; press++) button.click();
  });
  await said(page, "Todavía no hay autos para comparar");
  page.clean();
});

test("what was seen lately is there on this device alone, until it is forgotten with one press", async () => {
  const seen = [
    "/marcas/chevrolet/nuevo/chevrolet-onix-1000001",
    "/marcas/toyota/usado/toyota-yaris-1000205",
  ] as const;
  const page = await product.blank("phone");
  const kept = async () => (await page.context().cookies()).find(({ name }) => name === "vistos")?.value;
  for (const [at, path] of seen.entries()) {
    await page.goto(product.server.url("SI", path));
    await expect.poll(async () => ((await kept()) ?? "").split("~").filter(Boolean).length).toBe(at + 1);
  }
  await page.goto(product.server.url("SI", "/favorites"));
  await said(page, "Lo último que viste");
  const cars = page.locator("section", { has: page.getByRole("heading", { name: "Lo último que viste" }) });
  // The last one first.
  await expect.poll(() => cars.locator("h3").allTextContents()).toEqual(["Toyota Yaris", "Chevrolet Onix"]);
  const second = await product.newTab(page);
  await second.goto(page.url());
  await said(second, "Lo último que viste");
  await rested(page);
  await axe(page);
  await page.getByRole("button", { name: "Olvidar lo que vi" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  for (const tab of [page, second]) {
    await tab.getByRole("heading", { name: "Lo último que viste" }).waitFor({ state: "detached" });
  }
  await expect.poll(async () => (await kept()) ?? "").toBe("");
  await page.reload();
  await said(page, "0 favoritos");
  await rested(page);
  await expect.poll(() => page.getByRole("heading", { name: "Lo último que viste" }).count()).toBe(0);
  // Others have seen nothing here.
  const other = await product.open("SI", "/favorites", "desktop");
  await said(other, "0 favoritos");
  await expect.poll(() => other.getByRole("heading", { name: "Lo último que viste" }).count()).toBe(0);
  page.clean();
  second.clean();
  other.clean();
});
