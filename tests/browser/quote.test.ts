/** A car is quoted over its own page: asked for in a dialog, sent, read on the receipt, in the mail and on paper. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { dialogReady } from "../support/dialog-ready.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { fits } from "../support/fits.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { anyOf } from "../support/covering.ts";

const product = await sharedProduct();

const textOf = (elements: PdfElement[]): string =>
  elements.map(({ text, children }) => `${text} ${textOf(children)}`).join(" ");

const somebody = (email: string) => ({
  "request.name": "María José",
  "request.lastname": "Ruiz-Tagle",
  "request.phone": "912345678",
  "request.email": email,
  "request.purchaseTime": "now",
  "request.terms": true,
});

const quotes = [
  [
    "SI",
    "phone",
    "/marcas/chevrolet/nuevo/chevrolet-captiva-1000009/venta-especial",
    { "request.identity": "12345678-5", "request.contactPreference": "whatsapp" },
  ],
  [
    "WI",
    "desktop",
    "/marcas/chevrolet/nuevo/hyundai-grand-i10-30000001",
    {
      "request.identity": "12345678",
      "request.authorizedDataUsage": true,
      "request.contactPreference": "whatsapp",
    },
  ],
] as const;

test.each(anyOf(quotes))(
  "%s, on a %s: from the page of the car to the paper",
  async (brand, size, path, own) => {
    const email = `cotiza-${brand.toLowerCase()}@correo.cl`;
    const page = await product.open(brand, path, size);
    await dialogReady(page, "cotizar");
    await page.getByRole("link", { name: "Cotizar", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Cotiza este auto" });
    await dialog.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe("#cotizar");
    await rested(page);
    await axe(page);
    await fits(page);
    // Nothing is sent of a form without answers, and each question says so.
    await dialog.getByRole("button", { name: "Cotizar", exact: true }).click();
    await dialog.getByText("Escribe tu nombre").first().waitFor();
    const branch = page.locator('[name="request.branch"]').first();
    if ((await branch.count()) > 0) await giveAnswer(page, "request.branch", "1");
    for (const [name, answer] of Object.entries({ ...somebody(email), ...own }))
      await giveAnswer(page, name, answer);
    await dialog.getByRole("button", { name: "Cotizar", exact: true }).click();
    await page.waitForURL(/\/cotizacion-exitosa/);
    await page
      .getByText(/COT-\d{4}-\d{6}/)
      .first()
      .waitFor();
    // Who goes on to reserve it is not asked for the branch again.
    const reserve = page.getByRole("link", { name: "Reservar este auto" });
    await expect
      .poll(() => reserve.getAttribute("href"))
      .toMatch(/^\/reservation-payment\/\d+(\/dps)?\?sucursal=\d+$/);
    const number = /COT-\d{4}-\d{6}/.exec(await page.locator("main").innerText())![0];
    await rested(page);
    await axe(page);
    await fits(page);
    await product.delivered();
    const mail = product.mailsOf(email).find(({ email: { subject = "" } }) => subject.includes(number))!;
    const { content } = mail.email.attachments.find(({ disposition }) => disposition === "attachment")!;
    const paper = readPdf(new Uint8Array(content as ArrayBuffer));
    expect(textOf(paper.elements)).toContain(number);
    page.clean();
  },
);
