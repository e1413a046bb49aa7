/** Every block in each of its examples, on a brand's own site. */
import { afterAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright";
import { axe } from "../support/axe.ts";
import { startBrowser } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { sharedProduct } from "../support/product.ts";
import { blockFiles, blockPages, blocksHome, type BlockKey } from "../../server/gallery/blocks.ts";

type Role = Parameters<Page["getByRole"]>[0];

const product = await sharedProduct();
const pages = (await blockFiles()).flatMap(blockPages);

/** One page for all of them: what they load is in its cache. */
const browser = await startBrowser();
afterAll(() => browser.close());
const page = await browser.newPage("desktop", { reducedMotion: "reduce" });

async function open(path: string): Promise<void> {
  await page.goto(product.server.url("SI", path));
}

const named = ({ role, name }: { role: string; name: string }): Locator =>
  page
    .getByRole("main")
    .getByRole(role as Role, { name, exact: true })
    .first();

const announced = (words: string): Locator =>
  page.getByRole("main").getByText(words, { exact: true }).and(page.getByRole("status"));

async function press({ on, press: key, expect: then }: BlockKey): Promise<void> {
  const { role, name, checked } = then;
  const seen = role === undefined ? announced(name) : named({ role, name });
  const isSo = async (): Promise<boolean> =>
    (await seen.count()) > 0 && (checked === undefined || (await seen.isChecked()) === checked);
  // One of several with this name: which of them is the first changes while they come alive.
  const target = await named(on).elementHandle();
  expect(await isSo()).toBe(false);
  await target.focus();
  await expect.poll(() => target.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press(key);
  await expect.poll(isSo).toBe(true);
}

/** Style sheets that the page did not wait for before it was painted: it moved when they came. */
async function lateStyles(): Promise<string[]> {
  await rested(page);
  return page.evaluate(async () => {
    const sent = await (await fetch(location.href)).text();
    return [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
      .map((link) => new URL(link.href).pathname)
      .filter((path) => !sent.includes(path));
  });
}

test.each(pages.map((one) => [one.path.slice(blocksHome.length + 1), one] as const))(
  "%s",
  async (_, { path, examples }) => {
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(path);
    for (const { expect: expected, text = [] } of examples) {
      for (const one of expected) await named(one).waitFor();
      for (const words of text) await page.getByRole("main").getByText(words).first().waitFor();
    }
    expect(await lateStyles()).toEqual([]);
    await axe(page);
    await fits(page);
    for (const { keys = [] } of examples) for (const key of keys) await press(key);

    await page.emulateMedia({ forcedColors: "active" });
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    for (const words of examples.flatMap(({ text = [] }) => text))
      await page.getByRole("main").getByText(words).first().waitFor({ state: "attached" });
    page.clean();
  },
);

test("words on a dark card are as light as it says", async () => {
  await open(`${blocksHome}/slider`);
  const card = page.getByRole("listitem").filter({ hasText: "Imagen 1" }).first();
  const colourOf = (one: Locator) => one.evaluate((node) => getComputedStyle(node).color);
  expect(await colourOf(card.locator("p").first())).toBe(await colourOf(card));
  page.clean();
});

test("the gallery leads to every page of it, from every brand's site", async () => {
  const page = await product.blank("desktop");
  await page.goto(`http://localhost:${product.server.port}/_desarrollo`);
  await page.getByRole("link", { name: "Wigo Motors" }).click();
  await page.waitForURL(new RegExp(`${blocksHome}$`));
  const links = page.getByRole("main").getByRole("link");
  await expect
    .poll(() => links.evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
    .toEqual(pages.map(({ path }) => path));
  await links.first().click();
  await page.waitForURL(new RegExp(`${pages[0]!.path}$`));
  await page.getByRole("heading", { level: 1, name: pages[0]!.file.block }).waitFor();
  page.clean();
});
