/** A car is reserved in a browser, from its page to the receipt, and paid at the stand-in of the bank. */
import { expect, test } from "vitest";
import { choose } from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { operateStock } from "../../tools/dealers/operate-stock.ts";
import { rested } from "../support/rested.ts";
import { anyOf, shownElsewhere } from "../support/covering.ts";
import { goOffline } from "../support/offline.ts";

// With the stand-ins of both providers, and the cars that come with the program.
const product = await startProduct({ env: { LIMIT_FACTOR: "100" } });

/** The address of the first used car that a brand's catalogue shows and nobody has taken: it may not know of that yet. */
async function usedCar(page: TestPage): Promise<string> {
  const links = page.locator('[data-view=cars] a[href*="/usado/"]');
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
  const holds = product.rows("select resource from holds");
  const taken = new Set(holds.map(({ resource }) => String(resource).split("/")[1]));
  return addresses.find((address) => !taken.has(/\d+$/.exec(address)?.[0]))!;
}

async function tellWho(page: TestPage, brand: string): Promise<void> {
  await page.getByLabel("Nombre", { exact: true }).fill("María José");
  await page.getByLabel("Apellidos").fill("Núñez Soto");
  await page
    .getByLabel(brand === "WI" ? "DNI" : "RUT", { exact: true })
    .fill(brand === "WI" ? "45678912" : "12.345.678-5");
  await page.getByLabel("Teléfono").fill("987654321");
  await page.getByLabel("Correo electrónico").fill(`maria.${brand.toLowerCase()}@correo.cl`);
  if (brand === "WI") {
    await choose(page, "contact.home.department", "Callao");
    await choose(page, "contact.home.province", "Callao");
    await choose(page, "contact.home.district", "Bellavista");
  } else {
    await choose(page, "contact.place.region", "Metropolitana de Santiago");
    await choose(page, "contact.place.commune", "Santiago");
  }
}

const at = (page: TestPage, slug: string) => page.waitForURL(({ pathname }) => pathname.endsWith(`/${slug}`));

/** Once what was answered is kept: a draft that is on its way would cross the press. */
async function goOn(page: TestPage): Promise<void> {
  await rested(page);
  await page.getByRole("button", { name: "Continuar" }).click();
}

const reservation = { link: "Reservar", path: "reservation-payment" };

/** A step as it rests; `again` of one that another walk looks at. */
async function sound(page: TestPage, { again = false } = {}): Promise<void> {
  await rested(page);
  for (const look of again ? shownElsewhere([axe, fits]) : [axe, fits]) await look(page);
}

/** From the catalogue to the step at which the reservation is paid. */
async function upToPayment(
  brand: string,
  viewport: Viewport,
  way: {
    link?: string;
    path: string;
    search?: string;
    between?: (page: TestPage) => Promise<void>;
    /** Another walk looks at these steps. */
    again?: boolean;
  } = reservation,
): Promise<{ page: TestPage; car: string; address: string }> {
  const page = await product.open(brand, "/vehiculos/usado", viewport);
  const address = await usedCar(page);
  await page.goto(product.server.url(brand, address));
  const car = /(\d+)$/.exec(address)![1]!;
  if (way.link === undefined)
    await page.goto(product.server.url(brand, `/${way.path}/${car}${way.search ?? ""}`));
  else
    await page.getByRole("link", { name: way.link, exact: true }).filter({ visible: true }).first().click();
  const { again = false } = way;
  await at(page, `${way.path}/${car}`);
  await sound(page, { again });
  await goOn(page);
  await at(page, "contacto");
  await tellWho(page, brand);
  await sound(page, { again });
  await goOn(page);
  await way.between?.(page);
  await at(page, "condiciones");
  if (brand === "WI") await page.getByRole("checkbox", { name: /tratamiento de mis datos/ }).check();
  await page.getByRole("checkbox", { name: /condiciones de la (reserva|compra)/ }).check();
  await sound(page, { again });
  await goOn(page);
  await at(page, "pago");
  await sound(page, { again });
  return { page, car, address };
}

/** Pays at the stand-in of the bank, and looks at the receipt. */
async function payUpTo(
  page: TestPage,
  press: string | RegExp,
  heading: string,
  look: { again?: boolean } = {},
): Promise<void> {
  await page.getByRole("button", { name: press }).click();
  await page.getByRole("button", { name: "Aprobar el pago" }).click();
  await page.getByRole("heading", { name: heading }).waitFor();
  await at(page, "reservado");
  await sound(page, look);
}

/** By the link of the receipt, and by keys alone. */
async function cancel(page: TestPage, email: string): Promise<void> {
  await rested(page);
  await page.getByRole("link", { name: /Cancelar y recuperar lo pagado/ }).click();
  const act = page.getByRole("button", { name: "Cancelar mi compra" });
  await page.getByRole("radio", { name: "Cambié de opinión" }).waitFor();
  await rested(page);
  await axe(page);
  await fits(page);
  await page.getByRole("radio", { name: "Cambié de opinión" }).focus();
  await page.keyboard.press("Space");
  await page.getByLabel("El correo de tu compra").fill(email);
  await rested(page);
  await act.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "¿Cancelamos tu compra?" }).waitFor();
  await rested(page);
  await page.getByRole("button", { name: "Sí, cancelarla" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Cancelamos tu compra" }).waitFor();
  await page
    .getByText(/^ANU-\d{4}-\d{6}$/)
    .first()
    .waitFor();
  await rested(page);
  await axe(page);
  await fits(page);
}

const reserved: [string, Viewport, string | RegExp][] = [
  ["WI", "desktop", /^Reservar con S\//],
  ["SI", "phone", "Reservar con $500.000"],
];

test.each(anyOf(reserved))(
  "%s: on a %s a used car is reserved, paid and gone",
  async (brand, viewport, pay) => {
    const { page, car } = await upToPayment(brand, viewport);
    await payUpTo(page, pay, "¡Tu auto está reservado!");
    await at(page, `reservation-payment/${car}/reservado`);
    // It is still there for whoever comes back to it, though the car is gone.
    await page.reload();
    await page.getByRole("heading", { name: "¡Tu auto está reservado!" }).waitFor();
    await product.delivered();
    const subjects = product
      .mailsOf(`maria.${brand.toLowerCase()}@correo.cl`)
      .map(({ email }) => email.subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^Tu reserva RES-\d{4}-\d{6}: /));
    await cancel(page, `maria.${brand.toLowerCase()}@correo.cl`);
    page.clean();
  },
);

/** Another price than the one that they have read, for all who ask from now on. */
async function changePrice(address: string, car: string): Promise<void> {
  const price = async (): Promise<number> => {
    const answer = await product.server.fetch("SI", `/api/page?path=${encodeURIComponent(address)}`);
    const { data } = (await answer.json()) as { data: Record<string, { value: { price: number } }> };
    return data["car"]!.value.price;
  };
  const before = await price();
  await operateStock(["price", car, String(before + 1_110_000)], { DATA_DIR: product.server.dataDir });
  await expect.poll(price).not.toBe(before);
}

/** Without a connection it is said at once and nothing happens; it goes on when that is back. */
async function withoutConnection(page: TestPage, press: string): Promise<void> {
  await goOffline(page);
  await page.getByRole("button", { name: press }).click();
  await page.getByRole("alert").getByText("No enviamos nada: no hay conexión a internet").waitFor();
  await rested(page);
  await axe(page);
  await page.context().setOffline(false);
}

const begun = () => product.rows("select id from payments where currency = 'CLP' and state = 'pending'");

/** What a press came to is lost on its way back: it is asked for again, and nothing is done twice. */
async function losesAnswer(page: TestPage): Promise<void> {
  await page.route(
    "**/continue",
    async (route) => {
      const request = route.request();
      const { cookie, origin, "idempotency-key": key } = await request.allHeaders();
      const done = await product.server.fetch("SI", new URL(request.url()).pathname, {
        method: "POST",
        headers: {
          cookie: cookie!,
          origin: origin!,
          "content-type": "application/json",
          "idempotency-key": key!,
        },
        body: request.postData()!,
      });
      expect(done.status).toBe(200);
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

test("a rejected card can be tried again, and what is given up costs nothing", async () => {
  const { page, car, address } = await upToPayment("SI", "desktop", { ...reservation, again: true });
  // It is held while somebody thinks about it, and that can be made longer once.
  const held = page.getByText(/Guardamos este auto para ti hasta las \d\d:\d\d/);
  await held.waitFor();
  const more = page.getByRole("button", { name: "Necesito 15 minutos más" });
  await more.click();
  await page.getByRole("dialog", { name: "Tienes 15 minutos más" }).waitFor();
  await page.getByRole("button", { name: "Entendido" }).click();
  await more.waitFor({ state: "detached" });
  await rested(page);
  await withoutConnection(page, "Reservar con $500.000");
  await held.waitFor();
  expect(begun()).toEqual([]);
  // Who would pay another price than the one that they have read is told, and says yes first.
  await changePrice(address, car);
  await page.getByRole("button", { name: "Reintentar" }).click();
  const changed = page.getByRole("dialog", { name: "El precio cambió" });
  await changed.getByText(/pasó de \$[\d.]+ a \$[\d.]+\. Hoy pagas lo mismo, \$500\.000/).waitFor();
  await rested(page);
  await axe(page);
  await changed.getByRole("button", { name: "Continuar con el nuevo precio" }).click();
  await page.getByRole("button", { name: "Rechazar la tarjeta" }).waitFor();
  expect(begun()).toHaveLength(1);
  await page.getByRole("button", { name: "Rechazar la tarjeta" }).click();
  await page.getByText("Revisa los datos de tu tarjeta").waitFor();
  await held.waitFor();
  await rested(page);
  await axe(page);
  await losesAnswer(page);
  await page.getByRole("button", { name: "INTENTAR NUEVAMENTE $500.000" }).click();
  const again = page.getByRole("alert").getByRole("button", { name: "Reintentar" });
  await again.waitFor();
  await rested(page);
  await axe(page);
  await again.click();
  await page.getByRole("button", { name: "Anular y volver" }).waitFor();
  expect(begun()).toHaveLength(1);
  await page.getByRole("button", { name: "Anular y volver" }).click();
  await page.getByText("Pago Cancelado", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "INTENTAR NUEVAMENTE $500.000" }).waitFor();
  const states = product.rows(
    "select state from payments where currency = 'CLP' order by created_at desc limit 2",
  );
  expect(states.map(({ state }) => state)).toEqual(["cancelled", "rejected"]);
  page.clean([/console error: .*CONNECTION_RESET/, /request failed: .*CONNECTION_RESET/]);
});

/** Says yes or no to what a step offers, by keys alone, and goes on. */
async function answer(page: TestPage, slug: string, said: string | RegExp): Promise<void> {
  await at(page, slug);
  await rested(page);
  await axe(page);
  await fits(page);
  const choice = page.getByRole(
    "radio",
    typeof said === "string" ? { name: said, exact: true } : { name: said },
  );
  await choice.focus();
  await page.keyboard.press("Space");
  await goOnByKey(page);
}

async function goOnByKey(page: TestPage): Promise<void> {
  await rested(page);
  await page.getByRole("button", { name: "Continuar" }).focus();
  await page.keyboard.press("Enter");
}

/** Where somebody lives, and since when. */
async function tellMore(page: TestPage): Promise<void> {
  await at(page, "antecedentes");
  await page.getByLabel("Fecha de nacimiento").fill("21/11/1985");
  await page.getByLabel("Calle", { exact: true }).fill("Avenida Matta");
  await page.getByLabel("Número", { exact: true }).fill("1240");
  await rested(page);
  await axe(page);
  await fits(page);
  await goOnByKey(page);
}

/** A car in part payment that has a price, and a credit that is simulated and evaluated; a person is asked for. */
async function withCredit(page: TestPage): Promise<void> {
  await at(page, "parte-de-pago");
  await rested(page);
  await page.getByRole("radio", { name: "Sí", exact: true }).check();
  await page.locator('[name="appraisal.plate"]').fill("BBBB12");
  await rested(page);
  await page.getByRole("button", { name: "Buscar" }).click();
  await choose(page, "appraisal.version", "1.4 LX");
  await choose(page, "appraisal.mileage", "30.001 kms. - 50.000 kms.");
  await page.locator('[name="appraisal.accepts"][value="yes"]').check();
  await page.getByText("Tu auto queda en parte de pago").waitFor();
  await rested(page);
  await axe(page);
  await fits(page);
  await goOn(page);
  await at(page, "financiamiento");
  await rested(page);
  await page.getByRole("radio", { name: /^Con financiamiento Eliges/ }).check();
  await page.getByRole("radio", { name: /Crédito Convencional/ }).check();
  await page.getByText("Cuota mensual").first().waitFor();
  await rested(page);
  await axe(page);
  await fits(page);
  await goOn(page);
  await at(page, "antecedentes");
  await choose(page, "additionalData.work.studies", "Superior");
  await choose(page, "additionalData.work.activity", "Dependiente");
  await choose(page, "additionalData.work.laborOld", "Más de 2 años");
  await page.getByRole("radio", { name: "Fija mensual" }).check();
  await page.getByRole("radio", { name: "Indefinido" }).check();
  await page.getByLabel("Renta líquida mensual").fill("900000");
  await choose(page, "additionalData.work.realState", "No");
  await page.getByRole("checkbox", { name: /evaluar mi crédito/ }).check();
  await tellMore(page);
  await at(page, "evaluacion");
  await rested(page);
  await axe(page);
  await fits(page);
  await page.getByRole("checkbox", { name: /una persona revise/ }).check();
  await goOn(page);
}

const bought: [string, Viewport, RegExp, (page: TestPage) => Promise<void>, [string, string][]][] = [
  [
    "SI",
    "phone",
    /^Reservar con \$500\.000/,
    withCredit,
    [
      ["tramites", "Sí"],
      ["seguro", "No"],
      ["mantencion", "Sí"],
    ],
  ],
  [
    "WI",
    "desktop",
    /^Reservar con USD/,
    async (page) => {
      await answer(page, "parte-de-pago", "No");
      await answer(page, "financiamiento", /^Sin financiamiento/);
      await tellMore(page);
    },
    [["tramites", "Sí"]],
  ],
];

test.each(anyOf(bought))(
  "%s: on a %s a used car is bought, with what goes with it",
  async (brand, viewport, pay, how, said) => {
    const { page, car } = await upToPayment(brand, viewport, {
      link: "Comprar",
      path: "buy-process-v2",
      between: async (page) => {
        await how(page);
        for (const [slug, choice] of said) await answer(page, slug, choice);
      },
    });
    await page.getByText("Impuestos y trámites").filter({ visible: true }).first().waitFor();
    await payUpTo(page, pay, "¡Tu compra está en marcha!");
    await at(page, `buy-process-v2/${car}/reservado`);
    // Nothing can be changed once it is paid.
    await expect.poll(() => page.getByRole("button", { name: /^(Editar|Cambiar)/ }).count()).toBe(0);
    page.clean();
  },
);

/** Whoever opens the address of a step anew sees that step, however many stand over it. */
async function opensAtItsStep(page: TestPage): Promise<void> {
  for (const hash of ["", "#payment-section"]) {
    const anew = await product.newTab(page);
    await anew.goto(page.url().replace(/#.*/, "") + hash);
    const title = anew.getByRole("heading", { level: 1 });
    await expect
      .poll(() => title.evaluate((one) => one.getBoundingClientRect().bottom / innerHeight))
      .toBeLessThan(0.5);
    await anew.close();
  }
}

/** The time for which the car is held counts down, and is over at once, with everything that was typed. */
async function timeGoesBy(page: TestPage): Promise<void> {
  await page.clock.install();
  await page.reload();
  await rested(page);
  const left = page.getByRole("timer");
  await expect.poll(() => left.textContent()).toMatch(/^Quedan \d+ minutos\.$/);
  await page.clock.fastForward(5 * 60_000);
  await expect.poll(() => left.textContent()).toMatch(/^Quedan ([5-9]|10) minutos\.$/);
  // The server's time does not go by: it says so.
  await page.route("**/api/data", async (route) => {
    const { data } = route.request().postDataJSON() as { data: string };
    if (data === "hold") await route.fulfill({ json: { status: "empty" } });
    else await route.continue();
  });
  await page.clock.fastForward(15 * 60_000);
  const over = page.getByRole("status").filter({ hasText: "Se acabó el tiempo en que guardamos este auto" });
  await over.waitFor();
  await expect.poll(() => left.count()).toBe(0);
  await page.getByRole("button", { name: "Necesito 15 minutos más" }).waitFor({ state: "detached" });
  await rested(page);
  await axe(page);
  await fits(page);
  await page.unroute("**/api/data");
  await page.clock.setSystemTime(Date.now());
}

test("V1: on a phone a used car is bought in six steps, and an address of a step leads back to it", async () => {
  const { page, car } = await upToPayment("SI", "phone", {
    path: "buy-process",
    search: "?financiamiento=simulate&credito=convencional&pie=30&cuotas=36&utm_source=x",
    between: async (page) => {
      // What another page had chosen is taken, and leaves the address; the campaign stays.
      expect(new URL(page.url()).search).toBe("?utm_source=x");
      await at(page, "parte-de-pago");
      const kept = page.waitForResponse((response) => response.request().method() === "PATCH");
      await page.getByRole("radio", { name: "No", exact: true }).check();
      await kept;
      await withoutConnection(page, "Continuar");
      await expect.poll(() => page.getByRole("radio", { name: "No", exact: true }).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Reintentar" }).click();
      await at(page, "financiamiento");
      // What was answered is there again for whoever opens the address of an earlier step.
      await rested(page);
      await page.goto(page.url().replace("financiamiento", "parte-de-pago"));
      await rested(page);
      await expect.poll(() => page.getByRole("radio", { name: "No", exact: true }).isChecked()).toBe(true);
      await goOn(page);
      await at(page, "financiamiento");
      await page.getByRole("radio", { name: "36 cuotas" }).and(page.locator(":checked")).waitFor();
      const downPayment = page.locator("[name='financing.downPayment'][type=text]");
      await expect.poll(() => downPayment.inputValue()).toBe("30");
      await answer(page, "financiamiento", /^Sin financiamiento/);
    },
  });
  await opensAtItsStep(page);
  // On a phone a bar shows what was chosen in the place of the steps, and back.
  await page.getByRole("button", { name: "VER RESUMEN" }).click();
  const recap = page.getByRole("complementary", { name: "Tu compra" });
  for (const part of ["Tus datos", "Financiamiento", "Condiciones de la compra"])
    await recap.getByRole("heading", { name: part }).waitFor();
  // The car is on the bar and stands under the title of what was chosen, without a level between.
  const [shown] = await recap.getByRole("heading", { level: 2 }).allTextContents();
  await page.locator("[data-recap]").getByText(shown!, { exact: true }).first().waitFor();
  await expect.poll(() => recap.getByRole("heading", { level: 3 }).count()).toBe(0);
  await page.getByRole("button", { name: "VER PASOS" }).click();
  await timeGoesBy(page);
  await page.getByRole("button", { name: "Reservar con $500.000" }).click();
  await page.getByRole("button", { name: "Aprobar el pago" }).click();
  await at(page, `buy-process/${car}/reservado`);
  await page.getByRole("heading", { name: "¡Tu compra está en marcha!" }).waitFor();
  page.clean();
});

const withoutCredit: [string, Viewport, string | RegExp][] = [
  ["WI", "desktop", /^Reservar con USD/],
  ["WI", "phone", /^Reservar con S\//],
  ["SI", "desktop", "Reservar con $500.000"],
];

test.each(shownElsewhere(withoutCredit))(
  "%s: on a %s V1 leads to its receipt without a credit",
  async (brand, viewport, pay) => {
    const { page, car } = await upToPayment(brand, viewport, {
      path: "buy-process",
      between: async (page) => {
        await answer(page, "parte-de-pago", "No");
        await answer(page, "financiamiento", /^Sin financiamiento/);
      },
    });
    await payUpTo(page, pay, "¡Tu compra está en marcha!");
    await at(page, `buy-process/${car}/reservado`);
    await expect.poll(() => page.getByRole("button", { name: /^(Editar|Cambiar)/ }).count()).toBe(0);
    page.clean();
  },
);

const special: [string, Viewport, string, RegExp][] = [
  ["WI", "desktop", "30000005", /^Reservar con USD/],
  ["SI", "phone", "1000009", /^Reservar con \$/],
];

test.each(anyOf(special))(
  "%s: on a %s the special sale has addresses of its own, shows its price, and is bought for it",
  async (brand, viewport, car, pay) => {
    const page = await product.open(brand, `/buy-process/${car}/dps`, viewport);
    await page.getByText("Precio especial").filter({ visible: true }).first().waitFor();
    await rested(page);
    await axe(page);
    await fits(page);
    await goOn(page);
    await page.waitForURL(({ pathname }) => pathname.includes(`/${car}/`) && pathname.endsWith("/contacto"));
    await tellWho(page, brand);
    await page.locator('select[name="contact.branch"]').selectOption({ index: 1 });
    await goOn(page);
    await answer(page, "parte-de-pago", "No");
    await answer(page, "financiamiento", /^Sin financiamiento/);
    await at(page, "condiciones");
    if (brand === "WI") await page.getByRole("checkbox", { name: /tratamiento de mis datos/ }).check();
    await page.getByRole("checkbox", { name: /condiciones de la compra/ }).check();
    await goOn(page);
    await at(page, "pago");
    await sound(page, { again: true });
    await payUpTo(page, pay, "¡Tu compra está en marcha!", { again: true });
    page.clean();
  },
);
