import type { Locator } from "playwright";
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { Viewport } from "../support/browser.ts";
import {
  alive,
  contactShown,
  fillContact,
  receiptNumber,
  send,
  somebody,
  type ContactBrand,
} from "../support/contact-form.ts";
import { anyOf, covering } from "../support/covering.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";

const route = "POST /customer/api/client-service/send-email";
const works: Behaviour = { body: { error: 0, sendEmail: true } };
const standIn = await startStandIn({ [route]: works });
afterAll(() => standIn.stop());
const product = await startProduct({ env: { UPSTREAM_CLIENT_SERVICE: `${standIn.url}/` } });

const title = "No pudimos enviar tu solicitud";

const failures: [string, Behaviour, ContactBrand, Viewport][] = [
  ["answers 500", { status: 500 }, "SI", "phone"],
  ["did not send the mail", { body: { error: 1, sendEmail: false } }, "WI", "phone"],
  ["is cut off", { cutOff: "within", body: { error: 0, sendEmail: true } }, "SI", "desktop"],
  // As long as a service may take.
  ["hangs", { ...works, delay: 12_000 }, "WI", "desktop"],
];

// Which of them fail is the server's, and shown there; here each brand, each device, and a wait.
test.each(
  covering(failures, ([, { delay }, ...where]) => [...where, delay === undefined ? "at once" : "late"]),
)(
  "the service %s: answers are kept, and a retry succeeds once",
  async (_what, behaviour, brand, viewport) => {
    standIn.set(route, behaviour);
    const page = await product.open(brand, "/contacto?utm_source=diario", viewport);
    const person = somebody(brand);
    await fillContact(page, person);
    const before = await contactShown(page);
    await send(page).click();
    await page.waitForURL("**/306?utm_source=diario");
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await axe(page);
    const [failed] = product.submissionsOf(person.email);
    expect(failed).toMatchObject({ state: "failed" });

    // The page stays: there is something to lose.
    await page.reload();
    if (behaviour.delay === undefined) {
      await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
      await page.getByRole("status").getByText(title).waitFor();
      await axe(page);
    }
    await page.getByRole("link", { name: "Volver al formulario" }).click();
    await page.waitForURL("**/contacto?utm_source=diario");
    await alive(page);
    await expect.poll(() => contactShown(page)).toEqual(before);
    await page.goBack();

    standIn.set(route, works);
    await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
    await page.waitForURL("**/contacto/confirmacion?utm_source=diario");
    expect(await receiptNumber(page)).toBe(failed!["number"]);
    await axe(page);
    await product.delivered();
    expect(product.submissionsOf(person.email)).toMatchObject([
      { number: failed!["number"], state: "accepted" },
    ]);
    expect(product.mailsOf(person.email)).toHaveLength(1);
    page.clean();
  },
);

test("from the form that was gone back to, what is mended is sent under the same number", async () => {
  standIn.set(route, { status: 500 });
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebody("SI");
  await fillContact(page, person);
  await send(page).click();
  await page.getByRole("link", { name: "Volver al formulario" }).click();
  await alive(page);
  await page.locator("#request-comment").fill("Mejor por la tarde.");
  standIn.set(route, works);
  standIn.forget();
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const stored = product.submissionsOf(person.email);
  expect(stored).toMatchObject([{ state: "accepted", number: await receiptNumber(page) }]);
  expect(JSON.parse(String(stored[0]!["answers"]))["request.comment"]).toBe("Mejor por la tarde.");
  expect(standIn.requests).toMatchObject([{ body: { comment: "Mejor por la tarde." } }]);
  page.clean();
});

test("while it is sent, the form says so and takes no second press", async () => {
  const answered = Promise.withResolvers<void>();
  standIn.set(route, () => answered.promise.then(() => works));
  standIn.forget();
  const page = await product.open("WI", "/contacto", "phone");
  const person = somebody("WI");
  await fillContact(page, person);
  await send(page).click();
  await page.getByText("Estamos enviando tus datos…").waitFor();
  await expect.poll(() => send(page).getAttribute("aria-disabled")).toBe("true");
  await axe(page);
  await send(page).click({ force: true });
  answered.resolve();
  await page.waitForURL("**/contacto/confirmacion");
  expect(standIn.requests).toHaveLength(1);
  expect(product.submissionsOf(person.email)).toHaveLength(1);
  page.clean();
});

/** Counts, from the next press on, the frames that are drawn until its button is seen to be at work. */
const framesUntilBusy = (button: Locator) =>
  button.evaluateHandle((own) => ({
    counted: new Promise<number>((resolve) => {
      let frames = 0;
      const look = (): void => {
        if (own.getAttribute("aria-disabled") === "true") return resolve(frames);
        frames += 1;
        requestAnimationFrame(look);
      };
      own.addEventListener("click", () => requestAnimationFrame(look), { once: true });
    }),
  }));

test("a press is seen within 100 ms, which are six frames: in the first one", async () => {
  const answered = Promise.withResolvers<void>();
  standIn.set(route, () => answered.promise.then(() => works));
  const page = await product.open("SI", "/contacto", "phone");
  await fillContact(page, somebody("SI"));
  // In frames: a machine that is busy draws them later, and no more of them.
  const press = await framesUntilBusy(send(page));
  await send(page).click();
  const frames = await press.evaluate(({ counted }) => counted);
  expect(frames).toBe(0);
  answered.resolve();
  await page.waitForURL("**/contacto/confirmacion");
  page.clean();
});

test.each(
  anyOf<[ContactBrand, Viewport]>([
    ["SI", "phone"],
    ["WI", "desktop"],
  ]),
)("%s: /306 with nothing kept leads to the vehicles after two seconds, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/306?utm_source=diario&utm_campaign=verano&otro=1", viewport);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await axe(page);
  await page.waitForURL(product.server.url(brand, "/vehiculos?utm_source=diario&utm_campaign=verano"));
  page.clean();
});
