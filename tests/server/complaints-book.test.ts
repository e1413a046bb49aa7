/** The complaints book: the sheet's number, day and due date, what is sent, and the document that the person may take. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { listMails, readMail } from "../../server/mail/files.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { startStandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { proceed } from "./claim-parts.ts";
import { projectReference, projectRoot, setClock } from "./parts.ts";
import { claim } from "./service-cases.ts";
import { at, servicesOf } from "./service-parts.ts";

const flow = "complaints-book";
/** 18:42 in Lima. */
const monday = "2026-10-05T23:42:00.000Z";

const read = async <Content>(file: string): Promise<Content> =>
  JSON.parse(await readFile(join(projectRoot, file), "utf8")) as Content;

/** Those of the accepted example, at a branch office that there is. */
async function goodAnswers(): Promise<Record<string, unknown>> {
  const example = await read<{ answers: object }>(`schemas/flows/${flow}/examples/accepted.json`);
  const { companies } = await projectReference();
  const own = companies.find(({ companyId }) => companyId === 30)!;
  return { ...example.answers, "sheet.branch": own.cities[0]!.branchOffices[0]!.uuid };
}

async function begun(app: TestApp): Promise<{ who: Visitor; run: RunState }> {
  const who = visitor(app, "WI");
  return { who, run: (await who.ask("POST", "/api/runs", { flow, revision: "-" })).json() };
}

const documentOf = ({ run }: RunState, id = "hoja"): string => `/api/runs/${run}/documents/${id}`;

const textOf = (elements: PdfElement[]): string =>
  elements.map(({ text, children }) => `${text} ${textOf(children)}`).join(" ");

const legends = [
  "RECLAMO: Disconformidad relacionada a los productos o servicios.",
  "QUEJA: Disconformidad no relacionada a los productos o servicios; o, malestar o descontento respecto a la atención al público.",
  "La formulación del reclamo no impide acudir a otras vías de solución de controversias ni es requisito previo para interponer una denuncia ante el INDECOPI.",
  "El proveedor debe dar respuesta al reclamo o queja en un plazo no mayor a quince (15) días hábiles, el cual es improrrogable.",
];

test("a sheet of Monday 5 October 2026, 18:42 in Lima, is due on 27 October: on screen, by mail, on paper", async () => {
  const app = await openApp({ clock: setClock(monday).now });
  const { who, run } = await begun(app);
  const answers = await goodAnswers();
  expect((await who.ask("GET", documentOf(run))).statusCode).toBe(404);
  const { status, state, outcome } = await proceed(who, run, {
    ...answers,
    "sheet.guardian": "Ana Huamán",
  });
  expect([status, outcome]).toEqual([200, { go: "sent" }]);
  expect(state.results).toMatchObject({
    submission: { number: "000000001-2026", day: "2026-10-05", time: "18:42" },
    due: "2026-10-27",
  });

  const page = await who.ask("GET", "/libro-de-reclamaciones/registrada");
  const seen = page.body.replaceAll("<!-- -->", "").replaceAll(/<[^>]*>/g, " ");
  for (const words of [
    "000000001-2026",
    "5 de octubre de 2026, 18:42 h",
    "27 de octubre de 2026",
    "Wigo Motors S.A.C.",
    "20512333797",
    "Rosa Quispe Huamán",
  ])
    expect(seen).toContain(words);
  expect(page.body).toContain(`href="${documentOf(state)}"`);

  await until(
    async () => (await listMails(app.mails)).length === 3,
    () => "not three mails",
  );
  const mails = await Promise.all(
    (await listMails(app.mails)).map(async ({ id }) => (await readMail(app.mails, id))!),
  );
  const mailTo = (address: string) => mails.find(({ to }) => JSON.stringify(to).includes(address))!;
  const copy = mailTo("rosa@correo.pe");
  expect(copy.subject).toBe("Hoja de reclamación 000000001-2026 · Wigo Motors");
  expect(copy.text).toContain("5 de octubre de 2026 a las 18:42");
  expect(copy.text).toContain("27 de octubre de 2026");
  expect(mailTo("libro.reclamaciones@").text).toContain("27 de octubre de 2026");
  expect(mailTo("atencion.cliente@").text).toContain("S/ 1,250");

  const taken = await who.ask("GET", documentOf(state));
  expect([taken.statusCode, taken.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(taken.headers["cache-control"]).toBe("private, no-store");
  expect(taken.headers["content-disposition"]).toContain("hoja-000000001-2026.pdf");
  const [attached] = copy.attachments;
  expect(Buffer.from(attached!.bytes).equals(taken.rawPayload)).toBe(true);
  const sheet = readPdf(taken.rawPayload);
  const paper = textOf(sheet.elements).replaceAll(/\s+/g, " ");
  for (const words of [
    "000000001-2026",
    "5 de octubre de 2026 a las 18:42",
    "27 de octubre de 2026",
    "Wigo Motors S.A.C. · RUC 20512333797 · Av. República de Panamá 4750, Surquillo, Lima",
    "Rosa Quispe Huamán",
    "45678912",
    "Jr. Los Pinos 245, Surquillo",
    "Ana Huamán",
    "S/ 1,250",
    "Reclamo",
    "Que hagan el cambio de aceite o devuelvan lo pagado.",
    ...legends,
  ])
    expect(paper).toContain(words);

  // Whoever else asks for it, by its address or for another one, gets nothing.
  const stranger = visitor(app, "WI");
  await stranger.ask("POST", "/api/runs", { flow, revision: "-" });
  for (const [asking, address] of [
    [stranger, documentOf(state)],
    [visitor(app, "WI"), documentOf(state)],
    [who, documentOf(state, "another")],
    [who, documentOf(state, "constructor")],
  ] as const) {
    const refused = await asking.ask("GET", address);
    expect([refused.statusCode, refused.headers["cache-control"]]).toEqual([404, "private, no-store"]);
  }
});

test("a sheet whose service fails leads to /404; its retry, a day later, keeps day and due date", async () => {
  const path = "POST /customer/api/client-service/claims-book";
  const upstream = await startStandIn({ [path]: { body: { error: 0, sendEmail: false } } });
  onTestFinished(() => upstream.stop());
  const clock = setClock(monday);
  const app = await openApp({ clock: clock.now, env: { UPSTREAM_CLIENT_SERVICE: upstream.url } });
  const { who, run } = await begun(app);
  const answers = await goodAnswers();
  const failed = await proceed(who, run, answers);
  expect(failed.outcome).toEqual({ redirect: "/404", failure: true });
  expect((await who.ask("GET", documentOf(failed.state))).statusCode).toBe(404);
  expect((await app.store.db.selectFrom("deliveries").selectAll().execute()).length).toBe(0);
  upstream.set(path, { status: 500, body: {} });
  expect((await proceed(who, failed.state, answers)).outcome).toEqual({ redirect: "/404", failure: true });

  clock.pass(24 * 60 * 60);
  upstream.set(path, { body: { error: 0, sendEmail: true } });
  const { state } = await proceed(who, failed.state, answers);
  expect(state.results).toMatchObject({
    submission: { number: "000000001-2026", day: "2026-10-05", time: "18:42" },
    due: "2026-10-27",
  });
  expect(upstream.requests.at(-1)!.body).toEqual({
    documentType: 1,
    documentNumber: "45678912",
    name: "Rosa Quispe Huamán",
    address: "Jr. Los Pinos 245, Surquillo",
    phoneNumber: "987654321",
    email: "rosa@correo.pe",
    productType: 2,
    branchOffice: "Wigo Motors Surquillo",
    claimAmount: 1250,
    productDescription: "Mantenimiento de los 20.000 km, placa A1B234.",
    claimType: 1,
    claimDescription: "Me devolvieron el auto sin el cambio de aceite que pagué.",
    claimRequest: "Que hagan el cambio de aceite o devuelvan lo pagado.",
  });

  // A card and a complaint are the other codes; filed with a year's last minutes in Lima, it is that year's second.
  clock.pass((Date.parse("2027-01-01T04:59:00Z") - clock.now().getTime()) / 1000);
  const second = await begun(app);
  const other = await proceed(second.who, second.run, {
    ...answers,
    "sheet.documentType": "immigrationCard",
    "sheet.documentNumber": "AB-123456_78",
    "sheet.goodType": "product",
    "sheet.claimType": "complaint",
  });
  expect(other.state.results).toMatchObject({
    submission: { number: "000000002-2026", day: "2026-12-31", time: "23:59" },
    due: "2027-01-22",
  });
  expect(upstream.requests.at(-1)!.body).toMatchObject({ documentType: 2, productType: 1, claimType: 2 });
  clock.pass(60);
  const third = await begun(app);
  expect((await proceed(third.who, third.run, answers)).state.results["submission"]).toEqual({
    number: "000000001-2027",
    day: "2027-01-01",
    time: "00:00",
    revision: third.run.revision,
  });
});

test.each([
  ["an unknown document type", { documentType: 3 }, "documentType"],
  ["a type in words", { claimType: "1" }, "claimType"],
  ["a DNI of seven digits", { documentNumber: "4567891" }, "documentNumber"],
  ["a card of eleven signs", { documentType: 2, documentNumber: "00123456789" }, "documentNumber"],
  ["an amount of nine digits", { claimAmount: 100_000_000 }, "claimAmount"],
  ["an amount with cents", { claimAmount: 10.5 }, "claimAmount"],
  ["no request", { claimRequest: "" }, "claimRequest"],
  ["a name of 61 letters", { name: "n".repeat(61) }, "name"],
  ["something more", { guardian: "Ana" }, "guardian"],
])("the service refuses %s, and keeps and mails nothing", async (_what, change, named) => {
  const { call, kept } = await at(() => servicesOf(), "WI", {
    input: Object.fromEntries(Object.keys({ ...claim, guardian: 1 }).map((name) => [name, {}])),
    optional: ["guardian"],
  });
  const result = await call("clientService.claimsBook", { ...claim, ...change });
  expect(result).toMatchObject({ ok: false, status: 400 });
  expect(JSON.stringify(result)).toContain(named);
  expect(await kept()).toEqual({ records: [], deliveries: [] });
});

test.each([
  ["peru", "PE"],
  ["chile", "CL"],
])("the holidays of %s are the country's, for every year that they are known of", async (name, country) => {
  const { days } = await read<{ days: string[] }>(`brands/defaults/${name}/content/public-holidays.json`);
  const { countries } = await read<{ countries: Record<string, { date: string }[]> }>(
    "fixtures/reference/public-holidays.json",
  );
  expect(days).toEqual(countries[country]!.map(({ date }) => date));
});
