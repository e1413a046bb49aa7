/** The quote of a car: what its service is sent for each sort of car, what comes of each answer, and what is seen then. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { ContinueAnswer, Option, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { carRecord } from "../support/car-record.ts";
import { startStandIn } from "../support/stand-in.ts";

const taken = { body: { error: false, statusCode: 200, data: { received: true } } };

const chilean = { "request.identity": "12345678-5" };
const peruvian = { "request.identity": "12345678", "request.authorizedDataUsage": true };

const answers = {
  "request.name": "María José",
  "request.lastname": "Ruiz-Tagle",
  "request.phone": "912345678",
  "request.email": "maria.jose@correo.cl",
  "request.purchaseTime": "now",
  "request.contactPreference": "whatsapp",
  "request.financing": true,
  "request.terms": true,
};

async function opened(answer: object = taken): Promise<{ app: TestApp; sent: () => unknown[] }> {
  const lead = await startStandIn({ "POST /customer/api/lead/quote": answer });
  onTestFinished(() => lead.stop());
  const app = await openApp({ env: { UPSTREAM_LEAD: lead.url } });
  return { app, sent: () => lead.requests.map(({ body }) => body) };
}

const textOf = (elements: PdfElement[]): string =>
  elements.map(({ text, children }) => `${text} ${textOf(children)}`).join(" ");

async function quote(
  who: Visitor,
  car: string,
  more: Record<string, unknown>,
): Promise<{ status: number; answer: ContinueAnswer; branch: string | undefined }> {
  const page = (await who.ask("GET", `/api/page?path=/cotizar/${car}`)).json();
  const { revision } = page.flow as { revision: string };
  const begun = await who.ask("POST", "/api/runs", {
    flow: "quote",
    revision,
    tracking: { userId: randomUUID(), campaign: { utm_source: "diario", utm_campaign: "verano" } },
  });
  const run = begun.json<RunState>();
  const special = car.endsWith("-venta-especial");
  const inputs = { id: car.replace("-venta-especial", ""), special };
  const listed = await who.ask("POST", "/api/data", { revision, flow: "quote", data: "branches", inputs });
  const [first] = listed.json<{ options: Option[] }>().options;
  const isAsked = page.data.car.value.isNew === true && (!special || listed.json().options.length > 1);
  const response = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    {
      step: "request",
      version: run.version,
      answers: {
        "request.car": car,
        ...answers,
        ...more,
        ...(isAsked ? { "request.branch": first!.value } : {}),
      },
    },
    { "idempotency-key": randomUUID() },
  );
  return { status: response.statusCode, answer: response.json(), branch: first?.value };
}

const person = {
  name: "María José",
  lastname: "Ruiz-Tagle",
  email: "maria.jose@correo.cl",
  phoneNumber: "912345678",
  contactPreference: "Vía Whatsapp",
  purchaseTime: "Ahora",
  financing: true,
  partPayment: false,
  utm_source: "diario",
  utm_campaign: "verano",
  whatsappLabel: "Escríbenos por WhatsApp",
};

/** What keeps a currency and its amount on one line reads as a space. */
const spaced = (text: string): string => text.replaceAll("\u00a0", " ");
const rut = { rut: "12345678-5" };
const dni = { dni: "12345678" };
const financed = { priceLabel: "Precio con financiamiento" };
/** The bonus of the brand asks for no credit. */
const inCash = { priceLabel: "Precio contado" };

/** Car, what its service is sent, and the prices on paper. */
const cars = [
  ["a new car", "SI", "1000001", { id: 1000001, ...rut, ...inCash }, "$11.620.000"],
  ["a used car", "SI", "1000032", { id: 1000032, ...rut, ...financed }, "$13.230.000"],
  ["a special sale", "SI", "1000009-venta-especial", { id: 1000009, ...rut }, "$13.870.000"],
  ["a new car in Peru", "WI", "30000005", { id: 30000005, ...dni }, "USD 19,450 · S/ 72,930"],
  ["a certified car in Peru", "WI", "30000677", { id: 30000677, ...dni }, "USD 16,190 · S/ 60,710"],
  [
    "a special sale in Peru",
    "WI",
    "30000005-venta-especial",
    { id: 30000005, ...dni },
    "USD 18,780 · S/ 70,470",
  ],
] as const;

describe("a quote", () => {
  test.each(cars)("of %s of %s is sent as its service wants it", async (_, brand, car, expected, prices) => {
    const { app, sent } = await opened();
    const who = visitor(app, brand);
    const { answer, branch } = await quote(who, car, brand === "WI" ? peruvian : chilean);
    expect(answer.outcome).toEqual({ go: "success" });
    const [body] = sent() as [Record<string, unknown>];
    expect(body).toMatchObject({ ...person, ...expected });
    const isSpecial = car.endsWith("especial");
    expect([typeof body["dpsPrice"], typeof body["branchOfficeId"]]).toEqual([
      isSpecial ? "number" : "undefined",
      "number",
    ]);
    if (body["branchOfficeId"] !== undefined && car === "1000001")
      expect(body["branchOfficeId"]).toBe(Number(branch));
    expect(String(body["whatsappNumber"])).toMatch(/^(56|51)\d{9}$/);
    expect(String(body["whatsappMessage"])).toMatch(
      /^Hola, soy María José\. Acabo de cotizar el .+ COT-\d{4}-\d{6}/,
    );
    // Nothing that the payload has no place for: consents stay with us.
    expect(Object.keys(body)).not.toContain("terms");
    const page = await who.ask("GET", "/cotizacion-exitosa");
    expect(page.statusCode).toBe(200);
    expect(page.headers["cache-control"]).toContain("no-store");
    for (const seen of ["maria.jose@correo.cl", "Ruiz-Tagle", "COT-", "https://wa.me/"])
      expect(page.body).toContain(seen);
    const { run } = answer.state;
    const paper = await who.ask("GET", `/api/runs/${run}/documents/quote`);
    expect([paper.statusCode, paper.headers["content-type"]]).toEqual([200, "application/pdf"]);
    // The amounts in their own currencies, whatever the brand's country: of a special sale its own.
    const said = spaced(textOf(readPdf(paper.rawPayload).elements));
    expect(said).toMatch(/COT-\d{4}-\d{6}/);
    expect(said).toContain(prices);
    expect(said).toMatch(/Precio válido hasta el .+ de 20\d\d/);
    expect(spaced(page.body)).toContain(prices.split(" · ")[0]);
    // Another visitor has sent nothing.
    const other = await visitor(app, brand).ask("GET", "/cotizacion-exitosa");
    expect([other.statusCode, other.headers["location"]]).toEqual([302, "/302"]);
  });

  it("that its service refuses leads to a page that keeps the answers, and is sent once more from there", async () => {
    const lead = await startStandIn({ "POST /customer/api/lead/quote": { body: { error: true } } });
    onTestFinished(() => lead.stop());
    const app = await openApp({ env: { UPSTREAM_LEAD: lead.url } });
    const who = visitor(app, "SI");
    const { answer } = await quote(who, "1000001", chilean);
    expect(answer.outcome).toMatchObject({
      redirect: "/302",
      failure: true,
      analytics: { event: "ErrorCotizacion" },
    });
    const page = (await who.ask("GET", "/api/page?path=/302")).json();
    // The form of this car, with its id in its address.
    expect(page.failed).toMatchObject({ base: "/cotizar/1000001", path: "/cotizar/1000001" });
    expect((await who.ask("GET", "/cotizacion-exitosa")).headers["location"]).toBe("/302");
    lead.set("POST /customer/api/lead/quote", taken);
    const { state } = answer;
    const again = await who.ask(
      "POST",
      `/api/runs/${state.run}/continue`,
      { step: "request", version: state.version, answers: {} },
      { "idempotency-key": randomUUID() },
    );
    expect(again.json<ContinueAnswer>().outcome).toEqual({ go: "success" });
    expect(lead.requests.length).toBe(2);
  });

  it.each([404, 410])(
    "of a car that is sold while it is asked for (%d) is not sent, and its answers stay",
    async (status) => {
      const catalogue = await startStandIn({
        "GET /catalog/api/car/1": { body: carRecord({ id: 1, isNew: false, isQuotable: true }) },
      });
      onTestFinished(() => catalogue.stop());
      const lead = await startStandIn({ "POST /customer/api/lead/quote": taken });
      onTestFinished(() => lead.stop());
      const app = await openApp({ env: { UPSTREAM_LEAD: lead.url, UPSTREAM_CATALOG: catalogue.url } });
      const who = visitor(app, "SI");
      const { revision } = (await who.ask("GET", "/api/page?path=/cotizar/1")).json().flow;
      const run = (await who.ask("POST", "/api/runs", { flow: "quote", revision })).json<RunState>();
      catalogue.set("GET /catalog/api/car/1", { status, body: { error: "gone" } });
      const body = {
        step: "request",
        version: run.version,
        answers: { "request.car": "1", ...answers, ...chilean },
      };
      const reply = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
        "idempotency-key": randomUUID(),
      });
      expect([reply.statusCode, lead.requests]).toEqual([422, []]);
      expect(reply.json<ContinueAnswer>().outcome).toMatchObject({
        refuse: [{ path: "request.car", code: "fromAddress.sold" }],
      });
    },
  );
});
