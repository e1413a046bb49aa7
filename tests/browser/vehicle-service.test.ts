/** The catalogue's service on a bad day: what a car's page says then, and that nothing of what somebody typed is lost. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { carRecord } from "../support/car-record.ts";
import { alive } from "../support/contact-form.ts";
import { dialogReady } from "../support/dialog-ready.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { anyOf } from "../support/covering.ts";
import { startProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";

const upstream = await startStandIn({});
afterAll(() => upstream.stop());
const product = await startProduct({
  env: {
    UPSTREAM_CATALOG: upstream.url,
    UPSTREAM_LEAD: upstream.url,
    UPSTREAM_FINANCIAL: upstream.url,
    UPSTREAM_BUYING_FLOW: upstream.url,
  },
});

const path = "/marcas/toyota/usado/toyota-yaris-7";
const car = carRecord({
  id: 7,
  isNew: false,
  branchOffice: { id: 1, name: "Bilbao", whatsappUsed: "+56 9 8000 0001" },
  fullmec: "https://papers.example/fullmec/7.pdf",
  pdfFile: "https://papers.example/sheets/7.pdf",
  spinCarUrl: "https://turning.example/7",
  video: { src: "/media/cars/7.mp4" },
  carImage: "/media/cars/toyota-yaris/blanco",
  newEquipment: [
    { name: "Seguridad", items: ["Sistema de frenado autónomo de emergencia con aviso de colisión"] },
  ],
});
const other = carRecord({ id: 8, isNew: false, model: "Corolla" });
const ready: Behaviour = { body: car };
const others: Behaviour = { body: { result: [other] } };
const [asksCar, asksOthers] = ["GET /catalog/api/car/7", "GET /catalog/api/car/7/similar"];
const sends = "POST /customer/api/lead/quote";
const evaluates = "POST /customer/api/buying-flow/external";

const simulated: Behaviour = {
  body: {
    statusCode: 200,
    data: {
      financial: "Crédito Convencional",
      price: 9_990_000,
      initialPayment: 3_996_000,
      initialPaymentPercentage: 40,
      dues: 36,
      duesValue: 226_700,
      totalCredit: 8_161_200,
      annualEquivalency: 21.1,
      purchaseType: 2,
    },
  },
};

beforeEach(() => {
  upstream.forget();
  upstream.set(asksCar, ready);
  upstream.set(asksOthers, others);
  upstream.set("POST /catalog/api/car/7/opened", { body: { counted: true } });
  upstream.set(sends, { body: { error: false, statusCode: 200, data: { received: true } } });
  upstream.set("POST /customer/api/financial/simulation", simulated);
  upstream.set(evaluates, { body: { error: 0 } });
});

/** What a browser says of pages and pictures that are not there. */
const missing = [/Failed to load resource/];

const similar = (page: TestPage) => page.locator("#similar-cars");

test("a car that is slow to come, and others slower still: its page comes first", async () => {
  upstream.set(asksCar, { ...ready, delay: 1_500 });
  const answered = Promise.withResolvers<void>();
  upstream.set(asksOthers, () => answered.promise.then(() => others));
  const page = await product.blank("phone");
  await page.goto(product.server.url("SI", path));
  await page.getByRole("heading", { level: 1, name: "Toyota Yaris" }).waitFor();
  await similar(page).getByText("Buscando autos parecidos").waitFor();
  answered.resolve();
  await rested(page);
  await axe(page);
  await similar(page)
    .getByRole("link", { name: /Corolla/ })
    .first()
    .waitFor();
  page.clean();
});

const broken: [string, Behaviour][] = [
  ["fails", { status: 500, body: {} }],
  ["is garbled", { body: '{"id": 7, "carBrandType":' }],
  ["lacks what it must tell", { body: { id: 7 } }],
];

test.each(anyOf(broken))(
  "a car whose service %s is told of as that, and is there on the next try",
  async (_, way) => {
    upstream.set(asksCar, way);
    const page = await product.blank("desktop");
    const answer = await page.goto(product.server.url("SI", path));
    expect(answer!.status()).toBeGreaterThanOrEqual(500);
    await page.locator("h1").waitFor();
    await expect.poll(() => page.locator("h1").textContent()).not.toContain("Yaris");
    await axe(page);
    upstream.set(asksCar, ready);
    await expect.poll(async () => (await page.goto(product.server.url("SI", path)))!.status()).toBe(200);
    await page.getByRole("heading", { level: 1, name: "Toyota Yaris" }).waitFor();
    page.clean(missing);
  },
);

test("others that are garbled leave the car as it is, and come with one press", async () => {
  upstream.set(asksOthers, { body: "<html>" });
  const page = await product.open("SI", path, "phone");
  await similar(page).getByText("No pudimos cargar los autos parecidos. Inténtalo de nuevo.").waitFor();
  await axe(page);
  upstream.set(asksOthers, others);
  await similar(page).getByRole("button").click();
  await similar(page)
    .getByRole("link", { name: /Corolla/ })
    .first()
    .waitFor();
  page.clean();
});

test("what its record gives is shown: its own sheet, a video, long names cut and read whole", async () => {
  const page = await product.open("SI", path, "desktop");
  // Of a used car its own sheet, not that of the model.
  const sheet = page.getByRole("link", { name: "Ver ficha" }).first();
  await expect.poll(() => sheet.getAttribute("href")).toBe("https://papers.example/fullmec/7.pdf");
  await expect.poll(() => page.locator("video").getAttribute("src")).toBe("/media/cars/7.mp4");
  const long = page.locator("#version-features details details");
  await expect
    .poll(() => long.locator("summary").textContent())
    .toBe("Sistema de frenado autónomo de emergencia con…");
  await long.locator("summary").click();
  await long.getByText("Sistema de frenado autónomo de emergencia con aviso de colisión").waitFor();
  page.clean();
});

const person = {
  "request.name": "María José",
  "request.lastname": "Ruiz-Tagle",
  "request.identity": "12345678-5",
  "request.phone": "912345678",
  "request.email": "vendido@correo.cl",
  "request.purchaseTime": "now",
  "request.contactPreference": "whatsapp",
  "request.terms": true,
};

async function asked(page: TestPage) {
  await dialogReady(page, "cotizar");
  await page.getByRole("link", { name: "Cotizar", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Cotiza este auto" });
  await dialog.getByRole("heading", { level: 1 }).waitFor();
  for (const [name, answer] of Object.entries(person)) await giveAnswer(page, name, answer);
  return dialog;
}

test.each(anyOf([404, 410]))(
  "sold while its quote is filled in (%d): told at once, nothing sent, answers kept",
  async (status) => {
    const page = await product.open("SI", path, status === 404 ? "phone" : "desktop");
    const dialog = await asked(page);
    upstream.set(asksCar, { status, body: { error: "gone" } });
    await dialog.getByRole("button", { name: "Cotizar", exact: true }).click();
    await dialog
      .getByRole("alert")
      .getByText("Este auto ya no está disponible para cotizar")
      .first()
      .waitFor();
    await expect.poll(() => page.locator('[name="request.email"]').inputValue()).toBe("vendido@correo.cl");
    expect(upstream.requests.filter(({ path: to }) => to.endsWith("/lead/quote"))).toEqual([]);
    expect(product.submissionsOf("vendido@correo.cl")).toEqual([]);
    await rested(page);
    await axe(page);
    // Whoever leaves the dialog for its page reads the same, with others beside it.
    const gone = await page.goto(product.server.url("SI", path));
    expect(gone!.status()).toBe(status);
    if (status === 410) {
      await page.getByRole("heading", { level: 1, name: "Este auto ya se vendió" }).waitFor();
      await page
        .getByRole("link", { name: /Corolla/ })
        .first()
        .waitFor();
      await axe(page);
    }
    page.clean(missing);
  },
);

test("a quote that its service does not take leads to /302 with its answers, and goes out from there", async () => {
  upstream.set(sends, { status: 500, body: {} });
  const page = await product.open("SI", path, "phone");
  const dialog = await asked(page);
  await dialog.getByRole("button", { name: "Cotizar", exact: true }).click();
  await page.waitForURL(/\/302/);
  await page.getByRole("heading", { level: 1, name: "No pudimos completar tu cotización" }).waitFor();
  await rested(page);
  await axe(page);
  upstream.set(sends, { body: { error: false, statusCode: 200, data: { received: true } } });
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await page.waitForURL(/\/cotizacion-exitosa/);
  await page
    .getByText(/COT-\d{4}-\d{6}/)
    .first()
    .waitFor();
  page.clean();
});

test("whoever has no quote to look at is led to /302, told why, and on to the vehicles", async () => {
  const page = await product.blank("phone");
  await page.goto(product.server.url("SI", "/cotizacion-exitosa"));
  expect(new URL(page.url()).pathname).toBe("/302");
  await page.getByText(/No hay una cotización enviada desde este equipo/).waitFor();
  await page.waitForURL(/\/vehiculos/);
  page.clean();
});

const evaluation = "/evaluacion-comercial/7?credito=convencional&pie=40&cuotas=36";
const applicant = {
  "request.name": "María José Ruiz-Tagle",
  "request.identity": "12345678-5",
  "request.phone": "912345678",
  "request.region": "metropolitanaDeSantiago",
  "request.commune": "santiago",
  "request.terms": true,
};

/** The evaluation of the car's credit, answered and not sent. */
async function evaluated(viewport: "phone" | "desktop", email: string): Promise<TestPage> {
  const page = await product.open("SI", evaluation, viewport);
  await page.getByText("$226.700").first().waitFor();
  await alive(page);
  await rested(page);
  for (const [name, answer] of Object.entries({ ...applicant, "request.email": email }))
    await giveAnswer(page, name, answer);
  // What the last answers ask for has come, and nothing that is pressed next is dimmed or on its way.
  await rested(page);
  return page;
}

const wasEvaluated = () => upstream.requests.filter(({ path: to }) => to.endsWith("/buying-flow/external"));

test("sold while its credit is asked for: told at once, nothing sent, answers kept", async () => {
  const email = "vendido-con-credito@correo.cl";
  const page = await evaluated("phone", email);
  upstream.set(asksCar, { status: 410, body: { error: "gone" } });
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByRole("alert").getByText("Este auto ya no está en venta").first().waitFor();
  await expect.poll(() => page.locator('[name="request.email"]').inputValue()).toBe(email);
  expect(wasEvaluated()).toEqual([]);
  expect(product.submissionsOf(email)).toEqual([]);
  await rested(page);
  await axe(page);
  page.clean(missing);
});

test("an evaluation that is not taken leads to /307 with its answers, and goes out from there", async () => {
  upstream.set(evaluates, { status: 500, body: {} });
  const page = await evaluated("desktop", "fallida@correo.cl");
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.waitForURL(/\/307/);
  await page.getByRole("heading", { level: 1, name: "No pudimos enviar tu evaluación" }).waitFor();
  await rested(page);
  await axe(page);
  const failed = wasEvaluated().length;
  upstream.set(evaluates, { body: { error: 0 } });
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await page.getByRole("heading", { name: "Recibimos tu solicitud" }).waitFor();
  expect(wasEvaluated().at(-1)?.body).toMatchObject({
    email: "fallida@correo.cl",
    carBrand: "Toyota",
    carTypeId: 2,
    carPrice: 9_990_000,
    financingInitialPayment: 3_996_000,
    initialPaymentPercentage: 40,
    financingCreditType: "Crédito convencional",
    financingNumberOfDues: 36,
  });
  expect(wasEvaluated()).toHaveLength(failed + 1);
  expect(product.submissionsOf("fallida@correo.cl")).toHaveLength(1);
  page.clean();
});
