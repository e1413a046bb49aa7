/** The booking of a technical service on its page: the way that people take through it. */
import { choose, field, proceed, shown } from "./appraisal-form.ts";
import type { TestPage } from "./browser.ts";

export const path = "/agenda-tu-servicio";

export const titles = {
  service: "Elige el Servicio",
  car: "Información de tu auto",
  specific: "Servicios Específicos",
  maintenance: /^Tipo de manten/,
  time: "Tu visita al taller",
  person: "Datos de contacto",
  payment: "Confirma el agendamiento",
};

export const chooseService = async (page: TestPage, name: string): Promise<void> => {
  await page.getByRole("radio", { name }).check();
  await proceed(page).click();
  await shown(page, titles.car);
};

/** Whoever books, and where: one of each brand that has workshops. */
export const drivers = {
  SI: {
    make: "Chevrolet",
    model: "Onix",
    plate: "BBBB12",
    city: "Santiago",
    branch: "Salazar Israel Bilbao",
    document: "12345678-5",
  },
  CO: {
    make: "Suzuki",
    model: "Swift",
    plate: "BBBB12",
    city: "Rancagua",
    branch: "Cosecha Rancagua",
    document: "12345678-5",
  },
  PO: {
    make: "Subaru",
    model: "Forester",
    plate: "BBBB12",
    city: "Los Andes",
    branch: "Portillo Los Andes",
    document: "12345678-5",
  },
  SM: {
    make: "JAC",
    model: "T6",
    plate: "BBBB12",
    city: "Santiago",
    branch: "Servimaq Velásquez",
    document: "12345678-5",
  },
  WI: {
    make: "Hyundai",
    model: "Tucson",
    plate: "ABC123",
    city: "Lima",
    branch: "Wigo Motors Surquillo",
    document: "45678912",
  },
};
type Driver = (typeof drivers)["SI"];

/** By hand, after its plate. */
export async function tellOfCar(
  page: TestPage,
  plate: string,
  { make, model }: Pick<Driver, "make" | "model"> = drivers.SI,
): Promise<void> {
  await page.locator('[name="vehicle.search"][value="plate"]').check();
  await field(page, "vehicle.car.plate").fill(plate);
  await choose(page, "vehicle.car.brand", make);
  await choose(page, "vehicle.car.model", model);
  await choose(page, "vehicle.car.year", "2020");
  await field(page, "vehicle.car.mileage").fill("52000");
}

/** Of those with a price, the one that the mileage suggests. */
export async function tellOfMaintenance(page: TestPage): Promise<void> {
  await shown(page, titles.maintenance);
  await page.locator('[name="maintenance.priced"][value="50000"]').check();
}

/** A branch, and the first day and hour that it has. */
export async function tellOfTime(
  page: TestPage,
  { city, branch }: Pick<Driver, "city" | "branch"> = { city: "Santiago", branch: "Bilbao" },
): Promise<void> {
  await shown(page, titles.time);
  await choose(page, "appointment.city", city);
  await choose(page, "appointment.branch", branch);
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
