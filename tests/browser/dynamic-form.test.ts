import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { bannerForms } from "../support/banner-answers.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { alive, receiptNumber } from "../support/contact-form.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";
import { anyOf } from "../support/covering.ts";

const excel = "POST /customer/api/report/generate-dynamic-form-excel";
const mail = "POST /customer/api/email/dynamic-form";
const works: Behaviour = { status: 201, body: { statusCode: 201 } };
const standIn = await startStandIn({ [excel]: works, [mail]: works });
afterAll(() => standIn.stop());
const product = await startProduct({
  env: { UPSTREAM_REPORT: `${standIn.url}/`, UPSTREAM_EMAIL: `${standIn.url}/` },
});

const press = (page: TestPage) => page.getByRole("button", { name: /^Quiero/ });

const failures: [string, Viewport, string, Behaviour, string][] = [
  ["SI/verano", "phone", excel, { status: 500 }, "Ha ocurrido un error al guardar la información"],
  [
    "WI/verano",
    "desktop",
    mail,
    { status: 400, body: { statusCode: 400, message: "La casilla de la campaña está llena" } },
    "La casilla de la campaña está llena",
  ],
];

test.each(anyOf(failures))(
  "%s on a %s: refused, failed with its words, tried again, accepted",
  async (name, viewport, route, behaviour, words) => {
    const { brand, entry, answers } = bannerForms[name]!;
    standIn.set(route, behaviour);
    const page = await product.open(brand, `/formularios/${entry}?utm_source=diario`, viewport);
    await alive(page);
    await axe(page);
    await press(page).click();
    await page.getByRole("alert").or(page.getByText("Revisa estos datos")).first().waitFor();
    await axe(page);

    for (const [path, answer] of Object.entries(answers)) await giveAnswer(page, path, answer!);
    await page.reload();
    await alive(page);
    await expect
      .poll(() => page.locator('[name="request.email"]').inputValue())
      .toBe(answers["request.email"]);

    await press(page).click();
    await page.waitForURL("**/404?utm_source=diario");
    await page.getByText(words).waitFor();
    await axe(page);
    await page.reload();
    await page.getByText(words).waitFor();
    await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
    await page.getByRole("status").getByText("No pudimos enviar tu solicitud").waitFor();
    await page.getByRole("link", { name: "Volver al formulario" }).click();
    await alive(page);
    await expect
      .poll(() => page.locator('[name="request.email"]').inputValue())
      .toBe(answers["request.email"]);

    standIn.set(route, works);
    await press(page).click();
    await page.waitForURL(`**/formularios/${entry}/confirmacion?utm_source=diario`);
    const number = await receiptNumber(page);
    await axe(page);
    await product.delivered();
    const email = String(answers["request.email"]);
    expect(product.submissionsOf(email)).toMatchObject([{ number, state: "accepted" }]);
    expect(product.mailsOf(email)).toHaveLength(1);
    page.clean();
  },
);
