import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { brandCodes } from "../support/brands.ts";
import type { Viewport } from "../support/browser.ts";
import {
  alive,
  answer,
  fillContact,
  send,
  somebody,
  summary,
  type ContactBrand,
} from "../support/contact-form.ts";
import { covering } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();

const sizes: [string, number, number][] = [
  ["320 px wide", 320, 100],
  ["200 % text on a phone", 390, 200],
  ["320 px and 200 % text", 320, 200],
];

// What fits where there is least room fits where there is more, as far as it is the same.
test.each(covering(sizes, ([, width, percent]) => (width === 320 && percent === 200 ? ["least room"] : [])))(
  "with %s nothing sticks out and nothing is too small to press",
  async (_what, width, percent) => {
    const page = await product.blank("desktop", { viewport: { width, height: 800 } });
    const open = async (brand: string, path: string): Promise<void> => {
      await page.goto(product.server.url(brand, path));
      await page.locator("main h1").waitFor();
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
    };
    // Brands differ in their words and their font: all of them where there is least room, else one with long words.
    for (const brand of width === 320 && percent === 200 ? brandCodes : (["SM"] as const)) {
      await open(brand, "/");
      await fits(page);
    }
    await open("SI", "/nada");
    await fits(page);
    await open("SI", "/306");
    await fits(page);
    await open("WI", "/contacto");
    await alive(page);
    await fits(page);
    await send(page).click();
    await summary(page).waitFor();
    await fits(page);
    await axe(page);
    // The longest that is accepted, without a space to break at.
    await fillContact(page, somebody("WI", { name: "M".repeat(60), lastName: "W".repeat(60) }));
    await answer(page, "email", `${"m".repeat(60)}@${"w".repeat(15)}.pe`);
    await answer(page, "comment", "m".repeat(500));
    await fits(page);
    await send(page).click();
    await page.waitForURL("**/contacto/confirmacion");
    await page.getByText("Tu número de atención es").waitFor();
    await fits(page);
    await axe(page);
    page.clean([/console error: .*404/]);
  },
);

/** In the page: whether the machine has one of the letters that hold the place of a brand's own. */
async function hasLetter(): Promise<boolean> {
  const names = ["Arial", "Liberation Sans", "Arimo", "Roboto"].map((name) => `local("${name}")`);
  return await new FontFace("letter", names.join(", ")).load().then(
    () => true,
    () => false,
  );
}

test.each<[ContactBrand, string, Viewport]>([
  ...brandCodes.map((brand): [ContactBrand, string, Viewport] => [brand, "/", "phone"]),
  ["CL", "/", "desktop"],
  ["SI", "/contacto", "phone"],
  ["SI", "/contacto", "desktop"],
  ["WI", "/contacto", "phone"],
])("%s: %s on a %s does not move while it loads", async (brand, path, viewport) => {
  const page = await product.blank(viewport);
  if (!(await page.evaluate(hasLetter))) {
    throw new Error(
      "this machine has neither Arial nor Roboto, as every phone has: install fonts-liberation",
    );
  }
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  // The font comes late: what is written in the other one until then has to take the same place.
  await page.route(/\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(product.server.url(brand, path));
  await page.locator("main h1").waitFor();
  if (path === "/contacto") {
    await alive(page);
    await expect.poll(() => page.locator("#request-city option").count()).toBeGreaterThan(1);
  }
  await page.evaluate(() => document.fonts.ready);
  // Two frames, so that what the last change moved has been measured.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const moved = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(moved).toBeLessThanOrEqual(0.1);
  page.clean();
});

/** From before it says anything to the longest that it may say. */
const saidOfHours = [
  "",
  "Abierto ahora · cierra a las 19:00",
  "Cerrado ahora · abre mañana a las 09:30",
  "Cerrado ahora · abre el miércoles a las 09:30",
];

test.each(["SI", "WI"])("%s: the header is as tall before it says who is there now", async (brand) => {
  const page = await product.open(brand, "/nada", "desktop");
  const now = page.locator("header [data-room] > p");
  await expect.poll(() => now.textContent()).toMatch(/^(Abierto|Cerrado) ahora · /);
  await page.evaluate(() => document.fonts.ready);
  for (const width of [320, 360, 390, 600, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const drawn = await now.evaluate((element, texts) => {
      const header = element.closest("header")!;
      const field = header.querySelector("[data-site-search]")!;
      return texts.map((text) => {
        element.textContent = text;
        return [header.getBoundingClientRect().height, field.getBoundingClientRect().left];
      });
    }, saidOfHours);
    expect(drawn, `${width} px`).toEqual(saidOfHours.map(() => drawn[0]));
  }
  page.clean([/console error: .*404/]);
});

test.each(brandCodes)("%s: the bar with the menu is one line, and the strip above it too", async (brand) => {
  const page = await product.open(brand, "/nada", "desktop");
  await page.evaluate(() => document.fonts.ready);
  const lines = [
    ["img", "nav", "nav > ul > li:last-child"],
    ["input[data-site-search]", "a[href^='tel:']"],
  ];
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const line of lines) {
      const middles = (): Promise<number[]> =>
        page.evaluate(
          (all) =>
            all.map((one) => {
              const { top, height } = document.querySelector(`header ${one}`)!.getBoundingClientRect();
              return height > 0 ? Math.round(top + height / 2) : Number.NaN;
            }),
          line,
        );
      await expect
        .poll(async () => (await middles()).map((one, _, [first]) => Math.abs(one - first!) <= 1), {
          message: `${width} px`,
        })
        .toEqual(line.map(() => true));
    }
    await fits(page);
  }
  page.clean([/console error: .*404/]);
});

test("on a phone the bar of a form covers nothing that has the focus, what stands after its fields neither", async () => {
  const page = await product.open("SI", "/contacto", "phone");
  await rested(page);
  const keep = page.getByRole("checkbox", { name: "Recordar mis datos en este equipo" });
  await keep.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await keep.focus();
  const isSeen = () =>
    keep.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === one;
    });
  await expect.poll(isSeen).toBe(true);
  page.clean();
});
