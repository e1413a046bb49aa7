import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { Viewport } from "../support/browser.ts";
import { fillContact, receiptNumber, send, somebody, contactShown, type ContactBrand } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";

const product = await startProduct();

test.each<[ContactBrand, Viewport]>([["SI", "phone"],["WI","desktop"]])("%s %s", async (brand, viewport) => {
  const page = await product.open(brand, "/contacto", viewport);
  await axe(page);
  const person = somebody(brand);
  await fillContact(page, person);
  console.log(await contactShown(page));
  await axe(page);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  console.log(await receiptNumber(page), await page.locator("main").innerText());
  await product.delivered();
  for (const m of product.mailsOf(person.email)) console.log(m.from, m.to, m.email.subject, m.email.text);
  console.log(product.rows("select kind,dedupe,state,payload from deliveries"), product.submissionsOf(person.email));
  page.clean();
  expect(1).toBe(1);
}, 30000);
