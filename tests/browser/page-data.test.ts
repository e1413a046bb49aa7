/** Pages with data on slow days and on the way back: what was seen is there again, and what is late comes. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type Behaviour } from "../support/stand-in.ts";

const upstream = await startStandIn({});
afterAll(() => upstream.stop());
const folder = await mkdtemp(join(tmpdir(), "vitrina-page-data-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
await cp(join(import.meta.dirname, "../../fixtures/definitions"), folder, { recursive: true });
// What the finder finds is a list of the view for everybody.
const finder = join(folder, "schemas/screens/offices.json");
const item = {
  title: "{row.name}",
  text: "{row.address}, {row.commune}",
  facts: [
    { label: "Servicios", text: "{row.services}" },
    { label: "Teléfono", text: "{row.telephone}" },
  ],
  link: { label: "Ver {row.name}", to: "/sucursales/{row.centerCode}" },
};
const list = `"results", "layout": "list", "item": ${JSON.stringify(item)}`;
await writeFile(finder, (await readFile(finder, "utf8")).replace('"branchOffices"', list));
const product = await startProduct({
  env: {
    DEFINITIONS_DIR: folder,
    UPSTREAM_BRANCH_OFFICE: `${upstream.url}/`,
    UPSTREAM_CARS: `${upstream.url}/`,
    UPSTREAM_VISITS: `${upstream.url}/`,
    REFERENCE_DIR: undefined,
  },
});

/** The brand of the tests has no pictures. */
const noWordmark = /wordmark\.svg/;
/** Milliseconds: longer than a server waits for what a page is not there without. */
const late = 2_000;

const office = { code: "A-1", name: "Casa Matriz", commune: "Talca" };
const row = (name: string, town: string, code = "A-2") => ({
  name,
  address: "Calle Dos 245",
  commune: town,
  centerCode: code,
  uuid: code,
  latitude: -35.4,
  longitude: -71.6,
  services: ["Venta de usados", "Repuestos", "Taller"],
  brands: [],
  postSaleBrands: [],
  scheduleSale: [],
  schedulePostSale: [],
  phone: "",
  telephone: "",
  telephonePostsale: "",
  whatsappNew: "",
  whatsappUsed: "",
});
const near = ["Barros Arana", "Plaza Sur", "Camino a San Clemente", "Mall Plaza Maule", "Ruta 5"].map(
  (name, index) => row(name, "Talca", `A-${index + 2}`),
);

beforeEach(() => {
  upstream.forget();
  upstream.set("GET /office", { body: office });
  upstream.set("GET /cities", { body: [{ value: "Talca" }, { value: "Curicó" }] });
  upstream.set("GET /offices", ({ query }) => ({
    body: { offices: query["town"] === "Curicó" ? [row("Una de Curicó", "Curicó")] : near },
  }));
});

const heading = (page: TestPage, name: string) => page.getByRole("heading", { name, exact: true });
const city = (page: TestPage) => page.getByRole("combobox", { name: "Ciudad" });

test.each<[string, Behaviour, (page: TestPage) => Promise<void>]>([
  ["found", { body: office }, (page) => heading(page, "Casa Matriz").waitFor()],
  [
    "moved",
    { body: { ...office, code: "B-9" } },
    async (page) => {
      await page.waitForURL("**/sucursales/B-9?utm_source=x");
      await heading(page, "Casa Matriz").waitFor();
    },
  ],
  ["not known", { status: 404 }, (page) => heading(page, "Esta página no existe.").waitFor()],
  ["gone", { status: 410 }, (page) => heading(page, "Esta página ya no existe.").waitFor()],
  [
    "broken",
    { status: 500 },
    async (page) => {
      await page.getByRole("button", { name: "Reintentar" }).waitFor();
      upstream.set("GET /office", { body: office });
      await page.getByRole("button", { name: "Reintentar" }).click();
      await heading(page, "Casa Matriz").waitFor();
    },
  ],
])("a page whose thing comes late, and is %s", async (_, behaviour, arrives) => {
  upstream.set("GET /office", ({ query }) =>
    query["code"] === "B-9" ? { body: { ...office, code: "B-9" } } : { delay: late, ...behaviour },
  );
  const page = await product.blank("phone");
  const url = product.server.url("AA", "/sucursales/A-1?utm_source=x");
  const document = await page.goto(url, { waitUntil: "commit" });
  expect(document!.status()).toBe(200);
  await arrives(page);
  await axe(page);
});

test.each(["phone", "desktop"] as const)("on a %s what is found is a list to choose from", async (view) => {
  const page = await product.open("AA", "/sucursales/A-1", view);
  await page.getByRole("link", { name: "Ver Plaza Sur" }).waitFor();
  await axe(page);
  await fits(page);
  if (process.env["VITRINA_PICTURES"])
    await page.screenshot({
      path: `${process.env["VITRINA_PICTURES"]}/results-${view}.png`,
      fullPage: true,
    });
  page.clean([noWordmark]);
});

test.each(["phone", "desktop"] as const)(
  "on a %s a list has its facts by their names, and its links where there is room",
  async (view) => {
    const long = {
      ...row("Camino a San Clemente kilómetro 12, frente a la antigua estación", "Maule", "A-9"),
      services: ["Desabolladura y pintura", "Otorrinolaringología-electroencefalografista", "Repuestos"],
      telephone: "+56 71 223 4455",
    };
    upstream.set("GET /offices", { body: { offices: [long, ...near] } });
    const page = await product.open("AA", "/sucursales", view);
    const first = page.locator("[data-results] li").first();
    await first.getByRole("link").waitFor();
    await axe(page);
    await fits(page);
    const drawn = await first.evaluate((one) => {
      const box = (selector: string) => one.querySelector(selector)!.getBoundingClientRect();
      const pairs = [...one.querySelectorAll("dl > div")].map((fact) =>
        [...fact.children].map((part) => part.getBoundingClientRect()),
      );
      const [title, link] = [box("h3"), box("a span")];
      return {
        isLinkBeside: link.left >= title.right && link.top < box("dl").bottom,
        isLinkBelow: link.top >= box("dl").bottom,
        /** Pixels between a name and its value, across and down. */
        gaps: pairs.map(([name, value]) => [
          Math.round(value!.left - name!.left),
          Math.round(value!.top - name!.bottom),
        ]),
      };
    });
    if (view === "desktop") {
      expect(drawn).toMatchObject({ isLinkBeside: true, isLinkBelow: false });
      for (const [across, down] of drawn.gaps) expect([across, Math.abs(down!) < 4]).toEqual([0, true]);
    } else {
      expect(drawn).toMatchObject({ isLinkBeside: false, isLinkBelow: true });
      // One column of names, one of values.
      expect(new Set(drawn.gaps.map(([across]) => across)).size).toBe(1);
    }
  },
);

test("what was found stays while something else is looked for", async () => {
  const page = await product.open("AA", "/sucursales", "desktop");
  await page.getByText("Plaza Sur").first().waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  upstream.set("GET /offices", async () => {
    await promise;
    return { body: { offices: [row("Una de Curicó", "Curicó")] } };
  });
  await city(page).selectOption("Curicó");
  const shown = page.locator("[data-results] [aria-busy]");
  await shown.waitFor();
  await expect.poll(() => shown.innerText()).toContain("Plaza Sur");
  resolve();
  await page.getByText("Una de Curicó").first().waitFor();
  await expect.poll(() => page.getByText("Plaza Sur").count()).toBe(0);
});

test("back from another page of the site, filters and what was found are as they were, and nobody is asked", async () => {
  const page = await product.open("AA", "/sucursales", "phone");
  await city(page).selectOption("Curicó");
  await page.getByText("Una de Curicó").first().waitFor();
  await page.getByRole("link", { name: "Alfa Autos" }).first().click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  const asked = upstream.requests.filter(({ path }) => path === "/offices").length;
  await page.goBack();
  await page.getByText("Una de Curicó").first().waitFor();
  await expect.poll(() => city(page).inputValue()).toBe("Curicó");
  expect(upstream.requests.filter(({ path }) => path === "/offices").length).toBe(asked);
});

test("who comes back to the page after a minute sees what is there now", async () => {
  const page = await product.open("AA", "/sucursales", "phone");
  await page.getByText("Plaza Sur").first().waitFor();
  await city(page).selectOption("Curicó");
  await page.getByText("Una de Curicó").first().waitFor();
  const asked = () => upstream.requests.filter(({ path }) => path === "/offices").length;
  const before = asked();
  upstream.set("GET /offices", { body: { offices: [row("La nueva de Curicó", "Curicó")] } });
  // Seconds that the device's clock has gone on meanwhile.
  const comeBack = (later: number) =>
    page.evaluate(
      `{ const now = Date.now; Date.now = () => now() + ${later * 1000}; dispatchEvent(new Event("focus")); }`,
    );
  await comeBack(50);
  // What was asked for just now is not asked for again, whatever the clock says.
  await expect
    .poll(async () => {
      expect(asked()).toBeLessThanOrEqual(before + 1);
      if (asked() === before) await comeBack(61);
      return page.getByText("La nueva de Curicó").count();
    })
    .toBeGreaterThan(0);
});

test("back from another site, they are too", async () => {
  const page = await product.open("AA", "/sucursales", "phone");
  await city(page).selectOption("Curicó");
  await page.waitForURL(({ search }) => decodeURIComponent(search) === "?ciudad=Curicó");
  await page.getByText("Una de Curicó").first().waitFor();
  await page.goto("about:blank");
  await page.goBack();
  await page.getByText("Una de Curicó").first().waitFor();
  await expect.poll(() => city(page).inputValue()).toBe("Curicó");
  await expect.poll(() => page.getByText("Plaza Sur").count()).toBe(0);
});
