import { afterAll, expect, test } from "vitest";
import { startFirefox } from "../support/browser.ts";
import { alive, fillContact, receiptNumber, send, somebody, summary } from "../support/contact-form.ts";
import { findFirefox } from "../support/firefox.ts";
import { sharedProduct } from "../support/product.ts";

const path = await findFirefox();
const [{ server }, browser] = await Promise.all([
  sharedProduct(),
  path === undefined ? undefined : startFirefox(path),
]);
afterAll(() => browser?.close());

// Without a Firefox on this system there is nothing to show.
test.skipIf(!browser)(
  "Firefox sends the contact form, and gets its number again after a refresh",
  async () => {
    const page = await browser!.newPage("desktop");
    await page.goto(server.url("SI"));
    await page.getByRole("link", { name: "Contáctanos" }).first().click();
    await alive(page);
    await send(page).click();
    await summary(page).waitFor();
    await fillContact(page, somebody("SI"));
    await send(page).click();
    await expect.poll(() => page.url()).toMatch(/\/contacto\/confirmacion$/);
    const number = await receiptNumber(page);
    await page.reload();
    expect(await receiptNumber(page)).toBe(number);
    page.clean();
  },
);

test.skipIf(!browser)("Firefox keeps what was typed over a refresh, and moves by keyboard", async () => {
  const page = await browser!.newPage("desktop", { viewport: { width: 390, height: 844 } });
  await page.goto(server.url("WI", "/contacto"));
  await alive(page);
  await page.locator("#request-name").focus();
  await page.keyboard.type("María");
  await page.keyboard.press("Tab");
  const draft = page.waitForResponse((response) => response.status() === 204);
  await page.keyboard.type("Núñez");
  await draft;
  await page.reload();
  await alive(page);
  await expect.poll(() => page.locator("#request-lastName").inputValue()).toBe("Núñez");
  await expect.poll(() => page.locator("#request-name").inputValue()).toBe("María");
  page.clean();
});

test.skipIf(!browser)(
  "Firefox leads from the home page to a car by the catalogue, and to an article",
  async () => {
    const page = await browser!.newPage("desktop");
    const content = page.getByRole("main");
    const rests = async () => {
      // Its address is there before it is drawn, and what was there before is still to be pressed.
      await page.waitForFunction(
        () => document.documentElement.dataset["drawn"] === location.pathname + location.search,
      );
      // Left while its code is on its way, a page of Firefox tells of each module that does not come.
      await page.waitForLoadState("networkidle");
    };
    await page.goto(server.url("SI"));
    await rests();
    await content.getByRole("link", { name: "Ver vehículos" }).click();
    await page.waitForURL("**/vehiculos");
    await rests();
    await content.locator("a[href*='/usado/']").first().click();
    await page.waitForURL("**/usado/**");
    const picture = content.getByRole("img").first();
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(100);
    await rests();
    await page.getByRole("contentinfo").getByRole("link", { name: "Noticias y consejos" }).click();
    await page.waitForURL("**/noticias");
    await rests();
    await content.locator("a[href^='/noticias/']").first().click();
    await page.waitForURL("**/noticias/*");
    await rests();
    await expect.poll(() => content.getByRole("heading", { level: 1 }).count()).toBe(1);
    page.clean();
  },
);
