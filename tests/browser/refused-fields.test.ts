import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import {
  alive,
  answer,
  control,
  fillContact,
  problemOf,
  send,
  somebodyAnywhere,
  summary,
  type ContactBrand,
  type ContactField,
} from "../support/contact-form.ts";
import { anyOf } from "../support/covering.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

interface Refused {
  brand: ContactBrand;
  field: Exclude<ContactField, "terms">;
  typed: string;
  says: string;
}

const email = "Ingresa un correo válido, como nombre@correo.com";
const phone = "Ingresa un teléfono válido, con todos sus dígitos";
const plate = (name: string) => `La ${name} ingresada no es válida: debe tener 6 letras o números`;
const long = (limit: number) => `Usa como máximo ${limit} caracteres`;
const letters = "Usa solo letras, espacios, guiones y apóstrofos";

const refused: Refused[] = [
  {
    brand: "SI",
    field: "identity",
    typed: "12.345.678-4",
    says: "El RUT no es válido: revisa los números y el dígito verificador",
  },
  { brand: "SI", field: "plate", typed: "BBCC1", says: plate("patente") },
  { brand: "SI", field: "phone", typed: "91234", says: phone },
  { brand: "SI", field: "email", typed: "maria@correo", says: email },
  { brand: "SI", field: "name", typed: "María José3", says: letters },
  { brand: "SI", field: "lastName", typed: "n".repeat(61), says: long(60) },
  { brand: "WI", field: "identity", typed: "4567891", says: "El DNI debe tener 8 dígitos" },
  { brand: "WI", field: "plate", typed: "A1B23", says: plate("placa") },
  { brand: "WI", field: "phone", typed: "98765", says: phone },
  { brand: "WI", field: "email", typed: "luis@", says: email },
  { brand: "WI", field: "name", typed: "é".repeat(61), says: long(60) },
  { brand: "WI", field: "lastName", typed: "Quispe_2", says: letters },
  { brand: "WI", field: "comment", typed: "ñ".repeat(501), says: long(500) },
];

/** A plate is asked for where it is about a car that one has. */
const aboutOwnCar = "/contacto?tipo=request&servicio=service";

/** What is typed or pasted in another form than it is kept in. */
const forms: { brand: ContactBrand; field: ContactField; pasted: string; shown: string }[] = [
  { brand: "SI", field: "identity", pasted: " 10.000.013-k ", shown: "10.000.013-K" },
  { brand: "SI", field: "identity", pasted: "123456785", shown: "12.345.678-5" },
  { brand: "SI", field: "plate", pasted: " bb-cc 12 ", shown: "BBCC12" },
  { brand: "SI", field: "phone", pasted: "+56 9 8765 4321", shown: "9 8765 4321" },
  { brand: "WI", field: "identity", pasted: "45 678 912", shown: "45678912" },
  { brand: "WI", field: "plate", pasted: "a1b-234", shown: "A1B234" },
  { brand: "WI", field: "phone", pasted: "+51 987654321", shown: "987 654 321" },
];

/** That a field shows a problem, to the eyes and to a screen reader. */
async function expectProblem(page: TestPage, field: ContactField, words: string): Promise<void> {
  await expect.poll(() => problemOf(page, field).innerText(), { message: field }).toBe(words);
  const box = control(page, field);
  await expect.poll(() => box.getAttribute("aria-invalid")).toBe("true");
  await expect
    .poll(async () => (await box.getAttribute("aria-describedby"))?.split(" "))
    .toContain(`request-${field}-problem`);
}

async function expectFine(page: TestPage, field: ContactField): Promise<void> {
  await expect.poll(() => problemOf(page, field).count(), { message: field }).toBe(0);
  await expect.poll(() => control(page, field).getAttribute("aria-invalid")).toBe("false");
}

// One page for all rows of a brand: each row leaves its field as it should be.
test.each(anyOf<ContactBrand>(["WI", "SI"]))(
  "%s: a field says what is wrong when it is left, not before",
  async (brand) => {
    const page = await product.open(brand, aboutOwnCar, "phone");
    await alive(page);
    const person = somebodyAnywhere(brand);
    for (const { field, typed, says } of refused.filter((row) => row.brand === brand)) {
      const box = control(page, field);
      await box.focus();
      // The last letters are typed one by one, the rest at once.
      await page.keyboard.insertText(typed.slice(0, -3));
      await page.keyboard.type(typed.slice(-3));
      await expectFine(page, field);
      await box.blur();
      await expectProblem(page, field, says);
      await answer(page, field, person[field]!);
      await expectFine(page, field);
    }
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
    page.clean();
  },
);

test.each<ContactBrand>(["SI", "WI"])(
  "%s: what is pasted or typed in another form is taken",
  async (brand) => {
    const page = await product.open(brand, aboutOwnCar, "desktop", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await alive(page);
    for (const { field, pasted, shown } of forms.filter((row) => row.brand === brand)) {
      const box = control(page, field);
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await box.fill("");
      await page.keyboard.press("Control+V");
      await box.blur();
      await expectFine(page, field);
      await expect.poll(() => box.inputValue()).toBe(shown);
      // Typed, one letter after another, it becomes the same.
      await box.fill("");
      await box.pressSequentially(pasted);
      await expect.poll(() => box.inputValue()).toBe(shown);
    }
    page.clean();
  },
);

test.each(
  anyOf<[ContactBrand, Viewport]>([
    ["WI", "phone"],
    ["SI", "desktop"],
  ]),
)("%s: an empty form says what is missing, and leads there, on a %s", async (brand, viewport) => {
  const identity = brand === "SI" ? "Escribe tu RUT" : "Escribe tu DNI";
  const before = product.rows("select number from submissions");
  const page = await product.open(brand, "/contacto", viewport);
  await alive(page);
  await send(page).click();
  const box = summary(page);
  await box.waitFor();
  await expect.poll(() => box.evaluate((element) => document.activeElement === element)).toBe(true);
  const listed: [ContactField, string][] = [
    ["type", "Elige una opción en «Tipo de solicitud»"],
    ["comment", "Completa «Comentario»"],
    ["name", "Escribe tu nombre"],
    ["lastName", "Escribe tus apellidos"],
    ["identity", identity],
    ["phone", "Escribe tu teléfono"],
    ["email", "Escribe tu correo electrónico"],
    ["terms", "Marca «Términos y condiciones» para continuar"],
  ];
  const links = box.getByRole("link");
  await expect.poll(() => links.allInnerTexts()).toEqual(listed.map(([, says]) => says));
  for (const [index, [field, says]] of listed.entries()) {
    await expectProblem(page, field, says);
    await links.nth(index).click();
    await expect
      .poll(() => control(page, field).evaluate((element) => document.activeElement === element))
      .toBe(true);
  }
  await axe(page);
  expect(product.rows("select number from submissions")).toEqual(before);
  page.clean();
});

test.each(
  anyOf<[ContactBrand, Viewport]>([
    ["SI", "phone"],
    ["WI", "desktop"],
  ]),
)(
  "%s: all that is wrong is listed at once, and what is mended can be sent, on a %s",
  async (brand, viewport) => {
    const page = await product.open(brand, "/contacto", viewport);
    const person = somebodyAnywhere(brand);
    await fillContact(page, person);
    const wrong = refused.filter((row) => row.brand === brand);
    for (const { field, typed } of wrong) await answer(page, field, typed);
    // Only the country's code, which stands before the field already.
    await answer(page, "phone", brand === "SI" ? "+56" : "+51");
    await control(page, "terms").uncheck();
    await send(page).click();
    await summary(page).waitFor();
    const said = await summary(page).getByRole("link").allInnerTexts();
    expect(said).toHaveLength(wrong.length + 1);
    for (const { field, says } of wrong) {
      if (field !== "phone") expect(said.some((line) => line.endsWith(says))).toBe(true);
    }
    await expectProblem(page, "phone", "Escribe tu teléfono");
    expect(said.at(-1)).toBe("Marca «Términos y condiciones» para continuar");
    expect(product.submissionsOf(person.email)).toEqual([]);

    for (const { field } of wrong) await answer(page, field, person[field]!);
    await control(page, "terms").check();
    await send(page).click();
    await page.waitForURL("**/contacto/confirmacion");
    expect(product.submissionsOf(person.email)).toHaveLength(1);
    page.clean();
  },
);

const keptWhole: [ContactBrand, ContactField, string, string][] = [
  ["SI", "identity", "76086428-51", "El RUT no es válido: revisa los números y el dígito verificador"],
  ["WI", "identity", "10812543325", "El DNI debe tener 8 dígitos"],
  ["SI", "plate", "ABCD123", "La patente ingresada no es válida: debe tener 6 letras o números"],
  ["SI", "phone", "9 8765 43210 x", "Ingresa un teléfono válido, con todos sus dígitos"],
];

// One page for all rows of a brand.
test.each<ContactBrand>(["SI", "WI"])(
  "%s: what is pasted and too long is kept whole, and refused",
  async (brand) => {
    const page = await product.open(brand, aboutOwnCar, "phone", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await alive(page);
    for (const [, field, pasted, says] of keptWhole.filter(([of]) => of === brand)) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await control(page, field).focus();
      await page.keyboard.press("Control+V");
      await expect.poll(() => control(page, field).inputValue()).toBe(pasted);
      await control(page, field).blur();
      await expectProblem(page, field, says);
    }
    page.clean();
  },
);

test.each(
  anyOf<[ContactBrand, Viewport]>([
    ["WI", "phone"],
    ["SI", "desktop"],
  ]),
)("%s: what is put right leaves the list at once, and nothing moves, on a %s", async (brand, viewport) => {
  const page = await product.open(brand, "/contacto", viewport);
  const person = somebodyAnywhere(brand);
  await fillContact(page, person);
  const missing: Exclude<ContactField, "terms">[] = ["name", "lastName", "email"];
  for (const field of missing) await answer(page, field, "");
  await send(page).click();
  await summary(page).waitFor();
  const links = page.getByRole("alert").getByRole("link");
  const status = page.getByRole("alert").getByRole("status");
  await expect.poll(() => links.count()).toBe(3);
  await expect.poll(() => status.count()).toBe(0);
  for (const [index, field] of missing.entries()) {
    await links.first().click();
    const box = control(page, field);
    const before = (await box.boundingBox())!;
    await page.keyboard.insertText(person[field]!);
    await expect.poll(() => links.count()).toBe(2 - index);
    const now = (await box.boundingBox())!;
    expect(Math.abs(now.y - before.y)).toBeLessThan(1);
    await expect.poll(() => box.evaluate((element) => document.activeElement === element)).toBe(true);
    const left = 2 - index;
    const says = left > 0 ? `Por revisar: ${left}` : "Ya puedes continuar.";
    await expect.poll(() => status.innerText()).toBe(says);
  }
  await page.getByRole("alert", { name: "Todo quedó corregido" }).waitFor();
  await axe(page);
  // What is taken away again is wrong again.
  await control(page, "name").fill("");
  await expect.poll(() => links.allInnerTexts()).toEqual(["Escribe tu nombre"]);
  page.clean();
});

test("a domain that is almost a well-known one is taken, and the one that was meant is offered", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  const email = control(page, "email");
  const offer = page.getByRole("button", { name: "¿Quisiste decir ana@gmail.com?" });
  await email.pressSequentially("ana@gmial.com");
  await expect.poll(() => offer.count()).toBe(0);
  await email.blur();
  await expectFine(page, "email");
  await axe(page);
  await offer.click();
  await expect.poll(() => email.inputValue()).toBe("ana@gmail.com");
  await expect.poll(() => offer.count()).toBe(0);
  await expect.poll(() => email.evaluate((element) => document.activeElement === element)).toBe(true);
  page.clean();
});
