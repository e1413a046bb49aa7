/** A run goes on on another device: who may ask for the mail, what it takes, and what both devices have then. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { openJourneys, type Journeys, type Mailed } from "./handoff-parts.ts";

/** A run at its second step, and the mail to go on with. */
async function mailed(journeys: Journeys) {
  const { product, ask, mail } = journeys;
  const begun = await product.begin("journey");
  const answers = {
    "who.name": "Ana Núñez",
    "who.email": "ana@correo.cl",
    "who.partner": "Luis",
    "who.other": "Eva",
  };
  const { answer } = await product.proceed(begun, answers);
  expect(answer.state.step).toBe("where");
  const run = answer.state;
  const draft = { version: run.version, answers: { "where.place": "Chillán" } };
  await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, draft);
  expect((await ask(product.who, run.run, "ana@correo.cl")).statusCode).toBe(202);
  return { run, ...(await mail(1)) };
}

const keys = ({ token, code }: Mailed) => ({ token, code });

const errorOf = (reply: { statusCode: number; json(): unknown }): [number, string] => [
  reply.statusCode,
  (reply.json() as { error: string }).error,
];

describe("going on on another device", () => {
  it("takes the run with all that is in it, once; the device that it left is told", async () => {
    const journeys = await openJourneys();
    const { product, arrive, ask, mail, device, as } = journeys;
    const { run, to, link, token, code, text } = await mailed(journeys);
    expect(to).toEqual(["ana@correo.cl"]);
    expect(link).toBe(`http://si.localhost:3000/journey-page#seguir=${token}`);
    expect(text).toContain("20 minutos");
    // Nothing of the run or of its person, in the mail or in the address.
    for (const secret of [run.run, "Ana", "Núñez", "Luis", "Chillán"]) expect(text).not.toContain(secret);
    // Of what was mailed there are hashes, and nothing else.
    const stored = JSON.stringify([await product.rows("handoffs"), await product.rows("deliveries")]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(code);

    const phone = device();
    // Whoever opens the link, a mail scanner too, uses nothing up.
    expect((await phone.ask("GET", "/journey-page")).statusCode).toBe(200);
    const arrived = await arrive(phone, { token, code });
    expect([arrived.statusCode, arrived.json()]).toEqual([200, { path: "/journey-page/donde" }]);
    expect(String(arrived.headers["set-cookie"])).toMatch(/^vitrina=.*HttpOnly; SameSite=Lax/);
    const { run: there } = (await phone.ask("GET", "/api/runs?flow=journey")).json();
    expect(there).toMatchObject({
      run: run.run,
      step: "where",
      done: ["who"],
      answers: { "who.name": "Ana Núñez", "where.place": "Chillán" },
    });
    // Once.
    expect(errorOf(await arrive(device(), { token, code }))).toEqual([410, "handoff-over"]);

    const went = {
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      time: expect.stringMatching(/^\d\d:\d\d$/),
    };
    const draft = { version: run.version, answers: { "where.place": "Arica" } };
    const late = await product.who.ask("PATCH", `/api/runs/${run.run}/answers`, draft);
    expect([late.statusCode, late.json()]).toMatchObject([410, { error: "went", went }]);
    expect((await product.proceed(run, { "where.place": "Arica" })).problem).toMatchObject({
      error: "went",
      went,
    });
    const page = await product.who.ask("GET", "/api/page?path=/journey-page");
    expect(page.json().flow).toMatchObject({ run: null, went });
    const html = await product.who.ask("GET", "/journey-page");
    expect([html.headers["cache-control"], html.body]).toEqual([
      "private, no-store",
      expect.stringContaining("Seguiste en otro dispositivo"),
    ]);
    // To anybody else the run never was.
    expect(errorOf(await device().ask("PATCH", `/api/runs/${run.run}/answers`, draft))).toEqual([
      404,
      "no-run",
    ]);
    // Whoever begins anew there is told no more.
    expect((await product.begin("journey")).run).not.toBe(run.run);
    expect((await product.who.ask("GET", "/api/page?path=/journey-page")).json().flow.went).toBeUndefined();

    // It ends there, and so does what it had put in line.
    const here = as(phone);
    const where = await here.proceed(there, { "where.place": "Chillán" });
    const end = await here.proceed(where.answer.state, { "when.day": "lunes" });
    expect(end.answer.outcome).toEqual({ redirect: "/partner-page", failure: false });
    const luis = await here.begin("partner", phone);
    expect(luis.answers).toEqual({ "partner.name": "Luis" });
    expect((await product.begin("partner")).answers).toEqual({});
    // Whoever stands in a line takes what waits behind along.
    await ask(phone, luis.run, "luis@correo.cl");
    const tablet = device();
    expect((await arrive(tablet, keys(await mail(2)))).json()).toEqual({ path: "/partner-page" });
    const last = await as(tablet).proceed(luis, { "partner.name": "Luis" });
    expect(last.answer.outcome).toEqual({ redirect: "/partner-page", failure: false });
    expect((await as(tablet).begin("partner", tablet)).answers).toEqual({ "partner.name": "Eva" });
  });

  it("allows five tries, twenty minutes, and the newest mail alone", async () => {
    const journeys = await openJourneys();
    const { product, arrive, ask, mail, device, clock } = journeys;
    const first = await mailed(journeys);
    const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    // However many come at once, five are looked at; the right one comes too late.
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => arrive(device(), { token: first.token, code: wrong(first.code) })),
    );
    const said = tries.map((reply) => reply.json<{ error: string; message: string }>());
    expect(
      said.filter(({ error }) => error === "wrong-code").map(({ message }) => message.slice(-18)),
    ).toHaveLength(4);
    expect(said.some(({ message }) => message.endsWith("Te queda 1 intento."))).toBe(true);
    expect(said.filter(({ error }) => error === "handoff-over")).toHaveLength(8);
    expect(errorOf(await arrive(device(), { token: first.token, code: first.code }))).toEqual([
      410,
      "handoff-over",
    ]);
    expect((await product.rows("handoffs"))[0]).toMatchObject({ tries: 5, used_at: null });

    clock.pass(1);
    await ask(product.who, first.run.run, "ana@correo.cl");
    const second = await mail(2);
    clock.pass(1);
    await ask(product.who, first.run.run, "ana@correo.cl");
    const third = await mail(3);
    // Another was asked for: the one before is good no more.
    expect(errorOf(await arrive(device(), { token: second.token, code: second.code }))).toEqual([
      410,
      "handoff-over",
    ]);
    clock.pass(20 * 60);
    expect(errorOf(await arrive(device(), { token: third.token, code: third.code }))).toEqual([
      410,
      "handoff-over",
    ]);
    await ask(product.who, first.run.run, "ana@correo.cl");
    const fourth = await mail(4);
    clock.pass(20 * 60 - 1);
    // Back on the same device it goes nowhere.
    expect((await arrive(product.who, { token: fourth.token, code: fourth.code })).statusCode).toBe(200);
    expect((await product.who.ask("GET", "/api/runs?flow=journey")).json().run.run).toBe(first.run.run);
    expect((await product.who.ask("GET", "/api/page?path=/journey-page")).json().flow.went).toBeUndefined();
  });

  it("asks before it puts aside what is open there, and waits for an attempt that is at work", async () => {
    const journeys = await openJourneys();
    const { product, arrive, device, as } = journeys;
    const { run, token, code } = await mailed(journeys);
    const phone = device();
    const other = await product.begin("journey", phone);
    await phone.ask("PATCH", `/api/runs/${other.run}/answers`, {
      version: 0,
      answers: { "who.name": "Eva" },
    });
    for (let asked = 0; asked < 6; asked++) {
      // It is no wrong code: no try is lost.
      expect(errorOf(await arrive(phone, { token, code }))).toEqual([409, "other-open"]);
    }
    let answer = (): void => {};
    product.upstream.set("POST /trips/plan", async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { body: {} };
    });
    const working = product.proceed({ ...run, version: run.version }, { "where.place": "Chillán" });
    await until(
      async () => (await product.rows("runs")).some(({ busy_key }) => busy_key !== null),
      () => "no attempt began",
    );
    expect(errorOf(await arrive(phone, { token, code, replace: true }))).toEqual([409, "busy"]);
    // All of it or nothing: what is open there is there still.
    expect((await phone.ask("GET", "/api/runs?flow=journey")).json().run.run).toBe(other.run);
    await until(
      async () => (await product.rows("calls")).length > 0,
      () => "the service was not asked",
    );
    answer();
    expect((await working).answer.state.step).toBe("when");
    const arrived = await arrive(phone, { token, code, replace: true });
    expect(arrived.json()).toEqual({ path: "/journey-page/cuando" });
    expect((await as(phone).begin("journey", phone)).run).toBe(run.run);
    // What made way is nobody's.
    const aside = (await product.rows("runs")).find(({ id }) => id === other.run)!;
    expect(aside).toMatchObject({ status: "open", answers: JSON.stringify({ "who.name": "Eva" }) });
    expect([run.run, other.run].map((id) => id === aside["id"])).toEqual([false, true]);
    expect(new Set((await product.rows("runs")).map(({ session }) => session)).size).toBe(2);
  });

  it("mails nobody for strangers: whose run it is, how often, and to what address", async () => {
    const { product, ask, device, mail, smtp, clock, arrive } = await openJourneys();
    const begun = await product.begin("journey");
    expect(errorOf(await ask(device(), begun.run, "ana@correo.cl"))).toEqual([404, "no-run"]);
    for (const bad of [
      "",
      "ana",
      "ana@correo",
      "a@b.cl,c@d.cl",
      "Ana <a@b.cl>",
      "a@b.cl\nBcc: c@d.cl",
      `${"a".repeat(65)}@b.cl`,
    ]) {
      expect([bad, ...errorOf(await ask(product.who, begun.run, bad))]).toEqual([bad, 422, "mail-address"]);
    }
    const from = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
    const foreign = await product.who.ask(
      "POST",
      `/api/runs/${begun.run}/handoff`,
      { email: "a@b.cl" },
      from,
    );
    expect(errorOf(foreign)).toEqual([403, "other-site"]);
    expect(errorOf(await device().ask("POST", "/api/handoffs", { token: "x", code: "1" }, from))).toEqual([
      403,
      "other-site",
    ]);
    expect(errorOf(await arrive(device(), { token: "x".repeat(43), code: "123456" }))).toEqual([
      410,
      "handoff-over",
    ]);
    expect(errorOf(await arrive(device(), { token: "x", code: "123456" }))).toEqual([400, "bad-request"]);
    // Of a form that does not say so.
    const other = await product.begin("plain");
    expect(errorOf(await ask(product.who, other.run, "a@b.cl"))).toEqual([404, "not-found"]);

    // To one address five an hour, whoever asks; about one run five, wherever they go.
    for (let sent = 1; sent <= 5; sent++) {
      const someone = device();
      const { run } = await product.begin("journey", someone);
      expect((await ask(someone, run, sent % 2 ? "eva@correo.cl" : "EVA@correo.cl")).statusCode).toBe(202);
    }
    const sixth = device();
    const refused = await ask(sixth, (await product.begin("journey", sixth)).run, "eva@correo.cl");
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^Ya enviamos varios correos\. Espera .* minutos?/),
    ]);
    for (let sent = 1; sent <= 5; sent++) {
      expect((await ask(product.who, begun.run, `p${sent}@correo.cl`)).statusCode).toBe(202);
    }
    expect((await ask(product.who, begun.run, "p6@correo.cl")).statusCode).toBe(429);
    const delivered = (): Promise<unknown> =>
      until(
        async () => (await product.rows("deliveries")).every(({ state }) => state === "delivered"),
        () => "not all were delivered",
      );
    // What is on its way when an hour passes at once would be taken for lost, and sent again.
    await delivered();
    clock.pass(3_600);
    expect((await ask(product.who, begun.run, "p6@correo.cl")).statusCode).toBe(202);
    // Only the last of those about one run may still be waiting; none is mailed twice.
    await delivered();
    await mail(6);
    const to = smtp.messages.flatMap((message) => message.to);
    expect(to.filter((one) => one.toLowerCase() === "eva@correo.cl")).toHaveLength(5);
    expect(to.filter((one) => one === "p6@correo.cl")).toHaveLength(1);
    expect(new Set(smtp.messages.map(({ email }) => email.messageId)).size).toBe(smtp.messages.length);
  });

  it("a mail that is tried again has a code of its own, and an ended run sends none", async () => {
    const { product, ask, smtp, mail, arrive, device, clock } = await openJourneys();
    const begun = await product.begin("journey");
    smtp.refuse(450);
    expect((await ask(product.who, begun.run, "ana@correo.cl")).statusCode).toBe(202);
    await until(
      async () =>
        (await product.rows("deliveries")).some(
          ({ attempts, state }) => attempts === 1 && state === "queued",
        ),
      () => "it was not tried",
    );
    const [before] = await product.rows("handoffs");
    smtp.accept();
    clock.pass(300);
    const { token, code } = await mail(1);
    const [after] = await product.rows("handoffs");
    expect(after!["token_hash"]).not.toBe(before!["token_hash"]);
    expect((await arrive(device(), { token, code })).statusCode).toBe(200);

    const run = await product.begin("journey");
    smtp.refuse(450);
    await ask(product.who, run.run, "eva@correo.cl");
    await until(
      async () =>
        (await product.rows("deliveries")).some(
          ({ attempts, state }) => attempts === 1 && state === "queued",
        ),
      () => "it was not tried",
    );
    let state = run;
    for (const answers of [{}, {}, {}])
      state = (await product.proceed(state, answers, { key: randomUUID() })).answer.state;
    expect(state.status).toBe("done");
    smtp.accept();
    clock.pass(300);
    await until(
      async () => (await product.rows("deliveries")).every((one) => one["state"] === "delivered"),
      () => "it is tried still",
    );
    expect(smtp.messages.flatMap((message) => message.to)).toEqual(["ana@correo.cl"]);

    // To whom they went is kept no longer than that they were asked for: an erasure would not find it.
    const left = async () => [
      (await product.rows("handoffs")).length,
      (await product.rows("deliveries")).filter(({ dedupe }) => String(dedupe).startsWith("handoff/")).length,
    ];
    expect(await left()).toEqual([2, 2]);
    clock.pass(31 * 86_400);
    await product.app.housekeeping.once();
    expect(await left()).toEqual([0, 0]);
  });
});
