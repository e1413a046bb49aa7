import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import {
  contactShown,
  control,
  fillContact,
  receiptNumber,
  send,
  somebodyAnywhere,
} from "../support/contact-form.ts";
import { anyOf } from "../support/covering.ts";
import { goOffline } from "../support/offline.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

/** One submission, one receipt, one mail to the dealer, one post to the CRM. */
async function expectOnce(email: string, number: string): Promise<void> {
  await product.delivered();
  expect(product.submissionsOf(email)).toMatchObject([{ number, state: "accepted" }]);
  const mails = product.mailsOf(email);
  expect(mails).toHaveLength(2);
  expect(mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  expect(product.rows("select kind from deliveries where submission = ? order by kind", number)).toEqual([
    expect.objectContaining({ kind: "call" }),
    expect.objectContaining({ kind: "mail" }),
  ]);
}

/** The keys of all requests of Continuar, as they are sent. */
function keysOf(page: TestPage): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/continue")) keys.push(request.headers()["idempotency-key"]);
  });
  return keys;
}

const presses: [string, (page: TestPage) => Promise<void>][] = [
  ["a double click", (page) => send(page).dblclick()],
  [
    "Enter twice",
    async (page) => {
      await control(page, "email").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    },
  ],
  [
    "three clicks of a script",
    (page) =>
      send(page).evaluate((button: HTMLButtonElement) => {
        for (let press = 0; press < 3; press++) button.click();
      }),
  ],
];

test.each(anyOf(presses))("%s on Enviar sends once", async (_what, press) => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await press(page);
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  expect(number).toMatch(/^SI-/);
  await expectOnce(person.email, number);
  page.clean();
});

test("equal requests with one key at the same time are one, and get one answer", async () => {
  const page = await product.open("WI", "/contacto", "phone");
  const email = `${randomUUID()}@correo.pe`;
  const answers = { ...contactAnswers["WI"], "request.email": email };
  const answered = await page.evaluate(
    async (given) => {
      const post = async (path: string, body: object, headers = {}) =>
        await fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
      const { run } = await (await post("/api/runs", { flow: "contact", revision: "-" })).json();
      const body = { step: "request", version: 0, answers: given.answers };
      const once = async () => {
        const response = await post(`/api/runs/${run}/continue`, body, { "idempotency-key": given.key });
        return { status: response.status, text: await response.text() };
      };
      const together = await Promise.all([once(), once(), once()]);
      return [...together, await once()];
    },
    { answers, key: randomUUID() },
  );
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
  const number = (JSON.parse(answered[0]!.text) as { state: { results: { submission: { number: string } } } })
    .state.results.submission.number;
  await expectOnce(email, number);
  page.clean();
});

/** The server gets the next request of Continuar and does its work; its answer never arrives. */
async function loseNextAnswer(page: TestPage): Promise<void> {
  await page.route(
    "**/continue",
    async (route) => {
      const request = route.request();
      await product.server.fetch("SI", new URL(request.url()).pathname, {
        method: "POST",
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

const lostAnswer = [
  /request failed: POST .*continue net::ERR_CONNECTION_RESET/,
  /console error: .*CONNECTION_RESET/,
];

test("an answer that got lost is asked for again with the same key", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  const person = somebodyAnywhere("SI");
  const keys = keysOf(page);
  await fillContact(page, person);
  const before = await contactShown(page);
  await loseNextAnswer(page);
  await send(page).click();
  await page.getByText("No pudimos conectarnos").waitFor();
  await axe(page);
  await expect.poll(() => contactShown(page)).toEqual(before);
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.waitForURL("**/contacto/confirmacion");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  await expectOnce(person.email, await receiptNumber(page));
  page.clean(lostAnswer);
});

test("after a refresh too, an answer that got lost makes no second submission", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebodyAnywhere("SI");
  await fillContact(page, person);
  await loseNextAnswer(page);
  await send(page).click();
  await page.getByText("No pudimos conectarnos").waitFor();
  await page.reload();
  await page.waitForURL("**/contacto/confirmacion");
  const number = await receiptNumber(page);
  expect(number).toMatch(/^SI-/);
  await expectOnce(person.email, number);
  page.clean(lostAnswer);
});

test("without a connection nothing is lost, and Continuar goes through afterwards", async () => {
  const page = await product.open("WI", "/contacto", "phone");
  const person = somebodyAnywhere("WI");
  const keys = keysOf(page);
  const draft = page.waitForResponse((response) => response.status() === 204);
  await fillContact(page, person);
  const before = await contactShown(page);
  await draft;
  await goOffline(page);
  await page.getByText("Por favor reestablece la conexión de internet para poder navegar").waitFor();
  await axe(page);
  await send(page).click();
  await page.getByRole("alert").getByText("No enviamos nada").waitFor();
  await axe(page);
  await expect.poll(() => contactShown(page)).toEqual(before);
  // Nothing was tried in vain.
  expect(keys).toEqual([]);

  await page.context().setOffline(false);
  await expect.poll(() => page.getByRole("banner").getByText("Por favor reestablece").count()).toBe(0);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.waitForURL("**/contacto/confirmacion");
  expect(keys).toHaveLength(1);
  await expectOnce(person.email, await receiptNumber(page));
  page.clean();
});
