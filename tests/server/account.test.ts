/** What a signed-in person sees of their own, and nobody else does; what they take back, end, take along and erase. */
import { describe, expect, it, test } from "vitest";
import { setHold } from "../../server/evidence/erase.ts";
import { entriesOf } from "../../server/store/evidence.ts";
import { act, listed, seen, signedIn, taken, type Row } from "./account-parts.ts";
import { brandOfRevision, routeOf } from "../../server/services/embedded/service.ts";
import { base, offices, payload, planned } from "./booking-parts.ts";
import { ana, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const eva: Person = { document: "11111111-1", email: "eva@correo.cl" };

describe("what is seen", () => {
  it("is what was sent with that pair, and nothing of another pair or brand", async () => {
    const accounts = await openAccounts();
    const phone = accounts.device();
    await accounts.send(phone, ana);
    await accounts.send(phone, { ...ana, email: "otra@correo.cl" });
    await accounts.send(phone, { ...eva, email: ana.email });
    await accounts.send(phone, eva);
    await accounts.send(accounts.device("CO"), ana);
    const who = await signedIn(accounts, ana);
    const own = await listed(who, "submissions");
    expect(own).toEqual([
      {
        id: expect.stringMatching(/^SI-/),
        number: expect.stringMatching(/^SI-/),
        title: "Financiamiento, seguro y leasing",
        state: "received",
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        time: expect.stringMatching(/^\d\d:\d\d$/),
      },
    ]);
    const page = `/mi-cuenta/solicitudes/${String(own[0]!["id"])}`;
    expect((await seen(who, page, "submission")).value).toMatchObject({
      answers: expect.arrayContaining([{ name: "Correo electrónico", label: ana.email }]),
      consents: [{ text: expect.stringContaining("acepto los términos"), isHeld: true }],
    });
    // Another who is signed in too finds no such page, by no address.
    const other = await signedIn(accounts, eva);
    expect((await other.ask("GET", page)).statusCode).toBe(404);
    expect((await taken(other, "receipt", page)).statusCode).toBe(404);
    expect((await taken(who, "receipt", page)).headers["content-type"]).toBe("application/pdf");
    expect(await listed(who, "consents")).toHaveLength(1);
  });

  it("says how far what was sent is: at the services that work on it, given up by one, or received", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    const { db } = accounts.app.store;
    const state = async () => (await listed(who, "submissions")).map((one) => one["state"]);
    const calls = (change: { state: "queued" | "dead" | "delivered"; next_at?: string }) =>
      db.updateTable("deliveries").set(change).where("submission", "is not", null).execute();
    await db.updateTable("deliveries").set({ kind: "call" }).where("submission", "is not", null).execute();
    expect(await state()).toEqual(["received"]);
    await calls({ state: "queued", next_at: "2099-01-01T00:00:00.000Z" });
    expect(await state()).toEqual(["underWay"]);
    await calls({ state: "dead" });
    expect(await state()).toEqual(["withUs"]);
    await calls({ state: "delivered" });
    expect(await state()).toEqual(["received"]);
  });

  it("is nothing for whoever is not signed in: the page leads to the form, and its queries are empty", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = accounts.device();
    for (const path of ["/mi-cuenta", "/mi-cuenta/datos", "/mi-cuenta/borrar", "/mi-cuenta/salir"]) {
      const reply = await who.ask("GET", path);
      const address = `/?form_login=true&redirectUrl=${encodeURIComponent(path)}`;
      expect([reply.statusCode, reply.headers["location"]]).toEqual([302, address]);
    }
    const { revision } = (await who.ask("GET", "/api/page?path=/")).json();
    for (const data of ["submissions", "runs", "appointments", "payments", "consents", "sessions"]) {
      const body = { revision, screen: "account", data, inputs: {} };
      expect((await who.ask("POST", "/api/data", body)).json()).toMatchObject({ status: "empty" });
    }
    for (const document of ["readable", "portable"]) {
      expect((await taken(who, document, "/mi-cuenta/datos")).statusCode).toBe(404);
    }
  });

  it("is kept by nobody, and a cookie of one brand opens no account of another", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device("CO"), ana);
    const who = await signedIn(accounts, ana);
    expect((await who.ask("GET", "/mi-cuenta")).headers["cache-control"]).toBe("private, no-store");
    const thief = accounts.device("CO");
    thief.cookie = who.cookie;
    expect((await thief.ask("GET", "/mi-cuenta")).statusCode).toBe(302);
    expect((await who.ask("GET", "/mi-cuenta")).statusCode).toBe(200);
  });

  it("has the forms that were begun on this device, with where they go on", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    const { revision } = (await who.ask("GET", "/api/page?path=/test-drive")).json();
    const run = (await who.ask("POST", "/api/runs", { flow: "test-drive", revision })).json();
    expect(await listed(who, "runs")).toEqual([]);
    const answers = { [`${run.step}.email`]: "ana@correo.cl" };
    const kept = await who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: run.version, answers });
    if (kept.statusCode !== 204) throw new Error(kept.body);
    expect(await listed(who, "runs")).toMatchObject([{ to: "/test-drive" }]);
    // It is of this device, and not of the person.
    expect(await listed(await signedIn(accounts, ana), "runs")).toEqual([]);
  });
});

describe("a consent", () => {
  it("is taken back by its person, once, and that stands in the evidence", async () => {
    const accounts = await openAccounts();
    const run = await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    const who = await signedIn(accounts, ana);
    const [consent] = await listed(who, "consents");
    const id = String(consent!["id"]);
    const revoke = (one: string, from = who) =>
      act(from, "/mi-cuenta/permisos", "account-consents", { "choose.permits": [one] });
    // Nobody takes back what another gave: it is no option of theirs.
    const other = await signedIn(accounts, eva);
    expect((await revoke(id, other)).status).toBe(422);
    expect(await revoke(id)).toMatchObject({ status: 200, outcome: { redirect: "/mi-cuenta" } });
    expect(await listed(who, "consents")).toMatchObject([{ id, isHeld: false, revoked: expect.any(String) }]);
    expect((await revoke(id)).status).toBe(422);
    const { store } = accounts.app;
    const { id: submission } = await store.db
      .selectFrom("submissions")
      .select("id")
      .where("run", "=", run.run)
      .executeTakeFirstOrThrow();
    const revocations = (await entriesOf(store.db, submission)).filter(({ kind }) => kind === "revocation");
    expect(revocations.map(({ subject, detail }) => [subject, JSON.parse(detail)])).toEqual([
      ["request.terms", { reason: "la persona, en su cuenta" }],
    ]);
  });
});

describe("a session", () => {
  it("is listed on each device, ended from another, and shows nothing then", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const first = await signedIn(accounts, ana);
    const second = await signedIn(accounts, ana);
    const open = async (who: typeof first) =>
      (await seen(who, "/mi-cuenta", "sessions")).value as Record<"here" | "elsewhere", Row[]>;
    const { here, elsewhere } = await open(second);
    expect([here, elsewhere]).toMatchObject([[{ device: "computer" }], [{ device: "computer" }]]);
    expect((await second.ask("GET", "/mi-cuenta")).body.includes('href="/mi-cuenta/sesiones"')).toBe(true);
    const end = (from: typeof first, id: unknown) =>
      act(from, "/mi-cuenta/sesiones", "account-sessions", { "choose.sessions": [id] });
    // One's own is ended by signing out.
    expect((await end(second, here[0]!["id"])).status).toBe(422);
    expect((await end(second, elsewhere[0]!["id"])).status).toBe(200);
    expect((await first.ask("GET", "/mi-cuenta")).statusCode).toBe(302);
    // Where there is no other one, its block with the way to end others is not there.
    expect(await open(second)).toEqual({ here, elsewhere: [] });
    const page = (await second.ask("GET", "/mi-cuenta")).body;
    expect(page.includes('href="/mi-cuenta/sesiones"')).toBe(false);
  });

  it("ends by signing out: its cookie opens nothing then", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const who = await signedIn(accounts, ana);
    const before = who.cookie;
    expect(await act(who, "/mi-cuenta/salir", "account-sign-out", {})).toMatchObject({
      outcome: { redirect: "/" },
    });
    who.cookie = before;
    expect((await who.ask("GET", "/mi-cuenta")).statusCode).toBe(302);
    expect(await accounts.app.store.db.selectFrom("sign_ins").select("id").execute()).toEqual([]);
  });
});

describe("an hour at a workshop", () => {
  /** Books one as a run's program would, and gives its id. */
  async function booked({ app, clock }: Accounts, run: string): Promise<string> {
    const brand = brandOfRevision(app.definitions.current("SI")!);
    const ask = async (
      method: string,
      path: string,
      more: { query?: Record<string, string>; body?: unknown },
    ) => {
      const [found] = app.services.embedded.flatMap((service) => routeOf(service, method, path) ?? []);
      const { query = {}, body } = more;
      const request = { brand, params: found!.params, query, headers: {}, body, key: run };
      return (await found!.route.handle(request)).body;
    };
    const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const query = {
      workshopId: offices.SI,
      startDate: tomorrow,
      receptionistsId: "SI-101-2",
      brandId: "CHEVROLET",
    };
    const days = await ask("GET", `${base}/assessors/free-slots`, { query });
    const free = (days as { date: string; freeSlots: { startTime: string }[] }[]).find(
      ({ date, freeSlots }) => date > tomorrow && freeSlots.length > 0,
    )!;
    const plannedData = planned(free.freeSlots[0]!.startTime.slice(0, 5), free.date);
    const made = (await ask("POST", base, { body: payload({ plannedData }) })) as { id: string };
    const call = { place: "time/0", input_hash: "", call: "appointment.book", state: "answered" as const };
    const at = clock.now().toISOString();
    await app.store.db
      .insertInto("calls")
      .values({ run, key: run, ...call, sent_at: at, answered_at: at, result: null })
      .execute();
    return made.id;
  }

  it("is listed for whoever booked it alone, with what moves and cancels it", async () => {
    const accounts = await openAccounts();
    const { run } = await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    const id = await booked(accounts, run);
    const who = await signedIn(accounts, ana);
    const other = await signedIn(accounts, eva);
    const own = await listed(who, "appointments");
    expect(own).toMatchObject([{ id, state: "booked", token: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(await listed(other, "appointments")).toEqual([]);
    // The page of its mail's link moves and cancels it.
    const revision = accounts.app.definitions.current("SI")!;
    const input = { token: own[0]!["token"] };
    const call = { revision, call: "appointment.cancelOwn", input, key: run };
    expect(await accounts.app.services.call(call)).toMatchObject({ ok: true });
    expect(await listed(who, "appointments")).toEqual([
      expect.not.objectContaining({ token: expect.anything() }),
    ]);
    expect(await listed(who, "appointments")).toMatchObject([{ id, state: "cancelled" }]);
  });
});

describe("data", () => {
  test("are taken along as PDF and as JSON, of their person alone", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    const who = await signedIn(accounts, ana);
    const portable = await taken(who, "portable", "/mi-cuenta/datos");
    expect(portable.headers["content-type"]).toBe("application/json");
    expect(portable.headers["cache-control"]).toBe("private, no-store");
    const data = portable.json();
    expect(Object.keys(data)).toEqual([
      "Tus datos en Salazar Israel",
      "Lo que enviaste",
      "Tus respuestas",
      "Permisos que diste",
      "Mis sesiones",
    ]);
    expect(data["Tus respuestas"]).toContainEqual({
      Número: expect.stringMatching(/^SI-/),
      Pregunta: "Correo electrónico",
      Respuesta: ana.email,
    });
    expect(portable.body).not.toContain(eva.email);
    const readable = await taken(who, "readable", "/mi-cuenta/datos");
    expect(readable.headers["content-type"]).toBe("application/pdf");
  });

  it("are kept as long as a law says, which is said, and erased when that is over", async () => {
    const accounts = await openAccounts();
    const dni: Person = { document: "45678912", email: ana.email };
    const { run } = await accounts.send(accounts.device("WI"), dni);
    const who = await signedIn(accounts, dni, "WI");
    const change = (row: { flow?: string; created_at?: string }) =>
      accounts.app.store.db.updateTable("submissions").set(row).where("run", "=", run).execute();
    const fate = async () =>
      (await listed(who, "erasable", "/mi-cuenta/borrar")).map(({ isKept, fate: is, until, law }) => [
        isKept,
        is,
        until,
        law,
      ]);
    expect(await fate()).toEqual([[false, "erased", undefined, undefined]]);
    await change({ flow: "complaints-book", created_at: "2026-03-10T15:00:00.000Z" });
    expect(await fate()).toEqual([[true, "law", "2028-03-10", "Libro de Reclamaciones (Ley 29571)"]]);
    await change({ created_at: "2020-03-10T15:00:00.000Z" });
    expect(await fate()).toEqual([[false, "erased", undefined, undefined]]);
  });

  test("are erased with all sessions; what is held stays, and is said", async () => {
    const accounts = await openAccounts();
    const sent = await accounts.send(accounts.device(), ana);
    const held = await accounts.send(accounts.device(), ana);
    await accounts.send(accounts.device(), eva);
    const { store } = accounts.app;
    const ofRun = (run: string) =>
      store.db.selectFrom("submissions").selectAll().where("run", "=", run).executeTakeFirstOrThrow();
    await setHold(store, await ofRun(held.run), "hold", "un juicio", accounts.clock.now());
    const first = await signedIn(accounts, ana);
    const who = await signedIn(accounts, ana);
    const other = await signedIn(accounts, eva);
    const fates = await listed(who, "erasable", "/mi-cuenta/borrar");
    expect(fates.map(({ fate }) => String(fate)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "erased",
      "held",
    ]);
    const erase = (sure: boolean) =>
      act(who, "/mi-cuenta/borrar", "account-erasure", { "confirm.sure": sure });
    expect((await erase(false)).status).toBe(422);
    expect(await erase(true)).toMatchObject({ status: 200, outcome: { redirect: "/datos-borrados" } });
    expect(await ofRun(sent.run)).toMatchObject({ answers: "{}", erased_at: expect.any(String) });
    expect(await ofRun(held.run)).toMatchObject({ erased_at: null });
    for (const device of [first, who]) {
      expect((await device.ask("GET", "/mi-cuenta")).statusCode).toBe(302);
    }
    expect(await listed(other, "submissions")).toHaveLength(1);
    const erasures = (await entriesOf(store.db, (await ofRun(sent.run)).id)).filter(
      ({ kind }) => kind === "erasure",
    );
    expect(erasures.map(({ detail }) => JSON.parse(detail))).toMatchObject([
      { by: "request", reason: "la persona, en su cuenta" },
    ]);
  });

  test("are erased with what was begun and not sent, here and where both document and e-mail were typed", async () => {
    const accounts = await openAccounts();
    await accounts.send(accounts.device(), ana);
    const { store } = accounts.app;
    const begun = async (who: ReturnType<Accounts["device"]>, answers: Row, route = "/leasing") => {
      const { revision, screen } = (await who.ask("GET", `/api/page?path=${route}`)).json();
      const run = (await who.ask("POST", "/api/runs", { flow: screen.flow, revision })).json();
      const named = Object.fromEntries(
        Object.entries(answers).map(([id, value]) => [`${run.step}.${id}`, value]),
      );
      const kept = await who.ask("PATCH", `/api/runs/${run.run}/answers`, {
        version: run.version,
        answers: named,
      });
      expect([kept.statusCode, kept.body]).toEqual([204, ""]);
      return run.run as string;
    };
    const who = await signedIn(accounts, ana);
    const here = await begun(who, { message: "Un camión" });
    const elsewhere = await begun(accounts.device(), { identity: ana.document, email: "ANA@correo.cl" });
    const others = [
      await begun(accounts.device(), { identity: "11111111-1", email: ana.email }),
      await begun(accounts.device(), { identity: ana.document, email: "eva@correo.cl" }),
      await begun(accounts.device("WI"), { email: ana.email }, "/contacto"),
    ];
    expect(await act(who, "/mi-cuenta/borrar", "account-erasure", { "confirm.sure": true })).toMatchObject({
      status: 200,
      outcome: { redirect: "/datos-borrados" },
    });
    const left = (await store.db.selectFrom("runs").select("id").execute()).map(({ id }) => id);
    expect(left).not.toContain(here);
    expect(left).not.toContain(elsewhere);
    expect(left).toEqual(expect.arrayContaining(others));
  });
});
