/** The form that is dropped in, gone through another way, and with what may not be. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { byHand } from "../support/by-hand.ts";
import { fits } from "../support/fits.ts";
import {
  brand,
  choose,
  day,
  field,
  focused,
  padron,
  proceed,
  shown,
  sharedTradeIn,
  tellOfCar,
  tellOfUse,
  typedDay,
} from "../support/trade-in-form.ts";

const { product, open, saved, sentBy } = await sharedTradeIn();

test("another shopper owes nothing after all: what they told of the debt goes, on a desktop", async () => {
  const email = "luis@correo.cl";
  const page = await open("desktop");
  await tellOfCar(page, "yes");
  await proceed(page).click();
  await shown(page, "El crédito que queda");
  await field(page, "debt.bank").selectOption({ label: "Otro" });
  await field(page, "debt.left").fill("100");
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  await field(page, "owners.seller.name").fill("Luis Soto");
  await choose(page, "owners.seller.document.type", "passport");
  await field(page, "owners.seller.document.number").fill("ab 123456");
  await field(page, "owners.seller.email").fill(email);
  await choose(page, "owners.property.shared", "yes");
  await page.getByRole("button", { name: "Agregar dueño" }).click();
  await field(page, "owners.property.others.r1.name").fill("Nadie");
  await choose(page, "owners.property.shared", "no");
  await expect.poll(() => page.locator("[data-row]").count()).toBe(0);

  await page.goBack();
  await shown(page, "El crédito que queda");
  await page.goBack();
  await shown(page, "¿Qué auto tienes?");
  await choose(page, "car.owes", "no");
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  await expect.poll(() => field(page, "owners.seller.email").inputValue()).toBe(email);
  await proceed(page).click();
  await tellOfUse(page);
  await proceed(page).click();
  await shown(page, "¿Cuándo lo vemos?");
  await expect
    .poll(() => page.getByRole("group", { name: "Lo que nos cuentas" }).innerText())
    .not.toContain("Falta pagar");
  await field(page, "visit.day").fill(typedDay);
  await field(page, "visit.hour").fill("18:05");
  await page.getByRole("checkbox", { name: /Condiciones/ }).check();
  await proceed(page).click();
  await shown(page, "¡Listo, Luis Soto!");
  const [submission] = sentBy(email);
  expect(submission!.answers).toEqual({
    "car.make": "KIA",
    "car.model": "EV3",
    "car.mileage": 12_000,
    "car.fuel": "electric",
    "car.engine": "one",
    "car.wanted": 20_000_000,
    "car.owes": "no",
    "car.papers": expect.objectContaining({ name: "padrón.pdf" }),
    "owners.seller.name": "Luis Soto",
    "owners.seller.document.type": "passport",
    "owners.seller.document.number": "ab123456",
    "owners.seller.email": email,
    "owners.property.shared": "no",
    "use.form": { purpose: "Trabajo", smoked: true },
    "visit.day": day,
    "visit.hour": "18:05",
    "visit.terms": true,
  });
  await product.delivered();
  const mail = product.smtp.messages.find(({ to }) => to.includes(email));
  expect(mail!.email.text).not.toMatch(/crédito que queda|Nadie/i);
  page.clean();
});

test("what may not be is refused, on the page and by hand", async () => {
  const somebody = await open();
  await field(somebody, "car.papers").setInputFiles(padron);
  await somebody.getByText("padrón.pdf 1 KB").waitFor();
  const [foreign] = product.rows("select id from files order by created_at desc");
  const page = await open();
  const summary = page.getByRole("alert");
  await proceed(page).click();
  await summary.getByRole("link", { name: "Adjunta «Padrón»" }).click();
  await expect.poll(() => focused(page)).toBe("car.papers");
  await tellOfCar(page, "no");
  const hand = byHand(product, page, brand);
  const kept = { "car.owes": "no", "car.papers": { name: padron.name } };
  await expect.poll(async () => (await hand.run("trade-in"))?.answers).toMatchObject(kept);
  let good: Record<string, unknown> = {};
  /** Continuar on the open step with what is right there, but for some. What was refused before is kept, so it goes. */
  const tried = async (changes: Record<string, unknown>) => {
    const run = (await hand.run("trade-in"))!;
    const there = Object.keys(run.answers).filter((name) => name.startsWith(`${run.step}.`));
    const none = Object.fromEntries(there.map((name) => [name, null]));
    const { status, body } = await hand.proceed(run, { ...none, ...good, ...changes });
    const { error, outcome } = body as {
      error?: string;
      outcome?: { refuse?: { path: string; code: string }[] };
    };
    return [status, error ?? outcome?.refuse?.map((one) => `${one.path} ${one.code}`) ?? outcome];
  };

  good = (await hand.run("trade-in"))!.answers;

  // Of another run, or of nobody; and an engine of another fuel.
  for (const id of [foreign!["id"], "nobody"]) {
    const papers = { id, name: "padrón.pdf", size: 15, type: "application/pdf" };
    expect(await tried({ "car.papers": papers })).toEqual([422, ["car.papers file.gone"]]);
  }
  expect(await tried({ "car.papers": null })).toEqual([422, ["car.papers required"]]);
  expect(await tried({ "car.engine": "turbo" })).toEqual([422, ["car.engine notOffered"]]);
  expect(await tried({ "car.model": "ZS" })).toEqual([422, ["car.model notOffered"]]);
  expect(await tried({ "car.seen": "x" })).toEqual([400, "bad-request"]);
  expect(await tried({ "debt.left": 1 })).toEqual([422, "unknown-key"]);

  // Of the page, all is as it was.
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  const others = "owners.property.others";
  await field(page, "owners.seller.name").fill("Eva Paz");
  await choose(page, "owners.seller.document.type", "rut");
  await field(page, "owners.seller.document.number").fill("123456785");
  await field(page, "owners.seller.email").fill("eva@correo.cl");
  await choose(page, "owners.property.shared", "yes");
  await proceed(page).click();
  await summary.getByRole("link", { name: "Agrega al menos uno en «Otros dueños»" }).click();
  await expect.poll(() => focused(page)).toBe("owners-property-others");
  await axe(page);
  // With rows, groups in groups and problems, on a small phone with large text.
  await page.getByRole("button", { name: "Agregar dueño" }).click();
  await choose(page, `${others}.r1.document.type`, "passport");
  await proceed(page).click();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await fits(page);
  await saved(page, `${others}.r1.document.type`, "passport");

  const { answers } = (await hand.run("trade-in"))!;
  good = Object.fromEntries(
    Object.entries(answers).filter(([name]) => /^owners\.(?!property\.others)/.test(name)),
  );
  const row = (id: string) => ({
    [`${others}.${id}.name`]: "Luis",
    [`${others}.${id}.document.type`]: "rut",
    [`${others}.${id}.document.number`]: "11111111-1",
  });
  const one = { [others]: ["r1"], ...row("r1") };
  const four = ["r1", "r2", "r3", "r4"];
  expect(await tried({ [others]: [] })).toEqual([422, [`${others} required`]]);
  expect(await tried({ [others]: four, ...Object.assign({}, ...four.map(row)) })).toEqual([
    422,
    [`${others} maxItems`],
  ]);
  expect(await tried({ ...one, "owners.property.shared": "no" })).toEqual([422, "hidden-value"]);
  // Only where there is a debt, an address of each of the others is asked for.
  expect(await tried({ ...one, [`${others}.r1.email`]: "luis@correo.cl" })).toEqual([422, "hidden-value"]);
  expect(await tried(row("r1"))).toEqual([422, "unknown-key"]);
  expect(await tried({ ...one, "owners.seller": "x" })).toEqual([400, "bad-request"]);
  expect(await tried({ ...one, [`${others}.r1.document.number`]: "11111111-2" })).toEqual([
    422,
    [`${others}.r1.document.number signingDocument.invalid`],
  ]);
  expect(await tried(one)).toEqual([200, { go: "use" }]);
  good = {};
  expect(await tried({ "use.form": { purpose: "Volar", smoked: true } })).toEqual([422, ["use.form enum"]]);
  expect(await tried({ "use.form": "x" })).toEqual([422, ["use.form type"]]);
  expect(sentBy("eva@correo.cl")).toEqual([]);
  page.clean();
});
