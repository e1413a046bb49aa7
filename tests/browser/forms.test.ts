/**
 * Every form of one step: refused, accepted, and on the way what people do. In `npm test` for those brands that cover in what
 * they can disagree; for every brand that has it in `npm run faults -- cases`.
 */
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import { brandNames, type BrandCode } from "../support/brands.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { chooseOption } from "../support/choose-option.ts";
import { receiptNumber, send } from "../support/contact-form.ts";
import { covering } from "../support/covering.ts";
import { compiledBrand } from "../support/definitions.ts";
import { fillIn, shownProblems } from "../support/fill-in.ts";
import { forms, type FormRow } from "../support/forms.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";

/** The brand whose services are somebody else's, which can fail. */
const elsewhere: BrandCode = "SM";
const waiting = forms.flatMap(({ waitsFor }) => waitsFor ?? []);
const standIn = await startStandIn(Object.assign({}, ...waiting.map(({ also }) => also)));
afterAll(() => standIn.stop());
const product = await startProduct({
  env: Object.fromEntries(
    waiting.map(({ service }) => [`UPSTREAM_${service}_${elsewhere}`, `${standIn.url}/`]),
  ),
});

/** How the people of a brand come, and what they do before they send; over all brands, everything. */
const habits: Record<
  BrandCode,
  { viewport: Viewport; does: "axe" | "look" | "key" | "twice" | "reload" | "plain" }
> = {
  SI: { viewport: "desktop", does: "axe" },
  CO: { viewport: "phone", does: "key" },
  PO: { viewport: "desktop", does: "twice" },
  SM: { viewport: "phone", does: "plain" },
  CL: { viewport: "desktop", does: "reload" },
  WI: { viewport: "phone", does: "look" },
};

const alive = (page: TestPage) => page.locator("form:not([inert]) button[type=submit]").waitFor();

async function fill(page: TestPage, row: FormRow, brand: BrandCode, email: string): Promise<void> {
  await alive(page);
  if (row.fill) return row.fill(page, email);
  const { flows } = (await compiledBrand(brand)).public;
  await fillIn(page, flows[row.flow]!, "request", { ...row.answers(brand), "request.email": email });
}

/** Sent with nothing in it, the form says what it needs, and sends nothing. */
async function refused(page: TestPage, row: FormRow, brand: BrandCode): Promise<void> {
  await alive(page);
  await send(page).click();
  await page.getByRole("alert", { name: "Revisa estos datos para continuar" }).waitFor();
  const invalid = await page
    .locator('form [aria-invalid="true"]')
    .evaluateAll((all) => all.map(({ id }) => id.replace(/^request-/, "")).filter(Boolean));
  const shown = (await shownProblems(page)).map((path) => path?.replace(/^request\./, ""));
  expect(new Set(row.fill ? invalid : shown)).toEqual(new Set(row.asks(brand)));
}

interface Accepted {
  row: FormRow;
  brand: BrandCode;
  email: string;
  number: string;
}

/** What was sent so far: that it arrived is seen at the end, once for all. */
const accepted: Accepted[] = [];

const sent = (number: string) => product.rows("select * from submissions where number = ?", number);

/** One submission, one receipt, and one mail to the dealer where the service is ours. */
function arrived({ row, brand, email, number }: Accepted): void {
  expect(sent(number)).toMatchObject([{ state: "accepted", brand, flow: row.flow }]);
  const mails = product.smtp.messages.filter(({ email: { text } }) => text?.includes(email));
  const receipt = mails.filter(({ to }) => to.includes(email));
  expect(receipt.map((mail) => mail.email.subject)).toEqual([
    expect.stringMatching(new RegExp(`^Recibimos tu .*${number} · ${brandNames[brand]}$`)),
  ]);
  const letters = mails
    .filter(({ to }) => !to.includes(email))
    .map((mail) => [mail.to[0]!.split("@")[0], mail.email.subject]);
  const [box, subject] = brand === elsewhere ? [] : (row.dealer?.(brand) ?? []);
  expect(letters).toEqual(box === undefined ? [] : [[box, subject!.replace("{number}", number)]]);
}

const all = forms.flatMap((row) => row.brands.map((brand) => [row.flow, brand, row] as const));
/** Each form on a phone and on a desktop, without barriers, and by each list of what it asks; each brand, each habit. */
const rows = covering(all, ([flow, brand, { asks }]) => {
  const { viewport, does } = habits[brand];
  const looked = does === "axe" || does === "look" ? [`${flow} looked at`] : [];
  return [brand, does, `${flow} on a ${viewport}`, `${flow} asks ${asks(brand).join()}`, ...looked];
});

test.each(rows)("%s of %s: refused, accepted, stored and mailed", async (flow, brand, row) => {
  const { viewport, does } = habits[brand];
  const email = `${flow}.${brand.toLowerCase()}@correo.example`;
  const [path, title] = row.confirmation;
  if (brand === elsewhere) standIn.set(row.waitsFor!.route, row.waitsFor!.good);
  const page = await product.open(brand, row.route, viewport);
  if (does === "axe") await axe(page);
  await refused(page, row, brand);
  if (does === "axe" || does === "look") await axe(page);
  await fill(page, row, brand, email);
  if (does === "reload") {
    await page.reload();
    await alive(page);
  }
  if (does === "twice") await send(page).dblclick();
  else if (does === "key") await page.locator("#request-email").press("Enter");
  else await send(page).click();
  await page.waitForURL(product.server.url(brand, `${row.route}/${path}`));
  const thanks = page.getByRole("heading", { level: 1, name: title });
  await thanks.waitFor();
  // Seen without scrolling, whatever stands over the form on its page, and where the person is.
  await expect.poll(() => thanks.evaluate((one) => one === document.activeElement)).toBe(true);
  const ends = (one: Element): boolean => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  await expect.poll(() => thanks.evaluate(ends)).toBe(true);
  if (does === "axe") await axe(page);
  const number = await receiptNumber(page);
  expect(number).toMatch(new RegExp(`^${brand}-`));
  if (does === "reload") {
    await page.reload();
    expect(await receiptNumber(page)).toBe(number);
  }
  accepted.push({ row, brand, email, number });
  page.clean();
});

test("each of them arrived once, where it should", async () => {
  await product.delivered();
  expect(accepted.length).toBe(rows.length);
  for (const one of accepted) arrived(one);
});

const rowsThatWait = forms.filter(({ waitsFor }) => waitsFor).map((row) => [row.flow, row] as const);

test.each(
  covering(rowsThatWait, ([, { waitsFor }]) => [waitsFor!.failure, String(waitsFor!.bad.length > 1)]),
)(
  "%s: whatever the service says no with leads to the failure page, and a retry sends it once",
  async (flow, row) => {
    const { route, bad, good, payload, failure } = row.waitsFor!;
    const email = `${flow}.failed@correo.example`;
    const page = await product.open(elsewhere, `${row.route}?utm_source=diario`, "phone");
    await fill(page, row, elsewhere, email);
    standIn.set(route, { status: 503 });
    standIn.forget();
    await send(page).click();
    await page.waitForURL(product.server.url(elsewhere, `${failure}?utm_source=diario`));
    await page.getByRole("heading", { level: 1, name: "No pudimos enviar tu solicitud" }).waitFor();
    const again = page.getByRole("button", { name: "Inténtalo de nuevo" });
    for (const no of bad) {
      standIn.set(route, no);
      const answered = page.waitForResponse((response) => response.url().endsWith("/continue"));
      await again.click();
      expect((await (await answered).json()).outcome).toEqual({ redirect: failure, failure: true });
      await page.getByRole("status").getByText("No pudimos enviar").waitFor();
    }
    standIn.set(route, good);
    await again.click();
    const [path] = row.confirmation;
    const [step, hash] = path.split("#");
    const whole = `${row.route}/${step}?utm_source=diario${hash === undefined ? "" : `#${hash}`}`;
    await page.waitForURL(product.server.url(elsewhere, whole));
    const bodies = standIn.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(bodies).toEqual(Array.from({ length: bad.length + 2 }, () => payload(email)));
    const number = await receiptNumber(page);
    await product.delivered();
    arrived({ row, brand: elsewhere, email, number });
    page.clean();
  },
);

const control = (page: TestPage, field: string) => page.locator(`#request-${field}`);

test("a link from a car chooses its make and model; another make clears the model and the branch", async () => {
  const page = await product.open("SI", "/test-drive?marca=Opel&modelo=Mokka", "desktop");
  await alive(page);
  await expect.poll(() => control(page, "model").inputValue()).toBe("Mokka");
  await expect.poll(() => control(page, "brand").inputValue()).toBe("Opel");
  await expect.poll(() => control(page, "branch").locator("option").count()).toBeGreaterThan(1);
  await chooseOption(control(page, "branch"), { label: "Salazar Israel Bilbao" });
  await chooseOption(control(page, "brand"), { label: "Isuzu" });
  await expect.poll(() => control(page, "model").locator("option").count()).toBe(4);
  await expect.poll(() => control(page, "model").inputValue()).toBe("");
  await expect.poll(() => control(page, "branch").inputValue()).toBe("");
  await expect.poll(() => new URL(page.url()).search).toBe("?marca=Isuzu");
  page.clean();
  // What is not sold here is not chosen. For somebody who has answered nothing: an address changes no answer.
  const other = await product.open("SI", "/test-drive?marca=Ferrari", "desktop");
  await alive(other);
  await expect.poll(() => control(other, "brand").isEnabled()).toBe(true);
  await expect.poll(() => control(other, "brand").inputValue()).toBe("");
  other.clean();
});

test("the anchors of a form lead to it and to its confirmation", async () => {
  const row = forms.find(({ flow }) => flow === "fleet-quote");
  const page = await product.open("WI", "/flotas#fleet-form-container", "phone");
  await alive(page);
  await expect.poll(() => page.locator("#fleet-form-container form").count()).toBe(1);
  // Nobody has sent anything: the form it is.
  await page.goto(product.server.url("WI", "/?"));
  await page.goto(product.server.url("WI", "/flotas#confirmation"));
  await alive(page);
  await expect.poll(() => page.url()).toBe(product.server.url("WI", "/flotas"));
  await fill(page, row!, "WI", "fleet.anchors@correo.example");
  await send(page).click();
  await page.waitForURL("**/flotas/confirmacion#confirmation");
  const number = await receiptNumber(page);
  await expect.poll(() => page.locator("#confirmation h1").count()).toBe(1);
  await page.goto(product.server.url("WI", "/?"));
  await page.goto(product.server.url("WI", "/flotas#confirmation"));
  await page.waitForURL("**/flotas/confirmacion#confirmation");
  expect(await receiptNumber(page)).toBe(number);
  page.clean();
});
