/** The simulator of a car's page, for a new, a used and a special-sale car in Chile and in Peru: what is shown is what the service said. */
import { afterAll, afterEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import {
  chosen,
  openSimulator,
  result,
  shownFees,
  simulationRoutes,
  simulator,
  startFinancialRelay,
} from "../support/simulator.ts";
import { covering } from "../support/covering.ts";

const { product, relay, said, undo, pass } = await startFinancialRelay();
afterEach(undo);
afterAll(() => relay.standIn.stop());

interface Simulated {
  brand: string;
  path: string;
  viewport: Viewport;
  /** What the service is asked with. */
  call: "simulation" | "dps-simulation";
  /** The credits that this car has. */
  credits: string[];
}

const cases: Record<string, Simulated> = {
  "a new car in Chile": {
    brand: "SI",
    path: "/marcas/isuzu/nuevo/isuzu-d-max-1000018",
    viewport: "phone",
    call: "simulation",
    credits: ["convencional", "inteligente"],
  },
  "a used car in Chile, too old for one of the credits": {
    brand: "SI",
    path: "/marcas/toyota/usado/toyota-yaris-1000205",
    viewport: "desktop",
    call: "simulation",
    credits: ["convencional"],
  },
  "a special-sale car in Chile": {
    brand: "SI",
    path: "/marcas/chevrolet/nuevo/chevrolet-captiva-1000009/venta-especial",
    viewport: "phone",
    call: "dps-simulation",
    credits: ["convencional", "inteligente"],
  },
  "a new car in Peru": {
    brand: "WI",
    path: "/marcas/mazda/nuevo/mazda-bt-50-30000041",
    viewport: "desktop",
    call: "simulation",
    credits: ["convencional", "inteligente"],
  },
  "a used car in Peru": {
    brand: "WI",
    path: "/marcas/hyundai/usado/hyundai-accent-30000221",
    viewport: "phone",
    call: "simulation",
    credits: ["convencional", "inteligente"],
  },
  "a special-sale car in Peru": {
    brand: "WI",
    path: "/marcas/hyundai/nuevo/hyundai-elantra-30000005/venta-especial",
    viewport: "desktop",
    call: "dps-simulation",
    credits: ["convencional", "inteligente"],
  },
};

/** An amount as people of the brand's country read it. */
const money = (amount: number, sign: string): string =>
  sign === "$"
    ? `$${amount.toLocaleString("de-DE")}`
    : `${sign}\u00a0${amount.toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

/** Waits until what is shown is what the service said of what is chosen; gives it. */
async function followsService(page: TestPage, { brand, call }: Simulated): Promise<string> {
  await rested(page);
  const answer = said(call, await chosen(page));
  expect(answer).toBeDefined();
  const { duesValue, duesValuePEN = 0 } = answer!;
  const wanted =
    brand === "WI" ? [money(duesValue, "USD"), money(duesValuePEN, "S/")] : [money(duesValue, "$")];
  await expect.poll(async () => (await shownFees(page)).slice(0, wanted.length)).toEqual(wanted);
  return money(duesValue, brand === "WI" ? "USD" : "$");
}

const few = covering(Object.entries(cases), ([, { brand, call, credits, viewport }]) => [
  brand,
  call,
  viewport,
  ...credits,
  String(credits.length),
]);

test.each(few)("%s", async (_name, simulated) => {
  const { brand, viewport, credits } = simulated;
  const page = await openSimulator(product, simulated);
  const part = simulator(page);
  const first = await followsService(page, simulated);
  await expect
    .poll(() =>
      part
        .locator("input[name='credit.type']")
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    )
    .toEqual(credits);
  const legal = (await result(page).textContent())!;
  expect(legal).toContain(brand === "WI" ? "TCEA" : "CAE");
  expect(legal).toMatch(/Costo total del crédito/);

  // Another term, and a down payment that is typed, as a part and as an amount.
  await part.getByLabel("12 cuotas").check();
  const shorter = await followsService(page, simulated);
  expect(shorter).not.toBe(first);
  const downPayment = brand === "WI" ? "Cuota inicial" : "Pie";
  await part.getByRole("textbox", { name: downPayment, exact: true }).fill("50");
  await page.keyboard.press("Enter");
  expect(await followsService(page, simulated)).not.toBe(shorter);
  const amount = part.getByRole("textbox", { name: `${downPayment} en dinero` });
  await expect
    .poll(() => amount.evaluate((box) => box.parentElement!.textContent))
    .toContain(brand === "WI" ? "USD" : "$");

  // Another credit has terms of its own, the usual one of them chosen.
  if (credits.length > 1) {
    await part.locator("input[value=inteligente]").check();
    await expect.poll(async () => (await chosen(page)).dues).toBe(37);
    await followsService(page, simulated);
    await expect.poll(() => result(page).textContent()).toContain("Valor futuro garantizado");
  }

  // Two options side by side: the other one is chosen with one press.
  const options = part.locator("[data-view=creditOptions]");
  await expect.poll(() => options.locator("thead th").count()).toBe(3);
  const other = options.getByRole("link", { name: /^Elegir esta/ }).first();
  const name = (await other.getAttribute("aria-label"))!;
  const dues = Number(/ ([0-9]+) cuotas/.exec(name)![1]);
  await other.click();
  await expect.poll(async () => (await chosen(page)).dues).toBe(dues);
  const last = await followsService(page, simulated);

  await rested(page);
  await axe(page);
  if (viewport === "phone") {
    // While the fee is out of sight, it stands at the top, and with one press all of it.
    await part.locator("[data-view=creditSchedule]").scrollIntoViewIfNeeded();
    const bar = page.locator("[data-credit-bar]");
    await bar.getByText(last).first().waitFor();
    await bar.getByRole("button", { name: "Ver opciones" }).click();
    await expect
      .poll(() => bar.getByRole("link", { name: "Pedir evaluación comercial" }).isVisible())
      .toBe(true);
    await axe(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
  }
  page.clean();
});

test("the keyboard alone, where motion is reduced", async () => {
  const simulated = cases["a new car in Chile"]!;
  const page = await product.open(simulated.brand, simulated.path, "desktop", { reducedMotion: "reduce" });
  const focused = (selector: string): Promise<boolean> =>
    page.evaluate((one) => document.activeElement?.matches(one) === true, selector);
  const tabTo = async (selector: string): Promise<void> => {
    for (let at = 0; at < 60 && !(await focused(selector)); at += 1) await page.keyboard.press("Tab");
    await expect.poll(() => focused(selector)).toBe(true);
  };
  // The page's own link, once its code is there: before, another of that name stands in the simulator's place.
  const link = page.locator("a[href='#simulation']").filter({ visible: true }).first();
  await page.locator("#simulation").waitFor();
  await rested(page);
  await link.focus();
  await page.keyboard.press("Enter");
  // From there Tab goes on; before, it would begin at the link.
  await expect.poll(() => page.evaluate(() => window.location.hash)).toBe("#simulation");
  await result(page).locator("strong").first().waitFor();
  // What is busy meanwhile, Tab would pass by.
  await rested(page);
  await tabTo("#simulation input[name='credit.type']");
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => (await chosen(page)).dues).toBe(37);
  await tabTo("#simulation input[type=range]");
  // What loads meanwhile is dimmed at once: nothing takes longer than a frame.
  const seen = Promise.withResolvers<void>();
  relay.set(simulationRoutes.simulation, async (received) => ({
    ...(await pass(received)),
    after: seen.promise,
  }));
  await page.keyboard.press("ArrowRight");
  await result(page).locator("[aria-busy=true]").waitFor();
  const lasting = (): number =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 16).length;
  await expect.poll(() => page.evaluate(lasting)).toBe(0);
  seen.resolve();
  await followsService(page, simulated);
  await tabTo("#simulation input[name='credit.dues']");
  await page.keyboard.press("ArrowUp");
  await followsService(page, simulated);
  await tabTo("#simulation a[href^='/evaluacion-comercial']");
  const place = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Evaluación comercial" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused("#simulation a[href^='/evaluacion-comercial']")).toBe(true);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  page.clean();
});
