/** What a page can do besides plain fields: rows, groups, a look-up, a file, a dialog, answers in the address. */
import { expect, test } from "vitest";
import { contactAnd } from "../support/contact-alone.ts";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { alive } from "../support/contact-form.ts";
import { familyFiles } from "../support/family-definitions.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";

const brand = "SI";
const cars = await startStandIn({
  "GET /cars/by-plate": ({ query: { plate } }) =>
    plate === "AAAA11"
      ? { body: { model: "Rio", price: 8_500_000 }, delay: 300 }
      : plate === "FAIL11"
        ? { status: 500, body: {} }
        : { body: {} },
});
const product = await startProduct({
  files: contactAnd(familyFiles(brand)),
  env: { UPSTREAM_CARS: cars.url },
});

const open = async (search = ""): Promise<TestPage> => {
  const page = await product.open(brand, `/familia${search}`);
  await alive(page);
  return page;
};
const focused = (page: TestPage) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute("name") ?? at?.getAttribute("data-row") ?? at?.id;
  });
const add = (page: TestPage) => page.getByRole("button", { name: "Agregar familiar" });
const named = (page: TestPage, path: string) => page.locator(`[name="${path}"]`).first();
const list = "home.relatives";

test("rows come and go with the focus where it is needed, by keyboard alone", async () => {
  const page = await open();
  await add(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe(`${list}.r1.name`);
  await expect.poll(() => page.getByRole("button", { name: "Quitar: Familiar 1" }).count()).toBe(0);
  await add(page).press("Enter");
  await add(page).press("Enter");
  await expect.poll(() => focused(page)).toBe(`${list}.r3.name`);
  await page.keyboard.type("Eva");

  // Full: the button can be reached, says why, and does nothing.
  await expect.poll(() => add(page).getAttribute("aria-disabled")).toBe("true");
  await page.getByText("Puedes agregar hasta 3").waitFor();
  await add(page).press("Enter");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(3);
  await axe(page);

  // Taken away by mistake: it comes back as it was.
  await named(page, `${list}.r2.name`).fill("Ana");
  await page.getByRole("button", { name: "Quitar: Familiar 2" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("r3");
  await page.getByText("Quitaste «Familiar 2»").waitFor();
  await axe(page);
  await page.getByRole("button", { name: "Deshacer" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("r2");
  await expect.poll(() => named(page, `${list}.r2.name`).inputValue()).toBe("Ana");
  await expect.poll(() => page.getByRole("button", { name: "Deshacer" }).count()).toBe(0);

  await page.getByRole("button", { name: "Quitar: Familiar 2" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("r3");
  await expect.poll(() => named(page, `${list}.r3.name`).inputValue()).toBe("Eva");
  await page.getByRole("group", { name: "Familiar 2" }).waitFor();
  await page.getByRole("button", { name: "Quitar: Familiar 2" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("home-relatives");
  await add(page).press("Enter");
  await expect.poll(() => focused(page)).toBe(`${list}.r4.name`);
  page.clean();
});

test("problems stand at the list and in its rows, and what is open survives a refresh", async () => {
  const page = await open();
  await page.locator("form button[type=submit]").click();
  const summary = page.getByRole("alert");
  await summary.getByRole("link", { name: /Agrega .*«Familiares»/ }).click();
  await expect.poll(() => focused(page)).toBe("home-relatives");
  await axe(page);
  await add(page).click();
  await page.locator(`[name="${list}.r1.abroad"][value=yes]`).check();
  await named(page, `${list}.r1.name`).fill("Ana");
  await page.getByLabel("País de Ana").waitFor();
  await page.locator("form button[type=submit]").click();
  await summary.getByRole("link", { name: /Familiar 1, País de Ana/ }).click();
  await expect.poll(() => focused(page)).toBe(`${list}.r1.place.country`);
  await page.keyboard.type("Perú");
  await expect
    .poll(() =>
      product.rows("select answers from runs").some(({ answers }) => String(answers).includes("Perú")),
    )
    .toBe(true);
  await page.reload();
  await expect.poll(() => named(page, `${list}.r1.place.country`).inputValue()).toBe("Perú");
  await alive(page);
  await page.locator(`[name="${list}.r1.abroad"][value=no]`).check();
  await expect.poll(() => named(page, `${list}.r1.place.country`).count()).toBe(0);
  page.clean();
});

test("a look-up fills, fails and finds nothing; Enter presses it", async () => {
  const page = await open();
  const plate = named(page, "home.plate");
  const button = page.getByRole("button", { name: "Buscar" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  await named(page, "home.owner").fill("Ana");
  await plate.fill("aaaa11");
  await plate.press("Enter");
  await page.getByText("Buscando…").waitFor();
  await expect.poll(() => named(page, "home.model").inputValue()).toBe("Rio");
  await expect
    .poll(() => page.locator('[data-path="home.price"]').innerText())
    .toMatch(/Precio de Ana\s+\$8\.500\.000/);
  await axe(page);
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);

  await named(page, "home.owner").fill("Eva");
  await page.getByText("Precio de Eva").waitFor();
  await plate.fill("ZZZZ99");
  await expect.poll(() => page.locator('[data-path="home.price"]').count()).toBe(0);
  await button.click();
  await page.getByText("No encontramos nada").waitFor();
  // What the plate before had found is of another car.
  await expect.poll(() => named(page, "home.model").inputValue()).toBe("");
  await plate.fill("FAIL11");
  await button.click();
  await page.getByText("No pudimos buscar").waitFor();
  await expect.poll(() => named(page, "home.model").inputValue()).toBe("");
  page.clean();
});

test("answers come from the address, and a change of them goes there", async () => {
  const page = await open("?nombre=Ana&utm_source=x");
  await expect.poll(() => named(page, "home.owner").inputValue()).toBe("Ana");
  await named(page, "home.owner").fill("Eva");
  await expect.poll(() => new URL(page.url()).search).toBe("?nombre=Eva&utm_source=x");
  await named(page, "home.owner").fill("");
  await expect.poll(() => new URL(page.url()).search).toBe("?utm_source=x");
  page.clean();
});

test("a dialog is answered before anything else, and leads to what it took away", async () => {
  const page = await open();
  await named(page, "home.owner").fill("Ana");
  await named(page, "home.model").fill("Rio");
  await add(page).click();
  await named(page, `${list}.r1.name`).fill("Eva");
  await page.locator(`[name="${list}.r1.abroad"][value=no]`).check();
  const submit = page.locator("form button[type=submit]");
  await submit.click();
  const dialog = page.getByRole("dialog", { name: "¿Está todo bien, Ana?" });
  await dialog.waitFor();
  await axe(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "No, revisar" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => named(page, "home.model").inputValue()).toBe("");
  // The button took the model away: that is where the person goes on.
  await expect.poll(() => focused(page)).toBe("home.model");

  await submit.click();
  await dialog.getByRole("button", { name: "Sí, enviar" }).click();
  await page.waitForURL("**/familia/thanks");
  const [submission] = product.rows("select answers from submissions");
  expect(JSON.parse(String(submission!["answers"]))).toMatchObject({ [`${list}.r1.name`]: "Eva" });
  page.clean();
});

test("a file is sent when it is chosen, refused when it may not be, and can be taken away", async () => {
  const page = await open();
  const paper = named(page, "home.paper");
  await paper.setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await page.getByText("Este tipo de archivo no se acepta").waitFor();
  await paper.setInputFiles({
    name: "mucho.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.alloc(2_000_000),
  });
  await page.getByText("El archivo pesa más de lo permitido").waitFor();
  await paper.setInputFiles({
    name: "cédula.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
  });
  await page.getByText("cédula.pdf 1 KB").waitFor();
  await axe(page);
  await expect
    .poll(() =>
      product.rows("select answers from runs").some(({ answers }) => String(answers).includes("cédula.pdf")),
    )
    .toBe(true);
  await page.reload();
  await page.getByText("cédula.pdf 1 KB").waitFor();
  await alive(page);
  // What was sent goes only after a question.
  await page.getByRole("button", { name: "Quitar: cédula.pdf" }).click();
  const question = page.getByRole("dialog", { name: "¿Estás seguro de eliminar el documento?" });
  await axe(page);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await page.getByText("cédula.pdf 1 KB").waitFor();
  await page.getByRole("button", { name: "Quitar: cédula.pdf" }).click();
  await question.getByText("Esta acción es permanente.").waitFor();
  await question.getByRole("button", { name: "Eliminar" }).click();
  await expect.poll(() => focused(page)).toBe("home.paper");
  await expect.poll(() => page.getByText("cédula.pdf").count()).toBe(0);
  page.clean();
});

test("a run that puts another one of its own form in line leads to it, and that one to its end", async () => {
  const page = await open();
  const complete = async (model: string): Promise<void> => {
    await named(page, "home.model").fill(model);
    await add(page).click();
    await named(page, `${list}.r1.name`).fill("Eva");
    await page.locator(`[name="${list}.r1.abroad"][value=no]`).check();
    await page.locator("form button[type=submit]").click();
    await page.getByRole("dialog").getByRole("button", { name: "Sí, enviar" }).click();
  };
  await named(page, "home.owner").fill("Ana");
  await complete("Doble");
  await expect.poll(() => named(page, "home.owner").inputValue()).toBe("pareja");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/familia");
  await complete("Rio");
  await page.waitForURL("**/familia/thanks");
  page.clean();
});
