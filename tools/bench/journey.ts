/**
 * With `npm run bench -- --browser`: what people wait for on their way through the appraisal, with its service answering
 * at once: the next step after Continuar, and a list after its answer has come. Milliseconds of this machine; medians.
 */
import { decide, proceed, rio, shown, tellOfPerson, titles } from "../../tests/support/appraisal-form.ts";
import { startBrowser, type TestBrowser, type TestPage } from "../../tests/support/browser.ts";
import { chooseOption } from "../../tests/support/choose-option.ts";
import { startServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";

interface JourneyTimings {
  /** A step without a call, and one with two. */
  plain: number;
  calling: number;
  /** From the change of an answer to the list that follows from it, and from the list's arrival. */
  asked: number;
  arrived: number;
}

/** Milliseconds from the next click on Continuar until the title of another step is painted. */
async function untilStep(page: TestPage, title: string): Promise<number> {
  const measured = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let start = 0;
        document.addEventListener("click", ({ timeStamp }) => (start = timeStamp), {
          capture: true,
          once: true,
        });
        const observer = new MutationObserver(() => {
          if (document.querySelector("h1")?.textContent !== wanted) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    title,
  );
  await page.evaluate(() => undefined);
  await proceed(page).click();
  return measured;
}

/** The same, from the next change of an answer, and from the end of its request, until a list has options to choose. */
async function untilOptions(
  page: TestPage,
  name: string,
  change: () => Promise<void>,
): Promise<[number, number]> {
  const measured = page.evaluate(
    (field) =>
      new Promise<[number, number]>((resolve) => {
        let start = 0;
        performance.clearResourceTimings();
        document.addEventListener("change", ({ timeStamp }) => (start = timeStamp), {
          capture: true,
          once: true,
        });
        const drawn = (): void => {
          const now = performance.now();
          const asked = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const last = asked.findLast((one) => one.name.endsWith("/api/data"));
          if (!last) throw new Error("nothing was asked for");
          resolve([now - start, now - last.responseEnd]);
        };
        const observer = new MutationObserver(() => {
          const list = document.querySelector<HTMLSelectElement>(`select[name="${field}"]:enabled`);
          if (start === 0 || !list || list.options.length < 2) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(drawn));
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    name,
  );
  await page.evaluate(() => undefined);
  await change();
  return measured;
}

async function once(browser: TestBrowser, url: string): Promise<JourneyTimings> {
  // On phones lists are the platform's own, whatever their length.
  const page = await browser.newPage("phone");
  try {
    await page.goto(url);
    await shown(page, titles.car);
    const choose = (name: keyof typeof rio): Promise<void> =>
      chooseOption(page.locator(`[name="car.${name}"]`), { label: rio[name] });
    await choose("year");
    const [asked, arrived] = await untilOptions(page, "car.model", () => choose("brand"));
    for (const name of ["model", "version", "mileage"] as const) await choose(name);
    await decide(page);
    const plain = await untilStep(page, titles.person);
    const person = { name: "Ana", lastName: "Núñez", phone: "987654321", email: "ana@correo.example" };
    await tellOfPerson(page, person, "Valparaíso");
    const calling = await untilStep(page, titles.price);
    return { plain, calling, asked, arrived };
  } finally {
    await page.context().close();
  }
}

const what: Record<keyof JourneyTimings, string> = {
  plain: "Continuar, until the next step is drawn",
  calling: "the same, with two calls of a service",
  asked: "an answer, until the list after it is drawn",
  arrived: "that list's arrival, until it is drawn",
};

/** Measures and prints; the first round is for warming up. Needs a build. */
export async function benchJourney(rounds = 7): Promise<void> {
  const server = await startServer({ env: { LIMIT_FACTOR: "1000" } });
  const browser = await startBrowser();
  const found: JourneyTimings[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const figures = await once(browser, server.url("SI", "/tasacion"));
      if (round > 0) found.push(figures);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`\nthe appraisal on a phone, ${rounds} rounds: median, and the worst`);
  for (const [name, title] of Object.entries(what) as [keyof JourneyTimings, string][]) {
    const all = found.map((one) => one[name]);
    const cells = [median(all), Math.max(...all)].map((value) => `${value.toFixed(1)} ms`.padStart(12));
    console.log(`${title.padEnd(45)}${cells.join("")}`);
  }
}
