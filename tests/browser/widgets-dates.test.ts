/** Days, times, dates and sliders as people use them: by finger, by mouse, and by keyboard alone. */
import { expect, test } from "vitest";
import { contactAnd } from "../support/contact-alone.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { alive } from "../support/contact-form.ts";
import { datesFiles, slotsOf } from "../support/dates-definitions.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { fits } from "../support/fits.ts";
import { anyOf, covering } from "../support/covering.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";
import { until } from "../support/until.ts";

const brand = "SI";
let failing = true;
let taken = false;
/** What the days of one place wait for. */
let seen: Promise<void> | undefined;
const slots = await startStandIn({
  "GET /slots": ({ query: { place = "" } }): Behaviour => {
    if (place === "sur") return failing ? { status: 500, body: {} } : { body: { data: slotsOf["norte"] } };
    if (place === "norte" && taken) return { body: { data: [{ "2099-11-27": ["12:30"] }] } };
    return { body: { data: slotsOf[place] }, ...(place === "centro" ? { after: seen } : {}) };
  },
  "GET /quote": { body: { price: 1 } },
});
const product = await startProduct({
  files: contactAnd(datesFiles(brand)),
  env: { UPSTREAM_SLOTS: slots.url },
});

async function open(viewport?: Viewport): Promise<TestPage> {
  const page = await product.open(brand, "/visita", viewport);
  await alive(page);
  return page;
}
const day = (page: TestPage, value: string) => page.locator(`[name="visit.day"][value="${value}"]`);
const time = (page: TestPage, value: string) => page.locator(`[name="visit.time"][value="${value}"]`);
const times = (page: TestPage) =>
  page.locator('[name="visit.time"]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const at = (page: TestPage) =>
  page.evaluate(() => (document.activeElement as HTMLButtonElement).value || document.activeElement!.id);
const choosePlace = (page: TestPage, place: string) => page.locator("#visit-place").selectOption(place);
const input = (page: TestPage, field: string) => page.locator(`#visit-${field}`);
const opener = (page: TestPage, name: string) =>
  page.getByRole("button", { name: `Abrir el calendario: ${name}` });

test.each(anyOf<Viewport>(["phone", "desktop"]))(
  "a free day and a free time are chosen on a %s",
  async (viewport) => {
    const page = await open(viewport);
    await page.getByText("Primero completa «Sucursal»").first().waitFor();
    const { promise, resolve } = Promise.withResolvers<void>();
    seen = promise;
    const height = () => page.locator('[data-widget="days"]').evaluate((box) => box.clientHeight);
    await choosePlace(page, "centro");
    await page.locator('[data-widget="days"] [role=status]', { hasText: "Cargando…" }).waitFor();
    const awaited = await height();
    resolve();
    await day(page, "2099-11-26").waitFor();
    await expect.poll(() => height()).toBe(awaited);
    await axe(page);

    // What is not offered says so, and nothing comes of pressing it.
    await expect.poll(() => day(page, "2099-11-25").getAttribute("aria-disabled")).toBe("true");
    await day(page, "2099-11-25").click({ force: true });
    await expect.poll(() => page.locator('td[aria-selected="true"]').count()).toBe(0);

    await page.getByRole("button", { name: "Mes siguiente" }).click();
    await page.getByText("diciembre de 2099").waitFor();
    await expect.poll(() => height()).toBe(awaited);
    await page.getByRole("button", { name: "Mes siguiente" }).click();
    await expect
      .poll(() => page.getByRole("button", { name: "Mes siguiente" }).getAttribute("aria-disabled"))
      .toBe("true");
    await page.getByRole("button", { name: "lunes 4 de enero de 2100" }).click();
    await page.getByRole("status").filter({ hasText: "lunes 4 de enero de 2100" }).waitFor();
    await expect.poll(() => times(page)).toEqual(["10:00", "10:30"]);

    await giveAnswer(page, "visit.day", "2099-11-26");
    await page.getByRole("group", { name: "Tarde" }).waitFor();
    await giveAnswer(page, "visit.time", "15:30");
    await expect.poll(() => page.getByRole("radio", { name: "15:30" }).isChecked()).toBe(true);
    await axe(page);
    await fits(page);

    // Another day has other times: what was chosen is gone with them.
    await day(page, "2099-11-27").click();
    await expect.poll(() => times(page)).toEqual(["09:00", "09:30", "10:00"]);
    await expect.poll(() => page.getByRole("radio", { checked: true }).count()).toBe(0);
    page.clean();
  },
);

test("days by keyboard alone", async () => {
  const page = await open();
  await choosePlace(page, "centro");
  await day(page, "2099-11-26").waitFor();
  await input(page, "place").focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("Tab");
  await expect.poll(() => at(page)).toBe("2099-11-26");
  const press = async (key: string, then: string): Promise<void> => {
    await page.keyboard.press(key);
    expect([key, await at(page)]).toEqual([key, then]);
  };
  await press("ArrowRight", "2099-11-27");
  await press("ArrowUp", "2099-11-20");
  await press("Home", "2099-11-16");
  await press("End", "2099-11-22");
  await press("PageDown", "2099-12-22");
  await press("PageDown", "2100-01-22");
  // Not beyond the last month that offers a day.
  await press("PageDown", "2100-01-31");
  await press("PageUp", "2099-12-31");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator('td[aria-selected="true"]').count()).toBe(0);
  await page.keyboard.press("PageUp");
  await press("ArrowUp", "2099-11-23");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Space");
  await time(page, "09:00").waitFor();
  await expect.poll(() => at(page)).toBe("2099-11-26");
  // The button that turns to the month before comes first; the times are after the days.
  await page.keyboard.press("Tab");
  await expect.poll(() => at(page)).toBe("09:00");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getByRole("radio", { name: "09:30" }).isChecked()).toBe(true);
  page.clean();
});

test("lists that failed, have nothing, or lose a time while it is chosen", async () => {
  const page = await open("phone");
  await choosePlace(page, "sur");
  await page.getByText("No pudimos cargar las opciones").waitFor();
  await axe(page);
  failing = false;
  await page.getByRole("button", { name: "Reintentar" }).press("Enter");
  await day(page, "2099-11-27").waitFor();
  await expect.poll(() => at(page)).toBe("2099-11-27");
  await choosePlace(page, "cerrada");
  await page.getByText("No hay opciones disponibles").waitFor();
  await axe(page);

  await choosePlace(page, "norte");
  await day(page, "2099-11-27").click();
  await time(page, "12:00").check();
  await input(page, "delivery").fill("30/11/2099");
  taken = true;
  await page.locator("form button[type=submit]").click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
  await expect.poll(() => times(page)).toEqual(["12:30"]);
  await expect.poll(() => page.getByRole("radio", { checked: true }).count()).toBe(0);
  await page.getByText("Esa opción ya no está disponible").first().waitFor();
  await page.getByRole("alert").getByRole("link").first().click();
  await expect.poll(() => at(page)).toBe("12:30");
  await axe(page);
  await page.keyboard.press("Space");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/visita/gracias");
  page.clean([/409|422/]);
});

test("a date is typed, or chosen in a calendar that comes when it is asked for", async () => {
  const page = await product.blank("desktop");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(product.server.url(brand, "/visita"));
  await alive(page);
  await page.waitForLoadState("networkidle");
  const calendars = () => loaded.filter((url) => url.includes("DateInputCalendar")).length;
  expect(calendars()).toBe(0);

  await input(page, "bought").click();
  await page.keyboard.type("05112026");
  await expect.poll(() => input(page, "bought").inputValue()).toBe("05/11/2026");
  await page.keyboard.press("Tab");
  await expect.poll(calendars).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Fecha de compra" });
  await dialog.waitFor();
  await expect.poll(() => at(page)).toBe("2026-11-05");
  await expect.poll(() => dialog.getByRole("button", { pressed: true }).innerText()).toBe("5");
  await axe(page);

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => opener(page, "Fecha de compra").evaluate((one) => one === document.activeElement))
    .toBe(true);
  await expect.poll(() => input(page, "bought").inputValue()).toBe("05/11/2026");

  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await expect.poll(() => at(page)).toBe("2026-11-05");
  await dialog.getByLabel("Mes", { exact: true }).selectOption("febrero");
  await dialog.getByLabel("Año").selectOption("2024");
  await dialog.getByRole("button", { name: "jueves 29 de febrero de 2024" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => input(page, "bought").inputValue()).toBe("29/02/2024");
  await expect
    .poll(() => opener(page, "Fecha de compra").evaluate((one) => one === document.activeElement))
    .toBe(true);

  await opener(page, "Fecha de la escritura").click();
  await page.getByRole("dialog").getByLabel("Año").selectOption("2020");
  await page.getByRole("dialog").getByLabel("Mes", { exact: true }).selectOption("mayo");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^lunes 4 de mayo de 2020/ })
    .click();
  // The answer comes with the end of the dialog.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => input(page, "deed").inputValue()).toBe("4 de mayo de 2020");
  page.clean();
});

test("a calendar that is opened again right after it was closed is open", async () => {
  const page = await open("desktop");
  await opener(page, "Fecha de compra").click();
  const dialog = page.getByRole("dialog", { name: "Fecha de compra" });
  await dialog.waitFor();
  // Before the browser tells of the end of the dialog, which it does in a turn of its own.
  await dialog.getByRole("button", { name: "Cerrar" }).evaluate(async (closing) => {
    const opening = closing.closest("dialog")!.parentElement!.querySelector<HTMLElement>("[aria-haspopup]")!;
    (closing as HTMLElement).click();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    opening.click();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expect.poll(() => dialog.isVisible()).toBe(true);
  page.clean();
});

test("the calendar has no days beyond the date's limits, and going to it is not leaving the field", async () => {
  const page = await open("phone");
  await opener(page, "Fecha de compra").click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect
    .poll(() => dialog.getByRole("button", { name: "Mes siguiente" }).getAttribute("aria-disabled"))
    .toBe("true");
  const { width, y, height } = (await dialog.boundingBox())!;
  expect([width, Math.round(y + height)]).toEqual([390, 844]);
  await fits(page);
  await axe(page);
  await page.touchscreen.tap(100, 60);
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => opener(page, "Fecha de compra").evaluate((button) => button === document.activeElement))
    .toBe(true);

  await input(page, "delivery").focus();
  await opener(page, "Fecha de entrega").click();
  await dialog.waitFor();
  await expect.poll(() => page.locator("[data-problem]").count()).toBe(0);
  await dialog.getByRole("button", { name: "Cerrar el calendario" }).click();
  await page.getByText("Completa «Fecha de entrega»").waitFor();
  page.clean();
});

test("a slider and what is typed beside it are one answer, and dragging asks the server once it rests", async () => {
  const page = await open();
  const bar = page.locator('[name="visit.share"][type=range]');
  await expect.poll(() => bar.isDisabled()).toBe(true);
  await page.getByText("Selecciona el tipo de crédito para calcular el pie").waitFor();
  await axe(page);
  await page.locator("#visit-credit").selectOption("a");
  await expect.poll(() => bar.getAttribute("aria-valuetext")).toBe("Sin elegir");
  slots.forget();
  const asked = () =>
    slots.requests.filter(({ path }) => path === "/quote").map(({ query }) => query["share"]);

  await bar.focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => input(page, "share").inputValue()).toBe("50");
  await expect
    .poll(async () => (await bar.getAttribute("aria-valuetext"))?.replace("\u00A0", " "))
    .toBe("50 %");
  await until(
    () => asked().at(-1) === "50",
    () => `asked for ${asked().join()}`,
  );
  expect(asked().length).toBeLessThanOrEqual(3);

  await input(page, "share").fill("65");
  await expect.poll(() => bar.inputValue()).toBe("65");
  await input(page, "share").fill("66");
  await input(page, "share").blur();
  await page.getByText("Ingresa un múltiplo de 5").waitFor();
  await axe(page);
  await bar.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => input(page, "share").inputValue()).toBe("20");
  // What is moved to with keys is the answer after a rest.
  await expect.poll(() => page.getByText("Ingresa un múltiplo de 5").count()).toBe(0);

  // The end at which it stands without an answer can be chosen as well.
  const amount = page.locator('[name="visit.amount"][type=range]');
  await amount.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => input(page, "amount").inputValue()).toBe("1.000.000");
  const { x, y, width, height } = (await amount.boundingBox())!;
  await page.mouse.click(x + width - 2, y + height / 2);
  await expect.poll(() => input(page, "amount").inputValue()).toBe("30.000.000");
  page.clean();
});

const sizes: [number, number][] = [
  [320, 100],
  [390, 200],
  [320, 200],
];

/** Where there is least room: what fits there fits where there is more. */
const least = covering(sizes, ([width, percent]) => (width === 320 && percent === 200 ? ["least room"] : []));

test.each(least)("on a screen of %d px, with text of %d per cent, all fits", async (width, percent) => {
  const page = await product.blank("desktop", { viewport: { width, height: 800 } });
  await page.goto(product.server.url(brand, "/visita"));
  await alive(page);
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
  await choosePlace(page, "centro");
  await day(page, "2099-11-26").click();
  await time(page, "09:00").waitFor();
  await fits(page);
  await opener(page, "Fecha de entrega").click();
  await page.getByRole("dialog").waitFor();
  await expect(fits(page)).resolves.toBeUndefined();
  page.clean();
});
