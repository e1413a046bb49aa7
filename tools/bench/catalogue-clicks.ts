/**
 * With `npm run bench -- --catalogue-clicks`: what somebody waits for in the catalogue, with its service at hand: a filter,
 * until what it finds is painted; and Back. The same filters in a stock faceted list of a library, react-instantsearch over
 * an index in the page, on the same cars: without a request, without pictures. On a desktop, and with its processor slowed
 * four times.
 */
import { createCatalogue } from "../../server/dealers/catalogue/catalogue.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import { startBrowser, type TestBrowser, type TestPage } from "../../tests/support/browser.ts";
import { productionEnv } from "../../tests/support/production.ts";
import { startServer } from "../../tests/support/server.ts";
import { servePages } from "./browser/pages.ts";
import { median } from "./measure.ts";
import { plainRows } from "./browser/plain-cars.ts";

/** What is chosen one after the other, as their labels begin, whatever the case. */
const chosen = ["suv", "usados|used", "gasolina|gasoline", "chevrolet"];

/** Where a page says how many it found, and what of it is busy while it looks. */
const places = {
  ours: "[data-view=cars] [aria-live]",
  stock: ".ais-Stats-text",
};
type Name = keyof typeof places;

const slowdowns = { "as it is": 1, "slowed four times": 4 } as const;
const aims = { "as it is": 100, "slowed four times": 400 } as const;
const backAim = 50;

/** Milliseconds from an event of the page until another number of cars is painted. */
async function untilFound(
  page: TestPage,
  place: string,
  event: "click" | "popstate",
  act: () => Promise<unknown>,
): Promise<number> {
  const measured = page.evaluate(
    ([where, type]) =>
      new Promise<number>((resolve) => {
        const said = (): string => document.querySelector(where)?.textContent ?? "";
        const before = said();
        let start = 0;
        const begin = ({ timeStamp }: Event): void => void (start ||= timeStamp);
        addEventListener(type, begin, { capture: true, once: true });
        const isDone = (): boolean =>
          start > 0 &&
          /^\d/.test(said()) &&
          said() !== before &&
          document.querySelector("[aria-busy=true]") === null;
        // Each frame, before it is painted.
        const look = (): void => {
          if (isDone()) setTimeout(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [place, event] as const,
  );
  await page.evaluate(() => undefined);
  await act();
  return measured;
}

async function once(
  browser: TestBrowser,
  name: Name,
  url: string,
  slowdown: number,
): Promise<{ filter: number[]; back: number[] }> {
  const page = await browser.newPage("desktop");
  try {
    await page.goto(url);
    const place = places[name];
    await page.waitForFunction(
      (where) => /^\d/.test(document.querySelector(where)?.textContent ?? ""),
      place,
    );
    if (name === "ours") {
      await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
    }
    // What comes with the first sign of a person is there before the first choice.
    await page.mouse.move(300, 300);
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const filter: number[] = [];
    for (const label of chosen) {
      const one = page.locator("label", { hasText: new RegExp(`^(${label})`, "i") });
      filter.push(await untilFound(page, place, "click", () => one.first().click()));
      await page.waitForTimeout(400);
    }
    const back: number[] = [];
    if (name === "ours") {
      for (const _ of chosen) {
        const go = () => page.evaluate(() => history.back());
        back.push(await untilFound(page, place, "popstate", go));
        await page.waitForTimeout(400);
      }
    }
    return { filter, back };
  } finally {
    await page.context().close();
  }
}

/** Measures and prints, in turn; the first round is for warming up. Needs a build. */
export async function benchCatalogueClicks(rounds = 5): Promise<void> {
  const { referenceDir } = (await import("../../server/config/config.ts")).readConfig(process.env);
  const reference = await loadReference(referenceDir);
  const company = reference.companies.find(({ companyId }) => companyId === 1);
  if (!company || !reference.catalogue) throw new Error("There is no catalogue to measure");
  const rows = plainRows(createCatalogue(reference, reference.catalogue, company, () => "2026-11-23"));
  const [server, browser, pages] = await Promise.all([
    startServer({ env: { ...productionEnv, LIMIT_FACTOR: "1000" } }),
    startBrowser(),
    servePages(["instantsearch"], { "/cars.json": JSON.stringify(rows) }),
  ]);
  const urls: Record<Name, string> = {
    ours: server.url("SI", "/vehiculos"),
    stock: pages.url("instantsearch"),
  };
  try {
    console.log(`${rows.length} cars, ${rounds} rounds of ${chosen.length} filters: median, and p95`);
    for (const [title, slowdown] of Object.entries(slowdowns)) {
      const found: Record<Name | "back", number[]> = { ours: [], stock: [], back: [] };
      for (let round = 0; round <= rounds; round += 1) {
        for (const name of ["ours", "stock"] as const) {
          const { filter, back } = await once(browser, name, urls[name], slowdown);
          if (round === 0) continue;
          found[name].push(...filter);
          found.back.push(...back);
        }
      }
      console.log(`\nprocessor ${title}`);
      report("a filter, until what it finds is painted", found.ours);
      report("the same in react-instantsearch, in the page", found.stock);
      report("Back, until what was found before is painted", found.back);
      const aim = aims[title as keyof typeof aims];
      const ours = median(found.ours);
      console.log(`a filter : the aim ${(ours / aim).toFixed(2)}   (of ${aim} ms)`);
      console.log(`a filter : react-instantsearch ${(ours / median(found.stock)).toFixed(2)} times`);
      if (slowdown === 1) {
        console.log(`Back : the aim ${(median(found.back) / backAim).toFixed(2)}   (of ${backAim} ms)`);
      }
    }
  } finally {
    await browser.close();
    await server.close();
    pages.close();
  }
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const cells = [median(times), sorted[Math.floor(sorted.length * 0.95)]!];
  console.log(`${what.padEnd(48)}${cells.map((one) => `${one.toFixed(1)} ms`.padStart(12)).join("")}`);
}
