/** The appraisal from its first step to its appointment over the real server, with its service as somebody else's process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { evaluate, plainWords, type Outcome, type RunState } from "../../schemas/engine/all.ts";
import { reEvaluate } from "../../server/evidence/re-evaluate.ts";
import { lookedAt } from "../../server/operators/evidence.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { fillFor } from "../../server/evaluation/program-scope.ts";
import { openApp, visitor } from "../support/app.ts";
import { never, startStandIn, type Received, type Route } from "../support/stand-in.ts";
import { queuedMail } from "../support/queued-mail.ts";
import { projectRoot } from "./parts.ts";
import { productOf, type Product, type Reply } from "./program-parts.ts";

const base = "/appraisal-v2";
const quote = `GET ${base}/quote`;
const lead = `POST ${base}/lead`;
const slots = `GET ${base}/appointment/slots`;
const appointment = `POST ${base}/appointment`;

const price = { price: 6_310_000, minPrice: 5_990_000, maxPrice: 6_620_000, score: 76, error: null };

/** The second company has a car that the first one does not have, and names the other one otherwise. */
const companies =
  (first: unknown, second: unknown): Route =>
  (request) => ({
    body: request.query["companyId"] === "olx" ? first : second,
  });

const routes: Record<string, Route> = {
  [`GET ${base}/years`]: companies([{ year: 2021 }, { year: 2020 }], [{ year: 2020 }]),
  [`GET ${base}/brands`]: companies(
    [{ brandCode: "KIA", brandName: "Kia" }],
    [
      { brandCode: "KIA", brandName: "KIA MOTORS" },
      { brandCode: "MAXUS", brandName: "Maxus" },
    ],
  ),
  [`GET ${base}/models`]: { body: [{ modelCode: "RIO", modelName: "Rio" }] },
  [`GET ${base}/versions`]: { body: [{ versionCode: "KIA-RIO-1-4-LX", versionName: "1.4 LX" }] },
  [`GET ${base}/mileage-range`]: { body: [{ id: 3, minRange: 30_001, maxRange: 50_000 }] },
  [quote]: { body: price },
  [lead]: { status: 201, body: { Id: "lead-7" } },
  [`GET ${base}/appointment/regions`]: { body: [{ id: "13", name: "Metropolitana" }] },
  [`GET ${base}/appointment/cities`]: { body: [{ id: "santiago", name: "Santiago" }] },
  [`GET ${base}/appointment/branch-offices`]: {
    body: {
      data: [{ id: "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67", name: "Bilbao", address: "Av. Bilbao 4130" }],
      error: null,
    },
  },
  [slots]: {
    body: { data: [{ "2026-11-23": ["09:30", "10:30"] }, { "2026-11-24": ["09:30"] }], error: null },
  },
  [appointment]: { status: 201, body: { Id: "cita-1", Status: 201, Error: null } },
};

const example = JSON.parse(
  await readFile(join(projectRoot, "schemas/flows/appraisal/examples/accepted-si.json"), "utf8"),
) as { answers: Record<string, unknown> };
const answersOf = (step: string, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...example.answers, ...changes }).filter(([path]) => path.startsWith(`${step}.`)),
  );

async function open(changed: Record<string, Route> = {}): Promise<Product> {
  const upstream = await startStandIn({ ...routes, ...changed });
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_APPRAISAL: upstream.url, LIMIT_FACTOR: "100" } });
  return productOf(app, upstream, visitor(app, "SI"));
}

/** The same product with its service as it should be, and somebody else who uses it: nothing was asked yet. */
function anew(product: Product, changed: Record<string, Route>): Product {
  const { app, upstream } = product;
  for (const [route, does] of Object.entries({ ...routes, ...changed })) upstream.set(route, does);
  upstream.forget();
  return productOf(app, upstream, visitor(app, "SI"));
}

/** Goes on until a step, or until one does not go on. */
async function until(product: Product, last: string, changes: Record<string, unknown> = {}): Promise<Reply> {
  let run = await product.begin("appraisal");
  for (;;) {
    const { step } = run;
    const reply = await product.proceed(run, answersOf(step, changes));
    run = reply.answer.state;
    if (step === last || run.step === step) return reply;
  }
}

const asked = ({ upstream }: Product, path: string): Received[] =>
  upstream.requests.filter((request) => `${request.method} ${request.path}` === path);
const bodies = (product: Product, path: string): unknown[] => asked(product, path).map(({ body }) => body);
const keys = (product: Product, path: string): unknown[] =>
  asked(product, path).map(({ headers }) => headers["idempotency-key"]);
const titleOf = (outcome: Outcome): string =>
  "dialog" in outcome ? `${outcome.dialog}: ${plainWords(outcome.title)}` : JSON.stringify(outcome);

const again = async (product: Product, state: RunState, id: string, button = "retry"): Promise<Reply> =>
  await product.proceed(state, answersOf(state.step), { dialog: { id, button } });

const noPrice = "noPrice: No pudimos calcular el precio de tu auto";
const noAppointment = "noAppointment: No se pudo agendar la cita, por favor ingresa otro horario";

describe("the appraisal", () => {
  it("asks both companies, sends the lead and the appointment as specified, and mails the person", async () => {
    const product = await open();
    const { answer } = await until(product, "inspection");
    expect(answer.outcome).toEqual({ go: "summary" });
    expect(answer.state).toMatchObject({
      status: "done",
      results: {
        leadId: "lead-7",
        simulation: {
          price: 6_310_000,
          minPrice: 5_990_000,
          maxPrice: 6_620_000,
          score: 76,
          patent: "BBBB12",
        },
        // The service does not know the plate.
        isAutocompleted: false,
      },
    });
    // Lead and appointment are each proved, with what services gave and without the look-up that was never pressed.
    const { db } = product.app.store;
    const submissions = await db.selectFrom("submissions").selectAll().orderBy("created_at").execute();
    expect(submissions.map(({ step }) => step)).toEqual(["person", "inspection"]);
    for (const one of submissions) expect((await reEvaluate(db, one))!.doubts).toEqual([]);
    expect((await verifyEvidence(db)).found).toEqual([]);
    // An evaluator for which every condition fails is told where it matters, in each of them.
    const { found } = await verifyEvidence(db, { compileRule: () => () => false });
    expect(new Set(found.map(({ finding }) => finding))).toEqual(new Set(["rules-disagree"]));
    expect(new Set(found.map(({ submission }) => submission))).toEqual(
      new Set(submissions.map(({ id }) => id)),
    );
    // A revision that somebody changed into one that means nothing is told, and the rest is verified.
    const { revision } = submissions[0]!;
    const kept = await db.selectFrom("revisions").select("content").where("hash", "=", revision).execute();
    const { content } = kept[0]!;
    const change = (text: string) =>
      db.updateTable("revisions").set({ content: text }).where("hash", "=", revision).execute();
    await change(content.replaceAll('"resets":', '"computed":{"nothing":[]},"resets":'));
    expect((await verifyEvidence(db)).found.map(({ finding }) => finding).toSorted()).toEqual([
      ...submissions.map(() => "not-evaluated"),
      "revision-changed",
    ]);
    expect(await lookedAt(db, submissions[0]!)).toEqual({ isReadable: true, looked: undefined });
    await change(content);
    const companiesOf = (path: string) =>
      new Set(asked(product, path).map(({ query }) => query["companyId"]));
    for (const path of ["years", "brands", "models", "versions", "mileage-range", "quote"]) {
      expect([path, ...companiesOf(`GET ${base}/${path}`)]).toEqual([path, "olx", "clicar"]);
    }
    expect(asked(product, quote)[0]!.query).toEqual({
      companyId: "olx",
      countryId: "CL",
      modelCode: "RIO",
      brandCode: "KIA",
      versionCode: "KIA-RIO-1-4-LX",
      year: "2020",
      idMileageRange: "3",
      vpp: "true",
    });
    expect(asked(product, `GET ${base}/appointment/regions`)[0]!.query).toEqual({ company: "olx,clicar" });
    expect(bodies(product, lead)).toEqual([
      {
        carPlate: "BBBB12",
        firstName: "María José",
        lastName: "Núñez Soto",
        phone: expect.stringMatching(/^(\+56)?912345678$/),
        email: "maria.jose@correo.cl",
        region: "Metropolitana de Santiago",
        brand: "Kia",
        model: "Rio",
        version: "1.4 LX",
        year: "2020",
        mileage: "3",
        mileageStr: "30.001 kms. - 50.000 kms.",
        urgentSale: true,
        customerCategory: "Vendedor web",
        BGCategoriaCliente: "Particular",
        minPrice: 5_990_000,
        maxPrice: 6_620_000,
        automaticPrice: 6_310_000,
        company: 1,
      },
    ]);
    expect(bodies(product, appointment)).toEqual([
      {
        name: "María José Núñez Soto",
        leadId: "lead-7",
        mode: "sucursal",
        phone: expect.stringMatching(/^(\+56)?912345678$/),
        branchOffice: "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67",
        dateTime: "2026-11-23 09:30",
      },
    ]);
    const [mail, ...more] = await product.rows("deliveries");
    expect(more).toEqual([]);
    const { to, text, html, calendar, wordmark } = queuedMail(String(mail!["payload"]));
    expect(to).toBe("maria.jose@correo.cl");
    expect(text).toContain("Te esperamos en Bilbao (Av. Bilbao 4130) el 23 de noviembre de 2026 a las 09:30");
    expect(text).toContain("Precio: $5.990.000 a $6.620.000");
    expect(text).toContain("los papeles del auto");
    const map = "https://www.google.com/maps/search/?api=1&query=Bilbao%2C%20Av.%20Bilbao%204130";
    expect(text).toContain(`Ver en el mapa: ${map}`);
    expect(html).toContain(`href="${map.replace("&", "&amp;")}"`);
    expect(text).toMatch(
      /-- \nSalazar Israel\nAv\. [^]*\+56 2 2410 6100\ncontacto@salazarisrael\.example[^]*\nSalazar Israel S\.A\.\n/,
    );
    expect(wordmark).toBe("SI");
    expect(calendar!.name).toMatch(/^inspeccion-de-tu-auto-en-salazar-israel\.ics$/);
    const entry = calendar!.text.replaceAll("\r\n ", "").split("\r\n");
    expect(entry).toContain("METHOD:PUBLISH");
    // In summer Chile is three hours behind.
    expect(entry).toContain("DTSTART:20261123T123000Z");
    expect(entry).toContain("DTEND:20261123T133000Z");
    expect(entry).toContain(String.raw`LOCATION:Bilbao\, Av. Bilbao 4130`);
    expect((await product.rows("submissions")).map(({ step, state }) => [step, state])).toEqual([
      ["person", "accepted"],
      ["inspection", "accepted"],
    ]);
  });

  it("leaves the plate out where there is none, and another answer makes the sale less urgent", async () => {
    const product = await open();
    await until(product, "person", { "car.plate": undefined, "person.sellWindow": "nextMonth" });
    const [body] = bodies(product, lead) as [Record<string, unknown>];
    expect(Object.keys(body)).not.toContain("carPlate");
    expect(body["urgentSale"]).toBe(false);
  });

  it("says that there is no price, whatever the quote is like, and goes on with the next one", async () => {
    const shared = await open();
    // Meanwhile, one that does not answer is given up.
    const slow = (async () => {
      const product = await open({ [quote]: { delay: never, body: price } });
      const { answer } = await until(product, "person");
      return titleOf(answer.outcome);
    })();
    const cases: [string, Route, unknown][] = [
      ["a failure", { status: 500 }, undefined],
      ["a 404 of both companies", { status: 404, body: { price: null } }, undefined],
      ["an error within", { body: { ...price, error: "x" } }, undefined],
      ["a status within", { body: { price: null, statusCode: 404 } }, undefined],
      ["a price of null", { body: { ...price, price: null } }, [null, price.minPrice]],
      ["a price of 0", { body: { ...price, price: 0 } }, [0, price.minPrice]],
      ["something garbled", { body: "<html>" }, undefined],
      ["half an answer", { body: price, cutOff: "within" }, undefined],
    ];
    for (const [name, route, stored] of cases) {
      const product = anew(shared, { [quote]: route });
      const { answer } = await until(product, "person");
      const simulation = answer.state.results["simulation"] as Record<string, unknown> | undefined;
      const kept = simulation && [simulation["price"], simulation["minPrice"]];
      expect([name, titleOf(answer.outcome), kept]).toEqual([name, noPrice, stored]);
      expect(bodies(product, lead)).toEqual([]);
      product.upstream.set(quote, { body: price });
      expect((await again(product, answer.state, "noPrice")).answer.outcome).toEqual({ go: "price" });
      expect(bodies(product, lead)).toHaveLength(1);
    }
    expect(await slow).toEqual(noPrice);
  });

  it("takes the quote of the company that lists the car, and what is left of the lists when one is down", async () => {
    const product = await open({
      [quote]: ({ query }) =>
        query["companyId"] === "olx" ? { status: 404 } : { body: { ...price, price: 5_000_000 } },
      [`GET ${base}/brands`]: ({ query }) =>
        query["companyId"] === "olx" ? { status: 503 } : { body: [{ brandCode: "KIA", brandName: "Kia" }] },
    });
    const { answer } = await until(product, "person");
    expect(answer.outcome).toEqual({ go: "price" });
    expect(answer.state.results["simulation"]).toMatchObject({ price: 5_000_000 });
  });

  it("has one list of what both value, each make where it belongs, and the price of whoever tells one", async () => {
    const makes = (...names: string[]) =>
      names.map((name) => ({ brandCode: name.toUpperCase(), brandName: name }));
    const product = await open({
      [`GET ${base}/brands`]: companies(
        makes("BMW", "Fiat", "Kia", "Volvo"),
        makes("DFSK", "Fiat", "Foton", "Kia", "Maxus"),
      ),
      [quote]: companies({ ...price, price: 1, error: "No hay datos" }, price),
    });
    const revision = product.app.definitions.current("SI")!.hash;
    const asks = { revision, flow: "appraisal", data: "brands", inputs: { year: "2020" } };
    const { options } = (await product.who.ask("POST", "/api/data", asks)).json<{
      options: { value: string; label: string }[];
    }>();
    const labels = options.map(({ label }) => label).join(" ");
    expect(labels).toBe("BMW DFSK Fiat Foton Kia Maxus Volvo");
    const { answer } = await until(product, "person");
    expect(answer.state.results["simulation"]).toMatchObject({ price: 6_310_000 });
  });

  it("stores whether the car is the plate's, as the service knows it and not as a browser says", async () => {
    const product = await open();
    const known: Route = { body: { year: 2020, brandCode: "KIA", modelCode: "RIO" } };
    const cases: [string, Route, Record<string, unknown>, boolean][] = [
      ["the plate's", known, {}, true],
      ["another year", known, { "car.year": "2021" }, false],
      ["another car", { body: { year: 2020, brandCode: "MAXUS", modelCode: "T60" } }, {}, false],
      ["half an answer", { body: { year: 2020, brandCode: "KIA" } }, {}, true],
      ["no plate", known, { "car.plate": undefined }, false],
      ["nobody's plate", { status: 404, body: {} }, {}, false],
      ["no service", { status: 500, body: {} }, {}, false],
    ];
    const found: [string, unknown][] = [];
    for (const [name, route, changes] of cases) {
      const one = anew(product, { [`GET ${base}/patent`]: route });
      const { answer } = await until(one, "car", changes);
      expect([name, answer.outcome]).toEqual([name, { go: "person" }]);
      found.push([name, answer.state.results["isAutocompleted"]]);
    }
    expect(found).toEqual(cases.map(([name, , , wanted]) => [name, wanted]));
  });

  it("begins the last step with what was told before, and takes what is put right there", async () => {
    const product = await open();
    const { answer } = await until(product, "person");
    const begun = Object.fromEntries(
      ["name", "lastName", "phone", "contactMedium"].map((name) => [
        `inspection.${name}`,
        example.answers[`person.${name}`],
      ]),
    );
    expect(answer.state.answers).toMatchObject(begun);
    const price = await product.proceed(answer.state, {});
    const changes = { "inspection.name": "Ana", "inspection.phone": "987654321" };
    const last = await product.proceed(price.answer.state, answersOf("inspection", changes));
    expect(last.answer.outcome).toEqual({ go: "summary" });
    expect(bodies(product, appointment)).toMatchObject([{ name: "Ana Núñez Soto", phone: "987654321" }]);
    expect(bodies(product, lead)).toMatchObject([{ firstName: "María José" }]);
  });

  it("tells a plate that nobody knows from one that could not be searched", async () => {
    const product = await open();
    const revision = product.app.definitions.current("SI")!.hash;
    const cases: [string, Route, string][] = [
      ["a car", { body: { year: 2020, brandCode: "KIA", modelCode: "RIO" } }, "ready"],
      ["a car, as text", { body: { year: "2020", brandCode: "KIA", modelCode: "RIO" } }, "ready"],
      ["a 404", { status: 404, body: { message: "No existe" } }, "empty"],
      ["a 204", { status: 204 }, "empty"],
      ["nothing at all", { body: "" }, "empty"],
      ["null", { body: null }, "empty"],
      ["an empty object", { body: {} }, "empty"],
      ["an empty list", { body: [] }, "empty"],
      ["a car of nulls", { body: { year: null, brandCode: null, modelCode: null } }, "empty"],
      ["a status within", { body: { statusCode: 404, message: "No existe", data: null } }, "empty"],
      ["a failure", { status: 500 }, "failed"],
      ["something garbled", { body: "<html>" }, "failed"],
      ["half an answer", { body: { year: 2020 }, cutOff: "within" }, "failed"],
    ];
    const found: [string, string][] = [];
    for (const [index, [name, route]] of cases.entries()) {
      product.upstream.set(`GET ${base}/patent`, route);
      const inputs = { patent: `BBBB${10 + index}` };
      const asks = { revision, flow: "appraisal", data: "vehicle", inputs };
      const reply = await product.who.ask("POST", "/api/data", asks);
      found.push([name, reply.json<{ status: string }>().status]);
    }
    expect(found).toEqual(cases.map(([name, , status]) => [name, status]));
  });

  it("draws the price as far as it goes", async () => {
    const product = await open();
    const { definitions } = product.app;
    const prepared = definitions.prepared(definitions.current("SI")!, "appraisal");
    const card = prepared.flow.fields["price.card"]!;
    const cases: [string, Record<string, unknown>, string][] = [
      ["both ends", price, "$5.990.000 a $6.620.000"],
      ["no maximum", { ...price, maxPrice: null }, "Desde $5.990.000"],
      ["no minimum", { price: 6_310_000, maxPrice: 6_620_000 }, "Hasta $6.620.000"],
      ["a minimum of 0", { ...price, minPrice: 0 }, "Hasta $6.620.000"],
      ["no range", { price: 6_310_000, minPrice: null, maxPrice: null }, "$6.310.000"],
    ];
    for (const [name, simulation, says] of cases) {
      const context = { today: "2026-11-21", data: {}, results: { simulation } };
      const evaluation = evaluate(prepared, {}, context);
      const { items = [] } = evaluation.fields["price.card"]!;
      const lines = card.items!.filter(({ id }) => items.includes(id) && /price|range|from|upTo/.test(id));
      const values = { prepared, evaluation, ...context };
      const read = lines.map(({ text }) => plainWords(fillFor(values, text)).replaceAll("\u00a0", " "));
      expect([name, read]).toEqual([name, [says]]);
    }
  });

  it("is one lead, however often its answer was lost", async () => {
    const product = await open({ [lead]: { status: 201, body: { Id: "lead-7" }, cutOff: "within" } });
    const { answer } = await until(product, "person");
    expect(titleOf(answer.outcome)).toBe("noLead: No pudimos guardar tus datos");
    product.upstream.set(lead, { status: 201, body: { Id: "lead-7" } });
    const { answer: retried } = await again(product, answer.state, "noLead");
    expect([retried.outcome, retried.state.results["leadId"]]).toEqual([{ go: "price" }, "lead-7"]);
    expect([keys(product, lead).length, new Set(keys(product, lead)).size]).toEqual([2, 1]);
  });

  it("is told where a lead has no Id", async () => {
    const product = await open({ [lead]: { status: 201, body: { error: "x", dataError: "y" } } });
    expect(titleOf((await until(product, "person")).answer.outcome)).toMatch(/^noLead/);
  });

  it("is no appointment without a 201, an Id and no error: fresh times, and everything else is kept", async () => {
    const shared = await open();
    let mails = 0;
    const cases: [string, Route][] = [
      ["a refusal", { status: 409, body: { Status: 409, Error: "Ocupado" } }],
      ["another status than 201", { status: 200, body: { Id: "cita-1" } }],
      ["no Id", { status: 201, body: { Status: 201, Error: null } }],
      ["an error with an Id", { status: 201, body: { Id: "cita-1", Error: "x" } }],
      ["something garbled", { status: 201, body: "[" }],
      ["a failure", { status: 503, body: {} }],
    ];
    for (const [name, route] of cases) {
      const product = anew(shared, { [appointment]: route });
      const { answer } = await until(product, "inspection");
      expect([name, titleOf(answer.outcome)]).toEqual([name, noAppointment]);
      expect(await product.rows("deliveries")).toHaveLength(mails);
      product.upstream.set(slots, { body: { data: [{ "2026-11-23": ["10:30", "11:30"] }] } });
      const closed = await again(product, answer.state, "noAppointment", "another");
      expect(closed.answer.outcome).toEqual({ close: ["inspection.time"] });
      expect(closed.answer.options?.["times"]?.map(({ value }) => value)).toEqual(["10:30", "11:30"]);
      expect(closed.answer.options?.["dates"]?.map(({ value }) => value)).toEqual(["2026-11-23"]);
      const { "inspection.time": _time, ...rest } = answersOf("inspection");
      expect(closed.answer.state.answers).toMatchObject({ ...answersOf("person"), ...rest });
      product.upstream.set(appointment, routes[appointment]!);
      const other = { ...rest, "inspection.time": "10:30" };
      expect((await product.proceed(closed.answer.state, other)).answer.outcome).toEqual({ go: "summary" });
      mails += 1;
      expect(bodies(product, appointment).at(-1)).toMatchObject({ dateTime: "2026-11-23 10:30" });
    }
  });

  it("asks again with the same key where the answer was lost, though the time is gone by its own doing", async () => {
    const product = await open({ [appointment]: { status: 201, body: { Id: "cita-1" }, cutOff: "before" } });
    const { answer } = await until(product, "inspection");
    expect(titleOf(answer.outcome)).toBe(noAppointment);
    product.upstream.set(slots, { body: { data: [{ "2026-11-24": ["09:30"] }] } });
    product.upstream.set(appointment, { status: 201, body: { Id: "cita-1", Error: null } });
    const { answer: retried } = await again(product, answer.state, "noAppointment");
    expect(retried.outcome).toEqual({ go: "summary" });
    expect([keys(product, appointment).length, new Set(keys(product, appointment)).size]).toEqual([2, 1]);
    expect(await product.rows("deliveries")).toHaveLength(1);
  });

  it("does not ask again for a time that somebody else has, where the service had said so", async () => {
    const product = await open({ [appointment]: { status: 409, body: { Status: 409, Error: "Ocupado" } } });
    const { answer } = await until(product, "inspection");
    product.upstream.set(slots, { body: { data: [{ "2026-11-23": ["10:30"] }] } });
    const retried = await again(product, answer.state, "noAppointment");
    expect(retried.status).toBe(422);
    expect(retried.answer.options?.["times"]?.map(({ value }) => value)).toEqual(["10:30"]);
    expect(asked(product, appointment)).toHaveLength(1);
  });

  it("leaves with campaign parameters, and rejects whoever may not sell before anything is asked", async () => {
    const product = await open({ [quote]: { status: 500 } });
    const { answer } = await until(product, "person");
    const left = await again(product, answer.state, "noPrice", "leave");
    expect(left.answer.outcome).toEqual({ redirect: "/", failure: false, keep: ["utm"] });
    const other = await open();
    const rejected = await until(other, "car", { "car.decisive.isOwner": "no" });
    expect(titleOf(rejected.answer.outcome)).toBe("rejection: Por ahora no podemos tasar tu auto");
    const closed = await other.proceed(
      rejected.answer.state,
      answersOf("car", { "car.decisive.isOwner": "no" }),
      {
        dialog: { id: "rejection", button: "continue" },
      },
    );
    expect(closed.answer.outcome).toEqual({ close: [] });
    expect(asked(other, quote)).toEqual([]);
  });
});
