/** A form that nobody had when the product was built: its folder is dropped into the running server, and it is used. */
import { expect, test } from "vitest";
import { prepareFlow } from "../../schemas/engine/all.ts";
import { axe } from "../support/axe.ts";
import { byHand } from "../support/by-hand.ts";
import { evaluateExample, examplesIn } from "../support/examples.ts";
import { readPdf } from "../support/pdf-reader.ts";
import { definitions, path } from "../support/trade-in.ts";
import {
  brand,
  choose,
  field,
  focused,
  padron,
  proceed,
  shown,
  dropInTradeIn,
  tellOfUse,
  typedDay,
} from "../support/trade-in-form.ts";
import { answers, labels, toldInMail } from "../support/trade-in-sent.ts";
import { withDefinitions } from "../support/written-flow.ts";

const { product, tradeIns, before, open, saved, sentBy } = await dropInTradeIn();
const year = new Intl.DateTimeFormat("en", { timeZone: "America/Santiago", year: "numeric" }).format();

test("it is there without a new build, and none of it is wrong", async () => {
  expect(before).toBe(404);
  const development = await product.open(brand, "/_desarrollo", "desktop");
  await expect.poll(() => development.locator("main").innerText()).toContain("Sin problemas");
});

test("its examples hold", async () => {
  const written = definitions();
  const { revision } = await withDefinitions(written, brand);
  const flow = revision.public.flows["trade-in"]!;
  const prepared = prepareFlow(flow);
  const examples = examplesIn(Object.entries(written).map(([file, value]) => ({ path: file, value })));
  const found = examples.map(({ describe, expect: expected, ...example }) => {
    const { evaluation } = evaluateExample(prepared, example);
    const problems = Object.fromEntries(evaluation.problems.map((one) => [one.path, one.code]));
    expect([describe, evaluation.steps]).toEqual([describe, expected.steps]);
    expect([describe, problems]).toEqual([describe, expected.problems ?? {}]);
    for (const path of expected.hidden ?? []) expect(evaluation.fields[path]!.visible).toBe(false);
    return Boolean(expected.continues);
  });
  expect(new Set(found)).toEqual(new Set([true, false]));
});

test("a shopper tells of an indebted car with several owners, on a phone", async () => {
  const email = "ana@correo.cl";
  const page = await open();
  await axe(page);

  // The plate finds the car: one press fills a choice, the choice under it, and a number.
  await field(page, "car.plate").fill("aaaa11");
  await page.keyboard.press("Enter");
  await page.getByText("Es un Kia Rio 1.4").waitFor();
  await expect.poll(() => field(page, "car.model").inputValue()).toBe("RIO");
  await expect.poll(() => field(page, "car.make").inputValue()).toBe("KIA");
  await expect.poll(() => field(page, "car.mileage").inputValue()).toBe("45.000");
  const card = page.getByRole("group", { name: "Precio estimado de tu auto" });
  await expect
    .poll(async () => (await card.innerText()).split(/\s*\n\s*/))
    .toEqual([
      "Precio estimado de tu auto",
      "Precio",
      "$7.500.000",
      "Auto",
      "Kia Rio 1.4",
      "Patente",
      "AAAA11",
    ]);
  await expect.poll(() => field(page, "car.engine").isDisabled()).toBe(true);
  await field(page, "car.fuel").selectOption({ label: "Bencina" });
  await field(page, "car.engine").selectOption({ label: "Hasta 1.6" });
  await page.getByRole("checkbox", { name: "Techo solar" }).press("Space");
  await page.getByRole("checkbox", { name: /Alarma/ }).press("Space");
  await field(page, "car.wanted").pressSequentially("8000000");
  await expect.poll(() => field(page, "car.wanted").inputValue()).toBe("8.000.000");
  await page.locator('[name="car.owes"]').first().press("Space");
  await field(page, "car.papers").setInputFiles(padron);
  await page.getByText("padrón.pdf 1 KB").waitFor();
  await axe(page);
  await proceed(page).press("Enter");

  // Only who owes comes here.
  await shown(page, "El crédito que queda");
  expect(new URL(page.url()).pathname).toBe(`${path}/credito`);
  await field(page, "debt.bank").selectOption({ label: "Banco de la Costa" });
  await field(page, "debt.left").fill("9000000");
  await field(page, "debt.left").press("Enter");
  await page.getByRole("alert").getByText("Debes más de lo que quieres por el auto").waitFor();
  await axe(page);
  await field(page, "debt.left").fill("2000000");
  await expect.poll(() => page.getByLabel("Lo que te quedaría").innerText()).toBe("$6.000.000");
  await field(page, "debt.left").press("Enter");

  // A fragment twice: as a group, and as the rows of a list in a group.
  await shown(page, "¿De quién es?");
  await field(page, "owners.seller.name").fill("Ana Núñez");
  await expect.poll(() => field(page, "owners.seller.document.number").isDisabled()).toBe(true);
  await choose(page, "owners.seller.document.type", "rut");
  await field(page, "owners.seller.document.number").pressSequentially("123456785");
  await field(page, "owners.seller.email").fill(email);
  await choose(page, "owners.property.shared", "yes");
  const others = "owners.property.others";
  const add = page.getByRole("button", { name: "Agregar dueño" });
  await add.press("Enter");
  await expect.poll(() => focused(page)).toBe(`${others}.r1.name`);
  await page.keyboard.type("Luis Soto");
  await choose(page, `${others}.r1.document.type`, "rut");
  await field(page, `${others}.r1.document.number`).fill("111111111");
  await field(page, `${others}.r1.email`).fill("luis@correo.cl");
  await add.press("Enter");
  await expect.poll(() => focused(page)).toBe(`${others}.r2.name`);
  await page.keyboard.type("Eva Paz");
  await choose(page, `${others}.r2.document.type`, "passport");
  await page.getByText("Quien firma con pasaporte tiene que venir").waitFor();
  await field(page, `${others}.r2.document.number`).fill("AB123456");
  await field(page, `${others}.r2.email`).fill("eva@correo.cl");
  await axe(page);

  // What is open comes back: drawn by the server, taken over without a word.
  await saved(page, `${others}.r2.email`, "eva@correo.cl");
  const html = await byHand(product, page, brand).html(`${path}/propietarios`);
  expect(html).toMatch(/name="owners\.property\.others\.r2\.name"[^>]*value="Eva Paz"/);
  expect(html).toContain("Dueño 2");
  await page.reload();
  await proceed(page).waitFor();
  await expect.poll(() => page.locator("[data-row]").count()).toBe(2);
  await expect.poll(() => field(page, `${others}.r2.document.number`).inputValue()).toBe("AB123456");
  page.clean();

  await page.getByRole("button", { name: "Quitar: Dueño 1" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("r2");
  await page.getByRole("group", { name: "Dueño 1" }).waitFor();
  await proceed(page).press("Enter");

  await tellOfUse(page);
  await page.getByRole("button", { name: "Agregar" }).press("Enter");
  await page.getByLabel("Qué se reparó").fill("Parachoques");
  await page.getByLabel("En qué año").fill("2024");
  await axe(page);
  await proceed(page).press("Enter");

  await shown(page, "¿Cuándo lo vemos?");
  await page.getByText("Trae:").waitFor();
  await field(page, "visit.day").pressSequentially(typedDay.replaceAll("/", ""));
  await expect.poll(() => field(page, "visit.day").inputValue()).toBe(typedDay);
  await field(page, "visit.hour").pressSequentially("1030");
  await field(page, "visit.comment").fill("Tiene un\nrayón.");
  await expect
    .poll(() => page.getByRole("group", { name: "Lo que nos cuentas" }).innerText())
    .toMatch(
      /Auto\s+Kia Rio 1\.4, Hasta 1\.6\s+Lo vende\s+Ana Núñez\s+Quieres\s+\$8\.000\.000\s+Falta pagar\s+\$2\.000\.000/,
    );
  await page.getByText("Acepto que Salazar Israel use mis datos para hacerme una oferta.").waitFor();
  await page.getByRole("checkbox", { name: /Condiciones/ }).press("Space");
  await axe(page);

  // The service is down for once; then it offers less than was wanted.
  tradeIns.set("POST /offers", { status: 503, body: {} });
  await proceed(page).press("Enter");
  const failed = page.getByRole("dialog", { name: "No pudimos calcular la oferta" });
  await failed.waitFor();
  await axe(page);
  tradeIns.set("POST /offers", { body: { price: 7_500_000 } });
  await failed.getByRole("button", { name: "Inténtalo de nuevo" }).press("Enter");
  const less = page.getByRole("dialog", { name: "Podemos darte $7.500.000" });
  await less.waitFor();
  await axe(page);
  expect(sentBy(email)).toEqual([]);
  await less.getByRole("button", { name: "Por ahora no" }).press("Enter");
  await less.waitFor({ state: "detached" });
  const terms = page.getByRole("checkbox", { name: /Condiciones/ });
  await expect.poll(() => terms.isChecked()).toBe(false);
  await terms.press("Space");
  await proceed(page).press("Enter");
  await less.getByRole("button", { name: "Aceptar $7.500.000" }).press("Enter");
  await shown(page, "¡Listo, Ana Núñez!");
  const number = `PP-00001-${year}`;
  await page.getByText(`Tu número de atención es ${number}`).waitFor();
  await page.getByText(`por tu Kia Rio 1.4. Te esperamos el ${typedDay} a las 10:30.`).waitFor();
  await axe(page);
  page.clean();

  const [submission] = sentBy(email);
  expect(submission).toMatchObject({ number, state: "accepted", brand, flow: "trade-in" });
  expect(submission!.answers).toEqual(answers(email));
  expect(submission!.labels).toEqual(labels);

  await product.delivered();
  const [mail, ...more] = product.smtp.messages.filter(({ to }) => to.includes(email));
  expect(more).toEqual([]);
  expect(mail!.email.subject).toBe(`Tu oferta ${number} · Salazar Israel`);
  expect(mail!.email.text).toContain(toldInMail(email));
  const sheet = mail!.email.attachments.find(({ disposition }) => disposition === "attachment");
  expect(sheet).toMatchObject({ mimeType: "application/pdf" });
  const pdf = readPdf(new Uint8Array(sheet!.content as ArrayBuffer));
  expect(pdf.title).toBe(`Solicitud ${number}`);
  const drawn = JSON.stringify(pdf.elements);
  for (const told of ["Oferta: $7.500.000", "Eva Paz", "Parachoques"]) expect(drawn).toContain(told);
  expect(drawn).not.toContain("Luis Soto");
  expect(tradeIns.requests.filter(({ path: asked }) => asked === "/leads").map(({ body }) => body)).toEqual([
    { number, make: "Kia", price: 7_500_000, others: ["Eva Paz"] },
  ]);
});
