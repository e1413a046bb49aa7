/** A flow in a dialog of a page about something else: opened, closed, gone on with, and left. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { fits } from "../support/fits.ts";
import { startLibrary } from "../support/library-product.ts";
import { dialogReady } from "../support/dialog-ready.ts";
import { rested } from "../support/rested.ts";

const { product } = await startLibrary();

test("opened by a link, closed and opened again it keeps what was answered, and gives back focus and place", async () => {
  const page = await product.open("RBV", "/libros", "phone");
  const opener = page.getByRole("link", { name: "Hacerme socio", exact: true }).last();
  await page.getByText("1-12 de 60").first().waitFor();
  await opener.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(200);
  const dialog = page.getByRole("dialog", { name: "Hazte socio" });
  // Until its code is here, the link leads to the form's own page.
  await dialogReady(page, "socio");
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/libros#socio$/);
  await dialog.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await rested(page);
  await axe(page);
  await fits(page);
  await giveAnswer(page, "home.name", "Ana Díaz");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url().endsWith("/libros")).toBe(true);
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await page.goForward();
  await expect.poll(() => dialog.getByLabel("Nombre").first().inputValue()).toBe("Ana Díaz");
  // A page that is loaded with the anchor opens it, with what the server has.
  await page.reload();
  await expect.poll(() => dialog.getByLabel("Nombre").first().inputValue()).toBe("Ana Díaz");
  page.clean();
});

test("whoever presses twice what closes it goes back once", async () => {
  const page = await product.open("RBV", "/", "phone");
  await page.goto(product.server.url("RBV", "/libros"));
  await dialogReady(page, "socio");
  const dialog = page.getByRole("dialog", { name: "Hazte socio" });
  for (const times of [2, 1]) {
    if (times === 2)
      await page.getByRole("link", { name: "Hacerme socio", exact: true }).last().press("Enter");
    else await page.goForward();
    await dialog.getByRole("heading", { level: 1 }).waitFor();
    await dialog
      .getByRole("button", { name: "Cerrar", exact: true })
      .first()
      .evaluate((closing: HTMLElement, presses) => {
        for (let press = 0; press < presses; press += 1) closing.click();
      }, times);
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/libros");
  }
  page.clean();
});
