/** The appraisal as people go through it: all five steps, what fails on the way, and what analytics is told of it. */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContextOptions } from "playwright";
import { afterAll, afterEach, expect, test } from "vitest";
import {
  chooseDay,
  choose,
  decide,
  dialog,
  field,
  inDialog,
  offered,
  path,
  proceed,
  rio,
  shown,
  tellOfCar,
  tellOfInspection,
  tellOfPerson,
  titles,
  told,
  toPerson,
} from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { shownElsewhere } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { startRelay } from "../support/relay.ts";
import type { Behaviour } from "../support/stand-in.ts";
import { allowOthers } from "../support/consent.ts";
import { startTagContainer } from "../support/tag-container.ts";

const get = (call: string): string => `GET /appraisal-v2/${call}`;
const reads = ["years", "brands", "models", "versions", "mileage-range", "quote", "patent"];
const places = ["regions", "cities", "branch-offices", "slots"].map((call) => `appointment/${call}`);
const posts = ["POST /appraisal-v2/lead", "POST /appraisal-v2/appointment"];
const relay = await startRelay([...reads, ...places].map(get).concat(posts));
const container = await startTagContainer();
const product = await startProduct({
  env: {
    UPSTREAM_APPRAISAL: `${relay.standIn.url}/`,
    TAG_CONTAINER_SI: "GTM-CANARY1",
    TAG_SCRIPT_URL: container.scriptUrl,
    LIMIT_FACTOR: "100",
  },
});
relay.leadTo(`http://127.0.0.1:${product.server.servicesPort}`);
afterEach(() => relay.undo());
afterAll(() => Promise.all([relay.standIn.stop(), container.stop()]));

const open = async (
  brand: string,
  viewport: Viewport = "phone",
  { query = "", ...options }: BrowserContextOptions & { query?: string } = {},
): Promise<TestPage> => {
  const page = await product.blank(viewport, options);
  if (brand === "SI") await allowOthers(page, product.server, brand);
  await page.goto(product.server.url(brand, path + query));
  await proceed(page).waitFor();
  return page;
};

/** The hour at which an entry of a calendar begins, in a zone: it stands there in UTC. */
function hourIn(calendar: string, timeZone: string): string {
  const start = /DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z/.exec(calendar)!;
  const [year, month, day, hour, minute] = start.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const how = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("es-CL", how).format(Date.UTC(year, month - 1, day, hour, minute));
}

async function expectEvents(page: TestPage, events: string[]): Promise<void> {
  const names = async (): Promise<unknown[]> =>
    (await told(page))
      .map(({ event }) => event)
      .filter((event) => !/^(gtm\.|page_view|step_)/.test(String(event)));
  await expect.poll(names).toEqual(events);
}

const ana = {
  name: "Anastasia",
  lastName: "Quxley",
  phone: "987654321",
  email: "anastasia.quxley@correo.cl",
};
const bilbao = ["Metropolitana de Santiago", "Santiago", "Salazar Israel Bilbao"] as const;

/** At the step with the price, with all before it told. */
async function toPrice(page: TestPage): Promise<void> {
  await toPerson(page);
  await tellOfPerson(page, ana, "Valparaíso");
  await proceed(page).click();
  await shown(page, titles.price);
}

test("SI on a phone: from the plate to the appointment, and analytics hears nothing personal", async () => {
  const page = await open("SI");
  container.forget();
  await field(page, "car.plate").fill("bb bb-12");
  await expect.poll(() => field(page, "car.plate").inputValue()).toBe("BBBB12");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.getByText("Encontramos tu auto").waitFor();
  for (const [name, value] of Object.entries({ year: "2020", brand: "KIA", model: "RIO", version: "" })) {
    await expect.poll(() => field(page, `car.${name}`).inputValue()).toBe(value);
  }
  await axe(page);
  await tellOfCar(page, { version: rio.version, mileage: rio.mileage });
  await decide(page, { isAuctionBought: "yes" });
  await proceed(page).click();
  await dialog(page).getByText("Por ahora no podemos tasar tu auto").waitFor();
  await axe(page);
  await inDialog(page, "Continuar").click();
  await dialog(page).waitFor({ state: "detached" });
  await shown(page, titles.car);
  await expectEvents(page, []);
  await decide(page);
  await fits(page);
  await proceed(page).click();

  await tellOfPerson(page, ana, "Valparaíso");
  await fits(page);
  const terms = page.locator("main").getByRole("link", { name: /^términos y condiciones de servicio/ });
  await expect.poll(() => terms.getAttribute("href")).toBe("/terminos-y-condiciones");
  await axe(page);
  await expectEvents(page, ["car_details"]);
  // Whoever goes back and continues again is not counted twice, nor whoever loads the page again.
  await page.goBack();
  await shown(page, titles.car);
  await proceed(page).click();
  await shown(page, titles.person);
  await page.reload();
  await expect.poll(() => field(page, "person.email").inputValue()).toBe(ana.email);
  await proceed(page).click();

  await shown(page, titles.price);
  const card = page.locator('[data-path="price.card"]');
  await expect.poll(() => card.innerText()).toMatch(/\$\s?\d\.\d{3}\.000 a\s+\$\s?\d\.\d{3}\.000/);
  for (const text of ["Kia", "2020", rio.version, rio.mileage, "BBBB12"]) {
    await expect.poll(() => card.innerText()).toContain(text);
  }
  await page.getByText("El precio es una estimación").waitFor();
  await axe(page);
  await fits(page);
  await proceed(page).click();

  const time = await tellOfInspection(page, bilbao);
  const about = field(page, "inspection.branch");
  await expect.poll(() => about.getAttribute("aria-describedby")).toBe("inspection-branch-about");
  await page.locator("#inspection-branch-about").getByText("Av. Francisco Bilbao 4130").waitFor();
  await axe(page);
  await fits(page);
  const confetti = page.waitForFunction(() => document.querySelector("canvas") !== null);
  await proceed(page).click();
  await shown(page, titles.summary);
  await confetti;
  await page.getByText("Paso 5 de 5: Resumen").waitFor();
  const summary = await page.locator("main").innerText();
  for (const text of ["Inspección en Sucursal", "Salazar Israel Bilbao", "Av. Francisco Bilbao 4130", time]) {
    expect(summary).toContain(text);
  }
  for (const text of ["Información del auto", "BBBB12", rio.mileage, "Solicitante", "Anastasia Quxley"]) {
    expect(summary).toContain(text);
  }
  await expect.poll(() => page.getByRole("link", { name: "Volver" }).count()).toBe(0);
  await axe(page);
  await fits(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Agregar al calendario" }).click();
  const calendar = await readFile(await (await download).path(), "utf8");
  expect(calendar).toContain("SUMMARY:Inspección de tu auto en Salazar Israel");
  expect(hourIn(calendar, "America/Santiago")).toBe(time);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.getByRole("button", { name: "Imprimir" }).isVisible()).toBe(false);
  await expect.poll(() => page.getByRole("navigation", { name: "Avance" }).isVisible()).toBe(false);
  await expect.poll(() => page.getByText("Anastasia Quxley").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });

  // What analytics was told since the page was loaded again, and all that the container was sent.
  const events = (await told(page)).filter(({ event }) => event !== "gtm.js");
  expect(events).toEqual([
    { event: "page_view", page_path: `${path}/datos-personales` },
    { event: "step_accepted", flow: "appraisal", step: "person" },
    { event: "contact_details", person_region: "Valparaíso", sell_window: "Inmediatamente" },
    { event: "page_view", page_path: `${path}/tasacion` },
    { event: "step_accepted", flow: "appraisal", step: "price" },
    { event: "page_view", page_path: `${path}/agendamiento` },
    { event: "step_accepted", flow: "appraisal", step: "inspection" },
    {
      event: "reservation",
      inspection_region: bilbao[0],
      inspection_city: bilbao[1],
      inspection_branch: bilbao[2],
    },
    { event: "page_view", page_path: `${path}/resumen` },
  ]);
  const sentEvents = container.events();
  for (const event of ["car_details", "contact_details", "reservation"]) {
    expect(sentEvents.filter((one) => one === event)).toEqual([event]);
  }
  const everything = JSON.stringify([await told(page), container.requests]).toLowerCase();
  for (const value of [...Object.values(ana), "BBBB12", "anastasia%20", "bbbb-12"]) {
    expect(everything).not.toContain(value.toLowerCase());
  }

  // No way back: behind the summary the form begins anew.
  await page.goBack();
  await shown(page, titles.car);
  expect(new URL(page.url()).pathname).toBe(path);
  await expect.poll(() => field(page, "car.plate").inputValue()).toBe("");
  page.clean();
});

/** Presses Tab until a control has the focus. */
async function tabTo(page: TestPage, name: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement!;
      return [element.getAttribute("name"), element.getAttribute("type"), element.textContent];
    });
    if (at[0] === name || (name === at[1] && at[0] === null)) return;
  }
  throw new Error(`"${name}" is not reached by keyboard`);
}

test("WI on a desktop, by keyboard alone and without anybody's container", async () => {
  const page = await open("WI", "desktop", { reducedMotion: "reduce" });
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(product.server.url("WI", "/"))) foreign.push(request.url());
  });
  const pick = async (name: string, text: string): Promise<void> => {
    await expect.poll(() => field(page, name).isEnabled()).toBe(true);
    // A list with many options takes over, once it is there: it is loaded with the first key.
    if (name === "car.year" || name === "car.brand" || name === "person.region") {
      await expect.poll(() => field(page, name).getAttribute("role")).toBe("combobox");
    }
    await tabTo(page, name);
    await page.keyboard.type(text);
    if ((await field(page, name).getAttribute("role")) === "combobox") await page.keyboard.press("Enter");
  };
  await expect.poll(() => page.locator('[data-path="car.plate"]').innerText()).toContain("Placa");
  await expect.poll(() => page.locator('[name^="car.decisive"]').count()).toBe(0);
  await page.keyboard.press("Tab");
  await pick("car.year", "2020");
  await pick("car.brand", "Kia");
  await pick("car.model", "Rio");
  await pick("car.version", "1.4 LX");
  await pick("car.mileage", "30,001");
  await axe(page);
  await fits(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await shown(page, titles.person);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  for (const name of ["name", "lastName", "phone", "email"] as const) {
    await tabTo(page, `person.${name}`);
    await page.keyboard.type(ana[name]);
  }
  await pick("person.region", "Lima");
  await pick("person.sellWindow", "Inmed");
  await tabTo(page, "person.terms");
  await page.keyboard.press("Space");
  await axe(page);
  await fits(page);
  await tabTo(page, "submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.price);
  await expect.poll(() => page.locator('[data-path="price.card"]').innerText()).toMatch(/S\/\s?\d/);
  await axe(page);
  await fits(page);
  await tabTo(page, "submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.inspection);
  await pick("inspection.region", "Lima");
  await pick("inspection.city", "Lima");
  await pick("inspection.branch", "Wigo");
  await page.locator('[name="inspection.date"]:not([aria-disabled=true])').first().waitFor();
  await tabTo(page, "inspection.date");
  await page.keyboard.press("Enter");
  await page.locator('[name="inspection.time"]').first().waitFor();
  await tabTo(page, "inspection.time");
  await page.keyboard.press("Space");
  await axe(page);
  await fits(page);
  await tabTo(page, "submit");
  await page.keyboard.press("Enter");
  await shown(page, titles.summary);
  const way = page.getByRole("navigation", { name: "Avance" }).getByRole("listitem");
  await expect
    .poll(() => way.allInnerTexts())
    .toEqual(["Datos del auto", "Datos personales", "Tasación", "Agendamiento", "Resumen"]);
  await axe(page);
  await fits(page);
  await page.keyboard.press("Tab");
  await wait(300);
  await expect.poll(() => page.locator("canvas").count()).toBe(0);
  await expectEvents(page, ["car_details", "contact_details", "reservation"]);
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: "Ir al inicio" }).click();
  await page.waitForURL(product.server.url("WI", "/"));
  page.clean();
});

const walks = [
  { brand: "SI", viewport: "desktop", mileage: rio.mileage, region: "Valparaíso", office: bilbao },
  {
    brand: "WI",
    viewport: "phone",
    mileage: "30,001 kms. - 50,000 kms.",
    region: "Lima",
    office: ["Lima", "Lima", "Wigo Motors Surquillo"],
  },
] as const;

// The other devices of both are above, with the same room asked for at each step.
test.each(shownElsewhere(walks))(
  "$brand on a $viewport: all the way, with room for everything",
  async ({ brand, viewport, mileage, region, office }) => {
    const page = await open(brand, viewport);
    await tellOfCar(page, { ...rio, mileage });
    if (brand === "SI") await decide(page);
    await fits(page);
    await proceed(page).click();
    await tellOfPerson(page, ana, region);
    await fits(page);
    await proceed(page).click();
    await shown(page, titles.price);
    await proceed(page).click();
    const time = await tellOfInspection(page, office);
    await fits(page);
    await proceed(page).click();
    await page.getByText("Inspección en Sucursal").waitFor();
    await expect.poll(() => page.locator("main").innerText()).toContain(`, ${time}`);
    await fits(page);
    page.clean();
  },
);

test("a plate: not right, not known, no answer", async () => {
  const page = await open("SI");
  const plate = field(page, "car.plate");
  const search = page.getByRole("button", { name: "Buscar" });
  await plate.fill("1ABCDE");
  await plate.blur();
  await page.locator('[data-path="car.plate"]').getByText("La patente ingresada no es válida").waitFor();
  await expect.poll(() => search.getAttribute("aria-disabled")).toBe("true");
  await plate.fill("BBBB1");
  await expect.poll(() => search.getAttribute("aria-disabled")).toBe("true");
  // No more than six letters and digits while typing.
  await plate.fill("");
  await plate.pressSequentially("bb.bb 123");
  await expect.poll(() => plate.inputValue()).toBe("BBBB12");

  // The car that was found before does not stay where nothing is found.
  await plate.fill("BBBB12");
  await search.click();
  await page.getByText("Encontramos tu auto").waitFor();
  await expect.poll(() => field(page, "car.brand").inputValue()).toBe("KIA");
  await plate.fill("CCDD99");
  await search.click();
  await page
    .getByText(
      "No hemos encontrado información acerca de la patente ingresada, por favor, ingresa los datos manualmente",
    )
    .waitFor();
  for (const name of ["year", "brand", "model"]) {
    await expect.poll(() => field(page, `car.${name}`).inputValue()).toBe("");
  }
  await axe(page);
  await tellOfCar(page, { year: "2019", brand: "Kia" });
  await plate.fill("ZZZZ99");
  await search.click();
  await page.getByText("No pudimos buscar la patente ingresada").waitFor();
  for (const name of ["year", "brand", "model"]) {
    await expect.poll(() => field(page, `car.${name}`).inputValue()).toBe("");
  }
  await axe(page);
});

const options = (prefix: string, ...names: string[]): Behaviour => ({
  body: names.map((name) => ({ [`${prefix}Code`]: name.toUpperCase(), [`${prefix}Name`]: name })),
});

test("lists that hang together: cleared and closed while they load, and the last question counts", async () => {
  // Answers are kept for a while by brand and question: this brand is nobody else's.
  const years: Record<string, [number, string]> = {
    2011: [900, "Lenta"],
    2012: [50, "Pronta"],
    2013: [700, "Otra"],
  };
  relay.set(get("brands"), ({ query }) => {
    const [delay, name] = years[query["year"]!] ?? [0, "Kia"];
    return { ...options("brand", name), delay };
  });
  relay.set(get("models"), options("model", "Uno"));
  relay.set(get("versions"), options("version", "Base"));
  const page = await open("CO");
  const isOpen = (name: string) => field(page, `car.${name}`).isEnabled();
  await choose(page, "car.year", "2014");
  await tellOfCar(page, { brand: "Kia", model: "Uno", version: "Base" });
  await choose(page, "car.year", "2011");
  // What follows is empty and closed at once; what is typed meanwhile stays.
  for (const name of ["brand", "model", "version"]) {
    expect([name, await isOpen(name), await field(page, `car.${name}`).inputValue()]).toEqual([
      name,
      false,
      "",
    ]);
  }
  await field(page, "car.plate").pressSequentially("BBBB12", { delay: 40 });
  await expect.poll(() => field(page, "car.plate").inputValue()).toBe("BBBB12");
  // The second answer comes first, and the first one late: it never wins.
  await choose(page, "car.year", "2012");
  await expect.poll(() => offered(page, "car.brand")).toEqual(["Pronta"]);
  await wait(1_100);
  await expect.poll(() => offered(page, "car.brand")).toEqual(["Pronta"]);
  await tellOfCar(page, { brand: "Pronta", model: "Uno" });
  await choose(page, "car.year", "2013");
  expect(await isOpen("brand")).toBe(false);
  await expect.poll(() => offered(page, "car.brand")).toEqual(["Otra"]);
  expect([await isOpen("model"), await isOpen("version")]).toEqual([false, false]);

  // A list that cannot be had is empty, and can be asked for again.
  relay.set(get("brands"), { status: 500 });
  await choose(page, "car.year", "2015");
  await page.locator('[data-path="car.brand"]').getByRole("button", { name: "Reintentar" }).waitFor();
  await expect.poll(() => offered(page, "car.brand")).toEqual([]);
  await axe(page);
  relay.undo();
  await page.locator('[data-path="car.brand"]').getByRole("button", { name: "Reintentar" }).click();
  await expect.poll(() => offered(page, "car.brand")).toContain("Kia");
});

test("what was wrong on a step is not said of the step before, and what comes after a press is listed", async () => {
  const page = await open("SI");
  await toPerson(page);
  const box = page.getByRole("alert");
  const links = box.getByRole("link");
  await proceed(page).click();
  await links.first().waitFor();
  await page.goBack();
  await shown(page, titles.car);
  await expect.poll(() => box.count()).toBe(0);
  await page.goForward();
  await shown(page, titles.person);
  await expect.poll(() => box.count()).toBe(0);
  await tellOfPerson(page, ana, "Valparaíso");
  await proceed(page).click();
  await shown(page, titles.price);
  await proceed(page).click();
  await shown(page, titles.inspection);
  await proceed(page).click();
  const [region, city, branch] = bilbao;
  for (const [name, answer, left] of [
    ["region", region, "Elige una opción en «Ciudad»"],
    ["city", city, "Elige una sucursal"],
    ["branch", branch, "Elige la fecha de inspección"],
  ] as const) {
    await choose(page, `inspection.${name}`, answer);
    await expect.poll(() => links.allInnerTexts()).toEqual([left]);
  }
  page.clean();
});

test("no price, or nobody who takes the data: again, or out with the campaign's parameters", async () => {
  const page = await open("SI", "phone", { query: "?utm_source=feria&ruta=x" });
  await toPerson(page);
  await tellOfPerson(page, ana, "Valparaíso");
  const refused: Behaviour[] = [
    { status: 500 },
    { status: 404, body: {} },
    { body: { price: null, minPrice: null, maxPrice: null, score: 0, error: null, statusCode: 200 } },
    { body: { price: 0, minPrice: 0, maxPrice: 0, score: 0, error: null, statusCode: 200 } },
  ];
  for (const [index, behaviour] of refused.entries()) {
    relay.set(get("quote"), behaviour);
    if (index === 0) await proceed(page).click();
    else await inDialog(page, "Inténtalo de nuevo").click();
    await dialog(page).getByText("No pudimos calcular el precio de tu auto").waitFor();
    await expect
      .poll(() => inDialog(page, "Inténtalo de nuevo").getAttribute("aria-disabled"))
      .not.toBe("true");
  }
  await axe(page);
  relay.undo();
  relay.set("POST /appraisal-v2/lead", { status: 500 });
  await inDialog(page, "Inténtalo de nuevo").click();
  await dialog(page).getByText("No pudimos guardar tus datos").waitFor();
  await expectEvents(page, ["car_details"]);
  await inDialog(page, "Salir").click();
  await page.waitForURL(product.server.url("SI", "/?utm_source=feria"));

  // The answers wait there; the lead is taken now.
  relay.undo();
  await page.goBack();
  await shown(page, titles.person);
  await expect.poll(() => field(page, "person.email").inputValue()).toBe(ana.email);
  if (await dialog(page).isVisible()) await inDialog(page, "Inténtalo de nuevo").click();
  else await proceed(page).click();
  await shown(page, titles.price);
  await expectEvents(page, ["car_details", "contact_details"]);
});

test("an hour that somebody else has taken: fresh ones, and all the rest stays", async () => {
  const page = await open("SI");
  await toPrice(page);
  await proceed(page).click();
  const time = await tellOfInspection(page, bilbao);
  const day = await field(page, "inspection.date").getAttribute("value");
  // Somebody has it between the look at the hours and the booking.
  const taken: Behaviour = { status: 200, body: { Id: null, Status: 409, Error: "taken" } };
  relay.set("POST /appraisal-v2/appointment", () => {
    relay.set(get("appointment/slots"), async (received) => {
      const { body } = await relay.pass(received);
      return { body: JSON.parse(String(body).replaceAll(`"${time}"`, '"23:45"')) as unknown };
    });
    return taken;
  });
  await proceed(page).click();
  await dialog(page).getByText("No se pudo agendar la cita, por favor ingresa otro horario").waitFor();
  await axe(page);
  await inDialog(page, "Elegir otro horario").click();
  await dialog(page).waitFor({ state: "detached" });
  // Where another one is to be chosen.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe("inspection.time");
  await expect.poll(() => page.locator(`[name="inspection.time"][value="${time}"]`).count()).toBe(0);
  await expect.poll(() => page.locator('[name="inspection.time"]:checked').count()).toBe(0);
  await expect
    .poll(() => field(page, "inspection.branch").locator("option:checked").innerText())
    .toBe(bilbao[2]);
  await expect.poll(() => field(page, "inspection.date").getAttribute("value")).toBe(day);
  relay.undo();
  await chooseDay(page);
  await page.locator('[name="inspection.time"]:not(:disabled)').nth(1).check();
  await proceed(page).click();
  await shown(page, titles.summary);
});

test.each(["SI", "CO", "PO", "SM", "CL", "WI"])("%s: the home page leads here", async (brand) => {
  const home = await (await product.server.fetch(brand, "/")).text();
  const main = home.slice(home.indexOf("<main"), home.indexOf("</main>"));
  expect(main).toMatch(/href="\/tasacion"/);
  const answer = await product.server.fetch(brand, path);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get("content-security-policy")!;
  expect(policy.includes(container.url)).toBe(brand === "SI");
  expect((await answer.text()).includes("GTM-CANARY1")).toBe(brand === "SI");
});
