/** Filling the contact form as a person does: choosing by what can be read, typing letter by letter. */
import type { Locator, Page } from "playwright";
import type { BrandCode } from "./brands.ts";
import type { TestPage } from "./browser.ts";
import { byHand } from "./by-hand.ts";
import { chooseOption } from "./choose-option.ts";
import type { Product } from "./product.ts";
import { until } from "./until.ts";

export type ContactBrand = BrandCode;

/** What a person chooses and types, by field, in the form's order. */
export interface ContactTyped {
  type: string;
  service: string;
  reason: string;
  subReason: string;
  plate: string;
  comment: string;
  city?: string;
  branch?: string;
  name: string;
  lastName: string;
  identity: string;
  phone: string;
  email: string;
}

export type ContactField = keyof ContactTyped | "terms";

const inChile: ContactTyped = {
  type: "Consulta",
  service: "Servicio técnico",
  reason: "Mantención",
  subReason: "Garantía",
  plate: "BBCC12",
  comment: "Quiero saber si la mantención\nestá en garantía.",
  name: "María José",
  lastName: "Núñez Soto",
  identity: "12345678-5",
  phone: "987654321",
  email: "maria@correo.cl",
};

/** In the order in which the form asks. */
const inCity = (city: string, branch: string): ContactTyped => {
  const { name, lastName, identity, phone, email, ...matter } = inChile;
  return { ...matter, city, branch, name, lastName, identity, phone, email };
};

const people: Record<ContactBrand, ContactTyped> = {
  SI: inCity("Viña del Mar", "Salazar Israel Reñaca"),
  CO: inCity("Rancagua", "Cosecha Rancagua"),
  PO: inCity("Los Andes", "Portillo Los Andes"),
  SM: inCity("Calama", "Servimaq Calama"),
  CL: inCity("Santiago", "Clicar Maipú"),
  WI: {
    type: "Reclamo",
    service: "Planchado y pintura",
    reason: "Atención",
    subReason: "Demora en la respuesta",
    plate: "A1B234",
    comment: "Nadie me llamó.",
    city: "Arequipa",
    branch: "Wigo Motors Parra",
    name: "Luis Ángel",
    lastName: "Quispe",
    identity: "45678912",
    phone: "987654321",
    email: "luis@correo.pe",
  },
};

let persons = 0;

/** Somebody whom the form accepts, with a mail address that nobody else has. */
export function somebody(brand: ContactBrand, but: Partial<ContactTyped> = {}): ContactTyped {
  const person = people[brand];
  const [name, host] = person.email.split("@");
  return { ...person, email: `${name}.${++persons}@${host}`, ...but };
}

/** Somebody who leaves out city and branch. */
export function somebodyAnywhere(brand: ContactBrand, but: Partial<ContactTyped> = {}): ContactTyped {
  const { city: _city, branch: _branch, ...person } = somebody(brand, but);
  return person;
}

const choices = new Set<ContactField>(["type", "service", "reason", "subReason", "city", "branch"]);

export const control = (page: Page, field: ContactField): Locator => page.locator(`#request-${field}`);
export const problemOf = (page: Page, field: ContactField): Locator =>
  page.locator(`#request-${field}-problem`);
export const summary = (page: Page): Locator =>
  page.getByRole("alert", { name: "Revisa estos datos para continuar" });
export const send = (page: Page): Locator => page.getByRole("button", { name: "Enviar" });

/** Waits until the form hears what is done to it. */
export const alive = (page: Page): Promise<void> => page.locator("form button[type=submit]").waitFor();

/** Chooses or types one answer, over what is there. Waits until the field can be used. */
export async function answer(page: Page, field: ContactField, text: string): Promise<void> {
  const box = control(page, field);
  if (choices.has(field)) await chooseOption(box, { label: text });
  // What is filled in from outside of the page, Firefox does not tell the page of.
  else if (page.context().browser()?.browserType().name() === "firefox") await box.pressSequentially(text);
  else await box.fill(text);
}

/** Fills in the whole form, terms included, and does not send it. */
export async function fillContact(page: Page, typed: ContactTyped): Promise<void> {
  await alive(page);
  for (const [field, text] of Object.entries(typed)) await answer(page, field as ContactField, text);
  await control(page, "terms").check();
}

/** Waits until the server has kept what `fillContact` filled in, the last of it included. */
export async function contactKept(product: Product, page: TestPage, brand: ContactBrand): Promise<void> {
  const kept = async () => (await byHand(product, page, brand).run("contact"))?.answers["request.terms"];
  await until(
    async () => (await kept()) === true,
    () => "what was filled in is not kept",
  );
}

/** What stands in the form's fields now, as a person reads it. */
export async function contactShown(page: Page): Promise<Record<string, string | boolean>> {
  return await page.locator("main form:not([data-search])").evaluate((form) => {
    const entries = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")].map((box) => {
      const field = box.name.replace(/^request\./, "");
      if (box instanceof HTMLSelectElement) {
        return [field, box.value === "" ? "" : (box.selectedOptions[0]?.text ?? "")] as const;
      }
      return [field, box.type === "checkbox" ? box.checked : box.value] as const;
    });
    return Object.fromEntries(entries);
  });
}

/** The number of the receipt on the confirmation, waiting for it. */
export async function receiptNumber(page: Page): Promise<string> {
  const words = await page.getByText("Tu número de atención es").textContent();
  return words?.match(/[A-Z0-9]+-[A-Z0-9-]+/)?.[0] ?? "";
}
