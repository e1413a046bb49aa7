/** The booking is paid by card: as people go through it to the bank's page and back, in Chile and in Peru. */
import { expect, test } from "vitest";
import { field, proceed, shown } from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import {
  drivers,
  path,
  tellOfCar,
  tellOfMaintenance,
  tellOfPerson,
  tellOfTime,
  titles,
} from "../support/booking-form.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits, noEmptyCard } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { anyOf, shownElsewhere } from "../support/covering.ts";

// With the stand-ins of both providers, and the workshops that come with the program.
const product = await sharedProduct();

async function sound(page: TestPage): Promise<void> {
  await rested(page);
  await axe(page);
  await fits(page);
  await noEmptyCard(page);
}

/** At the payment and at the receipt of other brands: the first walk looks at both. */
const ofSteps = shownElsewhere([sound]);

/** Somebody with a maintenance to be paid, at the payment. */
async function toPay(
  brand: keyof typeof drivers,
  viewport: Viewport,
  { plate, email }: { plate: string; email: string },
): Promise<TestPage> {
  const driver = drivers[brand];
  const page = await product.open(brand, `${path}?serviceId=1`, viewport);
  await shown(page, titles.car);
  await tellOfCar(page, plate, driver);
  await proceed(page).click();
  await tellOfMaintenance(page);
  await proceed(page).click();
  await tellOfTime(page, driver);
  await proceed(page).click();
  await tellOfPerson(page, driver.document, email);
  await proceed(page).click();
  await shown(page, titles.payment);
  await field(page, "payment.terms").check();
  return page;
}

const pay = (page: TestPage) => proceed(page).first();

/** Notes, from the first drawing of each page on, what is shown of an amount without the amount. */
const watchAmounts = (page: TestPage) =>
  page.addInitScript(() => {
    const bare = new Set<string>();
    Object.assign(window, { bare });
    const look = (): void => {
      for (const output of document.querySelectorAll("output[aria-labelledby]")) {
        const label = document.getElementById(output.getAttribute("aria-labelledby")!)?.textContent ?? "";
        if (!/\d/.test(output.textContent ?? "")) bare.add(label);
      }
      const told = /Precio normal.*queda en[^.]*/.exec(
        document.querySelector("main")?.textContent ?? "",
      )?.[0];
      if (told !== undefined && told.match(/\$\d/g)?.length !== 2) bare.add(told);
    };
    const lookOn = (): void => {
      look();
      requestAnimationFrame(lookOn);
    };
    // What is parsed in part is not shown so.
    document.addEventListener("DOMContentLoaded", lookOn);
    document.addEventListener("readystatechange", look);
  });

const bareAmounts = (page: TestPage): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { bare: Set<string> }).bare]);

/** What is to be paid after a try that failed: where it comes from, and the same on the page, its button, and the server. */
async function pricedAgain(page: TestPage): Promise<void> {
  await rested(page);
  const begun = product.rows(
    "select amount from payments where brand = 'SI' order by created_at desc limit 1",
  );
  const pesos = `$${Number(begun[0]!["amount"]).toLocaleString("es-CL")}`;
  await expect.poll(() => page.getByText(/^Precio normal/).textContent()).toContain(`queda en ${pesos}.`);
  await expect.poll(() => page.locator('[data-path="payment.amount"] output').textContent()).toBe(pesos);
  await expect.poll(() => pay(page).innerText()).toBe(`INTENTAR NUEVAMENTE ${pesos}`);
  await expect.poll(() => bareAmounts(page)).toEqual([]);
}

/** At the bank's page: what the person presses there. */
async function atTheBank(page: TestPage, press: string): Promise<void> {
  await page.waitForURL(/localhost:\d+\/(webpay|niubiz|bank)/);
  await page.getByRole("button", { name: press }).click();
}

test("SI on a phone: rejected, cancelled, and approved in the third try, with one mail that has it all", async () => {
  const email = "maria.paga@correo.cl";
  const page = await toPay("SI", "phone", { plate: "BBBB12", email });
  await sound(page);
  await watchAmounts(page);
  await pay(page).click();
  await atTheBank(page, "Rechazar la tarjeta");
  await shown(page, titles.payment);
  await page.getByText("Pago rechazado").first().waitFor();
  await pricedAgain(page);
  await sound(page);
  await pay(page).click();
  await atTheBank(page, "Anular y volver");
  await page.getByText("Pago Cancelado").first().waitFor();
  await pricedAgain(page);
  await pay(page).click();
  await atTheBank(page, "Aprobar el pago");
  await shown(page, "Agendamiento de cita confirmado y pago");
  await page.getByText("Código de autorización").waitFor();
  const summary = await page.locator("main").innerText();
  for (const label of [
    "Comercio",
    "Por",
    "Número de orden",
    "Monto",
    "Fecha",
    "Código de autorización",
    "Tipo de tarjeta",
    "Tarjeta terminada en",
  ]) {
    expect(summary).toContain(label);
  }
  await sound(page);
  await product.delivered();
  const mails = product.mailsOf(email).filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.raw).toContain("text/calendar");
  // Its button leads to the appointment.
  const [, link] = /href="([^"]+\/tu-hora\?cita=[^"]+)"/.exec(mails[0]!.email.html!)!;
  const { pathname, search } = new URL(link!);
  await page.goto(product.server.url("SI", pathname + search));
  await page.getByText("BBBB12").waitFor();
});

test("SI on a desktop, by keyboard alone: 'Cancelar el pago' leads back, and Back pays nothing again", async () => {
  const page = await toPay("SI", "desktop", { plate: "BBBB34", email: "maria.vuelve@correo.cl" });
  await pay(page).press("Enter");
  await page.waitForURL(/localhost:\d+\/webpay/);
  await page.goBack();
  const title = page.getByRole("heading", { level: 1, name: /^Esperamos tu pago/ });
  await title.waitFor();
  // Of one time it is told, the one that the person has at the bank.
  await page.getByText(/^Puedes terminarlo hasta las \d\d:\d\d\. Quedan (9|10) minutos\./).waitFor();
  await expect.poll(() => page.getByText(/hasta las/).count()).toBe(1);
  // Little time is said once it is little, and nothing leads there when it is over.
  const status = page.getByRole("status").filter({ hasText: "Queda poco tiempo" });
  await expect.poll(() => status.count()).toBe(0);
  const ends = Date.parse(
    String(product.rows("select expires_at from payments where state = 'pending'")[0]!["expires_at"]),
  );
  await page.clock.install({ time: ends - 60_000 });
  await page.reload();
  await status.waitFor();
  await page.getByRole("link", { name: "Ir a pagar" }).waitFor();
  await page.clock.setSystemTime(ends + 1_000);
  await page.getByRole("status").filter({ hasText: "Se acabó el tiempo para terminarlo." }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Ir a pagar" }).count()).toBe(0);
  await sound(page);
  await page.getByRole("button", { name: "Cancelar el pago" }).press("Enter");
  await page.getByText("Pago Cancelado").first().waitFor();
  await expect.poll(() => pay(page).innerText()).toMatch(/^INTENTAR NUEVAMENTE \$[\d.]+$/);
  await sound(page);
  await pay(page).press("Enter");
  await atTheBank(page, "Aprobar el pago");
  await shown(page, "Agendamiento de cita confirmado y pago");
});

test("WI on a phone: dollars time out, soles are paid", async () => {
  const email = "maria.soles@correo.pe";
  const page = await toPay("WI", "phone", { plate: "ABC123", email });
  await expect.poll(() => pay(page).innerText()).toMatch(/100/);
  for (const look of ofSteps) await look(page);
  await pay(page).click();
  await atTheBank(page, "Dejar que se acabe el tiempo");
  await page.getByText("Pago Cancelado").first().waitFor();
  const soles = page.getByRole("button", { name: /INTENTAR NUEVAMENTE S\/ ?[\d,]+/ });
  await soles.waitFor();
  await sound(page);
  await soles.click();
  await atTheBank(page, "Aprobar el pago");
  await shown(page, "Agendamiento de cita confirmado y pago");
  await expect.poll(() => page.locator("main").innerText()).toMatch(/S\/\s?\d/);
  for (const look of ofSteps) await look(page);
});

// A rejected card is tried again in pesos, and dollars are shown before they time out.
test.each(shownElsewhere(["desktop"] as const))(
  "WI on a desktop: dollars are rejected, then paid",
  async (viewport) => {
    const page = await toPay("WI", viewport, { plate: "ABC456", email: "maria.dolares@correo.pe" });
    await pay(page).click();
    await atTheBank(page, "Rechazar la tarjeta");
    await page.getByText("Pago rechazado").first().waitFor();
    await pay(page).click();
    await atTheBank(page, "Aprobar el pago");
    await shown(page, "Agendamiento de cita confirmado y pago");
    await expect.poll(() => page.locator("main").innerText()).toMatch(/(USD|US\$)\s?100/);
  },
);

const workshops = [
  ["SM", "phone", "Operador"],
  ["CO", "desktop", "Asesor"],
  ["PO", "phone", "Asesor"],
] as const;

test.each(anyOf(workshops))(
  "%s on a %s: booked and paid at its own workshop, by its %s",
  async (brand, viewport, who) => {
    const email = `maria.${brand.toLowerCase()}@correo.cl`;
    const { plate, branch } = drivers[brand];
    const page = await toPay(brand, viewport, { plate, email });
    await pay(page).click();
    await atTheBank(page, "Aprobar el pago");
    await shown(page, "Agendamiento de cita confirmado y pago");
    // What was chosen of lists is looked up again.
    for (const text of [who, branch, plate, email, "Código de autorización"]) {
      await expect.poll(() => page.locator("main").innerText()).toContain(text);
    }
    for (const look of ofSteps) await look(page);
    await product.delivered();
    expect(product.mailsOf(email).filter(({ to }) => to.includes(email))).toHaveLength(1);
  },
);
