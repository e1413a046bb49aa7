/** An account as people use it: signing in by mail, what is seen, taken back, ended, taken along and erased, by keys and on a phone. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { keepCancellation, keepHold } from "../support/holds.ts";
import { cardReceipt, keepPayment } from "../support/payments.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { sendForm } from "../support/sent-form.ts";
import { anyOf } from "../support/covering.ts";
import { newToken } from "../../server/random.ts";
import { openStore } from "../../server/store/store.ts";

const product = await sharedProduct();

const documents = { SI: "12345678-5", WI: "45678912" };
type Brand = keyof typeof documents;

/** The newest password that came to somebody. */
async function mailedPassword(email: string, count = 1): Promise<string> {
  const own = () =>
    product.mailsOf(email).filter(({ email: { subject } }) => subject === "Tu contraseña para ingresar");
  await expect.poll(() => own().length).toBe(count);
  return /(\d{4} \d{4})/.exec(own().at(-1)!.email.text!)![1]!;
}

/** Signs in by the dialog that is open, with keys alone. */
async function signIn(page: TestPage, document: string, email: string, count = 1): Promise<void> {
  await page.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
  await page.getByRole("textbox", { name: /^(RUT|DNI)/ }).focus();
  await page.keyboard.type(document);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("la contraseña llega en un minuto").waitFor();
  await page.getByRole("textbox", { name: "Contraseña" }).focus();
  await page.keyboard.type(await mailedPassword(email, count));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/mi-cuenta");
  await page.getByRole("heading", { name: "Lo que nos enviaste" }).waitFor();
}

const opener = (page: TestPage) => page.getByRole("button", { name: "Menú" });

/** The item of the menu, which a phone opens first. */
async function menuItem(page: TestPage, viewport: Viewport, name: string) {
  if (viewport === "phone") await opener(page).click();
  return page.getByRole("navigation").getByRole("link", { name, exact: true });
}

const card = (page: TestPage, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

/** What a press gives to take along; the page that it stands on stays. */
async function takenBy(page: TestPage, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  await rested(page);
  const at = page.url();
  const download = page.waitForEvent("download");
  await link.click();
  const taken = await download;
  const bytes = await readFile(await taken.path());
  expect([page.url(), page.context().pages().length]).toEqual([at, 1]);
  return { name: taken.suggestedFilename(), bytes };
}

const link = (page: TestPage, name: string) => page.getByRole("link", { name, exact: true });

/** A PDF begins with these bytes. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString("latin1") === "%PDF-";

/** Pays for what somebody sent, as it stands in the store then: it can be cancelled. */
async function pay(email: string, order: string): Promise<void> {
  const [submission] = product.submissionsOf(email);
  const store = await openStore({ dataDir: product.server.dataDir });
  const now = new Date().toISOString();
  const of = { brand: String(submission!["brand"]), run: String(submission!["run"]), order_number: order };
  await keepPayment(store, of, { state: "accepted", receipt: cardReceipt(now) }, now);
  await keepHold(store, { resource: `0/${order}/unit`, order_number: order }, now);
  const cancelled = { brand: of.brand, order_number: order, until_day: "2099-12-31" };
  const details = { email, subject: "Chevrolet Onix", token: newToken() };
  await keepCancellation(store, cancelled, details, now);
  await store.close();
}

// The narrowest phone first: where all fits there, it fits. A desktop and the other country are seen below.
const walks: [Brand, Viewport, number][] = [
  ["SI", "phone", 320],
  ["WI", "desktop", 1280],
  ["SI", "phone", 390],
  ["SI", "desktop", 1280],
  ["WI", "phone", 320],
];

test.each(anyOf(walks))(
  "%s on a %s of %i pixels: from the menu to signing out",
  async (brand, viewport, width) => {
    const email = `${brand}-${width}@correo.cl`.toLowerCase();
    const own = documents[brand];
    const page = await product.open(brand, "/terminos-y-condiciones", viewport, {
      viewport: { width, height: 844 },
    });
    expect(await sendForm(page, own, email)).toBe("confirmation");
    // Whoever is not signed in is led to the form, and then where they were going.
    await (await menuItem(page, viewport, "Ingresar")).click();
    await signIn(page, own, email);
    await axe(page);
    await fits(page);
    const item = await menuItem(page, viewport, "Mi cuenta");
    await expect.poll(() => item.getAttribute("aria-current")).toBe("page");
    if (viewport === "phone") await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "Ver comprobante" }).click();
    await page.getByText(email).waitFor();
    await axe(page);
    await fits(page);
    const receipt = await takenBy(page, link(page, "Descargar comprobante"));
    expect(receipt.name).toMatch(new RegExp(`^Comprobante-${brand}-.*\\.pdf$`));
    expect(isPdf(receipt.bytes)).toBe(true);

    await page.goto(product.server.url(brand, "/mi-cuenta/datos"));
    await axe(page);
    await fits(page);
    expect((await takenBy(page, link(page, "Descargar JSON"))).bytes.toString()).toContain(email);
    const readable = await takenBy(page, link(page, "Descargar PDF"));
    expect([readable.name, isPdf(readable.bytes)]).toEqual([expect.stringMatching(/\.pdf$/), true]);

    // A consent, with keys alone.
    await page.goto(product.server.url(brand, "/mi-cuenta"));
    await page.getByRole("link", { name: "Retirar un permiso" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await axe(page);
    await fits(page);
    await page.getByRole("button", { name: "Retirar" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/mi-cuenta");
    await card(page, "Términos y condiciones").getByText("Retirado", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Cerrar sesión" }).click();
    await page.waitForURL("**/mi-cuenta/salir");
    await axe(page);
    await fits(page);
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const entrance = await menuItem(page, viewport, "Ingresar");
    await entrance.waitFor();
    await expect.poll(() => entrance.getAttribute("aria-current")).toBeNull();
    // Back shows nothing of it.
    await page.goto(product.server.url(brand, "/mi-cuenta"));
    await page.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
    await expect.poll(() => page.getByText(email).count()).toBe(0);
    page.clean();
  },
);

/** How often a device has asked for the lists of its account. */
function askedOf(page: TestPage): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/account/saved-lists")) count += 1;
  });
  return () => count;
}

/** Puts one more into the favourites. */
async function save(page: TestPage, at: number): Promise<void> {
  const heart = page.locator("button[data-list=favorites]").nth(at);
  await heart.waitFor();
  await rested(page);
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await heart.click();
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
}

test("a session is ended from another device, and all is erased after it was confirmed", async () => {
  const email = "dos@correo.pe";
  const first = await product.open("WI", "/terminos-y-condiciones", "phone");
  await sendForm(first, documents.WI, email);
  await first.goto(product.server.url("WI", "/mi-cuenta"));
  await signIn(first, documents.WI, email);
  const second = await product.open("WI", "/mi-cuenta", "desktop");
  await signIn(second, documents.WI, email, 2);
  await axe(second);
  await fits(second);

  // Favourites of one device are on the other, which asks for them once in a visit and after what it changes.
  const asked = askedOf(first);
  await first.goto(product.server.url("WI", "/vehiculos/usado"));
  await expect.poll(asked).toBe(1);
  await save(first, 0);
  await expect.poll(asked).toBe(2);
  await first
    .getByRole("banner")
    .getByRole("link", { name: /^Favoritos 1$/ })
    .click();
  await first.waitForURL("**/favorites");
  await first.getByText("1 favorito", { exact: true }).first().waitFor();
  await first.goBack();
  await first.waitForURL("**/vehiculos/usado");
  await save(first, 1);
  await expect.poll(asked).toBe(3);
  await second.reload();
  await second.getByRole("heading", { name: "Tus favoritos" }).waitFor();
  await second
    .getByRole("banner")
    .getByRole("link", { name: /^Favoritos 2$/ })
    .waitFor();
  expect(asked()).toBe(3);

  await rested(second);
  await second.getByRole("link", { name: "Cerrar otras sesiones" }).click();
  await second.getByRole("checkbox", { name: /^Computador/ }).check();
  await axe(second);
  await second.getByRole("button", { name: "Cerrar las elegidas" }).click();
  await second.waitForURL("**/mi-cuenta");
  await second.getByText("1 sesión abierta aquí").waitFor();
  await expect.poll(() => second.getByRole("link", { name: "Cerrar otras sesiones" }).count()).toBe(0);
  await first.goto(product.server.url("WI", "/mi-cuenta"));
  await first.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();
  expect((await first.context().cookies()).map(({ name }) => name)).not.toContain("signed-in");

  await second.getByRole("link", { name: "Borrar mis datos" }).click();
  await second.getByText("Se borra", { exact: true }).waitFor();
  await axe(second);
  await fits(second);
  const erase = second.getByRole("button", { name: "Borrar mis datos" });
  await erase.click();
  await second.getByRole("alert", { name: "Revisa estos datos para continuar" }).waitFor();
  await second.getByRole("checkbox").check();
  await erase.click();
  await second.waitForURL("**/datos-borrados");
  await second.getByRole("heading", { name: "Borramos tus datos" }).waitFor();
  await axe(second);
  expect(product.submissionsOf(email)).toEqual([]);
});

test.each(anyOf<Viewport>(["phone", "desktop"]))(
  "on a %s, a payment's receipt is taken along",
  async (viewport) => {
    const email = `pago-${viewport}@correo.cl`;
    const order = viewport === "phone" ? "100000000001" : "100000000002";
    const page = await product.open("SI", "/terminos-y-condiciones", viewport);
    await sendForm(page, documents.SI, email);
    await pay(email, order);
    await page.goto(product.server.url("SI", "/mi-cuenta"));
    await signIn(page, documents.SI, email);
    const own = card(page, "Reserva de Chevrolet Onix");
    await own.getByText("Pagado", { exact: true }).waitFor();
    await rested(page);
    await own.getByRole("link", { name: "Ver comprobante de pago" }).click();
    await page.waitForURL(`**/mi-cuenta/pagos/${order}`);
    await page.getByText("6623").waitFor();
    await axe(page);
    await fits(page);
    const receipt = await takenBy(page, link(page, "Descargar comprobante"));
    expect([receipt.name, isPdf(receipt.bytes)]).toEqual([`Comprobante-de-pago-${order}.pdf`, true]);
    // What was bought is cancelled from here, with keys alone, without the link of a mail.
    await page.goto(product.server.url("SI", "/mi-cuenta"));
    await card(page, "Chevrolet Onix").getByText("La puedes cancelar").waitFor();
    await rested(page);
    await link(page, "Cancelar").focus();
    await expect
      .poll(() => link(page, "Cancelar").evaluate((it) => it === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/cancela-tu-compra*");
    await page.getByText(order).first().waitFor();
    await page.getByRole("heading", { name: "Cancela tu reserva o compra" }).first().waitFor();
    page.clean();
  },
);
