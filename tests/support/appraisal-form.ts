/** The appraisal on a page: the way that people take through it. */
import type { TestPage } from "./browser.ts";
import { chooseOption } from "./choose-option.ts";

export const path = "/tasacion";
export const field = (page: TestPage, name: string) => page.locator(`[name="${name}"]`).first();
export const proceed = (page: TestPage) => page.locator("form button[type=submit]");
export const dialog = (page: TestPage) => page.getByRole("dialog");
export const inDialog = (page: TestPage, name: string) => dialog(page).getByRole("button", { name });
/** Waits for a step by its title. */
export const shown = (page: TestPage, title: string | RegExp) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();
export const choose = (page: TestPage, name: string, label: string) =>
  chooseOption(field(page, name), { label });

/** What a field of a choice offers, whichever control stands for it: on phones the platform's. */
export const offered = (page: TestPage, name: string): Promise<string[]> =>
  field(page, name).locator("option:not([value=''])").allTextContents();

export const titles = {
  car: "Ingresa los datos de tu auto",
  person: "Ingresa tus datos personales",
  price: "Tasación",
  inspection: "Formulario de contacto",
  summary: "¡Listo, tu inspección está agendada!",
};

/** Both companies list it, and value it. */
export const rio = {
  year: "2020",
  brand: "Kia",
  model: "Rio",
  version: "1.4 LX",
  mileage: "30.001 kms. - 50.000 kms.",
};

export async function tellOfCar(page: TestPage, car: Record<string, string> = rio): Promise<void> {
  for (const [name, label] of Object.entries(car)) await choose(page, `car.${name}`, label);
}

/** What has to be so, as content asks for it. */
export async function decide(page: TestPage, answers: Record<string, "yes" | "no"> = {}): Promise<void> {
  const all = { isOwner: "yes", isAuctionBought: "no", isClassBLicense: "yes", ...answers };
  for (const [name, value] of Object.entries(all)) {
    await page.locator(`[name="car.decisive.${name}"][value="${value}"]`).check();
  }
}

export interface Person {
  name: string;
  lastName: string;
  phone: string;
  email: string;
}

export async function tellOfPerson(page: TestPage, person: Person, region: string): Promise<void> {
  await shown(page, titles.person);
  for (const name of ["name", "lastName", "phone", "email"] as const) {
    await field(page, `person.${name}`).fill(person[name]);
  }
  await choose(page, "person.region", region);
  await choose(page, "person.contactMedium", "Vía correo");
  await choose(page, "person.sellWindow", "Inmediatamente");
  await field(page, "person.terms").check();
}

/** Chooses a branch office, and the first day and time that it has. Gives the time. */
export async function tellOfInspection(
  page: TestPage,
  [region, city, branch]: readonly [string, string, string],
): Promise<string> {
  await shown(page, titles.inspection);
  await choose(page, "inspection.region", region);
  await choose(page, "inspection.city", city);
  await choose(page, "inspection.branch", branch);
  await chooseDay(page);
  const time = page.locator('[name="inspection.time"]:not(:disabled)').first();
  await time.check();
  return time.inputValue();
}

/** The first day of a calendar that has room. */
export async function chooseDay(page: TestPage): Promise<void> {
  const day = page.locator('[name="inspection.date"]:not([aria-disabled=true])').first();
  await day.waitFor();
  await day.click();
}

/** At the step of personal data, with the car told. */
export async function toPerson(page: TestPage, car = rio, asksMore = true): Promise<void> {
  await shown(page, titles.car);
  await tellOfCar(page, car);
  if (asksMore) await decide(page);
  await proceed(page).click();
  await shown(page, titles.person);
}

/** What the page's data layer was told, but for times. */
export const told = (page: TestPage): Promise<Record<string, unknown>[]> =>
  page.evaluate(() => (globalThis as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer);
