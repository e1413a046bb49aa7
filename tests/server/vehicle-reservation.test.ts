/** A car is reserved over the real server, its embedded services and the stand-ins of payments. */
import { expect, it, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { eraseRun } from "../../server/evidence/erase.ts";
import { visitor } from "../support/app.ts";
import { startSmtp } from "../support/smtp.ts";
import { heldUnit, startReservations, unit } from "../support/reservation-upstream.ts";
import { startStandIn } from "../support/stand-in.ts";
import { atTheBank, comeBack, stateOf } from "./payment-parts.ts";
import { productOf } from "./program-parts.ts";
import {
  allCars,
  begin,
  calendarsTo,
  chilean,
  deliveriesOf,
  mailsTo,
  notInMail,
  open,
  pay,
  upToPayment,
} from "./purchase-parts.ts";

const flow = "vehicle-reservation";

it("of each car somebody has one run of their own, which stays about it, and goes on where they left it", async () => {
  const { who, product } = await open();
  const [first, second] = await allCars("SI", (car) => car.type === "used");
  const of = async (subject: string): Promise<RunState> => (await begin(who, flow, subject)).json();
  const run = await of(String(first!.id));
  expect(run).toMatchObject({ subject: String(first!.id), answers: { "version.car": String(first!.id) } });
  expect((await of(String(first!.id))).run).toBe(run.run);
  expect((await of(String(second!.id))).run).not.toBe(run.run);
  const found = (subject: string) => who.ask("GET", `/api/runs?flow=${flow}&subject=${subject}`);
  expect((await found(String(first!.id))).json().run.run).toBe(run.run);
  expect((await found("1")).json().run).toBe(null);
  const answers = { "version.car": String(second!.id) };
  await who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: 0, answers });
  expect((await found(String(first!.id))).json().run.answers).toEqual(run.answers);
  // The car's own address, which pages lead to, opens the step that is to be answered.
  const address = `/reservation-payment/${first!.id}`;
  const opened = async () => {
    const { statusCode, headers } = await who.ask("GET", `${address}?utm_source=x`, undefined, {
      accept: "text/html",
    });
    return [statusCode, headers["location"]];
  };
  expect(await opened()).toEqual([200, undefined]);
  expect((await product.proceed(run, {})).answer.outcome).toEqual({ go: "contact" });
  expect(await opened()).toEqual([302, `${address}/contacto?utm_source=x`]);
});

it("a car that is not for sale has no page to be reserved or bought, but for who has begun that", async () => {
  const opened = await open();
  const { who, app } = opened;
  const statusOf = async (visitorOf: typeof who, path: string): Promise<number> =>
    (await visitorOf.ask("GET", path, undefined, { accept: "text/html" })).statusCode;
  // A model that is still sold, of which there is none.
  for (const route of ["reservation-payment", "buy-process", "buy-process-v2"])
    expect(await statusOf(who, `/${route}/1000002`)).toBe(410);
  const [car] = await allCars("SI", (one) => one.type === "used");
  const page = `/reservation-payment/${car!.id}`;
  const run = await upToPayment(opened, (await begin(who, flow, String(car!.id))).json());
  await pay(opened, run);
  expect([await statusOf(visitor(app, "SI"), page), await statusOf(who, `${page}/reservado`)]).toEqual([
    410, 200,
  ]);
});

it("a flow about something needs to know of what, and no other takes it", async () => {
  const { who } = await open();
  expect((await begin(who, flow)).statusCode).toBe(400);
  expect((await begin(who, "contact", "7")).statusCode).toBe(400);
});

it("a used car that is paid for is taken: nobody else finds it, and who sells is told", async () => {
  const opened = await open();
  const { app, who } = opened;
  const [car] = await allCars("SI", (one) => one.type === "used");
  const subject = String(car!.id);
  const run = await upToPayment(opened, (await begin(who, flow, subject)).json());
  // Who comes while it is paid for is told at once, and keeps what was typed.
  const other = { ...opened, product: productOf(app, undefined as never, visitor(app, "SI")) };
  const { who: second } = other.product;
  const waiting = await opened.product.proceed(run, {});
  expect(Object.keys(waiting.answer.outcome)).toEqual(["wait"]);
  const late = await other.product.proceed((await begin(second, flow, subject)).json(), {});
  expect(JSON.stringify(late.answer.outcome)).toContain("fromAddress.taken");
  const page = waiting.answer.state.wait!.page!;
  await comeBack(app, page, await atTheBank(opened.paying, page, "approve"));
  const done = await stateOf(opened.product, waiting.answer.state);
  expect(done).toMatchObject({
    status: "done",
    step: "done",
    results: { reservationStatus: "Pago exitoso", paymentStatus: "accepted" },
  });
  expect(done.results["submission"]).toMatchObject({ number: expect.stringMatching(/^RES-\d{4}-000001$/) });
  // What is asked for next opens by a link of the receipt, and by the same one of its mail.
  const { documentsPage, reserved } = done.results as {
    documentsPage: string;
    reserved: Record<"brand" | "model", string>;
  };
  expect(documentsPage).toMatch(/^\/documentos\/[\w-]{43}$/);
  const asked = await who.ask("GET", documentsPage, undefined, { accept: "text/html" });
  expect([asked.statusCode, asked.body.includes(`${reserved.brand} ${reserved.model}`)]).toEqual([200, true]);
  expect(await mailsTo(app, "maria.jose@correo.cl")).toEqual([expect.stringContaining(documentsPage)]);
  // Seven days after the payment, to the minute, on the receipt, in the mail and in the calendar.
  const { paidOn, paidTime } = done.results as Record<"paidOn" | "paidTime", string>;
  const last = new Date(Date.parse(paidOn) + 7 * 86_400_000).toISOString().slice(0, 10);
  const [mail] = await mailsTo(app, "maria.jose@correo.cl");
  expect(mail).toContain(`${last.split("-").toReversed().join("/")} a las ${paidTime}`);
  expect(await calendarsTo(app, "maria.jose@correo.cl")).toEqual([
    expect.stringContaining("SUMMARY:Termina el plazo para firmar"),
  ]);
  expect(await notInMail(opened, `/reservation-payment/${subject}/reservado`)).toEqual([]);
  const listed = await who.ask("GET", `/api/page?path=/reservation-payment/${subject}/reservado`);
  expect(listed.statusCode).toBe(200);
  const address = `/marcas/x/usado/x-x-${subject}`;
  const html = { accept: "text/html" };
  const gone = async () => (await who.ask("GET", address, undefined, html)).statusCode;
  await expect.poll(gone).toBe(410);
  // The department's comes from the reservation, and from the lead once that is delivered.
  expect(new Set(await deliveriesOf(app))).toEqual(
    new Set([
      "lead.incompleteBuyingFlow",
      "lead.buyingFlow",
      "mail to cotizaciones@salazarisrael.example",
      "mail to maria.jose@correo.cl",
    ]),
  );
  // What was opened for it goes with it.
  // What is going out at this moment is waited for.
  const why = { by: "request", reason: "la persona lo pide" } as const;
  const erase = async () => (await eraseRun(app.store, done.run, why, new Date())).outcome;
  await expect.poll(erase).toBe("erased");
  const nobodys = await who.ask("GET", documentsPage, undefined, { accept: "text/html" });
  expect([nobodys.statusCode, nobodys.headers["location"]]).toEqual([301, "/301"]);
});

it("before it is paid a car is held for a time that is told, and that is made longer once", async () => {
  const opened = await open();
  const { app, who, product } = opened;
  const [car] = await allCars("SI", (one) => one.type === "used");
  const subject = String(car!.id);
  const early = productOf(app, undefined as never, visitor(app, "SI"));
  const other = (await begin(early.who, flow, subject)).json();
  const run = await upToPayment(opened, (await begin(who, flow, subject)).json());
  expect(run.results).toMatchObject({ heldTime: expect.stringMatching(/^\d\d:\d\d$/), canExtend: true });
  const late = await early.proceed(other, {});
  expect(JSON.stringify(late.answer.outcome)).toContain("fromAddress.taken");
  const held = async () =>
    Date.parse(
      (await app.store.db.selectFrom("holds").select("until_at").executeTakeFirstOrThrow()).until_at,
    );
  const before = await held();
  const longer = await product.proceed(run, { "payment.moreTime": true });
  expect(longer.answer.outcome).toMatchObject({ dialog: "longer" });
  expect(longer.answer.state.results).toMatchObject({ canExtend: false });
  expect(((await held()) - before) / 60_000).toBe(15);
  // Who holds it sees it as free, goes on to the payment and keeps it when the card is refused.
  const waiting = await product.proceed(longer.answer.state, { "payment.moreTime": null });
  const page = waiting.answer.state.wait!.page!;
  await comeBack(app, page, await atTheBank(opened.paying, page, "reject"));
  const again = await stateOf(product, waiting.answer.state);
  expect(again.results).toMatchObject({ paymentStatus: "rejected" });
  expect(JSON.stringify((await early.proceed(late.answer.state, {})).answer.outcome)).toContain(
    "fromAddress.taken",
  );
  expect(await pay(opened, again)).toMatchObject({ status: "done", step: "done" });
});

it("whoever's server died between the hold and what was to be kept of it finds their own hold, and nobody else does", async () => {
  const opened = await open();
  const { app, who, product } = opened;
  const [car] = await allCars("SI", (one) => one.type === "used");
  const subject = String(car!.id);
  const early = productOf(app, undefined as never, visitor(app, "SI"));
  const other = (await begin(early.who, flow, subject)).json();
  const about = { ...chilean };
  const first = await product.proceed((await begin(who, flow, subject)).json(), {});
  const before = (await product.proceed(first.answer.state, about)).answer.state;
  const { db } = app.store;
  const [kept] = await db.selectFrom("runs").selectAll().where("id", "=", before.run).execute();
  expect((await product.proceed(before, { "terms.terms": true })).answer.outcome).toEqual({ go: "payment" });
  // As the store is where the server died: the unit is held, and nothing of it is in the run.
  await db.updateTable("runs").set(kept!).where("id", "=", before.run).execute();
  await db.deleteFrom("attempts").where("run", "=", before.run).execute();
  const late = await early.proceed(other, {});
  expect(JSON.stringify(late.answer.outcome)).toContain("fromAddress.taken");
  const again = await product.proceed(before, { "terms.terms": true });
  expect(again.answer.outcome).toEqual({ go: "payment" });
  expect(await db.selectFrom("holds").select("state").execute()).toEqual([{ state: "held" }]);
  expect(await pay(opened, again.answer.state)).toMatchObject({ status: "done", step: "done" });
});

it("who comes back after weeks finds all that was answered, and the car is held for them anew", async () => {
  let now = Date.now();
  const opened = await open("SI", {}, () => new Date(now));
  const { who } = opened;
  const [car] = await allCars("SI", (one) => one.type === "used");
  const subject = String(car!.id);
  const left = await upToPayment(opened, (await begin(who, flow, subject)).json());
  now += 20 * 24 * 60 * 60_000;
  const { run } = (await who.ask("GET", `/api/runs?flow=${flow}&subject=${subject}`)).json<{
    run: RunState;
  }>();
  expect(run).toMatchObject({ run: left.run, step: "payment", answers: left.answers });
  const page = await who.ask("GET", `/reservation-payment/${subject}/pago`, undefined, {
    accept: "text/html",
  });
  expect(page.statusCode).toBe(200);
  const inputs = { token: (run.results["run"] as { token: string }).token };
  const asked = { revision: run.revision, flow, data: "hold", inputs };
  expect((await who.ask("POST", "/api/data", asked)).json()).toMatchObject({ status: "empty" });
  expect(await pay(opened, run)).toMatchObject({ status: "done", step: "done" });
});

it("a unit of the special sale is reserved for its own price, and is one fewer of these", async () => {
  const opened = await open();
  const { who, app } = opened;
  const [car] = await allCars("SI", (one) => (one.dps?.units ?? 0) > 0);
  const subject = String(car!.id);
  const run: RunState = (await begin(who, flow, subject)).json();
  const ask = async (data: string, inputs: object) =>
    (await who.ask("POST", "/api/data", { revision: run.revision, flow, data, inputs })).json();
  const left = async () =>
    (await ask("units", { carId: subject, special: true })).value as { unit: number }[];
  const [before] = await left();
  const { options } = await ask("branches", { id: subject, special: true });
  const done = await pay(opened, await upToPayment(opened, run, { branch: options[0].value }));
  expect(done).toMatchObject({ step: "done", results: { reservationStatus: "Pago exitoso" } });
  expect(done.results["agreed"]).toMatch(/^\$[\d.]+$/);
  const units = async () => (await left())[0]?.unit ?? 0;
  await expect.poll(units).toBe(before!.unit - 1);
  expect(await deliveriesOf(app)).toContain("buyingFlow.reserveSpecialIncomplete");
  const page = await who.ask("GET", `/reservation-payment/${subject}/dps`, undefined, {
    accept: "text/html",
  });
  expect(page.statusCode).toBe(200);
});

it("where the list of documents does not open, what is paid is reserved all the same, without a link", async () => {
  const upstream = await startStandIn({ "POST /documents/opportunities": { status: 500 } });
  onTestFinished(() => upstream.stop());
  const opened = await open("SI", { UPSTREAM_DOCUMENTS: upstream.url });
  const [car] = await allCars("SI", (one) => one.type === "used");
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json());
  const done = await pay(opened, run);
  expect(done).toMatchObject({
    step: "done",
    results: { reservationStatus: "Pago exitoso", documentsPage: "" },
  });
  expect(upstream.requests.length).toBeGreaterThan(0);
  const [mail] = await mailsTo(opened.app, "maria.jose@correo.cl");
  expect(mail).toContain("RES-");
  expect(mail).not.toContain("/documentos/");
});

it("a new car is reserved in the colour and the branch that were chosen", async () => {
  const opened = await open();
  const [car] = await allCars("SI", (one) => one.type === "new" && one.units > 8 && !one.dps);
  const run: RunState = (await begin(opened.who, flow, String(car!.id))).json();
  const bare = await opened.product.proceed(run, {});
  expect(bare.status).toBe(422);
  expect(bare.answer.outcome).toMatchObject({ refuse: [{ path: "version.unit", code: "required" }] });
  const data = await opened.who.ask("POST", "/api/data", {
    revision: run.revision,
    flow,
    data: "units",
    inputs: { carId: String(car!.id), special: false },
  });
  const [, unit] = data.json().options as { value: string; label: string }[];
  const branches = await opened.who.ask("POST", "/api/data", {
    revision: run.revision,
    flow,
    data: "branches",
    inputs: { id: String(car!.id), special: false },
  });
  const [branch] = branches.json().options as { value: string }[];
  const paying = await upToPayment(opened, run, { unit: unit!.value, branch: branch!.value });
  const done = await pay(opened, paying);
  expect(done.results["reserved"]).toMatchObject({ colour: unit!.label });
  expect(done.step).toBe("done");
});

it("in Peru it is paid in dollars or in soles, as the button says", async () => {
  const opened = await open("WI");
  const [car] = await allCars("WI", (one) => one.type === "used");
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json());
  const done = await pay(opened, run, { "payment.inSecond": true });
  expect(done).toMatchObject({ step: "done", results: { paidCurrency: "PEN" } });
  const amounts = opened.paying.standIn.ledger.all().map(({ amount, currency }) => [amount, currency]);
  expect(amounts).toEqual([[done.results["paidNumber"], "PEN"]]);
});

it("while it cannot be seen whether a car is held for somebody, it is not said that another person has it", async () => {
  const [car] = await allCars("SI", (one) => one.type === "used");
  const upstream = await startReservations({ body: { status: "ok" } });
  onTestFinished(() => upstream.stop());
  const opened = await open("SI", { UPSTREAM_RESERVATION: upstream.url });
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json());
  // Whoever holds it sees it as free by their token alone.
  upstream.set("GET /customer/api/reservation/units", ({ query }) => ({
    body: { units: query["token"] === undefined ? [] : [unit] },
  }));
  const failing = { status: 500 };
  upstream.set("GET /customer/api/reservation/hold", failing);
  const unseen = await opened.product.proceed(run, {});
  expect(JSON.stringify(unseen.answer.outcome)).toContain("No pudimos ver este auto ahora");
  upstream.set("GET /customer/api/reservation/hold", heldUnit);
  upstream.set("POST /customer/api/reservation/hold", failing);
  const unanswered = await opened.product.proceed(unseen.answer.state, {});
  expect(JSON.stringify(unanswered.answer.outcome)).toContain("No pudimos apartar este auto ahora");
  upstream.set("POST /customer/api/reservation/hold", heldUnit);
  expect((await pay(opened, unanswered.answer.state)).status).toBe("done");
});

it("what is paid and not confirmed stays paid: it is asked for again in the background, and both are told", async () => {
  const [car] = await allCars("SI", (one) => one.type === "used");
  const upstream = await startReservations({ status: 500 });
  onTestFinished(() => upstream.stop());
  const opened = await open("SI", { UPSTREAM_RESERVATION: upstream.url });
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json());
  const done = await pay(opened, run);
  expect(done).toMatchObject({
    status: "done",
    step: "pending",
    results: { reservationStatus: "Pendiente" },
  });
  // Three tries while the person waited; more in the background.
  const tries = () => upstream.requests.filter(({ path }) => path === "/customer/api/reservation").length;
  await expect.poll(tries).toBeGreaterThan(3);
  expect(new Set(await deliveriesOf(opened.app))).toEqual(
    new Set([
      "lead.incompleteBuyingFlow",
      "lead.buyingFlow",
      "mail to cotizaciones@salazarisrael.example",
      "mail to maria.jose@correo.cl",
      "reservation.reserve",
    ]),
  );
  const email = "maria.jose@correo.cl";
  expect(await mailsTo(opened.app, email)).toHaveLength(1);
  // Once it is confirmed, the person reads so, and the list of documents opens.
  upstream.set("POST /customer/api/reservation", { body: { status: "ok" } });
  await opened.app.store.db
    .updateTable("deliveries")
    .set({ next_at: new Date().toISOString() })
    .where("state", "=", "queued")
    .execute();
  await expect.poll(() => mailsTo(opened.app, email).then(({ length }) => length)).toBe(3);
  const mails = await mailsTo(opened.app, email);
  const { number } = done.results["submission"] as { number: string };
  expect(mails.filter((text) => text.includes("ya nos confirmó") && text.includes(number))).toHaveLength(1);
  const link = mails.flatMap((text) => /\/documentos\/[\w-]{43}/.exec(text)?.[0] ?? [])[0]!;
  const asked = await opened.who.ask("GET", link, undefined, { accept: "text/html" });
  expect(asked.statusCode).toBe(200);
  // What came of it in the background goes with the erasure of what was sent.
  const why = { by: "request", reason: "la persona lo pide" } as const;
  const erase = async () => (await eraseRun(opened.app.store, done.run, why, new Date())).outcome;
  await expect.poll(erase).toBe("erased");
  const nobodys = await opened.who.ask("GET", link, undefined, { accept: "text/html" });
  expect(nobodys.headers["location"]).toBe("/301");
});

it("what was begun is gone on with on another device, by the link and the code of a mail", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  const opened = await open("SI", { SMTP_URL: smtp.url });
  const [car] = await allCars("SI", (one) => one.type === "used");
  const run: RunState = (await begin(opened.who, "vehicle-purchase-v2", String(car!.id))).json();
  const begun = (await opened.product.proceed(run, {})).answer.state;
  const email = "maria.jose@correo.cl";
  expect((await opened.who.ask("POST", `/api/runs/${run.run}/handoff`, { email })).statusCode).toBe(202);
  await expect.poll(() => smtp.messages.length).toBe(1);
  const text = smtp.messages[0]!.email.text ?? "";
  const [, link, token] = /http:\/\/[^/]+(\/\S+)#seguir=([\w-]{43})/.exec(text)!;
  const [code] = /\b\d{6}\b/.exec(text.replace(/http\S+/g, ""))!;
  expect(link).toBe(`/buy-process-v2/${car!.id}`);
  const phone = visitor(opened.app, "SI");
  const arrived = await phone.ask("POST", "/api/handoffs", { token, code });
  expect([arrived.statusCode, arrived.json()]).toEqual([200, { path: `${link}/contacto` }]);
  const found = await phone.ask("GET", `/api/runs?flow=vehicle-purchase-v2&subject=${car!.id}`);
  expect(found.json().run).toMatchObject({ run: run.run, step: begun.step, answers: begun.answers });
});
