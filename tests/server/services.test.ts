/**
 * One suite for whoever answers: the embedded services in this process, and the same as a process of their own. The same
 * calls, answered as services should not, are in services-faults.test.ts.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CallInputError, toOptions } from "../../server/services/services.ts";
import { openStore, type Store } from "../../server/store/store.ts";
import { startServices, type ServicesProcess } from "../support/services.ts";
import { queuedMail } from "../support/queued-mail.ts";
import { appraisals, bilbao, calls, contact, document, lead, requests, webForm } from "./service-cases.ts";
import { at, servicesKey, servicesOf, type Setting } from "./service-parts.ts";

const { rut: _rut, ...withoutRut } = contact;

let apart: ServicesProcess;
let apartStore: Store;
beforeAll(async () => {
  apart = await startServices(servicesKey);
  apartStore = await openStore({ dataDir: apart.dataDir });
});
afterAll(async () => {
  await apartStore.close();
  await apart.stop();
});

const inProcess = (): Promise<Setting> => servicesOf();
async function apartFromUs(): Promise<Setting> {
  const { services, log } = await servicesOf({ base: apart.base });
  return { services, store: apartStore, log: () => log() + apart.log() };
}

describe.each([
  ["in this process", inProcess],
  ["as a process of their own", apartFromUs],
])("embedded services %s", (_way, open) => {
  test.each([...calls, ...requests, ...appraisals])(
    "$call answers",
    async ({ call: name, input, result }) => {
      const { call } = await at(open, "SI");
      expect(await call(name, input)).toMatchObject({ ok: true, ...result });
    },
  );

  test("cities, sorted, each once", async () => {
    const { call } = await at(open, "SI");
    const { ok, status, data } = await call("branchOffice.cities");
    expect({ ok, status }).toEqual({ ok: true, status: 200 });
    const cities = (data as { value: string }[]).map(({ value }) => value);
    expect(cities).toEqual(cities.toSorted((a, b) => a.localeCompare(b, "es")));
    expect(new Set(cities).size).toBe(cities.length);
    expect(cities.length).toBeGreaterThanOrEqual(8);
    expect(cities).toContain("Santiago");
  });

  test("branch offices of a city, with all their fields, as options", async () => {
    const { call, revision } = await at(open, "WI");
    const { data } = await call("branchOffice.inCity", { city: "Arequipa" });
    expect(Object.keys((data as object[])[0]!).join(" ")).toBe(
      "uuid name address commune latitude longitude centerCode brands postSaleBrands services " +
        "scheduleSale schedulePostSale telephone telephonePostsale whatsappNew whatsappUsed",
    );
    const options = toOptions(revision.private.calls["branchOffice.inCity"]!, data);
    expect(options.map(({ label }) => label)).toEqual(["Wigo Motors Arequipa", "Wigo Motors Parra"]);
    expect(options[0]).toEqual({
      value: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: "Wigo Motors Arequipa",
      description: "Av. Ejército 1015",
    });
  });

  test("a city of another country is an empty list", async () => {
    const { call } = await at(open, "WI");
    expect(await call("branchOffice.inCity", { city: "Santiago" })).toEqual({
      ok: true,
      status: 200,
      data: [],
    });
  });

  test("a contact request is kept and one mail to the brand's mailbox is queued", async () => {
    const { call, kept, key, log } = await at(open, "SI");
    const result = await call("clientService.sendEmail", contact);
    expect(result).toEqual({ ok: true, status: 200, data: { error: 0, sendEmail: true } });
    const { records, deliveries } = await kept();
    const [delivery, ...more] = deliveries;
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({ brand: "SI", kind: "mail", submission: null });
    const mail = queuedMail(delivery!.payload);
    expect(mail).toMatchObject({
      to: "servicio.clientes@salazarisrael.example",
      from: { name: "Salazar Israel", address: "no-responder@salazarisrael.example" },
      replyTo: "ana@correo.example",
      subject: "Contacto web: Cotización · Precio y promociones",
    });
    expect(mail.text).toContain("RUT: 12345678-5\n");
    expect(mail.text).toContain("Patente: BBBB12\n");
    expect(mail.html).toContain("¿cuánto cuesta? &lt;b&gt;");
    expect(records.map((record) => [record.service, record.key, record.brand])).toEqual([
      ["clientService", key, "SI"],
    ]);
    expect(JSON.parse(records[0]!.body)).toEqual(contact);
    for (const secret of ["ana@correo.example", "12345678", "BBBB12", "Pérez"])
      expect(log()).not.toContain(secret);
  });

  test("the same key again gives the same answer and no second mail; with another body it is a 409", async () => {
    const { call, kept } = await at(open, "SI");
    const first = await call("clientService.sendEmail", contact);
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () => call("clientService.sendEmail", contact)),
    );
    for (const repeat of repeats) expect(repeat).toEqual(first);
    const other = await call("clientService.sendEmail", { ...contact, comment: "otra cosa" });
    expect(other).toMatchObject({ ok: false, status: 409, failure: "status" });
    expect((await kept()).deliveries).toHaveLength(1);
    const another = randomUUID();
    await call("clientService.sendEmail", contact, another);
    expect((await kept(another)).deliveries).toHaveLength(1);
  });

  test("Peru writes with a DNI", async () => {
    const { call, kept } = await at(open, "WI");
    const result = await call("clientService.sendEmail", {
      ...withoutRut,
      dni: "12345678",
      patent: "bbb b12",
    });
    expect(result).toMatchObject({ ok: true, status: 200 });
    const mail = queuedMail((await kept()).deliveries[0]!.payload);
    expect(mail.to).toBe("atencion.cliente@wigomotors.example");
    expect(mail.text).toContain("DNI: 12345678\nTeléfono: 912345678\n");
    expect(mail.text).toContain("Placa: BBBB12\n");
  });

  test.each([
    ["SI", 'Falta "rut"', { ...withoutRut }],
    ["SI", '"dni" no se conoce', { ...contact, dni: "12345678" }],
    ["SI", 'Falta "name"', { ...contact, name: "  " }],
    ["SI", '"name" no puede tener más de 60 caracteres', { ...contact, name: "a".repeat(61) }],
    ["SI", '"comment" no puede tener más de 500 caracteres', { ...contact, comment: "a".repeat(501) }],
    ["SI", '"email" no es válido', { ...contact, email: "a@b.example, c@d.example" }],
    ["SI", '"patent" debe tener 6 letras o números', { ...contact, patent: "ABC12" }],
    ["SI", '"contactNumber" no es válido', { ...contact, contactNumber: "+56" }],
    ["WI", '"dni" debe tener 8 dígitos', { ...withoutRut, dni: "1234567" }],
  ] as const)("%s: what is wrong is a 400 that says %s", async (brand, message, input) => {
    const { call, kept } = await at(open, brand);
    const result = await call("clientService.sendEmail", input);
    expect(result).toEqual({
      ok: false,
      status: 400,
      failure: "status",
      data: { error: 400, message, sendEmail: false },
    });
    expect(await kept()).toEqual({ records: [], deliveries: [] });
  });

  test("a lead is one for its key, and what is wrong with one is told", async () => {
    const { call, kept } = await at(open, "SI");
    const first = await call("appraisal.lead", lead);
    expect(first).toEqual({ ok: true, status: 201, data: { Id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    expect(await call("appraisal.lead", lead)).toEqual(first);
    expect((await kept()).records.map(({ service }) => service)).toEqual(["appraisal.lead"]);
    const { carPlate: _, ...withoutPlate } = lead;
    expect(await call("appraisal.lead", withoutPlate, randomUUID())).toMatchObject({ status: 201 });
    for (const [wrong, message] of [
      [{ firstName: "a".repeat(31) }, '"firstName" no puede tener más de 30 caracteres'],
      [{ automaticPrice: 0 }, '"automaticPrice" debe ser un monto'],
      [{ carPlate: "BBBB1" }, '"carPlate" no es válido'],
    ] as const) {
      expect(await call("appraisal.lead", { ...lead, ...wrong }, randomUUID())).toMatchObject({
        status: 400,
        data: { error: 400, message, dataError: message },
      });
    }
  });

  test("an inspection takes its time once, and a repeat with its key is the same one", async () => {
    const { call } = await at(open, "SI");
    const slots = async () => {
      const { data } = await call("appraisal.slotDates", { branchOfficeId: bilbao });
      return (data as { data: Record<string, string[]>[] }).data;
    };
    const [[day, times] = ["", []]] = Object.entries((await slots())[0]!);
    const asked = {
      name: "Ana María Pérez",
      leadId: "lead-1",
      mode: "sucursal",
      phone: "912345678",
      branchOffice: bilbao,
      dateTime: `${day} ${times[0]}`,
    };
    const won = await call("appraisal.appointment", asked);
    expect(won).toMatchObject({ ok: true, status: 201, data: { Id: expect.any(String), Error: null } });
    expect(await call("appraisal.appointment", asked)).toEqual(won);
    expect(await call("appraisal.appointment", asked, randomUUID())).toEqual({
      ok: false,
      status: 409,
      failure: "status",
      data: { Status: 409, Error: "Ese horario ya no está disponible" },
    });
    const left = Object.fromEntries((await slots()).flatMap((row) => Object.entries(row)));
    expect(left[day] ?? []).toEqual(times.slice(1));
    for (const [wrong, status] of [
      [{ dateTime: "2020-01-02 09:30" }, 409],
      [{ branchOffice: "nowhere" }, 400],
      [{ phone: "1" }, 400],
    ] as const) {
      const refused = await call("appraisal.appointment", { ...asked, ...wrong }, randomUUID());
      expect(refused).toMatchObject({ status, data: { Status: status, Error: expect.any(String) } });
    }
  });

  test("the CRM keeps what comes, once for a key", async () => {
    const { call, kept } = await at(open, "SI");
    expect(await call("crm.webForm", webForm)).toMatchObject({ ok: true, status: 201 });
    expect(await call("crm.webForm", webForm)).toMatchObject({ ok: true, status: 201 });
    expect((await kept()).records).toHaveLength(1);
    const other = await call("crm.webForm", { ...webForm, email: "x" }, randomUUID());
    expect(other).toMatchObject({ status: 400 });
  });

  test("a document of a sale comes, once for a key, and waits for its review", async () => {
    const { call } = await at(open, "SI");
    const about = { name: "Ana Soto", email: "ana@correo.cl", subject: "Chevrolet Onix" };
    const opened = await call("documents.open", about);
    const { opportunity: id } = opened.data as { opportunity: string };
    expect(await call("documents.open", about)).toEqual(opened);
    const items = async () =>
      ((await call("documents.verify", { id })).data as { value: { fileId: string; status: string }[] })
        .value;
    const [item] = await items();
    expect([item!.fileId.slice(0, 3), item!.status]).toEqual(["SI-", "EMPTY"]);
    const [file, other] = document.files;
    const sent = { files: [file!], data: { ...document.data, salesDocumentId: item!.fileId } };
    const key = randomUUID();
    expect(await call("buyingFlow.uploadFiles", sent, key)).toEqual({
      ok: true,
      status: 200,
      data: { status: "ok" },
    });
    expect(await call("buyingFlow.uploadFiles", sent, key)).toMatchObject({ ok: true });
    expect((await items())[0]).toMatchObject({ status: "PENDING", name: sent.data.name });
    const more = { files: [other!], data: { ...sent.data, name: "dorso.png", extension: "png" } };
    expect(await call("buyingFlow.uploadFiles", more, key)).toMatchObject({ status: 422 });
    expect(await call("buyingFlow.uploadFiles", sent, randomUUID())).toMatchObject({ status: 409 });
    const attached = await call("documents.attached", { id });
    expect((attached.data as { value: unknown[] }).value).toHaveLength(1);
    expect(await call("documents.verify", { id: "A".repeat(43) })).toMatchObject({
      data: { error: "unknown" },
    });
  });

  test.each([
    ["a file of nobody", [{ id: "file-9" }]],
    ["no file at all", ["file-1"]],
    ["a list in a list", [[{ id: "file-1" }]]],
  ])("%s is not sent", async (_name, files) => {
    const { call, kept } = await at(open, "SI", { input: { files: {}, data: {} } });
    await expect(call("buyingFlow.uploadFiles", { ...document, files })).rejects.toThrow(CallInputError);
    expect((await kept()).records).toEqual([]);
  });

  test("another run's files are not sent", async () => {
    const { services, revision, key, kept } = await at(open, "SI");
    for (const run of [{ run: "run-2" }, {}]) {
      const asked = services.call({ revision, call: "buyingFlow.uploadFiles", input: document, key, ...run });
      await expect(asked).rejects.toThrow('part "files" names a file that is not there');
    }
    expect((await kept()).records).toEqual([]);
  });

  test("a path that no service has is a 404", async () => {
    const { call } = await at(open, "SI", { path: "branch-office/get-nothing" });
    expect(await call("branchOffice.cities")).toMatchObject({ ok: false, status: 404, failure: "status" });
  });

  test.each([
    ["an unknown input", { ...contact, other: "x" }, 'input "other" is unknown'],
    ["a missing input", { ...contact, email: undefined }, 'input "email" is missing'],
    ["a null", { ...contact, email: null }, 'input "email" is missing'],
    ["another type", { ...contact, comment: 5 }, 'input "comment" breaks its schema (type)'],
    ["a prototype", JSON.parse('{"__proto__": {"a": 1}}'), "clientService.sendEmail: "],
  ])("%s is refused before anything is sent", async (_name, input, message) => {
    const { call, kept } = await at(open, "SI");
    const asked = call("clientService.sendEmail", input);
    await expect(asked).rejects.toThrow(CallInputError);
    await expect(asked).rejects.toThrow(message);
    expect((await kept()).records).toEqual([]);
  });

  test("optional inputs may be absent, empty texts of them too", async () => {
    const { call } = await at(open, "SI");
    const input = { ...contact, city: undefined, branch: null };
    expect(await call("clientService.sendEmail", input)).toMatchObject({ ok: true });
  });

  test("an unknown call, a key that is none and a path that climbs are errors", async () => {
    const { call } = await at(open, "SI", { path: "../admin" });
    await expect(call("branchOffice.cities")).rejects.toThrow("plain segments");
    await expect(call("branchOffice.nothing")).rejects.toThrow("no call");
    await expect(call("crm.webForm", {}, "line\nbreak")).rejects.toThrow(CallInputError);
  });
});
