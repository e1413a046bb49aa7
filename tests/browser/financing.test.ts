/** A credit is simulated for a make and a price, and its evaluation asked for. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import type { TestPage } from "../support/browser.ts";

const product = await sharedProduct();

const calculate = (page: TestPage) => page.getByRole("button", { name: "Calcular mi cuota" });
const isDisabled = (page: TestPage) => calculate(page).isDisabled();
const fee = (page: TestPage) => page.getByRole("group", { name: "Tu cuota mensual" });

async function chooseCar(page: TestPage): Promise<void> {
  await giveAnswer(page, "simulation.carType", "nuevo");
  await giveAnswer(page, "simulation.brand", "chevrolet");
  await page.locator("[name='simulation.price']:enabled").waitFor();
}

async function chooseCredit(page: TestPage): Promise<void> {
  await chooseCar(page);
  await giveAnswer(page, "simulation.price", 14_490_000);
  await giveAnswer(page, "simulation.creditType", "conventional");
  await expect.poll(() => isDisabled(page)).toBe(false);
}

test("a fee is calculated with the keyboard, and anew after a change; then the evaluation is asked for", async () => {
  const page = await product.open("SI", "/simula-tu-financiamiento", "phone");
  await expect.poll(() => isDisabled(page)).toBe(true);
  await chooseCar(page);
  await giveAnswer(page, "simulation.price", 99);
  await page.keyboard.press("Tab");
  await page
    .getByText(/El valor mínimo es \$[0-9.]{9,} y el valor máximo es \$[0-9.]{9,}\./)
    .first()
    .waitFor();
  await chooseCredit(page);
  const cars = page.getByRole("link", { name: "Ver los autos Chevrolet" });
  await expect
    .poll(() => cars.getAttribute("href"))
    .toMatch(/^\/marcas\/chevrolet\/nuevo\?precio-desde=[0-9]+&precio-hasta=[0-9]+$/);
  await calculate(page).focus();
  await page.keyboard.press("Space");
  await fee(page).waitFor();
  await expect.poll(() => isDisabled(page)).toBe(true);
  const first = await fee(page).textContent();
  expect(first).toContain("CAE");

  await page.locator("input[type=range]").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => fee(page).count()).toBe(0);
  await expect.poll(() => isDisabled(page)).toBe(false);
  await calculate(page).click();
  await fee(page).waitFor();
  await expect.poll(() => fee(page).textContent()).not.toBe(first);
  await rested(page);
  await axe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);

  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: "Datos de contacto", level: 1 }).waitFor();
  await giveAnswer(page, "contact.name", "María José Ruiz-Tagle");

  // Whoever leaves in the middle finds it again; nobody else does.
  const stranger = await product.open("SI", "/simula-tu-financiamiento", "phone");
  await expect.poll(() => stranger.locator("input[name='simulation.carType']:checked").count()).toBe(0);
  await page.goto(product.server.url("SI", "/"));
  await page.goto(product.server.url("SI", "/simula-tu-financiamiento/datos-de-contacto"));
  await page.getByRole("heading", { name: "Datos de contacto", level: 1 }).waitFor();
  await expect.poll(() => page.locator("[name='contact.name']").inputValue()).toBe("María José Ruiz-Tagle");
  await page.waitForLoadState("networkidle");
  const tab = await product.newTab(page);
  await tab.goto(product.server.url("SI", "/simula-tu-financiamiento/datos-de-contacto"));
  await tab.getByRole("heading", { name: "Datos de contacto", level: 1 }).waitFor();
  await expect.poll(() => tab.locator("[name='contact.name']").inputValue()).toBe("María José Ruiz-Tagle");
  await tab.close();
  await giveAnswer(page, "contact.identity", "12345678-5");
  await giveAnswer(page, "contact.phone", "912345678");
  await giveAnswer(page, "contact.email", "simula@correo.cl");
  await giveAnswer(page, "contact.region", "metropolitanaDeSantiago");
  await giveAnswer(page, "contact.commune", "santiago");
  await giveAnswer(page, "contact.terms", true);
  await page.getByRole("button", { name: "Enviar" }).click();
  const confirmation = page.getByRole("dialog", { name: "Recibimos tu solicitud" });
  await confirmation.waitFor();
  const summary = confirmation.getByRole("group", { name: "Lo que simulaste" });
  await expect.poll(() => summary.textContent()).toMatch(/45\s%(?!\s%)/);
  await rested(page);
  await axe(page);

  // Whoever decides reads amounts as amounts.
  await product.delivered();
  const mails = product.mailsOf("simula@correo.cl").map(({ email }) => email.text ?? "");
  const told = mails.find((text) => text.includes("Una persona pide que se evalúe su crédito"));
  expect(told).toContain("$14.490.000");
  expect(told).toContain("45 %");

  // What was sent is done: the next one begins anew.
  await page.goto(product.server.url("SI", "/simula-tu-financiamiento"));
  await page.getByRole("heading", { name: "Simula tu financiamiento", level: 1 }).waitFor();
  await expect.poll(() => page.locator("input[name='simulation.carType']:checked").count()).toBe(0);
  page.clean();
});

test("a fee of 0 takes that instalment away, with its words, until another down payment is chosen", async () => {
  const page = await product.blank("desktop");
  await page.route("**/api/data", async (route) => {
    const { data, inputs } = route.request().postDataJSON() as {
      data: string;
      inputs: Record<string, unknown>;
    };
    if (data !== "simulation" || inputs["dues"] !== 36) return route.continue();
    const value = { duesValue: 0, totalCredit: 0, annualEquivalency: 0, dues: 36, purchaseType: 2 };
    return route.fulfill({ json: { status: "ready", options: [], value, hash: "none" } });
  });
  await page.goto(product.server.url("SI", "/simula-tu-financiamiento"));
  await chooseCredit(page);
  await calculate(page).click();
  await page.getByText("Lamentamos informar que no está disponible esta opción").waitFor();
  const terms = page.getByRole("radiogroup", { name: "Cuotas" });
  await expect.poll(() => terms.getByRole("radio").count()).toBe(4);
  await expect.poll(() => terms.getByLabel("36 cuotas").isDisabled()).toBe(true);
  await expect.poll(() => terms.getByRole("radio", { checked: true }).count()).toBe(0);
  await expect.poll(() => isDisabled(page)).toBe(true);
  await terms.getByLabel("24 cuotas").check();
  await calculate(page).click();
  await fee(page).waitFor();
  // With another down payment it may be there again.
  await page.locator("input[type=range]").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => terms.getByLabel("36 cuotas").isDisabled()).toBe(false);
  page.clean();
});

test("a slider that is moved by a key, and whose page is left at once, stands where it was moved to", async () => {
  const page = await product.open("SI", "/simula-tu-financiamiento", "phone");
  await chooseCredit(page);
  // Nothing is on its way that could have it wait.
  await calculate(page).click();
  await fee(page).waitFor();
  const slider = page.locator("input[type=range]");
  await slider.focus();
  const before = await slider.inputValue();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => slider.inputValue()).not.toBe(before);
  await page.reload();
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/%/);
  await expect.poll(() => slider.inputValue()).not.toBe(before);
  page.clean();
});

/** Answers that the next requests of a query get in the place of the server's; then the server's own. */
async function answering(page: TestPage, answers: Record<string, object[]>): Promise<void> {
  await page.route("**/api/data", async (route) => {
    const { data } = route.request().postDataJSON() as { data: string };
    const next = answers[data]?.shift();
    return next ? route.fulfill({ json: { options: [], hash: "none", ...next } }) : route.continue();
  });
}

test("lists of makes and prices that fail or are empty say so where they are missing, and are asked for again", async () => {
  const page = await product.blank("phone");
  const failed = { status: "failed" };
  await answering(page, { makes: [failed], prices: [failed, { status: "ready", value: [] }] });
  await page.goto(product.server.url("SI", "/simula-tu-financiamiento"));
  await rested(page);
  await giveAnswer(page, "simulation.carType", "nuevo");
  const make = page.locator("[data-path='simulation.brand']");
  await make.getByText("No pudimos cargar las opciones").waitFor();
  await rested(page);
  await axe(page);
  await make.getByRole("button", { name: "Reintentar" }).click();
  await giveAnswer(page, "simulation.brand", "chevrolet");
  const price = page.locator("[data-path='simulation.price']");
  await price.getByText("No pudimos cargar los precios de esta marca.").waitFor();
  // It is said where it is missing, and nowhere else.
  await expect.poll(() => page.getByRole("button", { name: "Reintentar" }).count()).toBe(1);
  await expect.poll(() => price.locator("input").first().isDisabled()).toBe(true);
  await rested(page);
  await axe(page);
  await price.getByRole("button", { name: "Reintentar" }).click();
  await page.getByText("No hay precios de autos Chevrolet de este tipo.").waitFor();
  await expect.poll(() => price.locator("input").first().isDisabled()).toBe(true);
  await giveAnswer(page, "simulation.brand", "isuzu");
  await page.locator("[name='simulation.price']:enabled").waitFor();
  await expect.poll(() => page.getByText("No hay precios de autos").count()).toBe(0);
  page.clean();
});
