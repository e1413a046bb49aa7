/** A form that waits to be paid: shown, found again, cancelled, and gone on with in every tab that looks. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { definitionsFolder } from "../server/program-parts.ts";
import { axe } from "../support/axe.ts";
import { startBrowser, type TestBrowser, type TestPage } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startStandIn, type StandIn } from "../support/stand-in.ts";
import { good, written } from "../support/wait-definitions.ts";

/** The brand of the tests has no pictures. */
const noWordmark = [/wordmark\.svg/];

const limit = { timeout: 90_000 };
let server: TestServer;
let browser: TestBrowser;
let bank: StandIn;
let folder: string;

beforeAll(async () => {
  bank = await startStandIn(good);
  folder = await mkdtemp(join(tmpdir(), "vitrina-waits-"));
  const definitions = await definitionsFolder(written, folder);
  server = await startServer({ env: { DEFINITIONS_DIR: definitions, UPSTREAM_PAYMENTS: bank.url } });
  browser = await startBrowser();
}, 90_000);
afterAll(async () => {
  await browser.close();
  await server.close();
  await bank.stop();
  await rm(folder, { recursive: true, force: true });
});

const heading = (page: TestPage, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Path at which the bank brings the newest payment. */
const bankPath = (): string => {
  const { body } = bank.requests.findLast(({ path }) => path === "/payments/create")!;
  const { pathname } = new URL((body as { address: string }).address);
  return pathname;
};

async function order(page: TestPage): Promise<void> {
  await page.goto(server.url("SI", "/order-page"));
  await page.getByLabel("Nombre").fill("Ana");
  await page.getByRole("button", { name: "Continuar" }).press("Enter");
  await heading(page, "Esperamos el pago de Ana");
}

test.each(["phone", "desktop"] as const)(
  "on a %s it says what for, until when, and goes on by itself",
  limit,
  async (device) => {
    const page = await browser.newPage(device);
    await order(page);
    // Whoever pressed is led to what is said.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.getByText(/Te esperamos hasta las \d\d:\d\d\. Quedan 15 minutos\./).waitFor();
    expect(await page.locator("[aria-live], [role=status]").allInnerTexts()).not.toContain(
      "Quedan 15 minutos.",
    );
    await axe(page);
    await fits(page);
    if (process.env["VITRINA_PICTURES"])
      await page.screenshot({
        path: `${process.env["VITRINA_PICTURES"]}/wait-${device}.png`,
        fullPage: true,
      });
    await page.getByRole("button", { name: "Ya pagué" }).press("Enter");
    await page.getByRole("status").getByText("Todavía no llega.").waitFor();
    // Found again after a reload, and in another tab.
    await page.reload();
    await heading(page, "Esperamos el pago de Ana");
    const tab = await browser.newTab(page);
    await tab.goto(server.url("SI", "/order-page"));
    await tab.getByRole("heading", { level: 1, name: "Esperamos el pago de Ana" }).waitFor();
    expect((await server.fetch("SI", `${bankPath()}?token_ws=t-${device}`)).status).toBe(200);
    await heading(page, "Pagado, Ana");
    await tab.bringToFront();
    await tab.getByRole("heading", { level: 1, name: "Pagado, Ana" }).waitFor();
    tab.clean(noWordmark);
    await tab.close();
    await axe(page);
    page.clean(noWordmark);
  },
);

test("its person cancels it by the keyboard, is told why, and tries again", limit, async () => {
  const page = await browser.newPage("phone");
  await order(page);
  await page.getByRole("button", { name: "Cancelar el pago" }).press("Enter");
  await page.getByText("Cancelaste el pago.").first().waitFor();
  expect(await page.getByLabel("Nombre").inputValue()).toBe("Ana");
  await axe(page);
  await page.reload();
  await page.getByText("Cancelaste el pago.").first().waitFor();
  await page.getByRole("button", { name: "Continuar" }).click();
  await heading(page, "Esperamos el pago de Ana");
  // Back from the bank's page, in this browser.
  await page.goto(`${server.url("SI", bankPath())}?token_ws=t-again`);
  await heading(page, "Pagado, Ana");
  expect(new URL(page.url()).pathname).toBe("/order-page/listo");
  page.clean(noWordmark);
});
