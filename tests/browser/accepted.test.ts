import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { Viewport } from "../support/browser.ts";
import { fillContact, receiptNumber, send, somebody, type ContactBrand } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";

const product = await startProduct();

/** What both mails say of the answers, as people read them. */
const answers: Record<ContactBrand, (email: string) => string> = {
  SI: (email) => `TU SOLICITUD
Tipo de solicitud: Consulta
Tipo de servicio: Servicio técnico
Motivo de contacto: Mantención
Submotivo de contacto: Garantía

¿DÓNDE PREFIERES QUE TE ATENDAMOS?
Ciudad: Viña del Mar
Sucursal: Salazar Israel Reñaca

TUS DATOS
Nombre: María José
Apellidos: Núñez Soto
RUT: 12.345.678-5
Teléfono: +56 9 8765 4321
Correo electrónico: ${email}
Patente: BBCC12
Comentario: Quiero saber si la mantención
  está en garantía.
Términos y condiciones: Sí. He leído y acepto los términos y condiciones de servicio de Salazar Israel, y el uso de mis datos para responder esta solicitud.
`,
  WI: (email) => `TU SOLICITUD
Tipo de solicitud: Reclamo
Tipo de servicio: Carrocería y pintura
Motivo de contacto: Atención
Submotivo de contacto: Demora en la respuesta

¿DÓNDE PREFIERES QUE TE ATENDAMOS?
Ciudad: Arequipa
Sucursal: Wigo Motors Parra

TUS DATOS
Nombre: Luis Ángel
Apellidos: Quispe
DNI: 45678912
Teléfono: +51 987 654 321
Correo electrónico: ${email}
Placa: A1B234
Comentario: Nadie me llamó.
Términos y condiciones: Sí. Autorizo el tratamiento de mis datos personales conforme a la Ley N.º 29733 y acepto los términos y condiciones de Wigo Motors.
`,
};

const dealer: Record<ContactBrand, { box: string; subject: string; says: RegExp }> = {
  SI: {
    box: "servicio.clientes@salazarisrael.example",
    subject: "Contacto web: Mantención · María José Núñez Soto",
    says: /Tipo de solicitud: Consulta\n[^]*Motivo de contacto: Mantención\n[^]*Sucursal: Salazar Israel Reñaca\n[^]*RUT: 12345678-5\n[^]*Patente: BBCC12\n/,
  },
  WI: {
    box: "atencion.cliente@wigomotors.example",
    subject: "Contacto web: Atención · Luis Ángel Quispe",
    says: /Tipo de solicitud: Reclamo\n[^]*Motivo de contacto: Atención\n[^]*Sucursal: Wigo Motors Parra\n[^]*DNI: 45678912\n[^]*Placa: A1B234\n/,
  },
};
const names: Record<ContactBrand, string> = { SI: "Salazar Israel", WI: "Wigo Motors" };
const people: Record<ContactBrand, string> = { SI: "María José", WI: "Luis Ángel" };

test.each<[ContactBrand, Viewport]>([
  ["SI", "phone"],
  ["SI", "desktop"],
  ["WI", "phone"],
  ["WI", "desktop"],
])("what a person of %s sends on a %s is stored and arrives by mail", async (brand, viewport) => {
  const page = await product.open(brand, "/contacto", viewport);
  await axe(page);
  const person = somebody(brand);
  await fillContact(page, person);
  await axe(page);
  await send(page).click();
  await page.waitForURL(product.server.url(brand, "/contacto/confirmacion"));
  await page.getByRole("heading", { level: 1, name: "Hemos recibido tu solicitud" }).waitFor();
  await axe(page);

  const number = await receiptNumber(page);
  expect(await page.locator("main").innerText()).toContain(`Gracias, ${people[brand]}.`);
  expect(product.submissionsOf(person.email)).toMatchObject([{ number, state: "accepted", brand }]);

  await product.delivered();
  const mails = product.mailsOf(person.email);
  const receipt = mails.filter(({ to }) => to.includes(person.email));
  expect(receipt.map(({ to, email }) => [to, email.subject])).toEqual([
    [[person.email], `Recibimos tu solicitud ${number} · ${names[brand]}`],
  ]);
  expect(receipt[0]!.email.text).toContain(answers[brand](person.email));
  const letter = mails.filter(({ to }) => to.includes(dealer[brand].box));
  expect(letter.map(({ to, email }) => [to, email.subject])).toEqual([
    [[dealer[brand].box], dealer[brand].subject],
  ]);
  expect(letter[0]!.email.text).toMatch(dealer[brand].says);
  expect(mails).toHaveLength(2);
  page.clean();
});
