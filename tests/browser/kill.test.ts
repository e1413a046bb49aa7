import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { contactKept, fillContact, receiptNumber, send, somebodyAnywhere } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

const product = await startProduct({ hosted: false });

test("what was accepted is delivered once, though the server is killed before it could", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await product.smtp.stop();
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  // Both mails have been tried, and wait.
  const waiting = () =>
    product.rows("select id from deliveries where kind = 'mail' and state = 'queued' and attempts > 0")
      .length;
  await until(
    () => waiting() === 2,
    () => `${waiting()} of 2 mails wait`,
  );
  await product.server.kill();
  await product.smtp.restart();
  expect(product.mailsOf(person.email)).toEqual([]);
  await product.server.restart();

  await product.delivered();
  const mails = product.mailsOf(person.email);
  expect(new Set(mails.map(({ to }) => to[0]))).toEqual(
    new Set([person.email, "servicio.clientes@salazarisrael.example"]),
  );
  expect(mails).toHaveLength(2);
  expect(mails.find(({ to }) => to.includes(person.email))!.email.subject).toContain(number);
  expect(product.submissionsOf(person.email)).toMatchObject([{ number, state: "accepted" }]);
  // The shopper's receipt is still there.
  await page.reload();
  expect(await receiptNumber(page)).toBe(number);
  await axe(page);
  page.clean();
});

test("while the server is away, nothing typed is lost, and the same attempt goes through afterwards", async () => {
  const page = await product.open("WI", "/contacto", "desktop");
  const person = somebodyAnywhere("WI");
  await fillContact(page, person);
  await contactKept(product, page, "WI");
  await product.server.kill();
  await send(page).click();
  await page.getByText("No pudimos conectarnos").waitFor();
  await axe(page);
  await product.server.restart();
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.waitForURL("**/contacto/confirmacion");
  await product.delivered();
  expect(product.submissionsOf(person.email)).toMatchObject([{ number: await receiptNumber(page) }]);
  expect(product.mailsOf(person.email)).toHaveLength(2);
  page.clean([/request failed: .*CONNECTION_REFUSED/, /console error: .*CONNECTION_REFUSED/]);
});
