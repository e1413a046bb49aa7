/** The simulator of a car's page: loaded when somebody comes to it, followed by the evaluation in a dialog. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { dialogReady } from "../support/dialog-ready.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import type { TestPage } from "../support/browser.ts";

const product = await sharedProduct();

/** The address of a new car that is for sale, of a make whose credits are everybody's. */
async function newCar(brand: string): Promise<string> {
  const page = await product.open(brand, "/vehiculos/nuevo", "desktop");
  const links = page.locator(
    "[data-view=cars] a[href*='/nuevo/']:not([href$=venta-especial], [href*=chevrolet])",
  );
  return (await links.first().getAttribute("href"))!;
}

const result = (page: TestPage) => page.locator("#simulation [data-view=creditResult]").first();
const fee = (page: TestPage) => result(page).locator("strong").first().textContent();

test("it comes when it is scrolled to, follows what is chosen, and leads to the evaluation", async () => {
  const page = await product.blank("phone");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(product.server.url("SI", await newCar("SI")));
  await dialogReady(page, "evaluacion");
  const isAsked = () => asked.some((url) => url.includes("/api/page?path=%2Ffinanciamiento"));
  expect(isAsked()).toBe(false);
  await page.locator("#simulation").scrollIntoViewIfNeeded();
  await result(page).waitFor();
  expect(isAsked()).toBe(true);
  const chosen = page.locator("#simulation input:checked");
  await expect
    .poll(() => chosen.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
    .toEqual(["convencional", "36"]);
  const conventional = await fee(page);
  await expect.poll(() => page.locator("#simulation").textContent()).toContain("CAE");

  // Another type has dues of its own.
  await page
    .locator("#simulation")
    .getByLabel(/Crédito inteligente/i)
    .check();
  await expect
    .poll(() => chosen.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
    .toEqual(["inteligente", "37"]);
  await expect.poll(() => fee(page)).not.toBe(conventional);
  const smart = await fee(page);

  // An answer that comes late is not of what is chosen then.
  const seen = Promise.withResolvers<void>();
  await page.route("**/api/data", async (route) => {
    const { inputs } = route.request().postDataJSON() as { inputs: Record<string, unknown> };
    if (inputs["initialPayment"] === 45) await seen.promise;
    await route.continue();
  });
  const slider = page.locator("#simulation input[type=range]");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await result(page).locator("[aria-busy=true]").waitFor();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => result(page).textContent()).toMatch(/50\s%/);
  seen.resolve();
  const last = await fee(page);
  expect(last).not.toBe(smart);
  await rested(page);
  await axe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await expect.poll(() => fee(page)).toBe(last);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  // Who buys the car with it is not asked again for what was chosen here.
  const buy = page.locator("#simulation").getByRole("link", { name: "Comprar con este crédito" }).first();
  await expect
    .poll(() => buy.getAttribute("href"))
    .toMatch(/^\/buy-process-v2\/\d+\?financiamiento=simulate&credito=inteligente&pie=50&cuotas=37$/);

  const dialog = page.getByRole("dialog", { name: "Evaluación comercial" });
  const opener = page.getByRole("link", { name: "Pedir evaluación comercial" });
  await opener.click();
  await dialog.getByText(last!.replace("$", "")).waitFor();
  await giveAnswer(page, "request.name", "María José Ruiz-Tagle");
  await giveAnswer(page, "request.identity", "12345678-5");
  await giveAnswer(page, "request.phone", "912345678");
  await giveAnswer(page, "request.email", "evalua@correo.cl");
  await giveAnswer(page, "request.region", "metropolitanaDeSantiago");
  await giveAnswer(page, "request.commune", "santiago");
  await giveAnswer(page, "request.terms", true);
  await rested(page);
  await axe(page);
  await dialog.getByRole("button", { name: "Enviar" }).click();
  await dialog.getByRole("heading", { name: "Recibimos tu solicitud" }).waitFor();
  expect(product.submissionsOf("evalua@correo.cl")).toHaveLength(1);
  page.clean();
});

test("its own page chooses what it shows where the address says nothing, and asks for nothing again", async () => {
  const page = await product.blank("desktop");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const car = /-([0-9]+)$/.exec(await newCar("SI"))![1]!;
  await page.goto(product.server.url("SI", "/vehiculos"));
  await page.goto(product.server.url("SI", `/financiamiento/${car}`));
  asked.length = 0;
  await page.waitForURL(/\?credito=convencional&cuotas=36&pie=40$/);
  await rested(page);
  const checked = page.locator("main input:checked");
  await expect
    .poll(() => checked.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
    .toEqual(["convencional", "36"]);
  await expect.poll(() => page.locator("main input[type=range]").inputValue()).toBe("40");
  await expect
    .poll(() => page.locator("[data-view=creditResult]").first().textContent())
    .toMatch(/en 36 cuotas.*40\s%/);
  const options = page.locator("[data-view=creditOptions]");
  await options.scrollIntoViewIfNeeded();
  await expect.poll(() => options.locator("thead th").nth(1).textContent()).toContain("36 cuotas");
  expect(asked.filter((path) => path.startsWith("/api/data"))).toEqual([]);
  // What the page wrote into its address is no step to go back to.
  await page.goBack();
  await page.waitForURL(/\/vehiculos$/);
  page.clean();
});
