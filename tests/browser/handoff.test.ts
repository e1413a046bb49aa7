/** Two devices and one form: a mailed link and a code take what was answered from one to the other. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { path } from "../support/trade-in.ts";
import {
  brand,
  field,
  proceed,
  shown,
  sharedTradeIn,
  tellOfCar,
  tellOfOwner,
} from "../support/trade-in-form.ts";

const { product, open, saved } = await sharedTradeIn();

const offer = (page: TestPage) => page.getByRole("button", { name: "Seguir en otro dispositivo" });

/** The newest mail to somebody: its link and its code. */
async function mailTo(email: string, count = 1): Promise<{ link: string; code: string }> {
  await expect.poll(() => product.mailsOf(email).length).toBe(count);
  const { html = "", text = "" } = product.mailsOf(email).at(-1)!.email;
  const link = /<a href="([^"]+)"/.exec(html)![1]!;
  return { link, code: /código es (\d{6})/.exec(text)![1]! };
}

/** Keeps back what a page asks for, until it is let in. */
async function hold(page: TestPage, what: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function askFor(page: TestPage, email: string): Promise<void> {
  await offer(page).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sigue en otro dispositivo" });
  await dialog.getByLabel("Correo electrónico").fill(email);
  await dialog.getByRole("button", { name: "Enviar correo" }).press("Enter");
  await page.getByRole("dialog", { name: "Revisa tu correo" }).waitFor();
}

test("what was begun on a computer ends on a phone, and the computer says so", async () => {
  const page = await open("desktop");
  await tellOfCar(page, "no");
  await proceed(page).click();
  await tellOfOwner(page, "ida@correo.cl");
  // Of what was typed just now nothing is saved yet.
  await offer(page).click();
  const dialog = page.getByRole("dialog", { name: "Sigue en otro dispositivo" });
  await expect.poll(() => dialog.getByLabel("Correo electrónico").inputValue()).toBe("ida@correo.cl");
  await axe(page);
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Seguir en otro dispositivo");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Correo electrónico").fill("ida@");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Escribe un correo completo").waitFor();
  await dialog.getByLabel("Correo electrónico").fill("ida@correo.cl");
  await page.keyboard.press("Enter");
  const sent = page.getByRole("dialog", { name: "Revisa tu correo" });
  await sent.getByText("Si ida@correo.cl es tu correo").waitFor();
  await axe(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Revisa tu correo");
  await sent.getByRole("button", { name: "Entendido" }).click();

  const { link, code } = await mailTo("ida@correo.cl");
  expect(link).not.toMatch(/ida|\?/);
  const phone = await product.blank("phone");
  await phone.goto(link);
  await shown(phone, "Sigue donde quedaste");
  await expect.poll(() => proceed(phone).innerText()).toBe("Seguir");
  await axe(phone);
  await fits(phone);
  // By the keyboard alone; spaces are no mistake.
  await phone.getByLabel("Código").fill("12");
  await phone.keyboard.press("Enter");
  await phone.getByRole("alert").getByText("El código tiene 6 dígitos").waitFor();
  await phone.getByLabel("Código").fill(code === "000000" ? "111111" : "000000");
  await phone.keyboard.press("Enter");
  await phone.getByRole("alert").getByText("Te quedan 4 intentos.").waitFor();
  await phone.getByLabel("Código").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await phone.keyboard.press("Enter");
  await shown(phone, "¿De quién es?");
  expect(new URL(phone.url())).toMatchObject({ hash: "" });
  await expect.poll(() => field(phone, "owners.seller.name").inputValue()).toBe("Ana Núñez");
  await expect.poll(() => field(phone, "owners.seller.email").inputValue()).toBe("ida@correo.cl");
  // Files too.
  await phone.goBack();
  await phone.goto(product.server.url(brand, path));
  await phone.getByText("padrón.pdf").waitFor();
  await proceed(phone).click();
  await shown(phone, "¿De quién es?");
  await proceed(phone).click();
  await shown(phone, "¿Cómo lo has usado?");

  // The computer is told with whatever it asks next, and keeps nothing.
  await proceed(page).click();
  await shown(page, "Seguiste en otro dispositivo");
  await axe(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("ida@");
  // A press that the page cannot hear yet is not offered.
  const letIn = await hold(page, "**/assets/**/*.js");
  await page.reload({ waitUntil: "commit" });
  await shown(page, "Seguiste en otro dispositivo");
  await expect.poll(() => page.locator("main form").count()).toBe(0);
  const anew = page.getByRole("button", { name: "Empezar uno nuevo" });
  await expect.poll(() => anew.isDisabled()).toBe(true);
  letIn();
  const begun = page.waitForResponse("**/api/runs");
  await page.getByRole("button", { name: "Empezar uno nuevo", disabled: false }).press("Enter");
  await shown(page, "¿Qué auto tienes?");
  // Before that a refresh finds nothing begun yet.
  expect((await begun).ok()).toBe(true);
  await expect.poll(() => field(page, "car.mileage").inputValue()).toBe("");
  await page.reload();
  await shown(page, "¿Qué auto tienes?");
  // What was begun there has nothing to do with the phone's.
  await phone.reload();
  await shown(phone, "¿Cómo lo has usado?");
  page.clean([/console error: .*422/, /console error: .*410/]);
  phone.clean([/console error: .*422/]);
});

test("a device that has the form begun asks before it is replaced; a link is good once", async () => {
  const page = await open("phone");
  await field(page, "car.mileage").fill("5000");
  await saved(page, "car.mileage", 5_000);
  await askFor(page, "eva@correo.cl");
  const { link, code } = await mailTo("eva@correo.cl");

  const other = await open("desktop");
  await field(other, "car.mileage").fill("900");
  await saved(other, "car.mileage", 900);
  await other.goto(link);
  await shown(other, "Sigue donde quedaste");
  await other.getByLabel("Código").fill(code);
  await proceed(other).click();
  const asks = other.getByRole("dialog", { name: "Ya tienes este formulario empezado aquí" });
  await axe(other);
  await asks.getByRole("button", { name: "Cancelar" }).click();
  await other.getByRole("link", { name: "Empezar sin el código" }).click();
  await shown(other, "¿Qué auto tienes?");
  await expect.poll(() => field(other, "car.mileage").inputValue()).toBe("900");
  await other.goBack();
  await shown(other, "Sigue donde quedaste");
  await other.getByLabel("Código").fill(code);
  await proceed(other).click();
  const letIn = await hold(other, "**/api/page?*");
  const asked = other.waitForRequest(/\/api\/page\?/);
  await asks.getByRole("button", { name: "Seguir con el del correo" }).click();
  await asked;
  // Until the page of that run is there, nothing of what was here is drawn: nobody types into it.
  await shown(other, "Sigue donde quedaste");
  await expect.poll(() => proceed(other).getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => field(other, "car.mileage").count()).toBe(0);
  letIn();
  await shown(other, "¿Qué auto tienes?");
  await expect.poll(() => field(other, "car.mileage").inputValue()).toBe("5.000");

  // What was typed meanwhile where it was begun is not sent anywhere.
  await page.getByRole("button", { name: "Entendido" }).click();
  await field(page, "car.wanted").fill("123");
  await shown(page, "Seguiste en otro dispositivo");
  await page.goto(link);
  await page.reload();
  await page.getByLabel("Código").fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Este enlace ya no sirve").waitFor();
  other.clean([/console error: .*409/]);
  page.clean([/console error: .*410/]);
});
