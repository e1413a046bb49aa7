/** Every widget in each of its states, as its own examples say it is. */
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { startBrowser, viewports, type TestPage } from "../support/browser.ts";
import { root } from "../support/definitions.ts";
import { fits } from "../support/fits.ts";
import { controlOf, look } from "../support/gallery.ts";
import { sharedProduct } from "../support/product.ts";
import type { Answers } from "../../renderer/embed/api.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { widgetFiles, type Expected, type WidgetFile } from "../../server/gallery/files.ts";
import { galleryForms, type GalleryForm } from "../../server/gallery/forms.ts";

declare const answers: (form: string) => Answers;

const brand = "SI";
const product = await sharedProduct();
const files = await widgetFiles();
const forms = galleryForms(await loadSources(root), brand, files);

async function open(page: TestPage, { widget, before }: WidgetFile, look = brand): Promise<void> {
  await page.goto(`http://localhost:${product.server.port}/_desarrollo/galeria/${widget}?marca=${look}`);
  await page.waitForFunction(() => "answers" in globalThis);
  await page.locator("#forms h1").first().waitFor();
  if (!before) return;
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#forms nav [aria-current=step]").length === 1);
  await page.locator("[data-path^='all.'], [data-widget]").first().waitFor({ state: "attached" });
}

/** One page for all of them: what they load is in its cache. */
const browser = await startBrowser();
afterAll(() => browser.close());
const page = await browser.newPage("desktop", { reducedMotion: "reduce" });

/** Looks at the page as it is on the narrowest phone, without loading it once more: touched, and as wide as it says itself. */
async function asPhone(look: () => Promise<void>): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const { deviceScaleFactor, isMobile: mobile } = viewports.phone;
  const viewport = { width: 320, height: 640 };
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await device.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor, mobile });
  await expect
    .poll(() => page.evaluate(() => [innerWidth, matchMedia("(pointer: coarse)").matches]))
    .toEqual([viewport.width, true]);
  await look();
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await device.detach();
}
const formOf = (page: TestPage, { id }: GalleryForm) => page.locator(`[data-form="${id}"]`);

async function checkExample(
  page: TestPage,
  form: GalleryForm,
  path: string,
  expected: Expected,
): Promise<void> {
  if (Object.keys(expected).length === 0) return;
  const control = controlOf(formOf(page, form), path, expected);
  await control.waitFor({ state: "attached" });
  // What is far below is drawn when it comes near.
  await control.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const seen = await look(control, path);
  const { hint = "", problem, disabled, value, chosen, text = [] } = expected;
  expect(seen.description).toContain(hint);
  expect(seen.description).toContain(problem ?? "");
  expect(seen.invalid).toBe(problem !== undefined);
  if (disabled !== undefined) expect(seen.disabled).toBe(disabled);
  if (value !== undefined) expect(seen.value).toBe(value);
  if (chosen !== undefined) expect(seen.chosen).toEqual(chosen);
  for (const words of text) expect(seen.text).toContain(words);
}

/** The first thing in it that the keyboard comes to. */
const first =
  "input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button[tabindex='0'], button";

async function pressKeys(page: TestPage, form: GalleryForm): Promise<void> {
  for (const { path, keys = [], describe, expect: expected } of form.examples) {
    const place = formOf(page, form).locator(`[data-path="${path}"]`);
    const one = controlOf(formOf(page, form), path, expected);
    if (keys.length > 0) {
      const itself = await one.evaluate((element) => element.matches("input, select, textarea"));
      const inner = place.locator("[role=grid] button[tabindex='0']");
      const target = itself ? one : (await inner.count()) > 0 ? inner : place.locator(first).first();
      await target.focus();
    }
    for (const key of keys) {
      if ("press" in key) await page.keyboard.press(key.press);
      else await page.keyboard.type(key.type);
      if (key.answer === undefined) continue;
      const said = `${describe}: ${JSON.stringify(key)}`;
      const answer = () => page.evaluate(([id, at]) => answers(id)[at] ?? null, [form.id, path] as const);
      await expect.poll(answer, { message: said }).toEqual(key.answer);
    }
  }
}

test.each(files.map((file) => [file.widget, file] as const))("%s", async (widget, file) => {
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize(viewports.desktop.viewport);
  await open(page, file);
  for (const form of forms.get(widget)!) {
    for (const { path, expect: expected, describe } of form.examples) {
      await checkExample(page, form, path, expected).catch((error: unknown) => {
        throw new Error(`${describe}: ${String(error)}`, { cause: error });
      });
    }
  }
  await axe(page);
  await fits(page);
  for (const form of forms.get(widget)!) await pressKeys(page, form);

  // Forced colours, a thumb and the narrowest screen at once: what has room there has it with any of them.
  await page.emulateMedia({ forcedColors: "active" });
  await asPhone(() => fits(page));
  page.clean();
});

test("what a plain button says stands in its middle, whatever the page around says", async () => {
  await open(
    page,
    files.find(({ widget }) => widget === "days")!,
  );
  const day = page.getByRole("grid").first().getByRole("button").first();
  await expect.poll(() => day.evaluate((one) => getComputedStyle(one).textAlign)).toBe("center");
});

test("the gallery leads to every widget and every brand, and is there in development alone", async () => {
  const page = await product.blank("desktop");
  await page.goto(`http://localhost:${product.server.port}/_desarrollo`);
  await page.getByRole("link", { name: "Galería de widgets" }).click();
  const widgets = page.getByRole("navigation", { name: "Widgets" }).getByRole("link");
  await expect.poll(() => widgets.allInnerTexts()).toEqual(files.map(({ widget }) => widget));
  await page.getByRole("navigation", { name: "Marcas" }).getByRole("link", { name: "Wigo Motors" }).click();
  await page.waitForURL(/marca=WI/);
  await page.locator("#forms h1").waitFor();
  const response = await page.request.get(`http://localhost:${product.server.port}/_desarrollo/galeria/nada`);
  expect(response.status()).toBe(404);
  page.clean();
});

test("confetti is over the page, moves nothing of it, and goes", async () => {
  const page = await product.blank("desktop");
  await open(
    page,
    files.find(({ widget }) => widget === "confetti")!,
  );
  const canvas = page.locator("canvas");
  await canvas.waitFor();
  const seen = await canvas.evaluate((one) => {
    const { position, pointerEvents } = getComputedStyle(one);
    return [position, pointerEvents, one.getBoundingClientRect().height === innerHeight];
  });
  expect(seen).toEqual(["fixed", "none", true]);
  await expect.poll(() => canvas.count()).toBe(0);
  page.clean();
});
