/** The embedded services that take people's requests: what they mail, and what they do not take. */
import { expect, test } from "vitest";
import { toOptions } from "../../server/services/services.ts";
import { at, servicesOf } from "./service-parts.ts";
import { contact, drive, fleet, leasing, subscription } from "./service-cases.ts";
import { queuedMail } from "../support/queued-mail.ts";

const { rut: _rut, ...peruvianFleet } = { ...fleet, dni: "45678912", brand: "Mazda", model: "CX-5" };
const { rut: _of, ...peruvianLeasing } = { ...leasing, dni: "45678912" };
const path = (call: string): string =>
  call === "clientService.sendLeasingEmail" ? "clientService.sendEmail" : call;

test.each([
  [
    "SI",
    "clientService.sendLeasingEmail",
    leasing,
    "financiamiento@salazarisrael.example",
    "Solicitud web: Seguro",
    "Tipo de solicitud: Seguro\nNombre y apellidos: Ana Ruiz-Tagle\nRUT: 12345678-5\n",
  ],
  [
    "WI",
    "clientService.sendLeasingEmail",
    peruvianLeasing,
    "financiamiento@wigomotors.example",
    "Solicitud web: Seguro",
    "DNI: 45678912\n",
  ],
  [
    "SI",
    "testDrive.sendEmail",
    drive,
    "test.drive@salazarisrael.example",
    "Test drive: Chevrolet Onix · Salazar Israel Bilbao",
    "RUT: 12345678-5\nComuna: Ñuñoa\nTeléfono: 912345678\n",
  ],
  [
    "WI",
    "testDrive.sendEmail",
    { ...drive, clientRut: "45678912", carBrand: "Mazda", carModel: "CX-5" },
    "test.drive@wigomotors.example",
    "Test drive: Mazda CX-5 · Salazar Israel Bilbao",
    "DNI: 45678912\nDistrito: Ñuñoa\n",
  ],
  [
    "WI",
    "fleets.quote",
    peruvianFleet,
    "flotas@wigomotors.example",
    "Cotización de flota: 12 Mazda CX-5",
    "Cantidad de autos: 12\nComentarios: Para reparto.\nEmpresa: Transportes del Sur\n",
  ],
  [
    "SI",
    "kinto.quote",
    subscription,
    "kinto@salazarisrael.example",
    "Suscripción Kinto: Onix · 24 meses",
    "Plazo en meses: 24\nSucursal: Salazar Israel Bilbao\n",
  ],
] as const)(
  "%s %s: one mail for one key, to whom it concerns",
  async (brand, name, input, to, subject, says) => {
    const { call, kept, key, log } = await at(servicesOf, brand);
    const first = await call(name, input);
    expect(first).toMatchObject({ ok: true, status: 200 });
    expect(await call(name, input)).toEqual(first);
    const { deliveries, records } = await kept();
    expect(records).toHaveLength(1);
    expect(deliveries.map(({ dedupe, brand: of }) => [dedupe, of])).toEqual([
      [`${path(name)}/${key}`, brand],
    ]);
    const mail = queuedMail(deliveries[0]!.payload);
    expect(mail).toMatchObject({ to, subject, replyTo: "ana@correo.example" });
    expect(mail.text).toContain(says);
    for (const secret of ["ana@correo.example", "12345678", "45678912", "Ruiz"]) {
      expect(log()).not.toContain(secret);
    }
    expect(await call(name, { ...input, ...other(name) })).toMatchObject({ ok: false, status: 409 });
  },
);

/** Something else by the same key. */
const other = (name: string): object =>
  name.startsWith("testDrive") ? { clientCommune: "Lima" } : { [commentOf(name)]: "Otra cosa." };
const commentOf = (name: string): string => (name.startsWith("clientService") ? "comment" : "comments");

test.each([
  ["SI", "clientService.sendLeasingEmail", { ...leasing, dni: "1" }, '"dni" no se conoce'],
  ["SI", "clientService.sendLeasingEmail", { ...leasing, rut: undefined }, 'Falta "rut"'],
  ["SI", "clientService.sendLeasingEmail", { ...leasing, clientFullName: " " }, 'Falta "clientFullName"'],
  [
    "SI",
    "clientService.sendLeasingEmail",
    { ...leasing, clientFullName: "a".repeat(61) },
    '"clientFullName" no puede tener más de 60 caracteres',
  ],
  ["WI", "testDrive.sendEmail", drive, '"clientRut" no puede tener más de 8 caracteres'],
  [
    "SI",
    "testDrive.sendEmail",
    { ...drive, clientCommune: "a".repeat(41) },
    '"clientCommune" no puede tener más de 40 caracteres',
  ],
  ["SI", "testDrive.sendEmail", { ...drive, carModel: "Corsa" }, '"carModel" no se vende aquí'],
  ["SI", "fleets.quote", { ...fleet, carQuantity: 0 }, '"carQuantity" debe ser un número entero de 1 a 999'],
  ["SI", "fleets.quote", { ...fleet, model: "Corsa" }, '"model" no se vende aquí'],
  ["SI", "fleets.quote", { ...fleet, telephone: "+56" }, '"telephone" no es válido'],
  ["SI", "kinto.quote", { ...subscription, term: 61 }, '"term" debe ser un número entero de 1 a 60'],
  ["SI", "kinto.quote", { ...subscription, email: "a b@c.example" }, '"email" no es válido'],
  ["WI", "kinto.quote", subscription, "Esta marca no ofrece suscripciones"],
] as const)("%s %s refuses %#: %s", async (brand, name, input, message) => {
  const { call, kept } = await at(servicesOf, brand);
  const result = await call(name, input);
  expect(result).toMatchObject({ ok: false, failure: "status", data: { message } });
  expect([400, 404]).toContain(result.status);
  expect(await kept()).toEqual({ records: [], deliveries: [] });
});

test("one path takes a contact or a leasing request, and says what is neither or both", async () => {
  const loose = {
    input: Object.fromEntries(Object.keys({ ...contact, ...leasing }).map((key) => [key, {}])),
  };
  const optional = Object.keys(loose.input);
  const { call, kept } = await at(servicesOf, "SI", { ...loose, optional });
  const refused = async (input: Record<string, unknown>): Promise<unknown> =>
    ((await call("clientService.sendEmail", input)).data as { message: string }).message;
  expect(await refused({ requestType: "Seguro" })).toBe('Falta "contactReason" o "clientFullName"');
  expect(await refused({ ...contact, ...leasing })).toBe('"contactReason" y "clientFullName" no van juntos');
  expect(await kept()).toEqual({ records: [], deliveries: [] });
});

test("makes and models are those that the dealer sells new", async () => {
  const si = await at(servicesOf, "SI");
  const names = async (setting: typeof si, name: string, input = {}) =>
    toOptions(setting.revision.private.calls[name]!, (await setting.call(name, input)).data).map(
      ({ value }) => value,
    );
  for (const service of ["testDrive", "fleets"]) {
    expect(await names(si, `${service}.brands`)).toEqual(["Chevrolet", "Isuzu", "Opel"]);
    expect(await names(si, `${service}.models`, { brand: "Isuzu" })).toEqual(["D-Max", "MU-X", "NPR"]);
    // Known, and sold by another dealer.
    expect(await names(si, `${service}.models`, { brand: "Mazda" })).toEqual([]);
  }
  const wi = await at(servicesOf, "WI");
  expect(await names(wi, "testDrive.brands")).toEqual(["Hyundai", "JAC", "Mazda", "Suzuki"]);
  expect(await names(wi, "branchOffice.selling", { salesBrand: "Mazda" })).toEqual([
    "Wigo Motors Surquillo",
    "Wigo Motors La Molina",
    "Wigo Motors Parra",
    "Wigo Motors Trujillo",
    "Wigo Motors Huancayo",
  ]);
});
