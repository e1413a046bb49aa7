import { expect, test } from "vitest";
import type { Viewport } from "../support/browser.ts";
import {
  alive,
  answer,
  contactKept,
  contactShown,
  control,
  fillContact,
  problemOf,
  receiptNumber,
  send,
  somebody,
  type ContactBrand,
} from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test.each<Viewport>(["phone", "desktop"])(
  "what is typed before the page is alive is kept, on a %s",
  async (viewport) => {
    const page = await product.blank(viewport);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(product.server.url("SI", "/contacto"), { waitUntil: "commit" });
    await control(page, "type").selectOption({ label: "Consulta" });
    await control(page, "identity").fill("123456785");
    await control(page, "name").pressSequentially("María");
    await control(page, "comment").fill("Hola");
    await control(page, "terms").check();
    // Enviar does nothing yet, and above all it does not send the form the old way.
    await send(page).click();
    expect(page.url()).toBe(product.server.url("SI", "/contacto"));

    // Still typing when the page comes alive: the field keeps focus and letters.
    await control(page, "lastName").pressSequentially("Nú");
    const draft = page.waitForResponse((response) => response.status() === 204);
    release();
    await alive(page);
    await page.keyboard.type("ñez");
    const kept = {
      type: "Consulta",
      name: "María",
      lastName: "Núñez",
      identity: "12.345.678-5",
      comment: "Hola",
      terms: true,
    };
    expect(await contactShown(page)).toMatchObject(kept);
    // It is an answer like any other: what hangs on it opens, and it is saved.
    await answer(page, "service", "Servicio técnico");
    await draft;
    await page.reload();
    await alive(page);
    expect(await contactShown(page)).toMatchObject({ ...kept, service: "Servicio técnico" });
    expect(await problemOf(page, "email").count()).toBe(0);
    page.clean();
  },
);

test.each<[ContactBrand, Viewport, string, string]>([
  ["SI", "phone", "Asia/Tokyo", "en-US"],
  ["WI", "desktop", "Pacific/Kiritimati", "ar-EG"],
])("%s on a %s in %s and %s hydrates what the server drew", async (brand, viewport, timezoneId, locale) => {
  const page = await product.blank(viewport, { timezoneId, locale });
  for (const path of ["/", "/nada", "/306", "/contacto"]) {
    await page.goto(product.server.url(brand, path));
    await page.locator("main h1").waitFor();
  }
  const person = somebody(brand);
  await fillContact(page, person);
  const before = await contactShown(page);
  await contactKept(product, page, brand);
  await page.reload();
  await alive(page);
  await expect.poll(() => contactShown(page)).toEqual(before);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  await page.reload();
  expect(await receiptNumber(page)).toBe(number);
  page.clean([/console error: .*404/]);
});
