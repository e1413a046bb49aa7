/** What stands around the fields of a form of several steps: how far one is, the way back, and what was sent. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { RunState } from "../../schemas/engine/protocol.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { byHand } from "../support/by-hand.ts";
import { fits } from "../support/fits.ts";
import { goOffline } from "../support/offline.ts";
import { path } from "../support/trade-in.ts";
import {
  brand,
  day,
  field,
  padron,
  proceed,
  shown,
  sharedTradeIn,
  tellOfCar,
  tellOfOwner,
  tellOfUse,
  toldBefore,
  typedDay,
} from "../support/trade-in-form.ts";

const { product, tradeIns, open, sentBy, saved: kept } = await sharedTradeIn();

/** At the last step that asks, with everything before it told on the way. */
async function walkToVisit(email: string, viewport: Viewport): Promise<TestPage> {
  const page = await open(viewport);
  await tellOfCar(page, "no");
  await proceed(page).click();
  await tellOfOwner(page, email);
  await proceed(page).click();
  await tellOfUse(page);
  await proceed(page).click();
  await shown(page, "¿Cuándo lo vemos?");
  return page;
}

/** The same for who told it on another day. */
async function toVisit(email: string, viewport: Viewport = "desktop"): Promise<TestPage> {
  const page = await product.blank(viewport);
  const hand = byHand(product, page, brand);
  const { run, attached } = await hand.begin("trade-in", { "car.papers": padron });
  const [car, ...steps] = toldBefore(email);
  let at = run;
  for (const answers of [{ ...car, ...attached }, ...steps]) {
    const { status, body } = await hand.proceed(at, answers);
    expect([status, body]).toMatchObject([200, { state: { status: "open" } }]);
    at = (body as { state: RunState }).state;
  }
  await page.goto(product.server.url(brand, `${path}/visita`));
  await shown(page, "¿Cuándo lo vemos?");
  await proceed(page).waitFor();
  return page;
}

async function tellOfVisit(page: TestPage): Promise<void> {
  await field(page, "visit.day").fill(typedDay);
  await field(page, "visit.hour").fill("10:30");
  await page.getByRole("checkbox", { name: /Condiciones/ }).check();
}

const way = (page: TestPage) => page.getByRole("navigation", { name: "Avance" });
const change = (page: TestPage, step: string) => page.getByRole("link", { name: `Cambiar: ${step}` });

test("on a phone, how far one is, and Continuar within reach of the thumb", async () => {
  const page = await open("phone");
  await way(page).getByText("Paso 1 de 4: ¿Qué auto tienes?", { exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^¿Qué auto tienes\? · Tu auto en parte de pago/);
  // Back from the first of several steps is the browser's.
  await expect.poll(() => page.getByRole("link", { name: "Volver" }).count()).toBe(1);
  // What waits for a list that has come since the page was opened says so too.
  await expect.poll(() => field(page, "car.model").innerText()).toContain("Primero completa «Marca»");
  // Whoever owes has one step more.
  await page.locator('[name="car.owes"][value="yes"]').check();
  await way(page).getByText("Paso 1 de 5: ¿Qué auto tienes?").waitFor();
  await page.locator('[name="car.owes"][value="no"]').check();
  await way(page).getByText("Paso 1 de 4: ¿Qué auto tienes?").waitFor();

  const bar = page.locator("form [class*=actions]");
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe("sticky");
  await expect(proceed(page).isVisible()).resolves.toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  const isAtTheBottom = (): Promise<boolean> =>
    proceed(page).evaluate((button) => {
      const below = innerHeight - button.getBoundingClientRect().bottom;
      return below >= 0 && below < 40;
    });
  await expect.poll(isAtTheBottom).toBe(true);
  // Whatever has the focus stands above it.
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const control = document.activeElement!;
      const actions = document.querySelector("form [class*=actions]")!;
      if (control === document.body || actions.contains(control) || !control.closest("form")) return false;
      return control.getBoundingClientRect().bottom > actions.getBoundingClientRect().top + 1;
    });
    expect([presses, hidden]).toEqual([presses, false]);
  }
  await axe(page);
  await tellOfCar(page, "no");
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expect.poll(() => page.title()).toMatch(/^¿De quién es\? · /);
  const title = page.getByRole("heading", { level: 1 });
  await expect.poll(() => title.getAttribute("aria-describedby")).toBe("step-place");
  await expect.poll(() => page.locator("#step-place").textContent()).toBe("Paso 2 de 4");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await fits(page);

  // Large text, or hardly any height: the bar takes no room from the form.
  await page.setViewportSize({ width: 320, height: 400 });
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe("static");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe("static");
  await fits(page);
  page.clean();
});

test("on a desktop, the steps by name, and the way back without losing anything", async () => {
  const page = await walkToVisit("ida@correo.cl", "desktop");
  const items = way(page).getByRole("listitem");
  const names = (await items.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
  expect(names).toEqual([
    "¿Qué auto tienes? (listo)",
    "¿De quién es? (listo)",
    "¿Cómo lo has usado? (listo)",
    "¿Cuándo lo vemos?",
  ]);
  await expect.poll(() => way(page).locator("[aria-current=step]").innerText()).toBe("¿Cuándo lo vemos?");
  await axe(page);
  await field(page, "visit.hour").fill("10:30");

  await page.getByRole("link", { name: "Volver" }).click();
  await shown(page, "¿Cómo lo has usado?");
  await page.getByRole("link", { name: "Volver" }).click();
  await shown(page, "¿De quién es?");
  await expect.poll(() => field(page, "owners.seller.email").inputValue()).toBe("ida@correo.cl");
  await way(page)
    .getByRole("link", { name: /¿Qué auto tienes\?/ })
    .press("Enter");
  await shown(page, "¿Qué auto tienes?");
  await way(page)
    .getByRole("link", { name: /¿Cuándo lo vemos\?/ })
    .click();
  await shown(page, "¿Cuándo lo vemos?");
  await expect.poll(() => field(page, "visit.hour").inputValue()).toBe("10:30");
  page.clean();
});

test("Volver leads back step by step, and from the first one out", async () => {
  const page = await open("desktop");
  const address = page.url();
  await page.goto(new URL("/", address).href);
  await page.goto(address);
  await tellOfCar(page, "no");
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  await page.reload();
  await page.getByRole("link", { name: "Volver" }).click();
  await shown(page, "¿Qué auto tienes?");
  await page.getByRole("link", { name: "Volver" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
});

test("answers are checked and changed before they are sent, and Continuar comes back", async () => {
  const page = await toVisit("eva@correo.cl", "phone");
  const told = page.getByRole("region", { name: "Revisa tus respuestas" });
  // The words of an option come with its list, which the service is asked for.
  await expect
    .poll(() => told.innerText())
    .toMatch(
      /Marca\s+Kia\s+Modelo\s+EV3\s+Kilometraje\s+12\.000 km[\s\S]+\$20\.000\.000[\s\S]+padrón\.pdf \(1 KB\)[\s\S]+12\.345\.678-5[\s\S]+Trabajo/,
    );
  await expect.poll(() => told.innerText()).not.toContain("Condiciones");
  await field(page, "visit.hour").fill("10:30");

  await change(page, "¿De quién es?").click();
  await shown(page, "¿De quién es?");
  await field(page, "owners.seller.name").fill("Eva Paz");
  await proceed(page).click();
  await shown(page, "¿Cuándo lo vemos?");
  expect(new URL(page.url()).pathname).toBe(`${path}/visita`);
  await told.getByText("Eva Paz").waitFor();
  await expect.poll(() => field(page, "visit.hour").inputValue()).toBe("10:30");

  // Whoever only looked, goes back.
  await change(page, "¿Qué auto tienes?").click();
  await shown(page, "¿Qué auto tienes?");
  await page.getByRole("link", { name: "Volver" }).click();
  await shown(page, "¿Cuándo lo vemos?");

  // A debt opens a step that was not asked: it is answered first.
  await change(page, "¿Qué auto tienes?").click();
  await page.locator('[name="car.owes"][value="yes"]').check();
  await proceed(page).click();
  await shown(page, "El crédito que queda");
  await field(page, "debt.bank").selectOption({ label: "Otro" });
  await field(page, "debt.left").fill("100");
  // Where one was to come back to survives a refresh.
  await kept(page, "debt.left", 100);
  await page.reload();
  await proceed(page).click();
  await shown(page, "¿Cuándo lo vemos?");
  await told.getByText("$100", { exact: true }).waitFor();
  await axe(page);
  page.clean();
});

test("the last step has all that was agreed on, for the calendar and on paper", async () => {
  const page = await toVisit("sol@correo.cl");
  await tellOfVisit(page);
  await proceed(page).click();
  await shown(page, "¡Listo, Ana Núñez!");
  await expect.poll(() => page.title()).not.toContain("Ana");
  const number = /PP-\d{5}-\d{4}/.exec(await page.locator("main").innerText())![0];
  await expect
    .poll(() => page.getByRole("group", { name: "Tu visita" }).innerText())
    .toMatch(new RegExp(`Día\\s+${typedDay}\\s+Hora\\s+10:30`));
  // Nobody asks anything here any more.
  await expect.poll(() => page.locator("main form :is(button[type=submit], input)").count()).toBe(0);
  await expect.poll(() => page.getByRole("link", { name: "Volver" }).count()).toBe(0);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Agregar al calendario" }).press("Enter"),
  ]);
  expect(file.suggestedFilename()).toBe("visita-con-tu-kia-ev3.ics");
  const text = await readFile(await file.path(), "utf8");
  const zoned = new Date(
    /DTSTART:(\S+)/.exec(text)![1]!.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:"),
  );
  expect(zoned.toLocaleString("sv-SE", { timeZone: "America/Santiago" })).toBe(`${day} 10:30:00`);
  expect(text).toContain("SUMMARY:Visita con tu Kia EV3\r\n");
  expect(text).toContain("LOCATION:Salazar Israel\r\n");
  expect(text).toContain(`DESCRIPTION:Tu número de atención es ${number}\r\n`);

  // Joy is over, and nothing is left of it.
  await expect.poll(() => page.locator("canvas").count()).toBe(0);
  await axe(page);

  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("body").innerText();
  expect(printed).toContain(number);
  expect(printed).toContain("Salazar Israel");
  expect(printed).not.toMatch(/Imprimir|Inicio|Agregar al calendario|Menú/);
  await page.emulateMedia({ media: null });

  // What was booked is there after a refresh, whether or not it is offered to others.
  tradeIns.set("GET /models", { body: [] });
  await page.reload();
  await page.getByText("por tu Kia EV3.").waitFor();
  tradeIns.set("GET /models", { body: [{ id: "EV3", name: "EV3" }] });

  // Back and Forward repeat nothing.
  await page.goBack();
  await shown(page, "¿Qué auto tienes?");
  await expect.poll(() => field(page, "car.mileage").inputValue()).toBe("");
  await page.goForward();
  await shown(page, "¡Listo, Ana Núñez!");
  expect(sentBy("sol@correo.cl")).toHaveLength(1);
  page.clean();
});

test("who wants rest is spared the confetti", async () => {
  const page = await toVisit("paz@correo.cl");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const seen = ((globalThis as Record<string, unknown>)["canvases"] = [] as string[]);
    new MutationObserver(() => {
      if (document.querySelector("canvas")) seen.push("canvas");
    }).observe(document.body, { childList: true, subtree: true });
  });
  await tellOfVisit(page);
  await proceed(page).click();
  await shown(page, "¡Listo, Ana Núñez!");
  await page.waitForLoadState("networkidle");
  await expect
    .poll(() => page.evaluate(() => (globalThis as Record<string, unknown>)["canvases"]))
    .toEqual([]);
  page.clean();
});

test("a dialog that is open is asked again after a refresh, at its step alone", async () => {
  const page = await walkToVisit("mar@correo.cl", "phone");
  await tellOfVisit(page);
  tradeIns.set("POST /offers", { body: { price: 1_000_000 } });
  await proceed(page).click();
  const less = page.getByRole("dialog", { name: "Podemos darte $1.000.000" });
  await less.waitFor();
  await page.reload();
  await less.waitFor();
  await axe(page);
  await page.goBack();
  await shown(page, "¿Cómo lo has usado?");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.goForward();
  await less.getByRole("button", { name: "Aceptar $1.000.000" }).click();
  await shown(page, "¡Listo, Ana Núñez!");
  expect(sentBy("mar@correo.cl")).toHaveLength(1);
  tradeIns.set("POST /offers", { body: { price: 21_000_000 } });
  page.clean();
});

test("without a connection Continuar says so at once, and what was typed is saved later", async () => {
  const page = await open("phone");
  await tellOfCar(page, "no");
  await kept(page, "car.owes", "no");
  await goOffline(page);
  await field(page, "car.wanted").fill("19000000");
  await proceed(page).click();
  const notice = page.getByRole("alert").getByText("No enviamos nada: no hay conexión a internet");
  await notice.waitFor();
  // It takes the focus, and is read by that alone.
  await expect
    .poll(() =>
      page.evaluate(() => ["role", "aria-live"].map((name) => document.activeElement?.getAttribute(name))),
    )
    .toEqual(["alert", "off"]);
  await expect.poll(() => field(page, "car.wanted").inputValue()).toBe("19.000.000");
  // The draft is tried too, in vain.
  await expect.poll(() => page.problems().length).toBeGreaterThan(0);
  await page.context().setOffline(false);
  await kept(page, "car.wanted", 19_000_000);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await shown(page, "¿De quién es?");
  page.clean([/console error: .*INTERNET_DISCONNECTED/, /request failed: .*INTERNET_DISCONNECTED/]);
});

test("a link to a step opens it, or the first that is not done; Back and Forward ask nobody anything", async () => {
  const page = await open("desktop");
  const at = (slug = ""): string => product.server.url(brand, `${path}${slug}`);
  // Nothing is done yet.
  await page.goto(at("/visita"));
  await shown(page, "¿Qué auto tienes?");
  expect(new URL(page.url()).pathname).toBe(path);
  await tellOfCar(page, "no");
  await proceed(page).click();
  await shown(page, "¿De quién es?");
  const second = new URL(page.url()).pathname.slice(path.length);
  await page.goto(at("/visita"));
  await shown(page, "¿De quién es?");
  // One that this person is not asked is as one that is not done.
  await page.goto(at("/credito"));
  await shown(page, "¿De quién es?");
  await tellOfOwner(page, "lia@correo.cl");
  await proceed(page).click();
  await tellOfUse(page);
  await proceed(page).click();
  await shown(page, "¿Cuándo lo vemos?");

  // A link in another tab, to a step that is done and to the open one.
  const other = await product.newTab(page);
  await other.goto(at(second));
  await shown(other, "¿De quién es?");
  await expect.poll(() => field(other, "owners.seller.email").inputValue()).toBe("lia@correo.cl");
  await other.goto(at("/visita"));
  await shown(other, "¿Cuándo lo vemos?");

  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /continue|answers/.test(request.url())) asked.push(request.url());
  });
  tradeIns.forget();
  const titles = ["¿Cómo lo has usado?", "¿De quién es?"];
  for (const title of titles) {
    await page.goBack();
    await shown(page, title);
  }
  for (const title of ["¿Cómo lo has usado?", "¿Cuándo lo vemos?"]) {
    await page.goForward();
    await shown(page, title);
  }
  await page.reload();
  await shown(page, "¿Cuándo lo vemos?");
  expect(asked).toEqual([]);
  expect(tradeIns.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  page.clean();
  other.clean();
});

test("two tabs of one form: the one that was overtaken goes on where the other is, with what was typed in it", async () => {
  const page = await open("desktop");
  await tellOfCar(page, "no");
  await proceed(page).click();
  await tellOfOwner(page, "bea@correo.cl");
  await kept(page, "owners.seller.email", "bea@correo.cl");
  const other = await product.newTab(page);
  await other.goto(page.url());
  await shown(other, "¿De quién es?");
  await proceed(page).click();
  await shown(page, "¿Cómo lo has usado?");

  await field(other, "owners.seller.name").fill("Bea Ríos");
  await proceed(other).click();
  await shown(other, "¿Cómo lo has usado?");
  await other.getByText("Este formulario avanzó en otra pestaña").waitFor();
  await axe(other);
  await tellOfUse(other);
  await proceed(other).click();
  await shown(other, "¿Cuándo lo vemos?");
  await other.getByRole("region", { name: "Revisa tus respuestas" }).getByText("Bea Ríos").waitFor();
  await tellOfVisit(other);
  await proceed(other).click();
  await shown(other, "¡Listo, Bea Ríos!");

  // Who presses in the first one, after something was typed there, is told; what was sent is sent once.
  await page.getByRole("radio", { name: "Trabajo" }).check();
  await proceed(page).click();
  await page.getByText("Ya enviaste este formulario desde otra pestaña").waitFor();
  expect(sentBy("bea@correo.cl")).toHaveLength(1);
  // There is no way back into what is over.
  await other.goto(product.server.url(brand, `${path}/visita`));
  await shown(other, "¿Qué auto tienes?");
  await expect.poll(() => field(other, "car.mileage").inputValue()).toBe("");
  page.clean([/console error: .*409/]);
  other.clean([/console error: .*409/]);
});
