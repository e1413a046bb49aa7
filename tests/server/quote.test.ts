/** The quote of a car: what its service is sent for each sort of car, what comes of each answer, and what is seen then. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { ContinueAnswer, Option, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { startStandIn } from "../support/stand-in.ts";

const limit = { timeout: 60_000 };

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
  const run = begun.json() as RunState;
  const special = car.endsWith("-venta-especial");
  const inputs = { id: car.replace("-venta-especial", ""), special };
  const listed = await who.ask("POST", "/api/data", { revision, flow: "quote", data: "branches", inputs });
  const [first] = (listed.json() as { options: Option[] }).options;
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

const cars = [
  ["a new car", "SI", "1000001", { id: 1000001, rut: "12345678-5", priceLabel: "Precio con financiamiento" }],
  [
    "a used car",
    "SI",
    "1000032",
    { id: 1000032, rut: "12345678-5", priceLabel: "Precio con financiamiento" },
  ],
  ["a special sale", "SI", "1000009-venta-especial", { id: 1000009, rut: "12345678-5" }],
  ["a new car in Peru", "WI", "30000005", { id: 30000005, dni: "12345678" }],
] as const;

describe("a quote", limit, () => {
  test.each(cars)("of %s of %s is sent as its service wants it", async (_, brand, car, expected) => {
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

  it("of a car that was sold meanwhile is not sent", async () => {
    const { app, sent } = await opened();
    const who = visitor(app, "SI");
    const { revision } = (await who.ask("GET", "/api/page?path=/cotizar/1000001")).json().flow;
    const run = (await who.ask("POST", "/api/runs", { flow: "quote", revision })).json() as RunState;
    const body = {
      step: "request",
      version: run.version,
      answers: { "request.car": "1999999", ...answers, ...chilean },
    };
    const reply = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
      "idempotency-key": randomUUID(),
    });
    expect([reply.statusCode, sent()]).toEqual([422, []]);
    expect(reply.body).toContain("sold");
  });
});
