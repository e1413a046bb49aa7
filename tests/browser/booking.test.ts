/** The booking of a technical service as people go through it, on both devices, and what fails on the way. */
import { afterAll, afterEach, expect, test } from "vitest";
import { choose, dialog, field, inDialog, proceed, shown } from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import { chooseService, path, tellOfCar, tellOfPerson, tellOfTime, titles } from "../support/booking-form.ts";
import { bookingBase, dayAfter, startBookingUpstream } from "../support/booking-upstream.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits, noEmptyCard } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const upstream = await startBookingUpstream();
const { standIn } = upstream;
const product = await startProduct({ env: { ...upstream.env, LIMIT_FACTOR: "100" } });
afterEach(() => upstream.undo());
afterAll(() => standIn.stop());

const open = async (brand: string, viewport: Viewport, query = ""): Promise<TestPage> => {
  const page = await product.open(brand, path + query, viewport);
  await proceed(page).waitFor();
  return page;
};

/** At rest, without a barrier, and within its width. */
async function sound(page: TestPage): Promise<void> {
  await rested(page);
  await axe(page);
  await fits(page);
  await noEmptyCard(page);
}

const booked = () =>
  standIn.requests.filter(({ method, path: to }) => method === "POST" && to === bookingBase);

test("SI on a phone: from the start screen to the confirmed appointment", async () => {
  standIn.set(`POST ${bookingBase}`, { body: { token: "t".repeat(43) } });
  const page = await open("SI", "phone");
  await expect
    .poll(() => page.getByRole("navigation", { name: "Estás en" }).or(page.locator("nav ol")).first().count())
    .toBe(1);
  await page.getByRole("link", { name: "Agendar una hora" }).waitFor();
  // What is often asked stands by subject, and its answer opens.
  await page.locator("label", { hasText: /^Mantención$/ }).click();
  const asked = page.locator("#que-mantencion-le-toca-a-mi-auto");
  await asked.locator("summary").click();
  await expect.poll(() => asked.getByRole("paragraph").first().isVisible()).toBe(true);
  await sound(page);
  await chooseService(page, "Diagnóstico");
  expect(new URL(page.url()).hash).toBe("#vehicle-section");
  // What is asked only since is not put right: nobody is told to go on.
  await proceed(page).click();
  await page.locator('[name="vehicle.search"][value="plate"]').check();
  await page
    .getByRole("alert")
    .getByText(/^Por revisar: \d$/)
    .waitFor();
  // The start is behind, and leads back from the way to here.
  await expect.poll(() => page.getByRole("link", { name: "Agendar una hora" }).count()).toBe(0);
  await expect
    .poll(() =>
      page
        .locator("main")
        .or(page.locator("body"))
        .getByRole("link", { name: "Inicio" })
        .first()
        .getAttribute("href"),
    )
    .toBe(path);
  await tellOfCar(page, "BBBB12");
  await sound(page);
  await proceed(page).click();

  await tellOfTime(page);
  // The bar changes the steps for what was answered, and back.
  const bar = page.getByRole("button", { name: "VER RESUMEN" });
  await bar.click();
  const recap = page.getByRole("complementary", { name: "Tu agendamiento" });
  await recap.getByText("Diagnóstico").waitFor();
  await expect.poll(() => recap.getByText("Onix").isVisible()).toBe(true);
  await sound(page);
  await page.getByRole("button", { name: "VER PASOS" }).click();
  await proceed(page).click();
  await page.getByRole("alert").or(page.getByText("Cuéntanos qué falla")).first().waitFor();
  expect(booked()).toEqual([]);
  await field(page, "appointment.description").fill("Suena al frenar");
  await sound(page);
  await proceed(page).click();

  // The line of a completed step says where, and not only when.
  await page
    .getByRole("listitem")
    .filter({ hasText: "Tu visita al taller" })
    .getByText(/^Bilbao · .* · 09:00$/)
    .waitFor();
  await tellOfPerson(page, "12345678-5", "maria.soto@correo.cl");
  await field(page, "contact.terms").check();
  await sound(page);
  await proceed(page).click();
  await shown(page, "Agendamiento de cita confirmado");
  const summary = await page.locator("main").innerText();
  for (const text of [
    "Diagnóstico",
    "Bilbao",
    "09:00",
    "Suena al frenar",
    "BBBB12",
    "Chevrolet",
    "52.000 km",
    "María Soto",
  ]) {
    expect(summary).toContain(text);
  }
  await expect
    .poll(() => page.getByRole("link", { name: "Ver la sucursal en el mapa" }).getAttribute("href"))
    .toBe("https://www.google.com/maps?q=-33.43%2C-70.58&z=18");
  await sound(page);
  expect(booked().map(({ body }) => body)).toEqual([
    expect.objectContaining({
      serviceId: 3,
      workshopId: "w1",
      comments: "Suena al frenar · Diagnóstico",
      plannedData: { receptionistId: "a1", plannedDate: dayAfter(2), plannedTime: "09:00:00" },
    }),
  ]);
  await product.delivered();
  const mails = product.mailsOf("maria.soto@correo.cl");
  expect(mails).toHaveLength(1);
  expect(mails[0]!.raw).toContain("text/calendar");
  expect(mails[0]!.email.html).toMatch(
    new RegExp(`href="http://[\\w.:]+/tu-hora\\?cita=${"t".repeat(43)}"[^>]*>Cambiar o cancelar la hora`),
  );
  page.clean();
});

test("WI on a desktop, by keyboard alone: a service without an hour", async () => {
  const page = await open("WI", "desktop");
  const tabTo = async (name: string, value?: string): Promise<void> => {
    for (let press = 0; press < 80; press++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const { name, type, value } = document.activeElement as HTMLInputElement;
        return { name, type, value };
      });
      if (at.name === name && (value === undefined || at.value === value || at.type === "radio")) return;
      if (name === "submit" && at.type === "submit") return;
    }
    throw new Error(`"${name}" is not reached by keyboard`);
  };
  const pick = async (name: string, text: string): Promise<void> => {
    await expect.poll(() => field(page, name).isEnabled()).toBe(true);
    await tabTo(name);
    await page.keyboard.type(text);
  };
  await tabTo("service.chosen");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.getByRole("radio", { name: "Pintura" }).isChecked()).toBe(true);
  await tabTo("submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.car);
  await tabTo("vehicle.search");
  await page.keyboard.press("Space");
  await pick("vehicle.car.plate", "ABC123");
  await pick("vehicle.car.brand", "Chev");
  await pick("vehicle.car.model", "Onix");
  await pick("vehicle.car.year", "2020");
  await pick("vehicle.car.mileage", "52000");
  await sound(page);
  await tabTo("submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.time);
  await pick("appointment.city", "Sant");
  // The map is beside its list: what stands on it is chosen by keys too.
  await page.locator("[data-marker='w1']").waitFor();
  await sound(page);
  await tabTo("appointment.branch");
  const isAtMarker = () => page.evaluate(() => document.activeElement?.getAttribute("data-marker") === "w1");
  for (let press = 0; press < 5 && !(await isAtMarker()); press++) await page.keyboard.press("Tab");
  await expect.poll(isAtMarker).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => field(page, "appointment.branch").inputValue()).toBe("w1");
  await expect.poll(() => page.locator("[data-marker='w1'][aria-pressed='true']").count()).toBe(1);
  await sound(page);
  await tabTo("submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.person);
  await pick("contact.identity", "12345678");
  // Whoever is looked up by it is not known.
  await expect.poll(() => standIn.requests.some(({ path: to }) => to.endsWith("/client-data"))).toBe(true);
  await rested(page);
  for (const [name, text] of [
    ["name", "María"],
    ["lastName", "Soto"],
    ["phone", "987654321"],
    ["email", "maria.pintura@correo.pe"],
  ]) {
    await pick(`contact.${name}`, text!);
  }
  await tabTo("contact.terms");
  await page.keyboard.press("Space");
  await expect.poll(() => field(page, "contact.name").inputValue()).toBe("María");
  await expect.poll(() => field(page, "contact.terms").isChecked()).toBe(true);
  await sound(page);
  await tabTo("submit");
  await page.keyboard.press("Enter");
  await shown(page, "Nos pondremos en contacto contigo");
  await sound(page);
  const [body] = booked().map((one) => one.body as Record<string, unknown>);
  expect(body).toMatchObject({ clientDni: "12345678", vehiclePlate: "ABC123", schedulingInQuiter: false });
  expect(body).not.toHaveProperty("plannedData");
  page.clean();
});

test("specific services on a desktop are priced, and lead to the payment", async () => {
  const page = await open("SI", "desktop");
  await chooseService(page, "Frenos y neumáticos");
  await tellOfCar(page, "BBBB12");
  await proceed(page).click();
  await shown(page, titles.specific);
  await page.getByRole("checkbox", { name: /Cambio de pastillas/ }).check();
  await sound(page);
  await proceed(page).click();
  await tellOfTime(page);
  await proceed(page).click();
  await tellOfPerson(page, "12345678-5", "maria.frenos@correo.cl");
  await expect.poll(() => field(page, "contact.terms").count()).toBe(0);
  await proceed(page).click();
  await shown(page, titles.payment);
  await expect.poll(() => proceed(page).first().innerText()).toMatch(/79\.990/);
  await sound(page);
  page.clean();
});

test("WI on a phone: no cars for a DNI leave the form to be filled in by hand", async () => {
  const page = await open("WI", "phone");
  await chooseService(page, "Diagnóstico");
  await page.locator('[name="vehicle.search"][value="document"]').check();
  await field(page, "vehicle.document").fill("12345678");
  await page.getByText("No encontramos autos con ese DNI").waitFor();
  await field(page, "vehicle.car.plate").waitFor();
  await expect.poll(() => field(page, "vehicle.car.plate").isEditable()).toBe(true);
  await sound(page);
  page.clean();
});

test("SI: a car of a RUT fills in the form, and a search that fails opens it", async () => {
  const page = await open("SI", "desktop");
  await chooseService(page, "Diagnóstico");
  await page.locator('[name="vehicle.search"][value="document"]').check();
  await field(page, "vehicle.document").fill("12345678-5");
  await page.getByRole("radio", { name: /BBBB12/ }).check();
  await expect.poll(() => field(page, "vehicle.car.plate").inputValue()).toBe("BBBB12");
  await expect.poll(() => field(page, "vehicle.car.year").inputValue()).toBe("2020");
  await sound(page);
  standIn.set("GET /customer/api/car-information/by-rut", { status: 500 });
  await field(page, "vehicle.document").fill("11111111-1");
  await page.getByText("No encontramos autos con ese RUT").waitFor();
  await field(page, "vehicle.car.plate").waitFor();
  page.clean();
});

test("a plate with an appointment is asked about; the earlier one goes once the new one is there", async () => {
  standIn.set("GET /customer/api/appointment", { body: [{ id: "p9" }] });
  const page = await open("SI", "phone");
  await chooseService(page, "Diagnóstico");
  await tellOfCar(page, "BBBB12");
  await proceed(page).click();
  await dialog(page).getByText("¡Atención!").waitFor();
  await sound(page);
  await inDialog(page, "CANCELAR").click();
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => field(page, "vehicle.car.plate").inputValue()).toBe("");
  await tellOfCar(page, "BBBB12");
  await proceed(page).click();
  await inDialog(page, "CONTINUAR").click();
  await tellOfTime(page);
  await field(page, "appointment.description").fill("Suena");
  await proceed(page).click();
  const removed = () => standIn.requests.filter(({ method }) => method === "DELETE");
  await tellOfPerson(page, "12345678-5", "maria.dos@correo.cl");
  expect(removed()).toEqual([]);
  await field(page, "contact.terms").check();
  // A booking that fails leaves the earlier one, keeps the answers, and can be tried again.
  standIn.set(`POST ${bookingBase}`, { status: 404, body: { statusCode: 404 } });
  await proceed(page).click();
  await page.waitForURL(/\/306/);
  await shown(page, "No pudimos enviar tu solicitud");
  await sound(page);
  expect(removed()).toEqual([]);
  standIn.set(`POST ${bookingBase}`, { body: {} });
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await shown(page, "Agendamiento de cita confirmado");
  expect(removed().map(({ query }) => query)).toEqual([{ appointmentId: "p9" }]);
  page.clean();
});

test("what needs 48 hours is seen and not chosen before; a maintenance is one of three", async () => {
  const page = await open("SI", "desktop");
  await chooseService(page, "Por kilometraje");
  await tellOfCar(page, "BBBB12");
  await proceed(page).click();
  await shown(page, titles.maintenance);
  await expect.poll(() => page.locator('[name="maintenance.priced"]').count()).toBe(3);
  await page.getByRole("radio", { name: /50\.000/ }).check();
  await sound(page);
  await proceed(page).click();
  await tellOfTime(page);
  await page.getByRole("radio", { name: "12:30" }).check();
  await page.getByText("El auto será entregado el día hábil siguiente.").waitFor();
  await sound(page);
  await proceed(page).click();
  await tellOfPerson(page, "12345678-5", "maria.48@correo.cl");
  await proceed(page).click();
  await shown(page, titles.payment);
  await page.getByRole("checkbox", { name: /Lavado/ }).waitFor();
  // The first day is the day after tomorrow.
  await expect.poll(() => page.getByRole("checkbox", { name: /48 horas/ }).isDisabled()).toBe(true);
  page.clean();
});

test("a link with a service begins at the car; Cambiar leads back, and so does the browser", async () => {
  const page = await open("SI", "desktop", "?serviceId=3&utm_source=diario");
  await shown(page, titles.car);
  expect(new URL(page.url()).search).toBe("?utm_source=diario");
  await page.getByRole("navigation", { name: "Avance" }).getByText("Diagnóstico").waitFor();
  await sound(page);
  await tellOfCar(page, "BBBB12");
  await proceed(page).click();
  await shown(page, titles.time);
  await page
    .getByRole("navigation", { name: "Avance" })
    .getByRole("link", { name: "Cambiar: Información de tu auto" })
    .click();
  await shown(page, titles.car);
  await choose(page, "vehicle.car.model", "OTRO MODELO");
  await proceed(page).click();
  await shown(page, titles.time);
  await page.goBack();
  await shown(page, titles.car);
  await page.getByRole("link", { name: "Cambiar: Elige el Servicio" }).first().click();
  await shown(page, titles.service);
  await expect.poll(() => page.getByRole("radio", { name: "Diagnóstico" }).isChecked()).toBe(true);
  page.clean();
});
