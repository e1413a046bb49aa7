import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { brandNames } from "../support/brands.ts";
import type { Viewport } from "../support/browser.ts";
import { fillContact, receiptNumber, send, somebody, type ContactBrand } from "../support/contact-form.ts";
import { sharedProduct } from "../support/product.ts";
import { covering } from "../support/covering.ts";

const product = await sharedProduct();

/** What both mails say of the answers, as people read them. */
const inChile =
  (brand: string, city: string, branch: string) =>
  (email: string): string =>
    `TU SOLICITUD
Tipo de solicitud: Consulta
Tipo de servicio: Servicio técnico
Motivo de contacto: Mantención
Submotivo de contacto: Garantía
Patente: BBCC12
Comentario: Quiero saber si la mantención
  está en garantía.

¿DÓNDE PREFIERES QUE TE ATENDAMOS?
Ciudad: ${city}
Sucursal: ${branch}

TUS DATOS
Nombre: María José
Apellidos: Núñez Soto
RUT: 12.345.678-5
Teléfono: +56 9 8765 4321
Correo electrónico: ${email}
Términos y condiciones: Sí. He leído y acepto los términos y condiciones de servicio de ${brand}, y el uso de mis datos para responder esta solicitud.
`;

const answers: Record<ContactBrand, (email: string) => string> = {
  SI: inChile("Salazar Israel", "Viña del Mar", "Salazar Israel Reñaca"),
  CO: inChile("Cosecha", "Rancagua", "Cosecha Rancagua"),
  PO: inChile("Portillo", "Los Andes", "Portillo Los Andes"),
  SM: inChile("Servimaq", "Calama", "Servimaq Calama"),
  CL: inChile("Clicar", "Santiago", "Clicar Maipú"),
  WI: (email) => `TU SOLICITUD
Tipo de solicitud: Reclamo
Tipo de servicio: Planchado y pintura
Motivo de contacto: Atención
Submotivo de contacto: Demora en la respuesta
Placa: A1B234
Comentario: Nadie me llamó.

¿DÓNDE PREFIERES QUE TE ATENDAMOS?
Ciudad: Arequipa
Sucursal: Wigo Motors Parra

TUS DATOS
Nombre: Luis Ángel
Apellidos: Quispe
DNI: 45678912
Teléfono: +51 987 654 321
Correo electrónico: ${email}
Términos y condiciones: Sí. Autorizo el tratamiento de mis datos personales conforme a la Ley N.º 29733 y acepto los términos y condiciones de Wigo Motors.
`,
};

const chilean = (box: string, branch: string) => ({
  box,
  subject: "Contacto web: Mantención · Garantía",
  says: new RegExp(
    `Tipo de solicitud: Consulta\\n[^]*Motivo de contacto: Mantención\\n[^]*Sucursal: ${branch}\\n[^]*RUT: 12345678-5\\n[^]*Patente: BBCC12\\n`,
  ),
});

const dealer: Record<ContactBrand, { box: string; subject: string; says: RegExp }> = {
  SI: chilean("servicio.clientes@salazarisrael.example", "Salazar Israel Reñaca"),
  CO: chilean("servicio.clientes@cosecha.example", "Cosecha Rancagua"),
  PO: chilean("servicio.clientes@portillo.example", "Portillo Los Andes"),
  SM: chilean("servicio.clientes@servimaq.example", "Servimaq Calama"),
  CL: chilean("servicio.clientes@clicar.example", "Clicar Maipú"),
  WI: {
    box: "atencion.cliente@wigomotors.example",
    subject: "Contacto web: Atención · Demora en la respuesta",
    says: /Tipo de solicitud: Reclamo\n[^]*Motivo de contacto: Atención\n[^]*Sucursal: Wigo Motors Parra\n[^]*DNI: 45678912\n[^]*Placa: A1B234\n/,
  },
};
const personOf = (brand: ContactBrand): string => (brand === "WI" ? "Luis Ángel" : "María José");

const cases: [ContactBrand, Viewport][] = [
  ["SI", "desktop"],
  ["CO", "phone"],
  ["PO", "desktop"],
  ["SM", "phone"],
  ["CL", "desktop"],
  ["WI", "phone"],
];

test.each(covering(cases, ([brand, viewport]) => [brand === "WI" ? "Perú" : "Chile", viewport]))(
  "what a person of %s sends on a %s is stored and arrives by mail",
  async (brand, viewport) => {
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
    await expect.poll(() => page.locator("main").innerText()).toContain(`Gracias, ${personOf(brand)}.`);
    expect(product.submissionsOf(person.email)).toMatchObject([{ number, state: "accepted", brand }]);

    await product.delivered();
    const mails = product.mailsOf(person.email);
    const receipt = mails.filter(({ to }) => to.includes(person.email));
    expect(receipt.map(({ to, email }) => [to, email.subject])).toEqual([
      [[person.email], `Recibimos tu solicitud ${number} · ${brandNames[brand]}`],
    ]);
    expect(receipt[0]!.email.text).toContain(answers[brand](person.email));
    const letter = mails.filter(({ to }) => to.includes(dealer[brand].box));
    expect(letter.map(({ to, email }) => [to, email.subject])).toEqual([
      [[dealer[brand].box], dealer[brand].subject],
    ]);
    expect(letter[0]!.email.text).toMatch(dealer[brand].says);
    expect(mails).toHaveLength(2);
    page.clean();
  },
);
