/** The page of a car: what can be done on it, by whom, and that another version takes its place at once. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { coveredAt } from "../support/covered.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();

test("a new car: the main action stays at hand, and another version takes its place at once", async () => {
  const page = await product.open("SI", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001", "phone", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  // What is loaded first is the car itself, and nothing that is far below.
  const urgent = page.locator("link[rel=preload][as=image][fetchpriority=high]");
  await expect.poll(() => urgent.count()).toBe(1);
  await expect.poll(() => urgent.getAttribute("imagesrcset")).toContain("chevrolet-onix");
  const bar = page.locator("[data-car-bar]");
  await expect.poll(() => bar.count()).toBe(0);
  await page.getByRole("heading", { name: "Compara las versiones" }).scrollIntoViewIfNeeded();
  await bar.getByRole("link", { name: "Cotizar" }).waitFor();
  // Its versions differ in some things, and whoever wishes reads those alone.
  const group = page.locator("details", { hasText: "Seguridad (" }).last();
  await group.locator("summary").click();
  await page.getByLabel("Ver solo lo que cambia").check();
  await expect.poll(() => group.locator("tbody tr").count()).toBeGreaterThan(0);
  await expect.poll(() => group.locator("tbody tr:not([data-differs])").count()).toBe(0);
  await rested(page);
  await axe(page);
  await fits(page);
  await page
    .getByRole("button", { name: /favoritos/ })
    .first()
    .click();
  const price = page.locator("#price-section strong");
  const before = await price.textContent();
  await page.getByRole("button", { name: "Copiar enlace" }).click();
  await page.getByText("Enlace copiado").waitFor();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(page.url().split(/[?#]/)[0]);
  // On paper all is unfolded, and nothing is to be pressed.
  await page.emulateMedia({ media: "print" });
  await expect
    .poll(() => page.getByText("Asistente de arranque en pendiente").first().isVisible())
    .toBe(true);
  await expect
    .poll(() => page.getByRole("link", { name: "Cotizar", exact: true }).first().isVisible())
    .toBe(false);
  await page.emulateMedia({ media: "screen" });
  // The others are fetched since somebody is here.
  const other = page.getByRole("navigation", { name: "Versión" }).getByRole("link").nth(1);
  await page.waitForLoadState("networkidle");
  const place = await page.evaluate(() => scrollY);
  await other.evaluate((link: HTMLElement) => link.click());
  await expect.poll(() => price.textContent()).not.toBe(before);
  // On a phone its address opens at the price; whoever chose it stays where they are.
  expect(new URL(page.url()).hash).toBe("#price-section");
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(50);
  page.clean();
});

test("on the narrowest phone what has the focus is neither under the bar nor under the names of a table", async () => {
  const page = await product.blank("phone", { viewport: { width: 320, height: 568 } });
  await page.goto(product.server.url("SI", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001"));
  const links = page.locator("details[open] table").first().locator("thead a");
  await links.first().scrollIntoViewIfNeeded();
  for (const at of [2, 1, 0]) await expect.poll(() => coveredAt(links.nth(at))).toEqual([]);
  // The end of the page is seen past the bar, too.
  await page.locator("[data-car-bar]").waitFor();
  const last = page.getByRole("button", { name: "Preferencias de privacidad" });
  await expect.poll(() => coveredAt(last)).toEqual([]);
  page.clean();
});

test("a special sale has no heart, its own offices, and says what cannot be reserved", async () => {
  const path = "/marcas/hyundai/nuevo/hyundai-elantra-30000005/venta-especial";
  const page = await product.open("WI", `${path}?show_alert=true`, "desktop");
  await page.getByRole("alert").getByText("Vehículo no disponible para reservar").waitFor();
  await page.getByRole("button", { name: "Cerrar el aviso" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expect
    .poll(() =>
      page
        .locator("article")
        .getByRole("button", { name: /favoritos/ })
        .count(),
    )
    .toBe(0);
  await expect
    .poll(() => page.locator("#contact-section li h3").allTextContents())
    .toEqual(["Wigo Motors Independencia"]);
  await page.locator("#warranty li").first().waitFor();
  await expect.poll(() => page.locator("#warranty li", { hasText: "…" }).count()).toBe(0);
  await rested(page);
  await axe(page);
  page.clean();
});
