/**
 * `npm run bench -- --browser`: what one form costs in the browser, as a definition of ours, written by hand, and with
 * rjsf as it comes. All in turn, round by round; medians. Ratios hold on any machine, milliseconds do not.
 */
import type { Page } from "playwright";
import { startBrowser, type TestBrowser } from "../../tests/support/browser.ts";
import type { Measured } from "./browser/measured.ts";
import { forms, serveForms, type FormName } from "./browser/pages.ts";
import { median } from "./measure.ts";

declare const measured: Measured;

/** Milliseconds. */
interface Timings {
  mount: number;
  /** Until every question was there, where the first ones are drawn before the others. */
  complete: number;
  key: number;
  keyWork: number;
  show: number;
  validate: number;
  /** Until the last problem was shown. */
  validated: number;
}

const keys = 16;

async function once(browser: TestBrowser, url: string, count: number): Promise<Timings> {
  const page = await browser.newPage("desktop");
  try {
    await page.goto(url);
    await page.waitForFunction(() => "measured" in globalThis);
    await page.evaluate((size) => measured.load(size), count);
    const { painted: mount, complete } = await page.evaluate((size) => measured.mount(size), count);
    const [key, keyWork] = await typing(page);
    const show = await showing(page);
    const { painted: validate, complete: validated } = await page.evaluate(() => measured.press());
    return { mount, complete, key, keyWork, show, validate, validated };
  } finally {
    await page.context().close();
  }
}

/** Types a name into the second question: milliseconds until each letter was painted, and of work for it. */
async function typing(page: Page): Promise<[painted: number, work: number]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const work = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  await page.locator("#form input:not([type=checkbox])").first().focus();
  await page.keyboard.type("Ana");
  await page.evaluate(() => measured.time("keydown"));
  const before = await work();
  for (let index = 0; index < keys; index++) {
    await page.keyboard.press(index % 2 === 0 ? "b" : "a");
    await page.waitForTimeout(60);
  }
  const spent = (await work()) - before;
  const times = await page.evaluate(() => measured.times());
  await page.locator("#form input:not([type=checkbox])").first().blur();
  return [median(times), spent / keys];
}

/** Ticks what brings four more questions. */
async function showing(page: Page): Promise<number> {
  await page.evaluate(() => measured.time("click"));
  const boxes = page.locator("#form input[type=checkbox]");
  const before = await page.locator("#form :is(input, select)").count();
  for (let index = 0; index < 3; index++) {
    await boxes.nth(index).click();
    await page.waitForTimeout(60);
  }
  const after = await page.locator("#form :is(input, select)").count();
  if (after !== before + 12) throw new Error(`${after - before} questions were shown, not 12`);
  return median(await page.evaluate(() => measured.times()));
}

const timings = ["mount", "complete", "key", "keyWork", "show", "validate", "validated"] as const;
const titles: Record<(typeof timings)[number], string> = {
  mount: "mounted and painted",
  complete: "every question there",
  key: "a key, until painted",
  keyWork: "a key, work",
  show: "four questions shown",
  validate: "all validated, first shown",
  validated: "every problem shown",
};

/** Measures and prints. `rounds` of all forms and sizes in turn. */
export async function benchBrowser(rounds = 5, sizes = [50, 200, 1000]): Promise<void> {
  const pages = await serveForms(sizes);
  const browser = await startBrowser();
  const found = new Map<string, Timings[]>();
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const size of sizes) {
        for (const form of forms) {
          const one = await once(browser, pages.url(form), size);
          // The first round is for warming up.
          if (round > 0) found.set(`${form} ${size}`, [...(found.get(`${form} ${size}`) ?? []), one]);
        }
      }
    }
  } finally {
    await browser.close();
    pages.close();
  }
  const of = (form: FormName, size: number, figure: (typeof timings)[number]): number =>
    median(found.get(`${form} ${size}`)!.map((one) => one[figure]));
  for (const size of sizes) {
    console.log(
      `\n${size} questions               ${forms.map((form) => form.padStart(14)).join("")}   ours : by hand`,
    );
    for (const figure of timings) {
      const values = forms.map((form) => `${of(form, size, figure).toFixed(1)} ms`.padStart(14)).join("");
      const ratio = (of("ours", size, figure) / of("hand-written", size, figure)).toFixed(2);
      console.log(`${titles[figure].padEnd(27)}${values}   ${ratio.padStart(14)}`);
    }
  }
  const [small, large] = [sizes[0]!, sizes.at(-1)!];
  const growth = of("ours", large, "keyWork") / of("ours", small, "keyWork");
  console.log(
    `\na key of ours at ${large} : at ${small}   ${(of("ours", large, "key") / of("ours", small, "key")).toFixed(2)} until painted, ${growth.toFixed(2)} work`,
  );
}
