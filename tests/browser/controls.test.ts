/** Controls that are more than the platform's own: a list with search, cards, rows in order, a file that is dragged. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { contactAnd } from "../support/contact-alone.ts";
import { alive } from "../support/contact-form.ts";
import { controlsFiles } from "../support/controls-flow.ts";
import { fits } from "../support/fits.ts";
import { startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

const brand = "SI";
const product = await startProduct({ files: contactAnd(controlsFiles(brand)) });

const open = async (viewport: Viewport = "desktop"): Promise<TestPage> => {
  const page = await product.open(brand, "/controles", viewport);
  await alive(page);
  // The list with search is loaded for whoever begins to use the page.
  if (viewport === "desktop") await page.mouse.move(200, 200);
  return page;
};
const named = (page: TestPage, path: string) => page.locator(`[name="home.${path}"]`).first();
const control = (page: TestPage, field: string) => page.locator(`#home-${field}`);
const searched = (page: TestPage, field: string) => page.locator(`#home-${field}[role=combobox]`);
const offered = (page: TestPage, field: string) =>
  page.locator(`#home-${field}-list [role=option]`).allInnerTexts();
const active = (page: TestPage, field: string) =>
  searched(page, field).evaluate(
    (one) => document.getElementById(one.getAttribute("aria-activedescendant") ?? "")?.textContent,
  );
const saved = (text: string) =>
  until(
    () => product.rows("select answers from runs").some(({ answers }) => String(answers).includes(text)),
    () => `not saved: ${text}`,
  );
const focused = (page: TestPage) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute("aria-label") ?? at?.getAttribute("data-row") ?? at?.id;
  });

test("a long list is searched, by keyboard alone", async () => {
  const page = await open();
  const country = searched(page, "country");
  await country.waitFor();
  await country.focus();
  await expect.poll(() => country.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => country.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(async () => (await offered(page, "country")).length).toBeGreaterThan(100);
  await page.keyboard.press("End");
  const last = await active(page, "country");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => active(page, "country")).toBe(last);
  await page.keyboard.press("Home");
  await expect.poll(() => active(page, "country")).not.toBe(last);
  await axe(page);

  await page.keyboard.type("PERU");
  await expect.poll(() => offered(page, "country")).toEqual(["Perú"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => country.inputValue()).toBe("");
  await page.keyboard.type("reino");
  await page.keyboard.press("Enter");
  await expect.poll(() => country.inputValue()).toBe("Reino Unido");
  expect(new URL(page.url()).pathname).toBe("/controles");
  await saved('"home.country":"reinoUnido"');

  // What is typed and is none of them changes nothing; what is one of them to the letter is chosen.
  await page.keyboard.type("zzz");
  await page.getByRole("status").filter({ hasText: "No encontramos «zzz»" }).waitFor();
  await axe(page);
  await page.keyboard.press("Tab");
  await expect.poll(() => country.inputValue()).toBe("Reino Unido");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("chile");
  await page.keyboard.press("Tab");
  await expect.poll(() => country.inputValue()).toBe("Chile");
  await saved('"home.country":"chile"');

  // Nothing is an answer too.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab");
  await expect.poll(() => country.inputValue()).toBe("");
  await expect.poll(() => country.getAttribute("aria-invalid")).toBe("true");
  page.clean();
});

test("with the mouse, and what hangs on it says what it waits for", async () => {
  const page = await open();
  const commune = control(page, "commune");
  await expect.poll(() => commune.isDisabled()).toBe(true);
  await expect.poll(() => commune.innerText()).toContain("Primero completa «Región»");
  const region = searched(page, "region");
  await region.click();
  await page.getByRole("option", { name: "Metropolitana de Santiago" }).click();
  await expect.poll(() => region.inputValue()).toBe("Metropolitana de Santiago");
  await expect.poll(() => region.getAttribute("aria-expanded")).toBe("false");
  await searched(page, "commune").click();
  await page.getByRole("option", { name: "Ñuñoa" }).click();
  await region.click();
  await expect
    .poll(() => page.getByRole("option", { selected: true }).allInnerTexts())
    .toEqual(["Metropolitana de Santiago"]);
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => page.getByRole("listbox").count()).toBe(0);
  await page.locator('[data-path="home.region"]').getByRole("button", { name: "Quitar lo elegido" }).click();
  await expect.poll(() => region.inputValue()).toBe("");
  await expect.poll(() => focused(page)).toBe("home-region");
  await expect.poll(() => control(page, "commune").isDisabled()).toBe(true);
  page.clean();
});

test("the list takes the place of the platform's without a shift, and opens where there is room", async () => {
  const page = await product.blank("desktop");
  await page.setViewportSize({ width: 1280, height: 420 });
  const late = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/Combobox-*.js", async (route) => {
    asked++;
    await late.promise;
    await route.continue();
  });
  await page.goto(product.server.url(brand, "/controles"));
  await alive(page);
  await page.waitForLoadState("networkidle");
  // Nobody has begun: nothing is loaded that nobody could have opened.
  expect(asked).toBe(0);
  const box = () => control(page, "country").boundingBox();
  await expect.poll(() => control(page, "country").evaluate((one) => one.tagName)).toBe("SELECT");
  // Who has begun is not interrupted.
  await control(page, "country").focus();
  await control(page, "country").selectOption("chile");
  const before = await box();
  await expect.poll(() => asked).toBe(1);
  late.resolve();
  await searched(page, "region").waitFor();
  await expect.poll(() => control(page, "country").evaluate((one) => one.tagName)).toBe("SELECT");
  await control(page, "region").focus();
  await searched(page, "country").waitFor();
  await expect.poll(() => searched(page, "country").inputValue()).toBe("Chile");
  expect(await box()).toEqual(before);

  await control(page, "country").evaluate((one) => one.scrollIntoView({ block: "end" }));
  await control(page, "country").click();
  const isAbove = async () => {
    const [list, field] = await Promise.all([page.locator("#home-country-list").boundingBox(), box()]);
    return list!.y >= 0 && list!.y + list!.height <= field!.y;
  };
  await expect.poll(isAbove).toBe(true);
  page.clean();
});

test("on a phone it is the phone's own", async () => {
  const page = await open("phone");
  await control(page, "country").selectOption({ label: "Perú" });
  await saved('"home.country":"peru"');
  await expect.poll(() => searched(page, "country").count()).toBe(0);
  await fits(page);
  page.clean();
});

test("cards and yes or no are chosen with the arrows", async () => {
  const page = await open();
  await named(page, "service").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getByRole("radio", { name: "Pintar" }).isChecked()).toBe(true);
  // The whole card can be pressed.
  await page.getByText("En el taller.").click();
  await expect.poll(() => page.getByRole("radio", { name: /Reparar/ }).isChecked()).toBe(true);
  await page.getByText("Primero completa «¿Tiene deuda?»").waitFor();
  await page.getByRole("radiogroup", { name: /deuda/ }).getByRole("radio", { name: "Sí" }).check();
  await page.getByRole("radio", { name: "Banco de la Costa" }).check();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.getByRole("radio", { name: "No", exact: true }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole("radio", { name: "Banco de la Costa" }).count()).toBe(0);
  await axe(page);
  page.clean();
});

test("rows that have an order are moved by buttons and by keys, and the focus goes along", async () => {
  const page = await open();
  const order = () => page.locator("[data-row]").evaluateAll((all) => all.map((one) => one.dataset["row"]));
  for (const place of ["Arica", "Calama", "Talca"]) {
    await page.getByRole("button", { name: "Agregar parada" }).click();
    await page.keyboard.type(place);
  }
  const up = page.getByRole("button", { name: "Subir: Parada 1" });
  await expect.poll(() => up.getAttribute("aria-disabled")).toBe("true");
  await up.press("Enter");
  await expect.poll(() => order()).toEqual(["r1", "r2", "r3"]);
  await page.getByRole("button", { name: "Bajar: Parada 1" }).press("Enter");
  await expect.poll(() => order()).toEqual(["r2", "r1", "r3"]);
  await expect.poll(() => focused(page)).toBe("Bajar: Parada 2");
  await expect
    .poll(() => page.getByRole("status").allInnerTexts())
    .toContain("Parada 1: ahora está en el lugar 2 de 3");
  await expect.poll(() => named(page, "stops.r1.name").inputValue()).toBe("Arica");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(order).toEqual(["r2", "r3", "r1"]);
  await expect.poll(() => focused(page)).toBe("Bajar: Parada 3");
  // From within a field, the row has the focus.
  await named(page, "stops.r1.name").press("Alt+ArrowUp");
  await expect.poll(order).toEqual(["r2", "r1", "r3"]);
  await expect.poll(() => focused(page)).toBe("r1");
  await axe(page);
  await saved('"home.stops":["r2","r1","r3"]');
  page.clean();
});

test("a file is dropped, fails, and is sent again", async () => {
  const page = await open();
  let broken = true;
  await page.route("**/files*", (route) => (broken ? route.abort("internetdisconnected") : route.continue()));
  await page.route("**/files/**", (route) =>
    broken ? route.abort("internetdisconnected") : route.continue(),
  );
  const field = page.locator('[data-path="home.paper"]');
  await field.getByText("PDF, JPG, de hasta 1 MB").waitFor();
  const data = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["%PDF-1.4\n%%EOF\n"], "papel.pdf", { type: "application/pdf" }));
    return carried;
  });
  await control(page, "paper").dispatchEvent("dragover", { dataTransfer: data });
  await control(page, "paper").dispatchEvent("drop", { dataTransfer: data });
  await field.getByText("No pudimos conectarnos").waitFor();
  await axe(page);
  broken = false;
  await field.getByRole("button", { name: "Reintentar" }).press("Enter");
  await field.getByText("papel.pdf 1 KB").waitFor();
  // The button has gone: who pressed it goes on at the control.
  await expect.poll(() => focused(page)).toBe("home-paper");
  await expect.poll(() => field.getByText("No pudimos conectarnos").count()).toBe(0);
  await saved("papel.pdf");
  page.clean([/request failed|ERR_INTERNET_DISCONNECTED/]);
});

test("what is agreed to is read in a tab of its own", async () => {
  const page = await open();
  const link = page.getByRole("link", { name: "términos (se abre en una pestaña nueva)" });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await tab.waitForURL("**/contacto");
  expect(new URL(page.url()).pathname).toBe("/controles");
  await expect.poll(() => control(page, "agree").isChecked()).toBe(false);
  page.clean();
});
