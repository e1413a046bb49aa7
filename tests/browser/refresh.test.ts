import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import {
  alive,
  answer,
  contactKept,
  contactShown,
  control,
  fillContact,
  receiptNumber,
  send,
  somebody,
  somebodyAnywhere,
} from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

const shows = async (page: TestPage, fields: object): Promise<void> => {
  await expect.poll(() => contactShown(page)).toMatchObject(fields);
};

/** Done once the server has confirmed a draft. To be called before the edit. */
const saved = (page: TestPage): Promise<unknown> =>
  page.waitForResponse((response) => response.request().method() === "PATCH" && response.status() === 204);

test("what was typed just before a refresh is still there", async () => {
  const before = product.rows("select number from submissions");
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  await answer(page, "name", "María");
  await page.reload();
  await alive(page);
  await shows(page, { name: "María" });
  expect(product.rows("select number from submissions")).toEqual(before);
  page.clean();
});

test("a whole form survives a refresh, and is drawn by the server", async () => {
  const page = await product.open("WI", "/contacto", "desktop");
  const person = somebody("WI");
  await fillContact(page, person);
  const before = await contactShown(page);
  await contactKept(product, page, "WI");
  await page.reload();
  await alive(page);
  await shows(page, before);
  // Without the browser's own memory too, and without a script.
  await page.evaluate(() => sessionStorage.clear());
  const drawn = await page.evaluate(async () => await (await fetch(location.href)).text());
  expect(drawn).toContain(person.email);
  expect(drawn).toContain(person.comment);
  await page.reload();
  await alive(page);
  await shows(page, before);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  page.clean();
});

test("a tab that was closed opens again with the answers, the last of them included", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  const first = saved(page);
  await answer(page, "name", "María");
  await first;
  await answer(page, "lastName", "Núñez Olavarría");
  page.clean();
  const other = await product.newTab(page);
  await page.close({ runBeforeUnload: true });
  // What is sent on leaving may arrive a little after the tab has gone.
  await expect
    .poll(() => product.rows("select answers from runs").map(({ answers }) => answers))
    .toContainEqual(expect.stringContaining("Núñez Olavarría"));
  await other.goto(product.server.url("SI", "/contacto"));
  await alive(other);
  await shows(other, { name: "María", lastName: "Núñez Olavarría" });
  other.clean();
});

test("two tabs write into one form, and neither loses what the other wrote", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const other = await product.newTab(page);
  await other.goto(page.url());
  await alive(page);
  await alive(other);
  let draft = saved(page);
  await answer(page, "name", "María");
  await draft;
  draft = saved(other);
  await answer(other, "lastName", "Núñez");
  await draft;
  await other.reload();
  await alive(other);
  await shows(other, { name: "María", lastName: "Núñez" });
  await expect.poll(() => control(other, "lastName").inputValue()).toBe("Núñez");
  page.clean();
  other.clean();
});

test("what is written in two tabs is seen in both, and sent from either", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const other = await product.newTab(page);
  await other.goto(page.url());
  await alive(page);
  await alive(other);
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await shows(other, { name: person.name, email: person.email });
  await answer(other, "comment", "Llámenme por la tarde.");
  await shows(page, { comment: "Llámenme por la tarde." });
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  expect(JSON.parse(String(product.submissionsOf(person.email)[0]!["answers"]))).toMatchObject({
    "request.comment": "Llámenme por la tarde.",
  });
  // Nothing was typed there that was not sent: it leads to the same receipt.
  await send(other).click();
  await other.waitForURL("**/contacto/confirmacion");
  expect(await receiptNumber(other)).toBe(await receiptNumber(page));
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  page.clean();
  other.clean([/console error: .*409/]);
});

test("a tab that the other one overtook keeps what was typed in it, and sends it only when asked again", async () => {
  const page = await product.open("WI", "/contacto", "desktop");
  const person = somebodyAnywhere("WI");
  await fillContact(page, person);
  await contactKept(product, page, "WI");
  const other = await product.newTab(page);
  await other.goto(page.url());
  await alive(other);
  await shows(other, { name: person.name });
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);

  await answer(other, "comment", "Otra cosa.");
  await send(other).click();
  await other.getByText("Ya enviaste este formulario desde otra pestaña").waitFor();
  await axe(other);
  await shows(other, { name: person.name, comment: "Otra cosa." });
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  await send(other).click();
  await other.waitForURL("**/contacto/confirmacion");
  expect(await receiptNumber(other)).not.toBe(number);
  expect(product.submissionsOf(person.email)).toHaveLength(2);
  page.clean();
  // Chromium itself says on the console that the server answered 409.
  other.clean([/console error: .*409/]);
});

test("Back and Forward keep the answers, and a receipt does not become a second one", async () => {
  const page = await product.open("SI", "/", "phone");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contáctanos" }).click();
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  const before = await contactShown(page);
  await page.goBack();
  await page.waitForURL(product.server.url("SI", "/"));
  await page.goForward();
  await alive(page);
  await shows(page, before);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);

  await page.goBack();
  // The address keeps the matter that was asked about, and nothing of the person.
  await page.waitForURL((url) => url.pathname === "/contacto");
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(["tipo", "servicio"]);
  await alive(page);
  await shows(page, { name: "", email: "", comment: "", terms: false });
  await page.goForward();
  await page.waitForURL("**/contacto/confirmacion");
  expect(await receiptNumber(page)).toBe(number);
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  page.clean();
});

test("after the receipt the form begins anew, and the receipt stays at its address", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  await page.reload();
  expect(await receiptNumber(page)).toBe(number);
  await page.goto(product.server.url("SI", "/contacto"));
  await alive(page);
  // Who they are is offered once more, and nothing else.
  const { name, identity, email } = person;
  await shows(page, { type: "", name, email, comment: "", terms: false });
  const bare = (one: unknown): string => String(one).replaceAll(".", "");
  expect(bare((await contactShown(page))["identity"])).toBe(bare(identity));
  await expect.poll(() => control(page, "service").isEnabled()).toBe(false);

  // A second request of the same person is another one.
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  expect(await receiptNumber(page)).not.toBe(number);
  expect(product.submissionsOf(person.email)).toHaveLength(2);
  page.clean();
});

test("a link to the confirmation without a run leads to the form", async () => {
  const page = await product.open("WI", "/contacto/confirmacion?utm_source=diario", "phone");
  await page.waitForURL(product.server.url("WI", "/contacto?utm_source=diario"));
  await page.getByRole("heading", { level: 1, name: "¿En qué te podemos ayudar?" }).waitFor();
  await expect.poll(() => page.getByText("Tu número de atención es").count()).toBe(0);
  page.clean();
});
