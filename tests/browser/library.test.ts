/** A site of another trade in a browser: both of its flows on a phone, without a barrier. */
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { chooseOption } from "../support/choose-option.ts";
import { alive } from "../support/contact-form.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { libraryFiles, rooms } from "../support/library.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";

const upstream = await startStandIn(rooms);
afterAll(() => upstream.stop());
const product = await startProduct({
  files: libraryFiles(),
  env: { UPSTREAM_ROOMS: upstream.url, TOKEN_ROOMS: "a-token", REFERENCE_DIR: undefined },
});

const press = (page: TestPage, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a household becomes a member, and reads its number", { timeout: 120_000 }, async () => {
  const page = await product.open("RBV", "/", "phone");
  await page.getByRole("link", { name: "Hacerme socio" }).first().click();
  await alive(page);
  await giveAnswer(page, "home.name", "Inés Vera");
  await giveAnswer(page, "home.birth", "1985-03-02");
  await giveAnswer(page, "home.email", "ines@correo.example");
  await giveAnswer(page, "home.withOthers", "yes");
  await press(page, "Agregar lector");
  const row = await page.locator('[data-path="home.members"] [data-row]').last().getAttribute("data-row");
  await giveAnswer(page, `home.members.${row}.name`, "Luis Vera");
  await giveAnswer(page, `home.members.${row}.birth`, "1983-06-10");
  await giveAnswer(page, `home.members.${row}.level`, "stories");
  await axe(page);
  await press(page, "Continuar");
  await page
    .getByText(/^\$\s3\.000$/)
    .first()
    .waitFor();
  await giveAnswer(page, "fee.terms", true);
  await axe(page);
  await press(page, "Enviar mi solicitud");
  await page
    .getByText(/SOC-\d{4}-00001/)
    .first()
    .waitFor();
  await axe(page);
  await product.delivered();
  expect(product.smtp.messages.map(({ to }) => to.join())).toEqual(
    expect.arrayContaining(["ines@correo.example", "socios@bibliotecas.example"]),
  );
  page.clean();
});

test("a room that is taken is told; another one is booked", { timeout: 120_000 }, async () => {
  const page = await product.open("RBV", "/salas", "phone");
  await alive(page);
  await chooseOption(page.locator('[name="when.branch"]'), { label: "Biblioteca Norte" });
  await giveAnswer(page, "when.day", "2099-11-25");
  await giveAnswer(page, "when.hour", "11:00");
  await giveAnswer(page, "when.people", 4);
  await giveAnswer(page, "when.name", "Inés Vera");
  await giveAnswer(page, "when.email", "ines@correo.example");
  await axe(page);
  await press(page, "Reservar");
  await page.getByRole("dialog", { name: "No pudimos reservarla" }).waitFor();
  await axe(page);
  await press(page, "Elegir otra hora");
  await giveAnswer(page, "when.hour", "10:00");
  await press(page, "Reservar");
  await page.getByText("SALA-7").first().waitFor();
  await axe(page);
  page.clean();
});
