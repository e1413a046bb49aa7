/** The simulator of a car's page while its service is slow, fails, answers nonsense or no fee, or out of order. */
import { afterAll, afterEach, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { rested } from "../support/rested.ts";
import { never, type Behaviour } from "../support/stand-in.ts";
import {
  choiceOf,
  financial,
  openSimulator,
  result,
  shownFees,
  simulationRoutes,
  simulator,
  startFinancialRelay,
} from "../support/simulator.ts";
import { covering } from "../support/covering.ts";

const { product, relay, undo } = await startFinancialRelay();
afterEach(undo);
afterAll(() => relay.standIn.stop());

const cars = {
  simulation: { brand: "SI", path: "/marcas/isuzu/nuevo/isuzu-d-max-1000018", viewport: "phone" },
  "dps-simulation": {
    brand: "WI",
    path: "/marcas/hyundai/nuevo/hyundai-elantra-30000005/venta-especial",
    viewport: "desktop",
  },
} as const;

const none: Behaviour = {
  body: {
    statusCode: 200,
    data: { duesValue: 0, totalCredit: 0, annualEquivalency: 0, dues: 12, purchaseType: 2 },
  },
};
const unavailable = "Lamentamos informar que no está disponible esta opción";
const failedInChile = `${unavailable}. Inténtalo de nuevo, o elige otras cuotas u otro pie.`;
const failedInPeru = `${unavailable}. Inténtalo de nuevo, o elige otro plazo u otra cuota inicial.`;

const term = (page: TestPage, dues: number) => simulator(page).getByLabel(`${dues} cuotas`, { exact: true });

/** How many times the service is asked, by how it answers, and what is read then. */
const cases: [string, keyof typeof cars, Behaviour, number, string][] = [
  ["hangs", "simulation", { ...none, delay: never }, 1, failedInChile],
  ["fails", "simulation", { status: 500 }, 2, failedInChile],
  ["answers nonsense", "dps-simulation", { body: "<html>" }, 2, failedInPeru],
  ["has no fee", "simulation", none, 3, unavailable],
  ["has no fee", "dps-simulation", none, 3, unavailable],
];

// That it answers nonsense or nothing of use is the server's to tell; here each car's call, what is read, and a wait.
const few = covering(cases, ([, call, { delay }, , says]) => [
  call,
  says,
  delay === undefined ? "at once" : "late",
]);

test.each(few)("%s: %s", async (_name, call, behaviour, times, says) => {
  const page = await openSimulator(product, cars[call]);
  const [before] = await shownFees(page);
  relay.standIn.forget();
  relay.set(simulationRoutes[call], behaviour);
  // Not checked: what has no fee is not chosen any more, as soon as the answer is there.
  await term(page, 12).click();
  await result(page).getByText(says).waitFor();
  const asked = () =>
    relay.standIn.requests.filter((one) => `${one.method} ${one.path}` === simulationRoutes[call]).length;
  await expect.poll(asked).toBe(times);
  await expect.poll(() => result(page).textContent()).not.toContain(before);
  if (says === unavailable) {
    await expect.poll(() => term(page, 12).isDisabled()).toBe(true);
    await expect.poll(() => simulator(page).locator("input[name='credit.dues']:checked").count()).toBe(0);
  }
  await rested(page);
  await axe(page);

  undo();
  if (says !== unavailable) await result(page).getByRole("button", { name: "Reintentar" }).click();
  else await term(page, 24).check();
  await expect.poll(async () => (await shownFees(page)).length).toBeGreaterThan(0);
  await expect.poll(async () => (await shownFees(page))[0]).not.toBe(unavailable);
  if (says === unavailable) {
    // It stays away for what else is chosen, and may be there again with another down payment.
    await expect.poll(() => term(page, 12).isDisabled()).toBe(true);
    await simulator(page).locator("input[type=range]").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => term(page, 12).isDisabled()).toBe(false);
    await expect.poll(() => term(page, 24).isChecked()).toBe(true);
  }
  page.clean();
});

test("an answer that comes late is not of what is chosen by then", async () => {
  const page = await openSimulator(product, cars.simulation);
  relay.set(simulationRoutes.simulation, async (received) => {
    const { dues } = choiceOf(received);
    const data = { duesValue: dues * 1000, totalCredit: 1, annualEquivalency: 1, dues, purchaseType: 2 };
    return { body: { statusCode: 200, data }, delay: dues === 12 ? 3000 : dues === 24 ? 1500 : 0 };
  });
  for (const dues of [12, 24, 48]) {
    await term(page, dues).check();
    await expect.poll(() => relay.standIn.requests.some((one) => choiceOf(one).dues === dues)).toBe(true);
  }
  const seen = new Set<string>();
  const until = Date.now() + 4000;
  while (Date.now() < until) {
    if ((await result(page).locator("[aria-busy=true]").count()) === 0) seen.add((await shownFees(page))[0]!);
    await page.waitForTimeout(50);
  }
  expect([...seen]).toEqual(["$48.000"]);
  page.clean();
});

test("a term that has no fee is seen with its words, and cannot be chosen", async () => {
  relay.set(`GET ${financial}/fees`, async (received) => {
    const answer = await relay.pass(received);
    const { data } = JSON.parse(String(answer.body)) as { data: { terms: { value: string }[] } };
    const terms = data.terms.map((one) =>
      one.value === "24" ? { ...one, label: "24 cuotas: no disponible", disabled: true } : one,
    );
    return { body: { statusCode: 200, data: { ...data, terms } } };
  });
  const page = await openSimulator(product, cars.simulation);
  const gone = simulator(page).getByLabel("24 cuotas: no disponible");
  await gone.waitFor();
  await expect.poll(() => gone.isDisabled()).toBe(true);
  await expect.poll(() => term(page, 36).isChecked()).toBe(true);
  await rested(page);
  await axe(page);
  page.clean();
});
