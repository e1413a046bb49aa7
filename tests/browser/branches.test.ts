/** The branch finder: its filters and the address, its list and its map, on a good day and on bad ones. */
import type { Locator, Page } from "playwright";
import { afterAll, beforeEach, expect, test } from "vitest";
import { choose, field, proceed, shown } from "../support/appraisal-form.ts";
import { axe } from "../support/axe.ts";
import { drivers, tellOfCar, titles } from "../support/booking-form.ts";
import type { TestPage } from "../support/browser.ts";
import { allowOthers } from "../support/consent.ts";
import { anyOf } from "../support/covering.ts";
import { googleMapsScript } from "../support/google-maps.ts";
import { startProduct } from "../support/product.ts";
import { startServer } from "../support/server.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";

const upstream = await startStandIn({});
const provider = await startStandIn({});
// Two brands have a service of their own, which the tests make slow and bad; the others have the embedded one.
const env = {
  UPSTREAM_BRANCH_OFFICE_PO: `${upstream.url}/`,
  UPSTREAM_BRANCH_OFFICE_CO: `${upstream.url}/`,
};
const product = await startProduct({ env });
const keyed = await startServer({
  hosted: true,
  env: { MAPS_KEY: "a-key-of-maps", MAPS_SCRIPT_URL: `${provider.url}/maps/api/js` },
});
afterAll(async () => {
  await keyed.close();
  await Promise.all([upstream.stop(), provider.stop()]);
});

const office = {
  uuid: "u-1",
  name: "Una Sucursal",
  address: "Calle 1",
  commune: "Rancagua",
  latitude: -34.17,
  longitude: -70.74,
  centerCode: "ZZ-1",
  brands: [],
  postSaleBrands: [],
  services: ["Venta Usados"],
  scheduleSale: [],
  schedulePostSale: [],
  telephone: "",
  telephonePostsale: "",
  whatsappNew: "",
  whatsappUsed: "",
};
const all = "GET /branch-office/get-all";
const answers = (offices: Behaviour): void => {
  upstream.set("GET /branch-office/services", { body: [{ id: 2, value: "Venta Usados" }] });
  upstream.set("GET /branch-office/get-cities", { body: [{ value: "Rancagua" }] });
  upstream.set(all, offices);
};
beforeEach(() => {
  upstream.forget();
  provider.forget();
  provider.set("GET /maps/api/js", googleMapsScript);
});

const filter = (page: Page, name: string) => page.getByRole("combobox", { name });
const cards = (page: Page) => page.locator("li[id]");
const said = (page: Page, words: string) => page.getByRole("heading", { name: words, exact: true });
const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const open = async (view: "phone" | "desktop", path = "", brand = "SI"): Promise<TestPage> => {
  const page = await product.open(brand, `/sucursales${path}`, view);
  await page.locator("[data-results]").waitFor();
  return page;
};
const marker = (page: Page, name: string) =>
  page.locator("[data-marker]").and(page.getByRole("button", { name }));

test("what is chosen is in the address, and going back brings what was chosen before", async () => {
  const page = await open("desktop");
  await said(page, "16 sucursales").waitFor();
  await expect.poll(() => filter(page, "Marcas").count()).toBe(0);
  await filter(page, "Servicios").selectOption("Venta Nuevos");
  await filter(page, "Ciudad").selectOption("Santiago");
  await filter(page, "Marcas").selectOption("Isuzu");
  await said(page, "2 sucursales").waitFor();
  expect(query(page)).toBe("?servicio=1&ciudad=Santiago&marca=Isuzu");

  // Another service has no brands to choose from; the same city stays.
  await filter(page, "Servicios").selectOption("Desabolladuría y Pintura");
  await said(page, "2 sucursales").waitFor();
  expect(query(page)).toBe("?servicio=4&ciudad=Santiago");
  await page.goBack();
  await page.waitForURL("**marca=Isuzu");
  // Once the list is there again.
  await expect.poll(() => filter(page, "Marcas").inputValue()).toBe("Isuzu");
  for (let places = 0; places < 3; places++) await page.goBack();
  await said(page, "16 sucursales").waitFor();
  expect(query(page)).toBe("");
  await page.goForward();
  await expect.poll(() => filter(page, "Servicios").inputValue()).toBe("1");

  // Nobody began anything: of who was here the visits of the day are counted, and nothing else.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["visits-SI"]);
  expect(product.rows("select * from runs")).toEqual([]);
  page.clean();
});

test("an address is read as it is, and what nobody offers leaves it", async () => {
  const page = await open("phone", "?servicio=1&ciudad=Atlantis&marca=Isuzu&utm_source=x#SI-104");
  await page.waitForURL("**/sucursales?servicio=1&marca=Isuzu&utm_source=x#SI-104");
  await page.locator("#SI-104 details[open]").waitFor({ state: "attached" });
  await expect.poll(() => cards(page).count()).toBeGreaterThan(1);
  await page.reload();
  await expect.poll(() => filter(page, "Marcas").inputValue()).toBe("Isuzu");
  // Another city has other brands: what was chosen among those before is chosen no more.
  await filter(page, "Ciudad").selectOption("Talca");
  await page.waitForURL("**/sucursales?servicio=1&ciudad=Talca&utm_source=x*");
  await filter(page, "Servicios").selectOption("Desabolladuría y Pintura");
  await said(page, "No tenemos una sucursal con tu criterio de búsqueda").waitFor();
  expect(query(page)).toBe("?servicio=4&ciudad=Talca&utm_source=x");
  page.clean();
});

test("a card says how a branch office is reached, and is one with its marker", async () => {
  const page = await open("desktop", "?ciudad=Santiago");
  const card = page.locator("#SI-103");
  const top = () => card.evaluate((one) => one.getBoundingClientRect().top);
  await card.evaluate((one) => scrollBy({ top: one.getBoundingClientRect().top - 150, behavior: "instant" }));
  await card.getByText("Ver horario y contacto").press("Enter");
  await page.waitForURL("**#SI-103");
  // What is opened stays where it is.
  await page.locator("#SI-103[data-selected]").waitFor();
  await expect.poll(() => top()).toBeCloseTo(150, 0);
  await expect.poll(() => card.getByText("Lunes a viernes: 09:30 a 19:00").isVisible()).toBe(true);
  const links = await card
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toEqual([
    "https://www.google.com/maps/dir/?api=1&destination=-33.4547,-70.6023",
    "tel:+56224106140",
    "tel:+56224106111",
    expect.stringMatching(/^https:\/\/wa\.me\/56962004023\?text=Hola%2C.*Irarr%C3%A1zaval/),
    expect.stringMatching(/^https:\/\/wa\.me\/56962004123\?text=/),
  ]);
  await expect.poll(() => card.getByRole("link", { name: "+56 9 6200 4023" }).count()).toBe(1);
  await expect.poll(() => marker(page, "Irarrázaval").getAttribute("aria-pressed")).toBe("true");
  await marker(page, "Salazar Israel La Florida").click();
  await page.waitForURL("**#SI-105");
  await expect.poll(() => page.locator("#SI-105 details").getAttribute("open")).not.toBeNull();
  await expect.poll(() => card.locator("details").getAttribute("open")).toBeNull();
  await axe(page);
  page.clean();
});

test("on a phone list and map take turns, and near markers open", async () => {
  const page = await open("phone");
  await expect.poll(() => page.getByRole("group", { name: "Mapa de sucursales" }).count()).toBe(0);
  await page.getByRole("button", { name: "Mapa", exact: true }).click();
  await expect.poll(() => cards(page).first().isVisible()).toBe(false);
  await page.locator("[data-marker][data-group]").first().click();
  await page.getByRole("button", { name: "Ver todas" }).waitFor();
  await page.locator("[data-marker]:not([data-group])").first().click();
  await page.locator("li[data-selected]").waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await axe(page);
  page.clean();
});

test("on a phone, a map that was asked for far down the list is what is seen, and where the keyboard goes on", async () => {
  const page = await open("phone");
  await page.getByRole("button", { name: "Ver en el mapa: Salazar Israel Temuco" }).press("Enter");
  await page.waitForURL("**#SI-601");
  const map = page.getByRole("group", { name: "Mapa de sucursales" });
  const isInSight = async () => {
    const { y } = (await map.boundingBox()) ?? { y: -1 };
    return y > 0 && y < 200;
  };
  await expect.poll(isInSight).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Mapa");
  // One that is chosen already is found there too.
  await page.getByRole("button", { name: "Lista", exact: true }).click();
  await page.getByRole("button", { name: "Ver en el mapa: Salazar Israel Temuco" }).press("Enter");
  await expect.poll(isInSight).toBe(true);
  page.clean();
});

test("the keyboard alone is enough", async () => {
  const page = await open("desktop", "?servicio=1&ciudad=Talca");
  // The map comes with the script: from here on nothing takes the place of what has the focus.
  await page.locator("[data-marker]").first().waitFor();
  await filter(page, "Marcas").focus();
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(() => focused()).toContain("Cómo llegar");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**#SI-401");
  const phones = await page.locator("#SI-401 dl a").count();
  for (let presses = 0; presses <= phones; presses++) await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-marker")))
    .toBe("SI-401");
  page.clean();
});

test("without a script all is in the list, and filters are sent", async () => {
  const page = await product.open("WI", "/sucursales?ciudad=Lima", "phone", { javaScriptEnabled: false });
  await expect.poll(() => cards(page).count()).toBe(5);
  // Its styles are there from the beginning, and what needs a script is not.
  await expect
    .poll(() => page.locator("ul:has(> li[id])").evaluate((list) => getComputedStyle(list).listStyleType))
    .toBe("none");
  await expect.poll(() => page.getByText("Cargando mapa").isVisible()).toBe(false);
  await expect.poll(() => page.getByRole("button", { name: /mapa/i }).count()).toBe(0);
  await filter(page, "Servicios").selectOption("Carrocería y Pintura");
  const search = page.getByRole("button", { name: "Buscar" });
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top(cards(page).first())) - (await top(search))).toBeGreaterThan(0);
  await search.click();
  await expect.poll(() => query(page)).toBe("?servicio=4&ciudad=Lima");
  await expect.poll(() => cards(page).count()).toBeLessThan(5);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
  await cards(page).first().getByText("Ver horario y contacto").click();
  await expect.poll(() => cards(page).first().getByText("Lunes a viernes").first().isVisible()).toBe(true);
});

test("a slow service: five skeletons, then what it found", async () => {
  const seen = Promise.withResolvers<void>();
  answers({ body: [office], after: seen.promise });
  const page = await open("phone", "", "PO");
  await expect.poll(() => page.locator("[data-results] [aria-hidden] > div > div").count()).toBe(5);
  seen.resolve();
  await said(page, "1 sucursal").waitFor();
  expect(upstream.requests.filter(({ path }) => path === "/branch-office/get-all").length).toBe(1);
  page.clean();
});

test("a service that fails says so, and can be asked again; one that finds nothing says that", async () => {
  answers({ status: 500 });
  const page = await open("desktop", "", "CO");
  await said(page, "No pudimos cargar las sucursales. Inténtalo de nuevo.").waitFor();
  await expect.poll(() => cards(page).count()).toBe(0);
  await axe(page);
  upstream.set(all, { body: [] });
  await page.locator("[data-results]").getByRole("button", { name: "Reintentar" }).click();
  await said(page, "No tenemos una sucursal con tu criterio de búsqueda").waitFor();
  await axe(page);
  page.clean();
});

const openKeyed = async (path = "/sucursales"): Promise<TestPage> => {
  const page = await product.blank("desktop");
  await allowOthers(page, keyed, "SI");
  await page.goto(keyed.url("SI", path));
  return page;
};
const schematic = (page: Page) => page.getByText("No pudimos cargar el mapa. Aquí tienes un esquema.");

test("with a key the map is our own until the provider's is allowed, or somebody presses for it", async () => {
  provider.forget();
  const page = await product.blank("desktop");
  await page.goto(keyed.url("SI", "/sucursales?ciudad=Talca"));
  await page.locator("[data-marker]").first().waitFor();
  expect(provider.requests).toEqual([]);
  await page.getByRole("button", { name: "Ver en Google Maps" }).press("Enter");
  await page.locator("[data-zoom]").waitFor();
  // The button has gone: who pressed it is at the map.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("group");
  expect(provider.requests).not.toEqual([]);
  page.clean();
});

test("with a key the map is the provider's, and comes near what is chosen", async () => {
  // From a page that has no use for it, whose policy does not let it in.
  const page = await openKeyed("/contacto");
  expect(provider.requests).toEqual([]);
  await page.goto(keyed.url("SI", "/sucursales?ciudad=Talca"));
  await marker(page, "Salazar Israel Talca").click();
  await page.locator("[data-zoom='17']").waitFor();
  await page.locator("#SI-401 details[open]").waitFor();
  expect(provider.requests[0]!.query).toMatchObject({ key: "a-key-of-maps", language: "es" });
  await axe(page);
  page.clean();
});

test("a question of a form whose answers are places has that map too, which comes near the one that is chosen", async () => {
  const page = await openKeyed("/agenda-tu-servicio?serviceId=2");
  await shown(page, titles.car);
  await tellOfCar(page, drivers.SI.plate);
  await proceed(page).click();
  await shown(page, titles.time);
  expect(provider.requests).toEqual([]);
  await choose(page, "appointment.city", drivers.SI.city);
  await page.locator("[data-zoom]").waitFor();
  await expect.poll(() => page.locator("[data-zoom='17']").count()).toBe(0);
  await choose(page, "appointment.branch", drivers.SI.branch);
  await page.locator("[data-zoom='17']").waitFor();
  const other = page.locator("[data-marker][aria-pressed='false']").first();
  const name = await other.getAttribute("aria-label");
  // The provider's stand-in draws them over each other.
  await other.press("Enter");
  await expect
    .poll(() =>
      field(page, "appointment.branch").evaluate(
        (one) => (one as HTMLSelectElement).selectedOptions[0]?.text,
      ),
    )
    .toBe(name);
  page.clean();
});

test.each(
  anyOf<[string, Behaviour, boolean]>([
    [
      "cannot be run",
      { body: "throw new Error('broken')", headers: { "content-type": "text/javascript" } },
      false,
    ],
    ["refuses to answer", { status: 500 }, true],
  ]),
)("a provider that %s: the map is our own", async (_, behaviour, answersAtOnce) => {
  provider.set("GET /maps/api/js", behaviour);
  const page = await product.blank("desktop");
  await allowOthers(page, keyed, "SI");
  await page.clock.install();
  await page.goto(keyed.url("SI", "/sucursales?ciudad=Santiago"));
  if (!answersAtOnce) {
    await expect.poll(() => provider.requests.length).toBe(1);
    await page.getByText("Cargando mapa").waitFor();
    await page.clock.fastForward(11_000);
  }
  await schematic(page).waitFor();
  await marker(page, "Salazar Israel La Florida").waitFor();
});

test("what is found has no corner cut off, however round the brand's corners are", async () => {
  const page = await product.open("SI", "/sucursales", "phone");
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>("*"))
      one.style.setProperty("--brand-radius", "2rem");
  });
  await page.locator("li[id]").last().waitFor();
  const cut = await page.locator("[data-results]").evaluate((results) => {
    const edges: string[] = [];
    for (let one = results.parentElement; one; one = one.parentElement) {
      const { borderTopLeftRadius, contentVisibility, overflow } = getComputedStyle(one);
      const isCut = contentVisibility !== "visible" || overflow !== "visible";
      if (isCut && borderTopLeftRadius !== "0px") edges.push(one.className);
    }
    return edges;
  });
  expect(cut).toEqual([]);
});
