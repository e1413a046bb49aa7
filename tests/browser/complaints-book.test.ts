/** The complaints book as people use it: refused, failed, tried again, taken along as a document and on paper. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import type { Answer } from "../../schemas/engine/all.ts";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { root } from "../support/definitions.ts";
import { giveAnswer, shownProblems } from "../support/fill-in.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";

const route = "POST /customer/api/client-service/claims-book";
const works: Behaviour = { body: { error: 0, sendEmail: true } };
const standIn = await startStandIn({ [route]: works });
afterAll(() => standIn.stop());
const product = await startProduct({ env: { UPSTREAM_CLIENT_SERVICE: standIn.url } });

const path = "/libro-de-reclamaciones";
const example = JSON.parse(
  readFileSync(join(root, "schemas/flows/complaints-book/examples/accepted.json"), "utf8"),
) as { answers: Record<string, Answer> };

const send = (page: Page) => page.getByRole("button", { name: "Enviar" });

/** Waits until the form hears what is done to it. */
const alive = (page: Page): Promise<void> => page.locator("form button[type=submit]").waitFor();

async function fillSheet(page: TestPage, email: string): Promise<void> {
  await alive(page);
  const branch = page.locator("#sheet-branch option", { hasText: "Wigo Motors Surquillo" });
  await branch.waitFor({ state: "attached" });
  const answers = { ...example.answers, "sheet.branch": (await branch.getAttribute("value"))! };
  for (const [field, answer] of Object.entries({ ...answers, "sheet.email": email })) {
    await giveAnswer(page, field, answer);
  }
}

const submissionsOf = (email: string) =>
  product.rows(`select * from submissions where json_extract(answers, '$."sheet.email"') = ?`, email);

const textOf = (elements: PdfElement[]): string =>
  elements.map(({ text, children }) => `${text} ${textOf(children)}`).join(" ");

test("every page leads to it; what is missing or wrong is said; the number waits for its type", async () => {
  const page = await product.open("WI", "/", "phone");
  await page.getByRole("contentinfo").getByRole("link", { name: "Libro de Reclamaciones" }).click();
  await page.waitForURL(`**${path}`);
  await alive(page);
  await axe(page);
  const number = page.locator("#sheet-documentNumber");
  await expect.poll(() => number.isDisabled()).toBe(true);
  await send(page).click();
  const required = Object.keys(example.answers).filter((field) => field !== "sheet.documentNumber");
  await expect.poll(() => shownProblems(page)).toEqual(required);
  await page.getByRole("alert", { name: "Revisa estos datos para continuar" }).waitFor();
  await axe(page);

  // Only digits are taken for a DNI; what was typed for it is no number of a card.
  await page.locator("#sheet-documentType").selectOption({ label: "DNI" });
  await number.fill("4567-891");
  await number.blur();
  await expect.poll(() => number.inputValue()).toBe("4567891");
  await page.getByText("Ingrese un DNI válido").first().waitFor();
  await page.locator("#sheet-documentType").selectOption({ label: "C.E." });
  await expect.poll(() => number.inputValue()).toBe("");
  await number.fill("00123456789");
  await number.blur();
  await page.getByText("Ingrese un C.E. válido").first().waitFor();
  await number.fill("ab-123456_78");
  await number.blur();
  await expect.poll(() => shownProblems(page)).not.toContain("sheet.documentNumber");
  const amount = page.locator("#sheet-amount");
  // What is put in at once is not cut into an amount that fits.
  await amount.fill("1234567890");
  await amount.blur();
  await expect.poll(() => amount.inputValue()).toBe("1,234,567,890");
  await expect.poll(() => shownProblems(page)).toContain("sheet.amount");
  // Keys write no more than it takes; a decimal sign stays, and is refused in words.
  await amount.fill("");
  await amount.pressSequentially("1234567890");
  await expect.poll(() => amount.inputValue()).toBe("12,345,678");
  await amount.fill("");
  await amount.pressSequentially("150.50");
  await expect.poll(() => amount.inputValue()).toBe("150.50");
  await amount.blur();
  await page.getByText("Escribe el monto en números enteros, sin decimales").first().waitFor();
  expect(standIn.requests).toEqual([]);
  page.clean();
});

test("a failure keeps the sheet and takes no number of the book; the retry gives screen, mail, document and paper", async () => {
  standIn.set(route, { body: { error: 1, sendEmail: false } });
  const page = await product.open("WI", path, "desktop");
  const email = "rosa@correo.example";
  await fillSheet(page, email);
  await send(page).click();
  await page.waitForURL("**/404");
  await page.getByRole("heading", { level: 1, name: "No pudimos enviar tu solicitud" }).waitFor();
  const [failed] = submissionsOf(email);
  expect(failed).toMatchObject({ state: "failed", documents: null });

  standIn.set(route, works);
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await page.waitForURL(`**${path}/registrada`);
  const [accepted, ...others] = submissionsOf(email);
  expect(others).toEqual([]);
  const { number } = accepted as { number: string };
  expect(number).toMatch(/^[0-9]{9}-[0-9]{4}$/);
  expect(failed!["number"]).not.toMatch(/^[0-9]{9}-/);
  await page.getByText(`Tu número de atención es ${number}`).waitFor();
  await axe(page);
  await product.delivered();
  expect(submissionsOf(email)).toMatchObject([{ number, state: "accepted" }]);
  const [copy, ...more] = product.smtp.messages.filter(({ to }) => to.includes(email));
  expect(more).toEqual([]);
  expect(copy!.email.subject).toBe(`Hoja de reclamación ${number} · Wigo Motors`);

  // The end is still there after a refresh, and so is the document.
  await page.reload();
  await page.getByText(`Tu número de atención es ${number}`).waitFor();
  const link = page.getByRole("link", { name: "Descargar la hoja (PDF)" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe(`hoja-${number}.pdf`);
  const bytes = readFileSync(await download.path());
  const paper = textOf(readPdf(bytes).elements).replaceAll(/\s+/g, " ");
  for (const words of [number, "Rosa Quispe Huamán", "RUC 20512333797", "INDECOPI"])
    expect(paper).toContain(words);
  const sheet = copy!.email.attachments.find(({ disposition }) => disposition === "attachment");
  expect(Buffer.from(sheet!.content as ArrayBuffer).equals(bytes)).toBe(true);

  // On paper there is the sheet, and nothing that can only be pressed.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Imprimir" }).click();
  await expect.poll(() => page.locator("body").getAttribute("data-printed")).toBe("");
  await page.emulateMedia({ media: "print" });
  for (const words of ["Wigo Motors S.A.C.", "Rosa Quispe Huamán", "S/ 1,250"]) {
    await expect.poll(() => page.getByText(words, { exact: true }).isVisible()).toBe(true);
  }
  for (const hidden of [link, page.getByRole("link", { name: "Ir al Home" })]) {
    await expect.poll(() => hidden.isVisible()).toBe(false);
  }
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Ir al Home" }).click();
  await page.waitForURL(product.server.url("WI", "/"));
  page.clean();
});

test("from the first field to the document by keyboard alone", async () => {
  standIn.set(route, works);
  const page = await product.open("WI", path, "desktop");
  await alive(page);
  await page.locator("#sheet-branch option", { hasText: "Surquillo" }).waitFor({ state: "attached" });
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      return at.getAttribute("name") ?? at.innerText.trim();
    });
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press("Tab");
      if ((await focused()) === name) return;
    }
    throw new Error(`${name} is not reached`);
  };
  const arrows: Record<string, string> = {
    "sheet.documentType": "ArrowDown",
    "sheet.branch": "ArrowDown",
    "sheet.goodType": "Space",
    "sheet.claimType": "Space",
  };
  for (const [field, answer] of Object.entries({ ...example.answers, "sheet.email": "luz@correo.example" })) {
    await tabTo(field);
    if (arrows[field]) await page.keyboard.press(arrows[field]);
    else await page.keyboard.type(`${answer as string | number}`);
  }
  await tabTo("Enviar");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path}/registrada`);
  await expect.poll(focused).toBe("Registramos tu hoja de reclamación");
  await tabTo("Descargar la hoja (PDF)");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect(submissionsOf("luz@correo.example")).toMatchObject([{ state: "accepted" }]);
  page.clean();
});
