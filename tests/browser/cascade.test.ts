import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import {
  alive,
  answer,
  contactShown,
  control,
  fillContact,
  send,
  somebody,
  somebodyAnywhere,
  type ContactField,
} from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";
import { until } from "../support/until.ts";

// Each city is chosen by one test only, because good answers are kept for a minute.
const iquique = Promise.withResolvers<void>();
const branchesOf: Record<string, Behaviour> = {
  Arica: { body: [{ uuid: "arica-1", name: "Arica Centro" }] },
  Calama: { body: [{ uuid: "calama-1", name: "Calama" }] },
  Iquique: { body: [{ uuid: "iquique-1", name: "Iquique" }], after: iquique.promise },
  Linares: { body: [{ uuid: "linares-1", name: "Linares" }] },
  Osorno: { status: 500 },
  Talca: { body: [] },
};
const companyOf = { SI: "1", WI: "30" };

const standIn = await startStandIn({
  // One brand's cities cannot be had at all.
  "GET /branch-office/get-cities": ({ query }) =>
    query["companyId"] === companyOf.WI
      ? { status: 503 }
      : { body: Object.keys(branchesOf).map((value) => ({ value })) },
  "GET /branch-office/get-all": ({ query }) => branchesOf[query["city"] ?? ""] ?? { status: 400 },
});
afterAll(() => standIn.stop());
const product = await startProduct({ env: { UPSTREAM_BRANCH_OFFICE: `${standIn.url}/` } });

const failedList = "No pudimos cargar las opciones";
const optionsOf = (page: TestPage, field: ContactField): Promise<string[]> =>
  control(page, field).locator("option:not([value=''])").allTextContents();
const enabled = (page: TestPage, ...fields: ContactField[]): Promise<boolean[]> =>
  Promise.all(fields.map((field) => control(page, field).isEnabled()));

test("changing an answer clears and closes what hangs on it", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  await expect.poll(() => enabled(page, "service", "reason", "subReason")).toEqual([false, false, false]);
  await answer(page, "type", "Consulta");
  await answer(page, "service", "Servicio técnico");
  await answer(page, "reason", "Agendamiento");
  await answer(page, "subReason", "Pedir una hora");

  // The same reason exists there too; it is asked for again all the same.
  await answer(page, "type", "Solicitud");
  await expect.poll(() => contactShown(page)).toMatchObject({ service: "", reason: "", subReason: "" });
  await expect.poll(() => enabled(page, "service", "reason", "subReason")).toEqual([true, false, false]);
  await expect
    .poll(() => optionsOf(page, "service"))
    .toEqual([
      "Servicio técnico",
      "Desabolladuría y pintura",
      "Repuestos y accesorios",
      "Mis datos personales",
    ]);

  await answer(page, "service", "Repuestos y accesorios");
  await answer(page, "reason", "Cotización");
  await answer(page, "subReason", "Accesorio");
  await answer(page, "reason", "Pedido en curso");
  await expect
    .poll(() => contactShown(page))
    .toMatchObject({ service: "Repuestos y accesorios", subReason: "" });
  await expect.poll(() => optionsOf(page, "subReason")).toEqual(["Estado del pedido", "Cambio o devolución"]);
  await control(page, "type").selectOption("");
  await expect.poll(() => enabled(page, "service", "reason", "subReason")).toEqual([false, false, false]);
  await axe(page);
  page.clean();
});

test("changing the city clears the branch and loads the others", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  await alive(page);
  await expect.poll(() => enabled(page, "branch")).toEqual([false]);
  await answer(page, "city", "Arica");
  await answer(page, "branch", "Arica Centro");
  await answer(page, "city", "Calama");
  await expect.poll(() => optionsOf(page, "branch")).toEqual(["Calama"]);
  await expect.poll(async () => (await contactShown(page))["branch"]).toBe("");
  await answer(page, "branch", "Calama");
  await control(page, "city").selectOption("");
  await expect.poll(async () => (await contactShown(page))["branch"]).toBe("");
  await expect.poll(() => enabled(page, "branch")).toEqual([false]);
  page.clean();
});

test("what comes late for an earlier city is dropped", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  standIn.forget();
  const late = page.waitForResponse((response) => (response.request().postData() ?? "").includes("Iquique"));
  await answer(page, "city", "Iquique");
  await expect.poll(() => control(page, "branch").getAttribute("aria-busy")).toBe("true");
  await expect.poll(() => enabled(page, "branch")).toEqual([false]);
  await axe(page);
  await until(
    () => standIn.requests.length > 0,
    () => "the first city was not asked for",
  );
  await answer(page, "city", "Linares");
  await answer(page, "branch", "Linares");
  iquique.resolve();
  await late;
  await expect.poll(() => contactShown(page)).toMatchObject({ city: "Linares", branch: "Linares" });
  await expect.poll(() => optionsOf(page, "branch")).toEqual(["Linares"]);
  page.clean();
});

test("a list that failed can be asked for again", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await alive(page);
  await answer(page, "city", "Osorno");
  await page.getByText(failedList).waitFor();
  await axe(page);
  branchesOf["Osorno"] = { body: [{ uuid: "osorno-1", name: "Osorno" }] };
  await page.getByRole("button", { name: "Reintentar" }).press("Enter");
  // The button has gone: who asked goes on at the list.
  await expect
    .poll(() => control(page, "branch").evaluate((one) => one === document.activeElement))
    .toBe(true);
  await answer(page, "branch", "Osorno");
  await expect.poll(() => page.getByText(failedList).count()).toBe(0);
  await answer(page, "city", "Talca");
  await page.getByText("No hay opciones disponibles").waitFor();
  await axe(page);
  page.clean();
});

test("what was chosen is stored and mailed with its label", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const person = somebody("SI", { city: "Arica", branch: "Arica Centro" });
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  await product.delivered();
  const [submission] = product.submissionsOf(person.email);
  expect(JSON.parse(String(submission!["answers"]))["request.branch"]).toBe("arica-1");
  expect(product.mailsOf(person.email).map(({ email }) => email.text)).toEqual([
    expect.stringContaining("Sucursal: Arica Centro"),
    expect.stringContaining("Sucursal: Arica Centro"),
  ]);
  page.clean();
});

test("without cities the form can be sent all the same", async () => {
  const page = await product.open("WI", "/contacto", "phone");
  const person = somebodyAnywhere("WI");
  await page.getByText(failedList).waitFor();
  await axe(page);
  await fillContact(page, person);
  await send(page).click();
  await page.waitForURL("**/contacto/confirmacion");
  const [submission] = product.submissionsOf(person.email);
  expect(JSON.parse(String(submission!["answers"]))).not.toHaveProperty("request.city");
  await product.delivered();
  expect(product.mailsOf(person.email).map(({ email }) => email.text?.includes("Ciudad"))).toEqual([
    false,
    false,
  ]);
  page.clean();
});
