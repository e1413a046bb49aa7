/** The catalogue while its service is slow, fails, or answers what is none. */
import type { Locator } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { searchRoute, startCatalogueUpstream } from "../support/catalogue-upstream.ts";
import { anyOf } from "../support/covering.ts";
import { rested } from "../support/rested.ts";
import { startProduct } from "../support/product.ts";

const { upstream, answer } = await startCatalogueUpstream();
const product = await startProduct({ env: { UPSTREAM_CATALOG: upstream.url, EMBEDDED_SERVICES: "all" } });

beforeEach(() => upstream.set(searchRoute, answer));

const cards = (page: TestPage) => page.locator("[data-view=cars] li:has(> div h3)");
const failed = (page: TestPage) => page.getByText("No pudimos cargar los autos. Inténtalo de nuevo.").first();
const again = (page: TestPage | Locator) => page.getByRole("button", { name: "Reintentar" }).first();

test("while the service is slow, what was found before stays, and it says so", async () => {
  const page = await product.open("SI", "/vehiculos", "desktop");
  await cards(page).first().waitFor();
  const seen = Promise.withResolvers<void>();
  upstream.set(searchRoute, async (request) => ({ ...(await answer(request)), after: seen.promise }));
  await page.getByRole("radio", { name: /^Usados/ }).check();
  await page.getByText("Buscando autos").first().waitFor();
  await expect.poll(() => page.locator("[aria-busy=true] li:has(> div h3)").count()).toBe(12);
  await axe(page);
  seen.resolve();
  await rested(page);
  await expect.poll(() => page.title()).toBe("Autos usados · Salazar Israel");
  expect(new URL(page.url()).pathname).toBe("/vehiculos/usado");
  page.clean();
});

test("a page that is slow to be found has cards of the same shape in their place", async () => {
  const seen = Promise.withResolvers<void>();
  upstream.set(searchRoute, async (request) => ({ ...(await answer(request)), after: seen.promise }));
  const page = await product.blank("phone");
  await page.goto(product.server.url("SI", "/vehiculos/nuevo"), { waitUntil: "commit" });
  const places = page.locator("[data-view=cars] [aria-hidden=true] li");
  await places.first().waitFor();
  // With all its style sheets: what is looked for comes after that.
  await page.waitForLoadState("load");
  const place = await places.first().boundingBox();
  seen.resolve();
  await cards(page).first().waitFor();
  const card = await cards(page).first().boundingBox();
  expect(place!.width).toBe(card!.width);
  page.clean();
});

const faults: [what: string, behaviour: object, viewport: Viewport][] = [
  ["fails", { status: 500, body: { error: "x" } }, "desktop"],
  ["hangs up", { cutOff: "within" }, "phone"],
  ["answers no JSON", { body: "<html>Bad gateway</html>" }, "desktop"],
  ["answers something else", { body: { result: [{ id: "seven" }], params: {} } }, "phone"],
];

// Which answers are none is the server's to tell.
test.each(anyOf(faults))("a service that %s: it is said, and asked again", async (_, behaviour, viewport) => {
  upstream.set(searchRoute, behaviour);
  const page = await product.open("SI", "/vehiculos/usado", viewport);
  await failed(page).waitFor();
  await axe(page);
  upstream.set(searchRoute, answer);
  // Whoever asks again by keys goes on where they were: the button goes with what it says.
  const view = page.locator("[data-view=cars]");
  await again(view).press("Enter");
  await cards(page).first().waitFor();
  await expect.poll(() => view.locator(":focus").textContent()).toMatch(/^\d+ autos/);
  // What is chosen while it fails stays chosen, and is looked for again.
  upstream.set(searchRoute, behaviour);
  await page.getByRole("combobox", { name: "Ordenar" }).selectOption("2");
  await failed(page).waitFor();
  upstream.set(searchRoute, answer);
  await again(page).click();
  await rested(page);
  await cards(page).first().waitFor();
  expect(new URL(page.url()).search).toBe("?sort=2");
});
