/** `npm run dev`: pages whose code is taken as it is written are alive, as those of a build are. */
import { expect, test } from "vitest";
import { startProduct } from "../support/product.ts";

const product = await startProduct({ hosted: false, program: ["tools/dev.ts", "--serve"] });

test("a form of a development server is alive", async () => {
  const page = await product.blank("desktop");
  // The first page makes ready what all of them need, and may be loaded once more for it.
  await page.goto(product.server.url("SI", "/test-drive"), { waitUntil: "commit" });
  const name = page.locator("main form input[autocomplete=name]");
  await page.locator("form button[type=submit]").waitFor({ timeout: 90_000 });
  await name.fill("Ana");
  await page.locator("form button[type=submit]").click();
  await page.getByRole("alert").first().waitFor();
  await expect.poll(() => name.inputValue()).toBe("Ana");
});
