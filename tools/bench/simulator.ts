/**
 * With `npm run bench -- --browser`, and alone with `--simulator`: what somebody waits for who lets the slider of a car's
 * simulator go, until the fee is painted, over what the service itself took. Milliseconds of this machine: the lower
 * quartile, which says most where others work on it too, the median and the worst.
 */
import { setTimeout as wait } from "node:timers/promises";
import { startBrowser, type TestPage } from "../../tests/support/browser.ts";
import { startRelay } from "../../tests/support/relay.ts";
import { startServer } from "../../tests/support/server.ts";
import { lowerQuartile, median } from "./measure.ts";

const base = "/customer/api/financial";
const simulation = `POST ${base}/simulation`;
const others = ["fees", "credits", "options", "schedule"].map((name) => `GET ${base}/${name}`);

const aimMs = 100;
/** As long as a service somewhere else takes. */
const awayMs = 80;

/** Percents to which the slider is moved, each only once: what was asked for before comes from nearer. */
const places = [25, 30, 35, 45, 50, 55, 60, 65, 70];

const cars = ["isuzu-d-max-1000018", "isuzu-d-max-1000020", "isuzu-mu-x-1000021"];

const slider = "#simulation input[type=range]";
const fee = "#simulation [data-view=creditResult] p > strong";

/** Milliseconds from letting the slider go until the fee of that place is painted. */
async function untilFee(page: TestPage, percent: number): Promise<number> {
  const bar = page.locator(slider);
  const box = (await bar.boundingBox())!;
  const [least, most, now] = await bar.evaluate((element) => {
    const { min, max, value } = element as HTMLInputElement;
    return [min, max, value].map(Number) as [number, number, number];
  });
  const at = (value: number): number => box.x + 10 + ((value - least) / (most - least)) * (box.width - 20);
  const y = box.y + box.height / 2;
  await page.mouse.move(at(now), y);
  await page.mouse.down();
  await page.mouse.move(at(percent), y, { steps: 8 });
  const measured = page.evaluate(
    ([shown]) =>
      new Promise<number>((resolve) => {
        let start = 0;
        document.addEventListener("pointerup", ({ timeStamp }) => (start = timeStamp), {
          capture: true,
          once: true,
        });
        const before = document.querySelector(shown!)!.textContent;
        const observer = new MutationObserver(() => {
          if (document.querySelector(shown!)?.textContent === before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        });
        observer.observe(document.querySelector("#simulation")!, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
    [fee],
  );
  await page.evaluate(() => undefined);
  await page.mouse.up();
  return measured;
}

/** Measures and prints; the first place is for warming up. Needs a build. */
export async function benchSimulator(): Promise<void> {
  const relay = await startRelay([simulation, ...others]);
  const server = await startServer({
    env: { LIMIT_FACTOR: "1000", UPSTREAM_FINANCIAL: `${relay.standIn.url}/` },
  });
  relay.leadTo(`http://127.0.0.1:${server.servicesPort}`);
  let service = 0;
  relay.set(simulation, async (received) => {
    const began = performance.now();
    const answer = await relay.pass(received);
    await wait(awayMs);
    service = performance.now() - began;
    return answer;
  });
  const browser = await startBrowser();
  const found: number[] = [];
  try {
    const page = await browser.newPage("desktop");
    for (const car of cars) {
      await page.goto(server.url("SI", `/marcas/isuzu/nuevo/${car}`));
      await page.locator("#simulation").scrollIntoViewIfNeeded();
      await page.locator(fee).first().waitFor();
      await page.locator(slider).scrollIntoViewIfNeeded();
      for (const [round, place] of places.entries()) {
        // As somebody does who looks at the fee before going on.
        await page.waitForTimeout(1000);
        const whole = await untilFee(page, place);
        if (round > 0) found.push(whole - service);
      }
    }
  } finally {
    await browser.close();
    await server.close();
    await relay.standIn.stop();
  }
  const cells = [lowerQuartile(found), median(found), Math.max(...found)].map((value) =>
    `${value.toFixed(1)} ms`.padStart(12),
  );
  console.log(
    `\nthe simulator of a car, ${found.length} places of its slider: lower quartile, median, the worst`,
  );
  console.log(`${"slider let go, until the fee is painted".padEnd(45)}${cells.join("")}`);
  console.log(`(over the service's own time, here about ${awayMs} ms; the aim is ${aimMs} ms)`);
}
