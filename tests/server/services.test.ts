/** One suite for the embedded services, asked in this process and as an upstream over their listener. */
import { describe, expect, onTestFinished, test } from "vitest";
import { brandOfRevision } from "../../server/services/service.ts";
import { createServicesListener } from "../../server/services/listener.ts";
import { CallInputError, createServices, toOptions, type Services } from "../../server/services/services.ts";
import type { Store } from "../../server/store/store.ts";
import { allDeliveries, keptLog, projectCalls, revisionOf, setClock, temporaryStore } from "./parts.ts";

const key = "a-key-of-sixteen-or-more";

interface Setting {
  store: Store;
  services: Services;
  log: ReturnType<typeof keptLog>;
  woken: () => number;
}

async function inProcess(): Promise<Setting> {
  const { store } = await temporaryStore();
  const log = keptLog();
  let woken = 0;
  const services = createServices({
    store,
    config: { upstreams: {}, services: { port: "off" } },
    log,
    queued: () => void (woken += 1),
    clock: setClock().now,
  });
  onTestFinished(() => services.close());
  return { store, services, log, woken: () => woken };
}

async function overListener(): Promise<Setting> {
  const behind = await inProcess();
  const config = { services: { port: 0, key } } as const;
  const brands = await Promise.all(
    ["SI", "WI"].map(async (code) => brandOfRevision(await revisionOf(code, {}))),
  );
  const listener = createServicesListener({
    embedded: behind.services.embedded,
    brands: () => brands,
    config,
  });
  const port = await listener.listen();
  onTestFinished(() => listener.close());
  const base = `http://127.0.0.1:${port}/`;
  const upstreams = { CLIENT_SERVICE: base, BRANCH_OFFICE: base, CRM_SI: base, CRM_WI: base };
  const services = createServices({
    store: behind.store,
    config: { upstreams, ...config },
    log: behind.log,
    clock: setClock().now,
  });
  onTestFinished(() => services.close());
  return { ...behind, services };
}

const contact = {
  requestType: "Consulta",
  serviceType: "Venta de autos nuevos",
  contactReason: "Cotización",
  subContactReason: "Precio y promociones",
  name: "Ana María",
  lastname: "Pérez",
  rut: "12345678-5",
  email: "ana@correo.example",
  patent: "BBBB12",
  contactNumber: "912345678",
  city: "Santiago",
  branch: "Salazar Israel Bilbao",
  comment: "Hola,\n¿cuánto cuesta? <b>",
};
const { rut: _rut, ...withoutRut } = contact;

describe.each([
  ["in process", inProcess],
  ["over the listener", overListener],
])("embedded services %s", (_way, open) => {
  const at = async (brand: "SI" | "WI", change = {}) => {
    const setting = await open();
    const revision = await revisionOf(brand, await projectCalls(change));
    const call = (name: string, input: Record<string, unknown> = {}, idempotency = "key-1") =>
      setting.services.call({ revision, call: name, input, key: idempotency });
    return { ...setting, revision, call };
  };

  test("cities, sorted, each once", async () => {
    const { call } = await at("SI");
    const { ok, status, data } = await call("branchOffice.cities");
    expect({ ok, status }).toEqual({ ok: true, status: 200 });
    const cities = (data as { value: string }[]).map(({ value }) => value);
    expect(cities).toEqual(cities.toSorted((a, b) => a.localeCompare(b, "es")));
    expect(new Set(cities).size).toBe(cities.length);
    expect(cities.length).toBeGreaterThanOrEqual(8);
    expect(cities).toContain("Santiago");
  });

  test("branch offices of a city, with all their fields, as options", async () => {
    const { call, revision } = await at("WI");
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
    const { call } = await at("WI");
    expect(await call("branchOffice.inCity", { city: "Santiago" })).toEqual({
      ok: true,
      status: 200,
      data: [],
    });
  });

  test("a contact request is kept and one mail to the brand's mailbox is queued", async () => {
    const { call, store, log } = await at("SI");
    const result = await call("clientService.sendEmail", contact);
    expect(result).toEqual({ ok: true, status: 200, data: { error: 0, sendEmail: true } });
    const [delivery, ...more] = await allDeliveries(store.db);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({ brand: "SI", kind: "mail", state: "queued", submission: null });
    const mail = JSON.parse(delivery!.payload);
    expect(mail).toMatchObject({
      to: "servicio.clientes@salazarisrael.example",
      from: { name: "Salazar Israel", address: "no-responder@salazarisrael.example" },
      replyTo: "ana@correo.example",
      subject: "Contacto web: Cotización · Ana María Pérez",
    });
    expect(mail.text).toContain("RUT: 12345678-5\n");
    expect(mail.text).toContain("Patente: BBBB12\n");
    expect(mail.html).toContain("¿cuánto cuesta? &lt;b&gt;");
    const records = await store.db.selectFrom("service_records").selectAll().execute();
    expect(records.map((record) => [record.service, record.key, record.brand])).toEqual([
      ["clientService", "key-1", "SI"],
    ]);
    expect(JSON.parse(records[0]!.body)).toEqual(contact);
    for (const secret of ["ana@correo.example", "12345678", "BBBB12", "Pérez"])
      expect(log.text()).not.toContain(secret);
  });

  test("the same key again gives the same answer and no second mail; with another body it is a 409", async () => {
    const { call, store } = await at("SI");
    const first = await call("clientService.sendEmail", contact);
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () => call("clientService.sendEmail", contact)),
    );
    for (const repeat of repeats) expect(repeat).toEqual(first);
    const other = await call("clientService.sendEmail", { ...contact, comment: "otra cosa" });
    expect(other).toMatchObject({ ok: false, status: 409, failure: "status" });
    expect(await allDeliveries(store.db)).toHaveLength(1);
    await call("clientService.sendEmail", contact, "key-2");
    expect(await allDeliveries(store.db)).toHaveLength(2);
  });

  test("Peru writes with a DNI", async () => {
    const { call, store } = await at("WI");
    const result = await call("clientService.sendEmail", {
      ...withoutRut,
      dni: "12345678",
      patent: "bbb b12",
    });
    expect(result).toMatchObject({ ok: true, status: 200 });
    const mail = JSON.parse((await allDeliveries(store.db))[0]!.payload);
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
    const { call, store } = await at(brand);
    const result = await call("clientService.sendEmail", input);
    expect(result).toEqual({
      ok: false,
      status: 400,
      failure: "status",
      data: { error: 400, message, sendEmail: false },
    });
    expect(await allDeliveries(store.db)).toEqual([]);
  });

  test("the CRM keeps what comes, once for a key", async () => {
    const { call, store } = await at("SI");
    const form = {
      phone: "912345678",
      email: "ana@correo.example",
      subject: "Cotización",
      symptoms: "Hola",
      caseType: "Consulta",
      identification: "12345678-5",
    };
    expect(await call("crm.webForm", form)).toMatchObject({ ok: true, status: 201 });
    expect(await call("crm.webForm", form)).toMatchObject({ ok: true, status: 201 });
    expect(await store.db.selectFrom("service_records").selectAll().execute()).toHaveLength(1);
    expect(await call("crm.webForm", { ...form, email: "x" }, "key-2")).toMatchObject({ status: 400 });
  });

  test("a path that no service has is a 404", async () => {
    const { call } = await at("SI", { path: "branch-office/get-nothing" });
    expect(await call("branchOffice.cities")).toMatchObject({ ok: false, status: 404, failure: "status" });
  });

  test.each([
    ["an unknown input", { ...contact, other: "x" }, 'input "other" is unknown'],
    ["a missing input", { ...contact, email: undefined }, 'input "email" is missing'],
    ["a null", { ...contact, email: null }, 'input "email" is missing'],
    ["another type", { ...contact, comment: 5 }, 'input "comment" breaks its schema (type)'],
    ["a prototype", JSON.parse('{"__proto__": {"a": 1}}'), "clientService.sendEmail: "],
  ])("%s is refused before anything is sent", async (_name, input, message) => {
    const { call, store } = await at("SI");
    const asked = call("clientService.sendEmail", input);
    await expect(asked).rejects.toThrow(CallInputError);
    await expect(asked).rejects.toThrow(message);
    expect(await store.db.selectFrom("service_records").selectAll().execute()).toEqual([]);
  });

  test("optional inputs may be absent, empty texts of them too", async () => {
    const { call } = await at("SI");
    const input = { ...contact, city: undefined, branch: null };
    expect(await call("clientService.sendEmail", input)).toMatchObject({ ok: true });
  });

  test("an unknown call, a key that is none and a path that climbs are errors", async () => {
    const { call } = await at("SI", { path: "../admin" });
    await expect(call("branchOffice.cities")).rejects.toThrow("plain segments");
    await expect(call("branchOffice.nothing")).rejects.toThrow("no call");
    await expect(call("crm.webForm", {}, "line\nbreak")).rejects.toThrow(CallInputError);
  });
});
