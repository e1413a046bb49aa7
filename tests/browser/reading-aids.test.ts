/** Pages as they are looked at with the browser's own aids: forced colours, larger text, no script. */
import { expect, test } from "vitest";
import { brandCodes, type BrandCode } from "../support/brands.ts";
import { anyOf, covering } from "../support/covering.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

test.each(anyOf(brandCodes))(
  "%s: the wordmark stands on its own light ground in dark forced colours",
  async (brand) => {
    const page = await product.open(brand, "/", "desktop", { colorScheme: "dark", forcedColors: "active" });
    const wordmarks = page.locator('img[src$="/wordmark.svg"]');
    await expect.poll(() => wordmarks.count()).toBeGreaterThan(0);
    for (const wordmark of await wordmarks.all()) {
      const { ground, size } = await wordmark.evaluate((image: HTMLImageElement) => ({
        ground: getComputedStyle(image).backgroundColor,
        size: image.naturalWidth * image.clientHeight,
      }));
      expect([ground, size > 0]).toEqual(["rgb(255, 255, 255)", true]);
    }
    page.clean();
  },
);

const sizes = brandCodes.flatMap((brand) =>
  [320, 390].map((width): [BrandCode, string, number] => [brand, "/contacto", width]),
);

// Every brand where there is least room.
test.each(covering(sizes, ([brand, , width]) => (width === 320 ? [brand] : ["wider"])))(
  "%s %s: text at twice its size leaves the page its room at %i px",
  async (brand, path, width) => {
    const page = await product.blank("phone");
    await page.setViewportSize({ width, height: 844 });
    await page.goto(product.server.url(brand, path));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const box = async (name: string) => (await page.locator(`header ${name}`).first().boundingBox())!;
    const header = (await page.locator("header").boundingBox())!;
    const [wordmark, menu] = [await box("img"), await box("button")];
    expect(header.height).toBeLessThan(844 / 5);
    expect(wordmark.x + wordmark.width).toBeLessThanOrEqual(menu.x);
    expect(menu.x + menu.width).toBeLessThanOrEqual(width);
    expect(menu.height).toBeGreaterThanOrEqual(44);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    // It is still called what it was.
    await page.getByRole("button", { name: "Menú" }).click();
    await page.getByRole("button", { name: "Cerrar" }).waitFor();
    page.clean();
  },
);

/** In the page: amounts that are read over two lines, and what can be pressed on a card and stands over something else of it. */
function broken(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: amount, index } of (text.textContent ?? "").matchAll(/(?:\$|USD.|S\/.)[\d.,]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) found.push(amount);
    }
  }
  for (const card of document.querySelectorAll("[data-view=cars] li")) {
    const parts = [...card.querySelectorAll("button, a, p, h3, strong")].filter((one) =>
      one.checkVisibility(),
    );
    for (const button of card.querySelectorAll("button")) {
      const box = button.getBoundingClientRect();
      for (const other of parts) {
        if (other.contains(button) || button.contains(other)) continue;
        const { left, right, top, bottom } = other.getBoundingClientRect();
        const isOver = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        if (isOver) found.push(`${button.textContent} over ${other.textContent}`);
      }
    }
  }
  return found;
}

const shop = [
  "/vehiculos",
  "/marcas/chevrolet/nuevo/chevrolet-onix-1000001",
  "/financiamiento/1000001?credito=convencional",
];

test.each(shop)("%s: letters of twice the size break no amount and cover nothing", async (path) => {
  const page = await product.open("SI", path, "phone");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  // Amounts are there to be broken.
  await page
    .locator("main")
    .getByText(/\$\d[\d.]{6,}/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.evaluate(broken)).toEqual([]);
  page.clean();
});

test.each(anyOf(["SI", "WI"] as const))(
  "%s: without a script a form says that it needs one",
  async (brand) => {
    const page = await product.open(brand, "/contacto", "phone", { javaScriptEnabled: false });
    await page.getByRole("heading", { level: 2, name: "Este formulario necesita JavaScript" }).waitFor();
    const main = page.getByRole("main");
    await expect.poll(() => main.locator("form").isVisible()).toBe(false);
    await expect.poll(() => main.locator('a[href^="tel:"]').isVisible()).toBe(true);
    await expect.poll(() => main.locator('a[href^="mailto:"]').isVisible()).toBe(true);
    // What can be asked without a script is.
    await page.goto(product.server.url(brand, "/sucursales"));
    await expect.poll(() => main.locator("form").isVisible()).toBe(true);
    await expect.poll(() => main.getByText("necesita JavaScript").count()).toBe(0);
  },
);
