/** What makes a car's page quick, as far as no clock is needed: the times themselves `npm run bench -- --pages` measures. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

/** Bytes of scripts and style sheets, packed with gzip, before somebody comes to the simulator. */
const most = 210 * 1024;

test.each([
  ["SI", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001"],
  ["WI", "/marcas/toyota/usado/toyota-corolla-30000677"],
])("%s: %s loads its first picture first, and little code", async (brand, path) => {
  const page = await product.blank("phone");
  const packed = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (["script", "stylesheet"].includes(response.request().resourceType()))
      packed.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      );
  });
  await page.addInitScript(() => {
    const seen: { largest?: Element | null } = {};
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.largest = (entry as unknown as { element: Element | null }).element;
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(product.server.url(brand, path));
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle");

  const first = page
    .getByRole("region", { name: /^Fotos de/ })
    .locator("li img")
    .first();
  const attributes = (names: string[]) =>
    first.evaluate((image, all) => all.map((name) => image.getAttribute(name)), names);
  expect(await attributes(["loading", "fetchpriority", "width", "height"])).toEqual([
    "eager",
    "high",
    "960",
    "480",
  ]);
  const preload = page.locator("link[rel=preload][as=image][fetchpriority=high]");
  await expect.poll(() => preload.count()).toBe(1);
  await expect
    .poll(() => preload.evaluate((link: HTMLLinkElement) => [link.imageSrcset, link.imageSizes]))
    .toEqual(await attributes(["srcset", "sizes"]));
  // What is largest of all that is seen at first.
  await expect
    .poll(() =>
      first.evaluate((image) => (globalThis as { seen?: { largest?: Element } }).seen!.largest === image),
    )
    .toBe(true);
  // What is below is loaded by whoever comes there.
  await expect.poll(() => page.locator("#simulation form").count()).toBe(0);
  const sizes = await Promise.all(packed.values());
  expect(sizes.length).toBeGreaterThan(3);
  const sum = sizes.reduce((all, size) => all + size, 0);
  expect(sum).toBeLessThanOrEqual(most);
  page.clean();
});
