/**
 * What the longest form of the product costs in the browser, as the server serves it: the page until it can be typed in,
 * with every question there, and a key in it. The answers are those of the example that gives the most.
 */
import type { Page } from "playwright";
import type { RunState } from "../../schemas/engine/all.ts";
import { startBrowser } from "../../tests/support/browser.ts";
import { compiledBrand } from "../../tests/support/definitions.ts";
import { examplesOnPages } from "../../tests/support/examples.ts";
import { startServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";

const keys = 16;

/** Keeps answers as somebody left them, so that whoever opens the page finds them. */
async function answered(page: Page, flow: string, answers: object): Promise<void> {
  await page.evaluate(async (given: string) => {
    const { flow: id, answers: wanted } = JSON.parse(given) as { flow: string; answers: object };
    const ask = (method: string, path: string, body: object): Promise<Response> =>
      fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const begun = await ask("POST", "/api/runs", { flow: id, revision: "-" });
    const run = (await begun.json()) as RunState;
    const kept = await ask("PATCH", `/api/runs/${run.run}/answers`, {
      version: run.version,
      answers: wanted,
    });
    if (!kept.ok) throw new Error(`answers were not kept: ${kept.status}`);
  }, JSON.stringify({ flow, answers }));
}

/** Milliseconds since the navigation began: until the form is alive, and how many controls it has then. */
async function opening(page: Page, url: string): Promise<{ alive: number; controls: number }> {
  await page.goto(url);
  return await page
    .waitForFunction(() => {
      const form = document.querySelector("form");
      if (!form?.querySelector("button[type=submit]")) return false;
      return {
        alive: performance.now(),
        controls: form.querySelectorAll("input, select, textarea").length,
      };
    })
    .then((found) => found.jsonValue() as Promise<{ alive: number; controls: number }>);
}

/** Milliseconds of work for one key in the first text. */
async function typing(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const work = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  await page.locator("form input[type=text], form input:not([type])").first().focus();
  await page.keyboard.type("Ana");
  await page.waitForTimeout(500);
  const before = await work();
  for (let index = 0; index < keys; index++) {
    await page.keyboard.press(index % 2 === 0 ? "b" : "Backspace");
    await page.waitForTimeout(60);
  }
  return ((await work()) - before) / keys;
}

/** Measures and prints. */
export async function benchLongForm(rounds = 5): Promise<void> {
  const { brand, flow, answers } = (await examplesOnPages()).reduce((most, one) =>
    Object.keys(one.answers).length > Object.keys(most.answers).length ? one : most,
  );
  const { route } = (await compiledBrand(brand)).public.brand.screens.find((screen) => screen.flow === flow)!;
  const [server, browser] = await Promise.all([startServer({}), startBrowser()]);
  try {
    const page = await browser.newPage("desktop");
    const url = server.url(brand, route);
    await page.goto(url);
    await answered(page, flow, answers);
    const opened: { alive: number; controls: number }[] = [];
    const typed: number[] = [];
    // The first round is for warming up.
    for (let round = 0; round <= rounds; round++) {
      const one = await opening(page, url);
      const key = await typing(page);
      if (round > 0) {
        opened.push(one);
        typed.push(key);
      }
    }
    const alive = median(opened.map((one) => one.alive)).toFixed(0);
    console.log(`\n${flow}, ${opened[0]!.controls} controls shown`);
    console.log(`opened, until it can be answered ${alive.padStart(9)} ms`);
    console.log(`a key, work                      ${median(typed).toFixed(1).padStart(9)} ms`);
  } finally {
    await browser.close();
    await server.close();
  }
}
