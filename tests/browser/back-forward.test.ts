/** A page that the browser kept whole and shows again: as it was left, and with what has become old asked for again. */
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { isHydrated } from "../support/browser.ts";
import { openBackForward } from "../support/back-forward.ts";
import { findWholeChromium } from "../support/chromium.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";

const upstream = await startStandIn({});
afterAll(() => upstream.stop());
const product = await startProduct({
  env: {
    DEFINITIONS_DIR: join(import.meta.dirname, "../../fixtures/definitions"),
    UPSTREAM_BRANCH_OFFICE: `${upstream.url}/`,
    UPSTREAM_CARS: `${upstream.url}/`,
    UPSTREAM_VISITS: `${upstream.url}/`,
    REFERENCE_DIR: undefined,
  },
});

const near = (...names: string[]) => ({
  body: { offices: names.map((name) => ({ name, address: "Calle 1", commune: "Talca", centerCode: name })) },
});
const lists = (): number => upstream.requests.filter(({ path }) => path === "/offices").length;

beforeEach(() => {
  upstream.forget();
  upstream.set("GET /office", { body: { code: "A-1", name: "Casa Matriz", commune: "Talca" } });
  upstream.set("GET /offices", near("Plaza Sur"));
});

/** As if that many milliseconds had gone by for the page. */
const later = (ms: number): string =>
  `{ const now = performance.now.bind(performance); performance.now = () => now() + ${ms}; }`;

test("what was shown a moment ago is shown, and what is old by now is asked for again", async () => {
  const page = await product.open("AA", "/sucursales/A-1", "phone");
  const link = (name: string) => page.getByRole("link", { name: `Ver ${name}` });
  const restore = () =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await link("Plaza Sur").waitFor();
  await page.evaluate(later(61_000));
  upstream.set("GET /office", { body: { code: "A-1", name: "Casa Nueva", commune: "Talca" } });
  upstream.set("GET /offices", near("Ruta 5"));
  // The page may not be hydrated yet.
  await expect.poll(async () => (await restore(), link("Ruta 5").count())).toBe(1);
  await page.getByRole("heading", { name: "Casa Nueva", exact: true }).waitFor();
  const before = lists();
  upstream.set("GET /offices", near("Mall"));
  await restore();
  await page.evaluate(later(61_000));
  await restore();
  await link("Mall").waitFor();
  expect(lists()).toBe(before + 1);
});

const chromium = await findWholeChromium();

// Without a window and all that belongs to it, Chromium keeps no page.
test.skipIf(!chromium)("Chromium keeps the page, and shows it so", async () => {
  const reasons: string[] = [];
  const page = await openBackForward(chromium!, (why) => reasons.push(...why));
  try {
    const says = async (text: string): Promise<void> => {
      await expect.poll(() => page.evaluate<string>("document.body.innerText")).toContain(text);
    };
    // The first page of a visit writes the cookie that counts visits: Chromium keeps no such page that is a person's own.
    await page.goto(product.server.url("AA", "/"));
    await expect.poll(() => page.evaluate("document.cookie")).toContain("visits-");
    await page.goto(product.server.url("AA", "/sucursales/A-1"));
    await says("Plaza Sur");
    // One that is still loading is not kept.
    await expect.poll(() => page.evaluate("document.readyState")).toBe("complete");
    await expect.poll(() => page.evaluate(`(${String(isHydrated)})()`)).toBe(true);
    await page.evaluate(
      `globalThis.kept = "yes"; addEventListener("pageshow", ({ persisted }) => (globalThis.restored = persisted))`,
    );
    await page.evaluate(later(61_000));
    await page.goto("data:text/html,elsewhere");
    await says("elsewhere");
    upstream.set("GET /offices", near("Ruta 5"));
    await page.evaluate("history.back()");
    await says("Casa Matriz");
    // The page itself, with all that it held: nothing of it was loaded again.
    expect([await page.evaluate("[globalThis.kept, globalThis.restored]"), reasons]).toEqual([
      ["yes", true],
      [],
    ]);
    await says("Ruta 5");
  } finally {
    await page.close();
  }
});
