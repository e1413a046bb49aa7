/** What a person let the device remember: it fills in the next form, says so, and is forgotten with one press. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { contactShown, fillContact, send, somebodyAnywhere } from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test("what was remembered is in the next form, and whoever forgets it by keys stays where that is said", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await page.getByRole("checkbox", { name: "Recordar mis datos en este equipo" }).check();
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");

  await page.goto(product.server.url("SI", "/contacto"));
  await expect.poll(() => contactShown(page)).toMatchObject({ name: person.name, email: person.email });
  await page.getByText(/^Completamos con lo que escribiste antes en este equipo/).waitFor();
  await axe(page);
  await page.getByRole("button", { name: "Borrar y escribir otros datos" }).press("Enter");
  await expect.poll(() => contactShown(page)).toMatchObject({ name: "", email: "" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Borramos tus datos de este equipo.");
  page.clean();
});
