/** An appointment moved and cancelled by the link of its mail, without sign-in: on both devices, and what is too late. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { offices } from "../server/booking-parts.ts";
import { dialog, field, inDialog, proceed, shown } from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import { dayAfter } from "../support/booking-upstream.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();
const base = `/customer/api/v3/appointment`;
const title = "Cambia o cancela tu hora";

const services = async (path: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${product.server.servicesPort}${path}`, {
    ...init,
    headers: {
      companyid: "1",
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...(init.headers as Record<string, string>),
    },
  });
  expect(answer.ok).toBe(true);
  return await answer.json();
};

interface Day {
  date: string;
  freeSlots: { startTime: string }[];
}

const person = "SI-101-2";

interface Hour {
  day: string;
  time: string;
}

/** The first free hour after tomorrow. */
async function firstFree(): Promise<Hour> {
  const query = new URLSearchParams({
    workshopId: offices.SI,
    startDate: dayAfter(2),
    receptionistsId: person,
    brandId: "CHEVROLET",
  });
  const days = (await services(`${base}/assessors/free-slots?${query}`)) as Day[];
  const { date: day, freeSlots } = days.find((one) => one.freeSlots.length > 0)!;
  return { day, time: freeSlots[0]!.startTime };
}

/** An appointment, and the secret of its mail. */
async function booked(email: string, at?: Hour): Promise<Hour & { token: string }> {
  const { day, time } = at ?? (await firstFree());
  const { token } = (await services(base, {
    method: "POST",
    body: JSON.stringify({
      uuid: randomUUID(),
      workshopId: offices.SI,
      comments: "Frena mal",
      mileage: 52_000,
      contactName: "María Soto",
      contactPhone: "987654321",
      contactMail: email,
      serviceId: 2,
      carBrand: "Chevrolet",
      carModel: "Onix",
      vehiclePlate: "RKLP45",
      carYear: 2022,
      clientRut: "12345678-5",
      schedulingInQuiter: true,
      plannedData: { receptionistId: person, plannedDate: day, plannedTime: `${time}:00` },
      assessorName: "Sin Preferencia",
      reScheduleUrl: "/tu-hora",
      source: "web",
    }),
  })) as { token: string };
  return { token, day, time };
}

async function sound(page: TestPage): Promise<void> {
  await rested(page);
  await axe(page);
  await fits(page);
}

const kept = (token: string) =>
  services(`${base}/own`, { headers: { "x-appointment-token": token } }).catch(() => undefined);

test("on a phone it is moved: the link leaves the address, the mail changes the calendar", async () => {
  const { token } = await booked("maria.cambia@correo.cl");
  const page = await product.blank("phone");
  await page.goto(product.server.url("SI", `/tu-hora?cita=${token}&utm_source=correo`));
  await page.getByText("RKLP45").waitFor();
  // Nobody reads it over a shoulder, and Back does not bring it.
  await expect.poll(() => new URL(page.url()).search).toBe("?utm_source=correo");
  await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML)).not.toContain(token);
  await sound(page);
  await page.getByRole("radio", { name: "Cambiarla a otro día u hora" }).check();
  await proceed(page).click();
  await shown(page, "Elige otra hora");
  expect(page.url()).not.toContain(token);
  const day = page.locator('[name="time.date"]:not([aria-disabled=true])');
  await day.first().waitFor();
  await day.last().click();
  const other = page.locator('[name="time.time"]');
  await other.last().check();
  const chosen = await other.last().getAttribute("value");
  await sound(page);
  await proceed(page).click();
  await shown(page, "Cambiamos tu hora");
  await page.getByText(chosen!, { exact: true }).waitFor();
  await sound(page);
  await product.delivered();
  const mails = product
    .mailsOf("maria.cambia@correo.cl")
    .filter(({ to }) => to.includes("maria.cambia@correo.cl"));
  expect(mails.map(({ email }) => email.subject)).toEqual(["Tu hora en el taller cambió"]);
  expect(mails[0]!.raw).toMatch(/method=PUBLISH/);
  const calendar = mails[0]!.email.attachments.find(({ mimeType }) => mimeType === "text/calendar")!;
  expect(Buffer.from(calendar.content as ArrayBuffer).toString()).toMatch(/\nSEQUENCE:[1-9]\d*\n/);
  // The new mail leads here too, at the site's own address.
  expect(mails[0]!.email.text).toMatch(new RegExp(`http://si\\.localhost(:\\d+)?/tu-hora\\?cita=${token}`));
  // The form begins anew, without what it was opened with.
  await page.goto(product.server.url("SI", "/tu-hora"));
  await shown(page, title);
  await proceed(page).click();
  await page.getByText("Abre esta página con el botón del correo de tu hora.").first().waitFor();
  page.clean();
});

test("on a desktop, by keyboard alone, it is cancelled after it is asked about", async () => {
  const { token } = await booked("maria.cancela@correo.cl");
  const page = await product.blank("desktop");
  await page.goto(product.server.url("SI", `/tu-hora?cita=${token}`));
  const cancel = page.getByRole("radio", { name: "Cancelarla" });
  await cancel.waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByRole("radio", { name: "Cambiarla a otro día u hora" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => cancel.isChecked()).toBe(true);
  await page.keyboard.press("Enter");
  await dialog(page).getByText("¿Cancelamos tu hora?").waitFor();
  await sound(page);
  await inDialog(page, "No, la conservo").press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => kept(token)).toMatchObject({ state: "booked" });
  await proceed(page).press("Enter");
  await inDialog(page, "Sí, cancelarla").press("Enter");
  await shown(page, "Cancelamos tu hora");
  await sound(page);
  await expect.poll(() => kept(token)).toMatchObject({ state: "cancelled", canChange: false });
  await product.delivered();
  const mails = product
    .mailsOf("maria.cancela@correo.cl")
    .filter(({ to }) => to.includes("maria.cancela@correo.cl"));
  expect(mails.map(({ email }) => email.subject)).toEqual(["Tu hora en el taller fue cancelada"]);
  expect(mails[0]!.raw).toMatch(/method=CANCEL/);
  // The link says so from now on, and offers nothing.
  await page.goto(product.server.url("SI", `/tu-hora?cita=${token}`));
  await page.getByText("Esta hora ya fue cancelada.").waitFor();
  await expect.poll(() => page.getByRole("radio").count()).toBe(0);
  await sound(page);
  page.clean();
});

test("an hour that somebody took meanwhile is refused, and the old one stays", async () => {
  const { token, day, time } = await booked("maria.pierde@correo.cl");
  const page = await product.blank("desktop");
  await page.goto(product.server.url("SI", `/tu-hora?cita=${token}`));
  await page.getByRole("radio", { name: "Cambiarla a otro día u hora" }).check();
  await proceed(page).click();
  const first = page.locator('[name="time.date"]:not([aria-disabled=true])').first();
  await first.waitFor();
  const wanted = (await first.getAttribute("value"))!;
  await first.click();
  await field(page, "time.time").check();
  // Somebody else has it first.
  const hour = (await field(page, "time.time").getAttribute("value"))!;
  await booked("otra@correo.cl", { day: wanted, time: hour });
  await proceed(page).click();
  await page.getByRole("link", { name: /Hora/ }).first().waitFor();
  await expect.poll(() => page.locator(`[name="time.time"][value="${hour}"]`).count()).toBe(0);
  await expect.poll(() => kept(token)).toMatchObject({ state: "booked", date: day, time });
  page.clean([/422/]);
});

test("a link that is none says so", async () => {
  const page = await product.blank("phone");
  await page.goto(product.server.url("SI", `/tu-hora?cita=${"x".repeat(43)}`));
  await page.getByText("Ese enlace no es válido o ya no sirve.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await sound(page);
  page.clean();
});
