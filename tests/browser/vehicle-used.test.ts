/** The page of a used car: its sheet and certificate are taken along, it is shared, and nothing of it moves. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestPage } from "../support/browser.ts";
import { axe } from "../support/axe.ts";
import { anyOf, covering } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { readPdf } from "../support/pdf-reader.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();

const chilean = "/marcas/toyota/usado/toyota-yaris-1000205";
const peruvian = "/marcas/toyota/usado/toyota-corolla-30000677";

/** The title of the PDF that a link gives. */
async function taken(page: TestPage, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).first().press("Enter"),
  ]);
  return readPdf(readFileSync(await download.path())).title;
}

const looked = [
  ["SI", chilean, "phone", "Toyota Yaris 1.5 XLS CVT 2019"],
  ["WI", peruvian, "desktop", "Toyota Corolla 1.8 GLi 2025"],
  ["SI", chilean, "desktop", "Toyota Yaris 1.5 XLS CVT 2019"],
  ["WI", peruvian, "phone", "Toyota Corolla 1.8 GLi 2025"],
] as const;

test.each(covering(looked, ([brand, , viewport]) => [brand, viewport]))(
  "%s: %s on a %s, with what can be taken along",
  async (brand, path, viewport, name) => {
    const page = await product.open(brand, path, viewport);
    const links = page.getByRole("navigation", { name: "En esta página" }).first();
    await expect
      .poll(() => links.getByRole("link").allTextContents())
      .toEqual(expect.arrayContaining(["Ver ficha", "Todo lo que necesitas saber"]));
    expect(await taken(page, "Ver ficha")).toBe(`Ficha ${name}`);
    expect(await taken(page, "Descargar el certificado de inspección")).toBe(
      `Certificado de inspección ${name}`,
    );
    await rested(page);
    await axe(page);
    await fits(page);
    page.clean();
  },
);

test("a car is shared by the device's own sheet, by its address alone; closing it is no error", async () => {
  const page = await product.blank("phone");
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: (data: unknown) => {
        shared.push(data);
        return Promise.reject(new DOMException("closed", "AbortError"));
      },
    });
  });
  await page.goto(product.server.url("SI", `${chilean}?utm_source=diario#car-detail`));
  await page.getByRole("button", { name: "Compartir" }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared))
    .toEqual([{ title: "Toyota Yaris", url: product.server.url("SI", chilean) }]);
  page.clean();
});

/** Remembers how much of the page moved, from the beginning. */
const watchShifts = (page: TestPage) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const moved = (page: TestPage): Promise<number> =>
  page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );

test.each(
  anyOf([
    ["SI", chilean],
    ["WI", peruvian],
  ] as const),
)("%s: %s does not move while it loads and is scrolled through", async (brand, path) => {
  const page = await product.blank("phone");
  await watchShifts(page);
  // What comes late takes the place that was kept for it.
  await page.route(/\.(woff2|avif)(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(product.server.url(brand, path));
  await page.locator("main h1").waitFor();
  await page.getByRole("heading", { name: "Autos similares" }).scrollIntoViewIfNeeded();
  await rested(page);
  expect(await moved(page)).toBeLessThanOrEqual(0.05);
  page.clean();
});

const linked = [
  ["SI", "phone", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001"],
  ["SI", "desktop", chilean],
  ["WI", "desktop", "/marcas/hyundai/nuevo/hyundai-kona-30000020"],
  ["WI", "phone", peruvian],
] as const;

test.each(covering(linked, ([, viewport, path]) => [viewport, path.split("/")[3]!]))(
  "%s, on a %s: a link to the simulator of %s leads to it, and nothing moves",
  async (brand, viewport, path) => {
    const page = await product.blank(viewport);
    await watchShifts(page);
    await page.goto(product.server.url(brand, `${path}#simulation`));
    const place = page.locator("#simulation");
    // Seen once it is whole: with its terms, and what each month costs.
    await place.locator("form").waitFor();
    await rested(page);
    expect(Math.abs(await place.evaluate((one) => one.getBoundingClientRect().top))).toBeLessThan(200);
    await expect.poll(() => place.locator("input[type=radio]").count()).toBeGreaterThan(3);
    expect(await moved(page)).toBeLessThanOrEqual(0.05);
    page.clean();
  },
);
