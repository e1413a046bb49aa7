/** The embedded services of the booking: every documented path, what is kept, and who may see it. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { tokenHashOf } from "../../server/dealers/booking/visit.ts";
import { addPayment, findPayment } from "../../server/store/payments.ts";
import {
  base,
  book,
  freeOn,
  offices,
  openBooking,
  payload,
  planned,
  type BookingBrand,
} from "./booking-parts.ts";
import { queuedMail } from "../support/queued-mail.ts";

type Row = Record<string, unknown>;

const makes: Record<BookingBrand, [make: string, brandId: string, model: string]> = {
  SI: ["Chevrolet", "CHEVROLET", "CHEVROLET-ONIX"],
  CO: ["Suzuki", "SUZUKI", "SUZUKI-SWIFT"],
  PO: ["Subaru", "SUBARU", "SUBARU-FORESTER"],
  SM: ["JAC", "JAC", "JAC-T6"],
  WI: ["Hyundai", "HYUNDAI", "HYUNDAI-TUCSON"],
};

/** Each path with what it is asked, and what every row of its answer has; at least one row. */
const documented: [path: string, query: (brand: BookingBrand) => Record<string, string>, keys: string[]][] = [
  ["/content/service-templates", () => ({}), ["serviceId", "title"]],
  [
    "/content/service-template/additional-services",
    () => ({ serviceId: "1" }),
    ["label", "value", "alternativeValue"],
  ],
  [`${base}/brand`, () => ({ service: "1" }), ["value", "brandId"]],
  [`${base}/brand`, () => ({ hasAdditionalService: "true" }), ["value", "brandId"]],
  [`${base}/model-v2`, (brand) => ({ brandId: makes[brand][1], brand: makes[brand][0] }), ["id", "value"]],
  [`${base}/version`, (brand) => ({ modelId: makes[brand][2] }), ["value"]],
  [`${base}/models/maintenances`, () => ({}), ["id", "name", "maintenances"]],
  ["/customer/api/branch-office/filter/city", () => ({ service: "1" }), ["value"]],
  [
    `${base}/branch`,
    (brand) => ({ brandId: makes[brand][1], service: "1" }),
    ["id", "fullName", "city", "commune", "latitude", "longitude"],
  ],
  [
    `${base}/assessors`,
    (brand) => ({ workshopId: offices[brand], brandId: makes[brand][1] }),
    ["id", "name"],
  ],
  [`${base}/operators`, (brand) => ({ workshopId: offices[brand] }), ["id", "name"]],
  [
    `${base}/filter/postsale-services`,
    (brand) => ({ brand: makes[brand][0], category: "suv" }),
    ["name", "description", "listPrice", "webPrice"],
  ],
  ["/mpp/find", (brand) => ({ modelCode: makes[brand][2], mileages: "50000,100000" }), ["mileage", "price"]],
];

describe.each(Object.keys(offices) as BookingBrand[])("%s", (code) => {
  it.each(documented)("answers %s", async (path, query, keys) => {
    const { ask } = await openBooking(code);
    const { status, body } = await ask("GET", path, { query: query(code) });
    expect(status).toBe(200);
    const rows = body as Row[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
  });

  it("has a template for each service, with what the page asks of it", async () => {
    const { ask } = await openBooking(code);
    const { body } = await ask("GET", "/content/service-templates");
    for (const { serviceId } of body as { serviceId: string }[]) {
      const one = await ask("GET", "/content/service-template", { query: { serviceId } });
      expect([one.status, one.body]).toEqual([200, expect.objectContaining({ serviceId })]);
      expect(one.body).not.toHaveProperty("office");
    }
    const unknown = await ask("GET", "/content/service-template", { query: { serviceId: "99" } });
    expect(unknown.status).toBe(404);
  });

  it("goes from a version to its category", async () => {
    const { ask } = await openBooking(code);
    const query = { modelId: makes[code][2], version: "OTRA VERSIÓN" };
    const { body } = await ask("GET", `${base}/quiter-id`, { query });
    const car = await ask("GET", "/catalog/api/car", { query: body as Record<string, string> });
    expect(car).toMatchObject({ status: 200, body: { carCategoryType: { slug: expect.any(String) } } });
  });

  it("has free slots on days when it is open, for each who is there", async () => {
    const { ask } = await openBooking(code);
    const people = (await ask("GET", `${base}/operators`, { query: { workshopId: offices[code] } })).body;
    for (const { id } of people as { id: string }[]) {
      const query = { workshopId: offices[code], startDate: "2026-11-23", operatorId: id, hours: "2" };
      const { body } = await ask("GET", `${base}/operators/free-slots`, { query });
      const days = body as { date: string; freeSlots: unknown[] }[];
      // Today is none; a Sunday has none.
      expect(days[0]!.date).toBe("2026-11-24");
      expect(days.filter(({ freeSlots }) => freeSlots.length > 0).length).toBeGreaterThan(15);
      expect(days.find(({ date }) => date === "2026-11-29")?.freeSlots).toEqual([]);
      // A holiday in both countries.
      expect(days.find(({ date }) => date === "2026-12-08")?.freeSlots).toEqual([]);
    }
  });
});

test.each<[string, BookingBrand, string, Record<string, string>, unknown]>([
  [
    "cars by RUT, of makes that are served",
    "SI",
    "/customer/api/car-information/by-rut",
    { identification: "12.345.678-5", identificationType: "1", serviceId: "1" },
    [
      {
        plateNumber: "RKLP45",
        brand: "Chevrolet",
        modelName: "Onix",
        modelYear: 2022,
        id: "RKLP45",
        segment: "sedan",
        modelId: "CHEVROLET-ONIX",
        maintenance: true,
      },
      expect.objectContaining({ plateNumber: "FKLP78", modelName: "Sail" }),
    ],
  ],
  [
    "cars by DNI, their chassis masked",
    "WI",
    "/customer/api/v3/gac-soap/cars-by-rut",
    { dni: "45678912", service: "1" },
    [
      {
        year: 2020,
        brand: "Hyundai",
        model: "Tucson",
        patent: "AXT512",
        vin: expect.stringMatching(/^•{13}[A-Z0-9]{4}$/),
      },
      expect.objectContaining({ patent: "F7H816" }),
    ],
  ],
  [
    "nobody's cars",
    "SI",
    "/customer/api/car-information/by-rut",
    { identification: "7654321-6", serviceId: "1" },
    [],
  ],
  [
    "a client, masked",
    "SI",
    "/customer/api/gac-soap/client-data",
    { rut: "12345678-5" },
    {
      name: "M••••",
      lastName: "S•••• V••••",
      phoneNumber: "••••••21",
      email: "m••••@••••.example",
      masked: true,
    },
  ],
  ["a client of another company", "CO", "/customer/api/gac-soap/client-data", { rut: "15678432-K" }, {}],
  ["prices of a model that nobody knows", "SI", "/mpp/find", { modelCode: "x" }, []],
  [
    "maintenances in steps of the make's own",
    "PO",
    "/mpp/find",
    { modelCode: "SUBARU-FORESTER", mileages: "10000,12500" },
    [expect.objectContaining({ mileage: 12_500 })],
  ],
  [
    "workshops of a make that it does not serve",
    "SI",
    `${base}/branch`,
    { brandId: "KIA", service: "1" },
    [],
  ],
])("%s", async (_name, code, path, query, expected) => {
  const { ask } = await openBooking(code);
  expect(await ask("GET", path, { query })).toEqual({ status: 200, body: expected });
});

describe("an appointment", () => {
  it("takes its slot, is there by plate, and is free again when it is cancelled by the link", async () => {
    const booking = await openBooking();
    expect(await freeOn(booking)).toContain("09:00");
    const { status, body } = await book(booking);
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), state: "booked", token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    const { id, token } = body as { id: string; token: string };
    expect(await freeOn(booking)).not.toContain("09:00");
    const ofPlate = () =>
      booking.ask("GET", "/customer/api/appointment", { query: { vehiclePlate: "rk lp45" } });
    expect(await ofPlate()).toEqual({ status: 200, body: [{ id }] });
    const done = await booking.ask("POST", `${base}/own/cancel`, { body: { token } });
    expect(done).toEqual({ status: 200, body: { id, state: "cancelled" } });
    expect(await freeOn(booking)).toContain("09:00");
    expect((await ofPlate()).body).toEqual([]);
    // Once is enough.
    expect((await booking.ask("POST", `${base}/own/cancel`, { body: { token } })).status).toBe(409);
  });

  it("is made once for one uuid, whoever repeats it", async () => {
    const booking = await openBooking();
    const body = payload();
    const [first, second] = await Promise.all([
      booking.ask("POST", base, { body }),
      booking.ask("POST", base, { body }),
    ]);
    expect(second).toEqual(first);
    expect(await booking.store.db.selectFrom("appointments").select("id").execute()).toHaveLength(1);
    const other = await booking.ask("POST", base, { body: { ...body, mileage: 1 } });
    expect(other).toMatchObject({ status: 409, body: { statusCode: 409 } });
  });

  it("has one winner, on two servers at once", async () => {
    const one = await openBooking();
    const other = await openBooking("SI", one);
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        book(at % 2 === 0 ? one : other, { vehiclePlate: `AAAA${10 + at}` }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(11).fill(409),
    ]);
    expect(all.find(({ status }) => status === 409)?.body).toEqual({
      error: 409,
      statusCode: 409,
      message: "Esa hora ya no está disponible. Elige otra.",
    });
  });

  it("is moved to another slot by the link, and the old one is free", async () => {
    const booking = await openBooking();
    const { token, id } = (await book(booking)).body as { token: string; id: string };
    await book(booking, { plannedData: planned("10:00"), vehiclePlate: "BBBB12" });
    const move = (time: string, day?: string) =>
      booking.ask("POST", `${base}/own/move`, { body: { token, plannedData: planned(time, day) } });
    // Somebody has it: the old one stays.
    expect((await move("10:00")).status).toBe(409);
    expect(await freeOn(booking)).not.toContain("09:00");
    expect(await move("11:30", "2026-11-25")).toEqual({
      status: 200,
      body: { id, date: "2026-11-25", time: "11:30" },
    });
    expect(await freeOn(booking)).toContain("09:00");
    expect(await freeOn(booking, "2026-11-25")).not.toContain("11:30");
    const shown = await booking.ask("GET", `${base}/own`, { headers: { "x-appointment-token": token } });
    expect(shown.body).toMatchObject({ date: "2026-11-25", time: "11:30", canChange: true, state: "booked" });
  });

  it("shows what it is to who has the link, and how they are reached masked", async () => {
    const booking = await openBooking();
    const { token } = (await book(booking)).body as { token: string };
    const show = (given: string) =>
      booking.ask("GET", `${base}/own`, { headers: { "x-appointment-token": given } });
    const { body } = await show(token);
    expect(body).toMatchObject({
      service: "Diagnóstico",
      vehiclePlate: "RKLP45",
      assessorId: "SI-101-2",
      branch: { id: offices.SI, fullName: "Salazar Israel Bilbao" },
      contact: { name: "M•••• S••••", phoneNumber: "••••••21", email: "m••••@••••.example" },
    });
    expect(JSON.stringify(body)).not.toMatch(/María|987654321|maria@/);
    for (const wrong of ["", "x", tokenHashOf(token), `${token.slice(0, -2)}AA`]) {
      expect((await show(wrong)).status).toBe(404);
    }
    const elsewhere = await openBooking("CO", booking);
    const asked = await elsewhere.ask("GET", `${base}/own`, { headers: { "x-appointment-token": token } });
    expect(asked.status).toBe(404);
  });

  it("stays until a newer one of the same car is confirmed", async () => {
    const booking = await openBooking();
    const earlier = (await book(booking)).body as { id: string };
    const take = () =>
      booking.ask("DELETE", "/customer/api/appointment", { query: { appointmentId: earlier.id } });
    expect((await take()).status).toBe(409);
    await book(booking, { vehiclePlate: "BBBB12", plannedData: planned("09:30") });
    expect((await take()).status).toBe(409);
    booking.clock.pass(60);
    await book(booking, { plannedData: planned("10:00") });
    expect(await take()).toEqual({ status: 200, body: { id: earlier.id, state: "cancelled" } });
    expect(await freeOn(booking)).toContain("09:00");
    expect((await take()).status).toBe(200);
  });

  it("goes in one transaction with the one that comes in its place, which may want its hour", async () => {
    const booking = await openBooking();
    const first = (await book(booking)).body as { id: string };
    const other = (await book(booking, { plannedData: planned("11:00") })).body as { id: string };
    const states = async () =>
      Object.fromEntries(
        (await booking.store.db.selectFrom("appointments").select(["id", "state"]).execute()).map(
          ({ id, state }) => [id, state],
        ),
      );
    // What is refused takes nothing away: an hour that is gone, a workshop that there is not, another car.
    await book(booking, { vehiclePlate: "BBBB12", plannedData: planned("09:30") });
    const replacesAppointmentIds = [first.id, other.id];
    for (const [changes, status] of [
      [{ plannedData: planned("09:30") }, 409],
      [{ workshopId: "none" }, 404],
      [{ vehiclePlate: "BBBB34" }, 409],
      [{ replacesAppointmentIds: "all" }, 400],
    ] as const) {
      expect((await book(booking, { replacesAppointmentIds, ...changes })).status).toBe(status);
    }
    expect(await states()).toMatchObject({ [first.id]: "booked", [other.id]: "booked" });
    const uuid = randomUUID();
    const again = () => book(booking, { uuid, replacesAppointmentIds });
    const [made, repeated] = [await again(), await again()];
    expect(made).toEqual({ status: 201, body: expect.objectContaining({ state: "booked", replaced: true }) });
    expect(repeated).toEqual(made);
    expect(await states()).toMatchObject({
      [first.id]: "cancelled",
      [other.id]: "cancelled",
      [(made.body as { id: string }).id]: "booked",
    });
    expect(await freeOn(booking)).not.toContain("09:00");
    expect(await freeOn(booking)).toContain("11:00");
    // Ids that there are not, or no more, are no fault.
    const ids = [...replacesAppointmentIds, "unknown"];
    const last = await book(booking, { replacesAppointmentIds: ids, plannedData: planned("12:00") });
    expect(last.status).toBe(201);
  });

  it.each([
    [
      "another document and e-mail",
      { clientRut: "11111111-1", contactMail: "otra@correo.example" },
      "booked",
    ],
    ["the same document", { contactMail: "otra@correo.example" }, "cancelled"],
    [
      "the same e-mail, in capitals",
      { clientRut: "11111111-1", contactMail: "Maria@Correo.example" },
      "cancelled",
    ],
  ])("whoever books the same car with %s leaves the earlier one %s", async (_name, who, state) => {
    const booking = await openBooking();
    const first = (await book(booking)).body as { id: string };
    booking.clock.pass(60);
    const second = await book(booking, {
      ...who,
      plannedData: planned("10:00"),
      replacesAppointmentIds: [first.id],
    });
    // The answer is the same for everybody: it tells nothing of whose the other one is.
    expect(second).toEqual({
      status: 201,
      body: expect.objectContaining({ state: "booked", replaced: true }),
    });
    const earlier = await booking.ask("DELETE", "/customer/api/appointment", {
      query: { appointmentId: first.id },
    });
    expect(earlier.status).toBe(state === "booked" ? 409 : 200);
    const kept = await booking.store.db
      .selectFrom("appointments")
      .select("state")
      .where("id", "=", first.id)
      .executeTakeFirst();
    expect(kept).toEqual({ state });
    const mails = (await booking.store.db.selectFrom("deliveries").select("payload").execute()).map(
      ({ payload }) => queuedMail(payload),
    );
    expect(mails.some(({ to }) => to === "maria@correo.example")).toBe(state === "cancelled");
    expect(mails.some(({ text }) => text.includes("otra hora, que tomó otra persona"))).toBe(
      state === "booked",
    );
  });

  it("is a request, without a slot, where the service is not scheduled", async () => {
    const booking = await openBooking();
    const { status, body } = await book(booking, {
      workshopId: "b1b78f29-6841-5af8-92c7-6acf84901f87",
      serviceId: 5,
      schedulingInQuiter: false,
      plannedData: undefined,
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ state: "requested" })]);
    expect(await booking.store.db.selectFrom("appointment_places").select("time").execute()).toEqual([]);
  });

  it("is told to the workshop, and its changes to the customer too, with the link and for the calendar", async () => {
    const booking = await openBooking();
    const uuid = randomUUID();
    const { token } = (await book(booking, { uuid })).body as { token: string };
    const sent = async () => {
      const mails = await booking.store.db.selectFrom("deliveries").select("payload").execute();
      return mails.map(({ payload }) => queuedMail(payload));
    };
    const workshop = "servicio.tecnico@salazarisrael.example";
    // The customer has the mail of the form: one, with its receipt.
    expect((await sent()).map(({ to }) => to)).toEqual([workshop]);
    booking.clock.pass(90);
    await booking.ask("POST", `${base}/own/move`, {
      body: { token, plannedData: planned("11:30", "2026-11-25") },
    });
    const moved = (await sent()).find(({ to }) => to === "maria@correo.example");
    expect(moved!.text).toContain(`https://si.example/tu-hora?cita=${token}`);
    expect(moved!.calendar!.text).toContain(
      [`UID:${uuid}@si`, "DTSTAMP:20261123T000000Z", "DTSTART:20261125T143000Z"].join("\r\n"),
    );
    expect(moved!.calendar!.text).toContain("METHOD:PUBLISH");
    expect(moved!.calendar!.text).toContain("SEQUENCE:90\r\n");
    booking.clock.pass(30);
    await booking.ask("POST", `${base}/own/cancel`, { body: { token } });
    const cancelled = (await sent()).findLast(({ to }) => to === "maria@correo.example")!;
    expect(cancelled.text).not.toContain(token);
    expect(cancelled.calendar).toMatchObject({ method: "CANCEL" });
    expect(cancelled.calendar!.text).toMatch(/METHOD:CANCEL\r\n[^]*SEQUENCE:120\r\nSTATUS:CANCELLED\r\n/);
    for (const { to, text } of await sent()) if (to === workshop) expect(text).not.toContain(token);
  });
});

test.each<[string, Record<string, unknown>, number]>([
  ["a workshop that there is not", { workshopId: "x" }, 404],
  ["a service that there is not", { serviceId: 77 }, 404],
  [
    "a service that the workshop does not do",
    { serviceId: 5, schedulingInQuiter: false, plannedData: undefined },
    404,
  ],
  ["an adviser who is not there", { plannedData: planned("09:00", "2026-11-24", "SI-103-1") }, 404],
  ["a make that the workshop does not serve", { carBrand: "Kia" }, 400],
  ["no slot, where it is scheduled", { plannedData: undefined }, 400],
  ["a field that nobody knows", { color: "rojo" }, 400],
  ["no plate", { vehiclePlate: undefined }, 400],
  ["the document of another country", { clientRut: undefined, clientDni: "45678912" }, 400],
  ["a day that there is not", { plannedData: planned("09:00", "2026-02-30") }, 400],
  ["yesterday", { plannedData: planned("09:00", "2026-11-22") }, 409],
  ["today", { plannedData: planned("17:00", "2026-11-23") }, 409],
  ["a Sunday", { plannedData: planned("09:00", "2026-11-29") }, 409],
  ["a holiday", { plannedData: planned("09:00", "2026-12-08") }, 409],
  ["before it opens", { plannedData: planned("08:00") }, 409],
  ["a time between two slots", { plannedData: planned("09:10") }, 409],
  ["the adviser's pause", { plannedData: planned("14:30") }, 409],
  ["too far ahead", { plannedData: planned("09:00", "2027-03-01") }, 409],
  [
    "a day on which the service is not done",
    { serviceId: 4, plannedData: planned("09:00", "2026-11-25") },
    409,
  ],
])("refuses %s", async (_name, changes, status) => {
  const booking = await openBooking();
  const answer = await book(booking, changes);
  expect(answer).toMatchObject({ status, body: { statusCode: status, message: expect.any(String) } });
  expect(await booking.store.db.selectFrom("appointment_places").select("time").execute()).toEqual([]);
  expect(await booking.store.db.selectFrom("appointments").select("id").execute()).toEqual([]);
});

describe("a hold", () => {
  const hold = (paymentId: string, time = "09:00") => ({
    body: { paymentId, workshopId: offices.SI, plannedData: planned(time) },
  });

  it("keeps the slot until it is released or its time is over", async () => {
    const booking = await openBooking();
    const { ask, clock } = booking;
    expect((await ask("POST", `${base}/hold`, hold("100000000001"))).status).toBe(201);
    expect(await freeOn(booking)).not.toContain("09:00");
    expect((await book(booking)).status).toBe(409);
    expect((await ask("POST", `${base}/hold`, hold("100000000002"))).status).toBe(409);
    expect((await ask("POST", `${base}/release`, { body: { paymentId: "100000000001" } })).body).toEqual({
      released: true,
    });
    expect(await freeOn(booking)).toContain("09:00");
    await ask("POST", `${base}/hold`, hold("100000000003"));
    clock.pass(36 * 60);
    expect(await freeOn(booking)).toContain("09:00");
    expect((await book(booking)).status).toBe(201);
  });

  it("becomes the appointment of who paid, and of nobody else", async () => {
    const booking = await openBooking();
    const { ask } = booking;
    await ask("POST", `${base}/hold`, hold("100000000001"));
    const paid = await book(booking, { paymentId: "100000000001", paymentInfo: "Monto: 1" });
    expect(paid.status).toBe(201);
    // What is booked is not given back.
    expect((await ask("POST", `${base}/release`, { body: { paymentId: "100000000001" } })).body).toEqual({
      released: false,
    });
    expect(await freeOn(booking)).not.toContain("09:00");
    const places = await booking.store.db.selectFrom("appointment_places").selectAll().execute();
    expect(places).toEqual([
      expect.objectContaining({ appointment: (paid.body as { id: string }).id, until: null }),
    ]);
  });

  it.each(["cancelled by its link", "replaced by a newer one"])(
    "has its money due back once its appointment is %s",
    async (how) => {
      const booking = await openBooking();
      const { store, clock } = booking;
      const now = clock.now().toISOString();
      const about = { brand: "SI", run: "r", wait: "w", token_hash: "t", description: "Mantención" };
      const card = { provider: "webpay", amount: 89_990, currency: "CLP", address: "a" } as const;
      const { id, order_number } = await addPayment(store.db, { ...about, ...card, expires_at: now }, now);
      await store.db.updateTable("payments").set({ state: "accepted" }).execute();
      const paid = await book(booking, { paymentId: order_number, paymentInfo: "Monto: 1" });
      const { id: appointment, token } = paid.body as { id: string; token: string };
      expect(await findPayment(store.db, id)).toMatchObject({ refund_due_at: null });
      await (how.startsWith("cancelled")
        ? booking.ask("POST", `${base}/own/cancel`, { body: { token } })
        : book(booking, { plannedData: planned("10:00"), replacesAppointmentIds: [appointment] }));
      expect(await findPayment(store.db, id)).toMatchObject({ refund_due_at: now });
      const mails = (await store.db.selectFrom("deliveries").select("payload").execute()).map(({ payload }) =>
        queuedMail(payload),
      );
      const told = mails.find(({ to }) => to === "maria@correo.example");
      expect(told!.text).toContain("Te devolvemos lo que pagaste");
    },
  );

  it("moves with its payment to another slot", async () => {
    const booking = await openBooking();
    await booking.ask("POST", `${base}/hold`, hold("100000000001"));
    await booking.ask("POST", `${base}/hold`, hold("100000000001", "10:00"));
    const free = await freeOn(booking);
    expect([free.includes("09:00"), free.includes("10:00")]).toEqual([true, false]);
  });
});

it("an operator is taken for as long as the work takes", async () => {
  const booking = await openBooking("SM");
  const people = (await booking.ask("GET", `${base}/operators`, { query: { workshopId: offices.SM } })).body;
  const [{ id }] = people as [{ id: string }];
  const free = async (hours: string): Promise<string[]> => {
    const query = { workshopId: offices.SM, startDate: "2026-11-24", operatorId: id, hours };
    const { body } = await booking.ask("GET", `${base}/operators/free-slots`, { query });
    return (body as [{ freeSlots: { startTime: string }[] }])[0].freeSlots.map(({ startTime }) => startTime);
  };
  const before = await free("3");
  expect(before.slice(0, 2)).toEqual(["08:30", "09:30"]);
  const { status } = await book(booking, {
    workshopId: offices.SM,
    serviceId: 1,
    carBrand: "JAC",
    carModel: "T6",
    vehiclePlate: "PQWR83",
    operatorId: id,
    plannedData: { ...planned("08:30", "2026-11-24", id), plannedHours: 2.5 },
  });
  expect(status).toBe(201);
  // Three hours are gone; what is left of the morning is too short for three more.
  expect(await free("1")).not.toEqual(expect.arrayContaining(["08:30", "09:30", "10:30"]));
  expect((await free("1")).slice(0, 1)).toEqual(["11:30"]);
});

it("the status of a session is kept once for one key", async () => {
  const booking = await openBooking();
  const body = { uuid: "u1", step: 3, source: "web", licensePlate: "RKLP45", brand: "Chevrolet" };
  for (const key of ["k1", "k1"]) {
    expect(await booking.ask("POST", `${base}/status`, { body, key })).toEqual({
      status: 201,
      body: { received: true },
    });
  }
  const kept = await booking.store.db.selectFrom("service_records").select(["service", "key"]).execute();
  expect(kept).toEqual([{ service: "appointment.status", key: "k1" }]);
  const wrong = await booking.ask("POST", `${base}/status`, { body: { ...body, password: "x" } });
  expect(wrong.status).toBe(400);
});
