/** An account as people use it: signing in by mail, what is seen, taken back, ended, taken along and erased, by keys and on a phone. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { sendForm } from "../support/sent-form.ts";

const product = await startProduct();

const documents = { SI: "12345678-5", WI: "45678912" };
type Brand = keyof typeof documents;

/** The newest password that came to somebody. */
async function mailedPassword(email: string, count = 1): Promise<string> {
  const own = () =>
    product.mailsOf(email).filter(({ email: { subject } }) => subject === "Tu contraseña para ingresar");
  await expect.poll(() => own().length).toBe(count);
  return /(\d{4} \d{4})/.exec(own().at(-1)!.email.text!)![1]!;
}

/** Signs in by the dialog that is open, with keys alone. */
async function signIn(page: TestPage, document: string, email: string, count = 1): Promise<void> {
  await page.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
  await page.getByRole("textbox", { name: /^(RUT|DNI)/ }).focus();
  await page.keyboard.type(document);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("la contraseña llega en un minuto").waitFor();
  await page.getByRole("textbox", { name: "Contraseña" }).focus();
  await page.keyboard.type(await mailedPassword(email, count));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/mi-cuenta");
  await page.getByRole("heading", { name: "Lo que nos enviaste" }).waitFor();
}

const opener = (page: TestPage) => page.getByRole("button", { name: "Menú" });

/** The item of the menu, which a phone opens first. */
async function menuItem(page: TestPage, viewport: Viewport, name: string) {
  if (viewport === "phone") await opener(page).click();
  return page.getByRole("navigation").getByRole("link", { name, exact: true });
}

const card = (page: TestPage, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

test.each<[Brand, Viewport, number]>([
  ["SI", "phone", 390],
  ["WI", "desktop", 1280],
  ["SI", "desktop", 1280],
  ["WI", "phone", 320],
])("%s on a %s of %i pixels: from the menu to signing out", async (brand, viewport, width) => {
  const email = `${brand}-${viewport}@correo.cl`.toLowerCase();
  const own = documents[brand];
  const page = await product.open(brand, "/terminos-y-condiciones", viewport, {
    viewport: { width, height: 844 },
  });
  expect(await sendForm(page, own, email)).toBe("confirmation");
  // Whoever is not signed in is led to the form, and then where they were going.
  await (await menuItem(page, viewport, "Ingresar")).click();
  await signIn(page, own, email);
  await axe(page);
  await fits(page);
  const item = await menuItem(page, viewport, "Mi cuenta");
  await expect.poll(() => item.getAttribute("aria-current")).toBe("page");
  if (viewport === "phone") await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Ver comprobante" }).click();
  await page.getByText(email).waitFor();
  await axe(page);
  await fits(page);
  const receipt = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar comprobante" }).click();
  expect((await receipt).suggestedFilename()).toMatch(new RegExp(`^Comprobante-${brand}-.*\\.pdf$`));

  await page.goto(product.server.url(brand, "/mi-cuenta/datos"));
  await axe(page);
  await fits(page);
  const data = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar JSON" }).click();
  expect(await readFile(await (await data).path(), "utf8")).toContain(email);

  // A consent, with keys alone.
  await page.goto(product.server.url(brand, "/mi-cuenta"));
  await page.getByRole("link", { name: "Retirar un permiso" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await axe(page);
  await fits(page);
  await page.getByRole("button", { name: "Retirar" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/mi-cuenta");
  await card(page, "Términos y condiciones").getByText("Retirado", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Cerrar sesión" }).click();
  await page.waitForURL("**/mi-cuenta/salir");
  await axe(page);
  await fits(page);
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const entrance = await menuItem(page, viewport, "Ingresar");
  await entrance.waitFor();
  await expect.poll(() => entrance.getAttribute("aria-current")).toBeNull();
  // Back shows nothing of it.
  await page.goto(product.server.url(brand, "/mi-cuenta"));
  await page.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
  await expect.poll(() => page.getByText(email).count()).toBe(0);
  page.clean();
});

test("a session is ended from another device, and all is erased after it was confirmed", async () => {
  const email = "dos@correo.cl";
  const first = await product.open("SI", "/terminos-y-condiciones", "phone");
  await sendForm(first, documents.SI, email);
  await first.goto(product.server.url("SI", "/mi-cuenta"));
  await signIn(first, documents.SI, email);
  const second = await product.open("SI", "/mi-cuenta", "desktop");
  await signIn(second, documents.SI, email, 2);
  await second.getByRole("link", { name: "Cerrar otras sesiones" }).click();
  await second.getByRole("checkbox", { name: /^Computador/ }).check();
  await axe(second);
  await second.getByRole("button", { name: "Cerrar las elegidas" }).click();
  await second.waitForURL("**/mi-cuenta");
  await second.getByText("1 sesión abierta").waitFor();
  await first.reload();
  await first.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
  expect((await first.context().cookies()).map(({ name }) => name)).not.toContain("signed-in");

  await second.getByRole("link", { name: "Borrar mis datos" }).click();
  await second.getByText("Se borra", { exact: true }).waitFor();
  await axe(second);
  await fits(second);
  const erase = second.getByRole("button", { name: "Borrar mis datos" });
  await erase.click();
  await second.getByRole("alert", { name: "Revisa estos datos para continuar" }).waitFor();
  await second.getByRole("checkbox").check();
  await erase.click();
  await second.waitForURL("**/datos-borrados");
  await second.getByRole("heading", { name: "Borramos tus datos" }).waitFor();
  await axe(second);
  expect(product.submissionsOf(email)).toEqual([]);
});
