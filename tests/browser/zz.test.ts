import { test } from "vitest";
import { startProduct } from "../support/product.ts";
import { alive, send } from "../support/contact-form.ts";
const product = await startProduct();
test("x", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  await send(page).click();
  for (const f of ["type", "name", "email", "terms"])
    console.log(await page.locator("#request-" + f).evaluate((e) => e.outerHTML.slice(0, 600)));
});
