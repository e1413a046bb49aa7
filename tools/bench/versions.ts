/**
 * With `npm run bench -- --browser`: from the press on another version of a car until its price is painted, with the data
 * at hand, since neighbours are fetched ahead. Milliseconds of this machine; the median and the worst.
 */
import { startBrowser, type TestPage } from "../../tests/support/browser.ts";
import { startServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";

const aimMs = 100;
const rounds = 8;

/** Milliseconds until the frame with another price is painted. */
const untilPrice = (page: TestPage, version: number): Promise<number> =>
  page
    .getByRole("navigation", { name: "Versión" })
    .getByRole("link")
    .nth(version)
    .evaluate((link: HTMLElement) => {
      const shown = (): string => document.querySelector("#price-section strong")!.textContent;
      const [old, start] = [shown(), performance.now()];
      link.click();
      return new Promise<number>((resolve) => {
        const look = (): void => {
          if (shown() === old) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        };
        look();
      });
    });

/** Measures and prints; the first two are for warming up. Needs a build. */
export async function benchVersions(): Promise<void> {
  const server = await startServer({ env: { LIMIT_FACTOR: "1000" } });
  const browser = await startBrowser();
  const found: number[] = [];
  try {
    const page = await browser.newPage("phone");
    await page.goto(server.url("SI", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001"));
    for (let round = 0; round < rounds + 2; round += 1) {
      await page.waitForLoadState("networkidle");
      const took = await untilPrice(page, round % 2 === 0 ? 1 : 0);
      if (round > 1) found.push(took);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const cells = [median(found), Math.max(...found)].map((value) => `${value.toFixed(1)} ms`.padStart(12));
  console.log(`\nthe versions of a car, ${found.length} changes: median, and the worst`);
  console.log(`${"version pressed, until its price is painted".padEnd(45)}${cells.join("")}`);
  console.log(`(the aim is ${aimMs} ms)`);
}
