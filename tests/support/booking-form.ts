/** The booking of a technical service on its page: the way that people take through it. */
import { choose, field, proceed, shown } from "./appraisal-form.ts";
import type { TestPage } from "./browser.ts";

export const path = "/agenda-tu-servicio";

export const titles = {
  service: "Elige el servicio",
  car: "Información de tu auto",
  specific: "Servicios específicos",
  maintenance: /^Tipo de manten/,
  time: "Agenda tu hora",
  person: "Datos de contacto",
  payment: "Confirma el agendamiento",
};

export const chooseService = async (page: TestPage, name: string): Promise<void> => {
  await page.getByRole("radio", { name }).check();
  await proceed(page).click();
  await shown(page, titles.car);
};

/** By hand, after its plate. */
export async function tellOfCar(page: TestPage, plate: string): Promise<void> {
  await page.locator('[name="vehicle.search"][value="plate"]').check();
  await field(page, "vehicle.car.plate").fill(plate);
  await choose(page, "vehicle.car.brand", "Chevrolet");
  await choose(page, "vehicle.car.model", "Onix");
  await choose(page, "vehicle.car.year", "2020");
  await field(page, "vehicle.car.mileage").fill("52000");
}

/** A branch, and the first day and hour that it has. */
export async function tellOfTime(page: TestPage): Promise<void> {
  await shown(page, titles.time);
  await choose(page, "appointment.city", "Santiago");
  await choose(page, "appointment.branch", "Bilbao");
  const day = page.locator('[name="appointment.date"]:not([aria-disabled=true])').first();
  await day.waitFor();
  await day.click();
  await page.locator('[name="appointment.time"]').first().check();
}

export async function tellOfPerson(page: TestPage, document: string, email: string): Promise<void> {
  await shown(page, titles.person);
  const person = { name: "María", lastName: "Soto", phone: "987654321", email };
  const identity = field(page, "contact.identity");
  if ((await identity.count()) > 0) await identity.fill(document);
  for (const [name, value] of Object.entries(person)) await field(page, `contact.${name}`).fill(value);
}
