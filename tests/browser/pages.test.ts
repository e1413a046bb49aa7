import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { Viewport } from "../support/browser.ts";
import { fillContact, send, somebodyAnywhere, type ContactBrand } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";

// Without a mail server, so that mails are written to files and shown.
const product = await startProduct({ env: { SMTP_URL: undefined } });
const names: Record<ContactBrand, string> = { SI: "Salazar Israel", WI: "Wigo Motors" };

const everywhere: [ContactBrand, Viewport][] = [
  ["SI", "phone"],
  ["WI", "desktop"],
];

test.each(everywhere)("%s: the home page leads to the form, and back, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/?utm_source=diario", viewport);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.title()).toContain(names[brand]);
  await axe(page);
  await page.getByRole("main").getByRole("link", { name: "Contáctanos" }).click();
  await page.waitForURL("**/contacto**");
  await page.getByRole("heading", { level: 1, name: "¿En qué te podemos ayudar?" }).waitFor();
  await expect.poll(() => page.title()).toBe(`Contáctanos · ${names[brand]}`);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await page.getByRole("navigation", { name: "Estás en" }).getByRole("link", { name: "Inicio" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  page.clean();
});

test.each(everywhere)("%s: an address that is none says so, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/contacto/otra/cosa", viewport);
  await page.getByRole("heading", { level: 1, name: "No encontramos esta página" }).waitFor();
  await axe(page);
  await page.getByRole("main").getByRole("link", { name: "Ir al inicio" }).click();
  await page.waitForURL(product.server.url(brand, "/"));
  page.clean([/console error: .*404/]);
});

test("a step that is none is no form", async () => {
  const page = await product.open("SI", "/contacto/otra-cosa", "desktop");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("form").count()).toBe(0);
  await axe(page);
  page.clean([/console error: .*404/]);
});

test("localhost is a chooser of brands", async () => {
  const page = await product.blank("phone");
  await page.goto(`http://localhost:${product.server.port}/`);
  await axe(page);
  await page.getByRole("link", { name: names.WI }).click();
  await page.waitForURL(product.server.url("WI", "/"));
  page.clean();
});

test("the development pages show that all is well, and the mails", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  await product.delivered();
  await page.goto(product.server.url("SI", "/_desarrollo"));
  await page.getByText("Sin problemas: todo lo guardado está publicado.").waitFor();
  await axe(page);
  expect(await page.getByRole("link", { name: /Recibimos tu solicitud|Contacto web/ }).count()).toBe(2);
  await page.getByRole("link", { name: /Recibimos tu solicitud/ }).click();
  await page.getByRole("heading", { level: 1, name: /Recibimos tu solicitud/ }).waitFor();
  await page.frameLocator("iframe").getByText("Esto es lo que nos contaste").waitFor();
  await axe(page, { iframes: false });
  page.clean();
});
