/** The documents of a sale as shoppers send them: one, several at once, stopped, refused, observed and sent again; by keys too. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operateDocuments } from "../../tools/operators/documents.ts";
import { hostileFiles, pngOf } from "../server/hostile-files.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { anyOf } from "../support/covering.ts";

const product = await sharedProduct();

const companies = { SI: "1", WI: "30" };
type Brand = keyof typeof companies;

/** Opens a list as a sale does, and gives the path of its page. */
async function listed(brand: Brand): Promise<string> {
  const { servicesPort } = product.server;
  const answer = await fetch(`http://127.0.0.1:${servicesPort}/documents/opportunities`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      companyid: companies[brand],
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ name: "Ana Soto", email: "ana@correo.cl", subject: "Chevrolet Onix" }),
  });
  expect(answer.status).toBe(200);
  return `/documentos/${((await answer.json()) as { opportunity: string }).opportunity}`;
}

const png = { name: "carnet.png", mimeType: "image/png", buffer: pngOf(10, 10) };
const [, hostileName, hostileBytes] = hostileFiles.find(([what]) => what === "a page as PDF")!;

/** The rows of the list, in order. */
const row = (page: TestPage, number: number) => page.getByRole("main").locator("li[data-status]").nth(number);

const choose = (page: TestPage, number: number, file = png) =>
  row(page, number).getByLabel("Elegir").setInputFiles(file);

const dialog = (page: TestPage, name: string) => page.getByRole("dialog", { name });

async function sent(page: TestPage): Promise<void> {
  const box = dialog(page, "Recibimos tu documento");
  await box.getByRole("button", { name: "Continuar" }).click();
  await box.waitFor({ state: "detached" });
}

const observe = (id: string, note: string) =>
  operateDocuments(["observe", id, "--by", "Luis", "--note", note], { DATA_DIR: product.server.dataDir });

const idOf = (caption: string) =>
  String(
    product.rows(
      "select id from opportunity_documents where caption = ? and state = 'PENDING' order by changed_at desc",
      caption,
    )[0]!["id"],
  );

const cases: [Brand, Viewport][] = [
  ["SI", "phone"],
  ["WI", "desktop"],
];

test.each(anyOf(cases))(
  "%s on a %s: documents are sent, stopped, refused, taken away and sent again",
  async (brand, viewport) => {
    const path = await listed(brand);
    const page = await product.open(brand, path, viewport);
    await rested(page);
    await page.getByRole("heading", { name: "Sube tus documentos" }).waitFor();
    await axe(page);
    await fits(page);
    const caption = await row(page, 0).getByRole("heading").innerText();

    // Only what is held in a hand has a camera to speak of.
    const camera = row(page, 0).locator("label").filter({ hasText: "Tomar foto" });
    await expect.poll(() => camera.isVisible()).toBe(viewport === "phone");

    // Taken away before it is sent: asked first.
    await choose(page, 0);
    await row(page, 0).getByText("carnet.png").waitFor();
    await row(page, 0).getByRole("button", { name: "Quitar" }).click();
    const asked = dialog(page, "¿Estás seguro de eliminar el documento?");
    await asked.waitFor();
    await axe(page);
    await fits(page);
    await asked.getByRole("button", { name: "Cancelar" }).click();
    await row(page, 0).getByText("carnet.png").waitFor();
    await row(page, 0).getByRole("button", { name: "Quitar" }).click();
    await asked.getByRole("button", { name: "Eliminar" }).click();
    await row(page, 0).getByText("carnet.png").waitFor({ state: "detached" });

    // Stopped in the middle: nothing of it stays, and the file is still chosen.
    await page.route("**/api/page-files/*", (route) =>
      route.request().method() === "PATCH" ? new Promise(() => {}) : route.continue(),
    );
    await choose(page, 0);
    // Until the server has begun it there is nothing there to forget.
    const underWay = page.waitForRequest((request) => request.method() === "PATCH");
    await row(page, 0).getByRole("button", { name: "Enviar" }).click();
    await underWay;
    await row(page, 0).getByRole("progressbar").waitFor();
    await axe(page);
    const forgotten = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await row(page, 0).getByRole("button", { name: "Cancelar" }).click();
    expect((await forgotten).status()).toBe(204);
    await page.unroute("**/api/page-files/*");
    await row(page, 0).getByRole("button", { name: "Enviar" }).click();
    await sent(page);
    await row(page, 0).getByText("En revisión").waitFor();

    // What is hostile says why, and what is asked for is still open.
    await choose(page, 1, { name: hostileName, mimeType: "application/pdf", buffer: hostileBytes });
    await row(page, 1).getByRole("button", { name: "Enviar" }).click();
    const refused = dialog(page, "No recibimos tu documento");
    await refused.getByText("no es").waitFor();
    await axe(page);
    await refused.getByRole("button", { name: "Entendido" }).click();
    await row(page, 1).getByText("Por enviar").waitFor();
    page.clean([/422/]);

    // Two at once.
    await choose(page, 1);
    await choose(page, 2);
    await page.getByRole("button", { name: "Enviar todos (2)" }).click();
    await expect.poll(() => page.getByText("En revisión").count()).toBe(3);
    await sent(page);

    // Observed by who reviews it: the note is read, and another one is sent.
    await observe(idOf(caption), "Se ve borroso: tómale otra foto.");
    await page.reload();
    await rested(page);
    await row(page, 0).getByText("Con observación").waitFor();
    await row(page, 0).getByText("Se ve borroso").waitFor();
    await axe(page);
    await choose(page, 0, { ...png, name: "carnet-2.png" });
    await row(page, 0).getByRole("button", { name: "Enviar" }).click();
    await sent(page);
    await page.reload();
    await rested(page);
    await row(page, 0).getByText("carnet-2.png").waitFor();
    await row(page, 0).getByText("En revisión").waitFor();

    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    page.clean();
  },
);

test("with keys alone a document is chosen and sent", async () => {
  const page = await product.open("SI", await listed("SI"));
  await rested(page);
  await row(page, 0).getByLabel("Elegir archivo").focus();
  const chooser = page.waitForEvent("filechooser");
  // The browser is asked for its choosers without being waited for: what it answers next shows that it has heard.
  await page.evaluate(() => document.title);
  await page.keyboard.press("Space");
  await (await chooser).setFiles(png);
  const focus = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  for (let steps = 0; steps < 4 && (await focus()) !== "Enviar"; steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog(page, "Recibimos tu documento").waitFor();
  for (let steps = 0; steps < 4 && (await focus()) !== "Continuar"; steps += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await row(page, 0).getByText("En revisión").waitFor();
  // Who is done with one is not sent back to the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  page.clean();
});
