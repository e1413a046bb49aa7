/** A form that waits to be paid: shown, found again, cancelled, and gone on with in every tab that looks. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { definitionsFolder } from "../server/program-parts.ts";
import { askRaw } from "../server/raw-database.ts";
import { axe } from "../support/axe.ts";
import { startBrowser, type TestBrowser, type TestPage } from "../support/browser.ts";
import { anyOf } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startStandIn, type StandIn } from "../support/stand-in.ts";
import { startSmtp, type Smtp } from "../support/smtp.ts";
import { good, written } from "../support/wait-definitions.ts";

/** The brand of the tests has no pictures. */
const noWordmark = [/wordmark\.svg/];

let server: TestServer;
let browser: TestBrowser;
let bank: StandIn;
let smtp: Smtp;
let folder: string;

const elsewhere = {
  to: { var: "handoff.email" },
  subject: "Sigue en {brand.name}",
  body: "[Seguir]({handoff.link})\n\nCódigo **{handoff.code}**, {handoff.minutes} minutos.",
};
const { order: payable } = written.flows;
/** The form can be gone on with on another device. */
const movable = {
  ...payable,
  handoff: { mail: "elsewhere", minutes: 20 },
  mails: { ...payable.mails, elsewhere },
};

beforeAll(async () => {
  bank = await startStandIn(good);
  folder = await mkdtemp(join(tmpdir(), "vitrina-waits-"));
  smtp = await startSmtp();
  const definitions = await definitionsFolder(
    { ...written, flows: { ...written.flows, order: movable } },
    folder,
  );
  server = await startServer({
    hosted: true,
    env: { DEFINITIONS_DIR: definitions, UPSTREAM_PAYMENTS: bank.url, SMTP_URL: smtp.url },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await Promise.all([bank.stop(), smtp.stop()]);
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

test.each(anyOf(["phone", "desktop"] as const))(
  "on a %s it says what for, until when, and goes on by itself",
  async (device) => {
    const page = await browser.newPage(device);
    await order(page);
    // Whoever pressed is led to what is said.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.getByText(/Te esperamos hasta las \d\d:\d\d\. Quedan 15 minutos\./).waitFor();
    await expect
      .poll(() => page.locator("[aria-live], [role=status]").allInnerTexts())
      .not.toContain("Quedan 15 minutos.");
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

test("its person cancels it by the keyboard, is told why, and tries again", async () => {
  const page = await browser.newPage("phone");
  await order(page);
  await page.getByRole("button", { name: "Cancelar el pago" }).press("Enter");
  await page.getByText("Cancelaste el pago.").first().waitFor();
  await expect.poll(() => page.getByLabel("Nombre").inputValue()).toBe("Ana");
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

test("where nobody pays it says so by itself, and what is paid late changes nothing", async () => {
  const page = await browser.newPage("phone");
  await order(page);
  await askRaw(server, "update waits set until_at = $1, next_at = $1 where state = 'waiting'", [
    new Date(Date.now() - 1_000).toISOString(),
  ]);
  await page.getByText("Se acabó el tiempo para pagar.").first().waitFor();
  await expect.poll(() => page.getByLabel("Nombre").inputValue()).toBe("Ana");
  await axe(page);
  const late = await server.fetch("SI", `${bankPath()}?token_ws=t-late`);
  expect(await late.json()).toEqual({ event: "late" });
  await page.reload();
  await page.getByText("Se acabó el tiempo para pagar.").first().waitFor();
  page.clean(noWordmark);
});

test("while it waits, its person takes it to another device, and is there when it comes", async () => {
  const page = await browser.newPage("desktop");
  await order(page);
  await page.getByRole("button", { name: "Seguir en otro dispositivo" }).click();
  await page.getByLabel("Correo electrónico").fill("ana@correo.cl");
  await page.getByRole("button", { name: "Enviar correo" }).click();
  await page.getByRole("dialog", { name: "Revisa tu correo" }).waitFor();
  const mailed = () => smtp.messages.filter(({ to }) => to.includes("ana@correo.cl"));
  await expect.poll(() => mailed().length).toBe(1);
  const { html = "", text = "" } = mailed()[0]!.email;
  const phone = await browser.newPage("phone");
  await phone.goto(/<a href="([^"]+)"/.exec(html)![1]!);
  await phone.getByLabel("Código").fill(/Código \D*(\d{6})/.exec(text)![1]!);
  await phone.getByRole("button", { name: "Seguir", exact: true }).click();
  await heading(phone, "Esperamos el pago de Ana");
  await phone.getByText(/Te esperamos hasta las \d\d:\d\d\. Quedan 15 minutos\./).waitFor();
  await page.bringToFront();
  await heading(page, "Seguiste en otro dispositivo");
  expect((await server.fetch("SI", `${bankPath()}?token_ws=t-moved`)).status).toBe(200);
  await phone.bringToFront();
  await heading(phone, "Pagado, Ana");
  await axe(phone);
});

test.each(anyOf(["phone", "desktop"] as const))(
  "on a %s a code that came by another way is typed",
  async (device) => {
    const page = await browser.newPage(device);
    await page.goto(server.url("SI", "/entry-page"));
    await page.getByLabel("Correo").fill("ana@correo.cl");
    await page.getByRole("button", { name: "Continuar" }).press("Enter");
    await heading(page, "Escribe el código");
    const { body } = bank.requests.findLast(({ path }) => path === "/payments/tell")!;
    const { code } = body as { code: string };
    const field = page.getByLabel("Código de 6 dígitos");
    await expect.poll(() => field.getAttribute("autocomplete")).toBe("one-time-code");
    await axe(page);
    await fits(page);
    if (process.env["VITRINA_PICTURES"])
      await page.screenshot({
        path: `${process.env["VITRINA_PICTURES"]}/code-${device}.png`,
        fullPage: true,
      });
    await field.fill("12");
    await field.press("Enter");
    await page.getByRole("alert").getByText("El código tiene 6 dígitos").waitFor();
    await field.fill(code === "000000" ? "111111" : "000000");
    await field.press("Enter");
    await page.getByRole("alert").getByText("Te quedan 4 intentos.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await axe(page);
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await field.press("Enter");
    await heading(page, "Hola");
    page.clean([noWordmark[0]!, /422/]);
  },
);
