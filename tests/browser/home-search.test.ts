/** The home: a search whose results are the catalogue, with and without a script, and rows that slide. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { anyOf } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { rested } from "../support/rested.ts";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

const at = (page: TestPage, where: string) => page.waitForURL((to) => to.pathname + to.search === where);
const shown = (page: TestPage) => page.getByRole("button", { name: /^Ver autos/ });
const make = (page: TestPage) => page.getByLabel("Marca", { exact: true });

/** How many cars the button says that there are. */
const total = async (page: TestPage): Promise<number> =>
  Number((await shown(page).textContent())!.replaceAll(/\D/g, "") || Number.NaN);

test.each(
  anyOf<[string, Viewport]>([
    ["SI", "phone"],
    ["WI", "desktop"],
  ]),
)("%s: on a %s the search counts as one chooses", async (brand, viewport) => {
  const page = await product.open(brand, "/", viewport);
  await page.locator("form[data-search][data-alive]").waitFor();
  const all = await total(page);
  expect(all).toBeGreaterThan(100);
  await expect.poll(() => page.getByLabel("Modelo").isDisabled()).toBe(true);
  await page.getByLabel("Tipo").selectOption("usado");
  await at(page, "/?tipo=usado");
  await make(page).selectOption("toyota");
  await at(page, "/?tipo=usado&marca=toyota");
  await expect.poll(() => total(page)).toBeLessThan(all / 4);
  const model = page.getByLabel("Modelo");
  const second = model.locator("option").nth(1);
  await expect.poll(() => second.count()).toBe(1);
  const found = Number(/\((\d+)\)$/.exec((await second.textContent())!)![1]);
  await model.selectOption({ index: 1 });
  await expect.poll(() => total(page)).toBe(found);
  await rested(page);
  await axe(page);
  await fits(page);
  await shown(page).press("Enter");
  await page.waitForURL(/\/marcas\/toyota\/usado\?modelo=/);
  const said = page.locator("[data-view=cars] [aria-live]").first();
  await expect.poll(async () => Number((await said.textContent())!.replaceAll(/\D/g, ""))).toBe(found);
  // Whoever comes back finds what was chosen, and another make has other models.
  await page.goBack();
  await page.waitForURL(/\/\?tipo=usado&marca=toyota&modelo=/);
  await shown(page).waitFor();
  await make(page).selectOption("suzuki");
  await at(page, "/?tipo=usado&marca=suzuki");
  page.clean();
});

test("of two choices in one moment both count", async () => {
  const page = await product.open("SI", "/", "phone");
  await page.locator("form[data-search][data-alive]").waitFor();
  await page.evaluate(() => {
    const choose = (name: string, value: string) => {
      const select = document.querySelector<HTMLSelectElement>(`form[data-search] select[name=${name}]`)!;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    choose("tipo", "usado");
    choose("marca", "toyota");
  });
  await at(page, "/?tipo=usado&marca=toyota");
  await expect.poll(() => make(page).inputValue()).toBe("toyota");
  page.clean();
});

test("without a script the search is a form that is sent", async () => {
  const page = await product.open("SI", "/", "phone", { javaScriptEnabled: false });
  await page.getByLabel("Tipo").selectOption("usado");
  await make(page).selectOption("toyota");
  await shown(page).click();
  await page.waitForURL(/\/vehiculos\?/);
  await expect.poll(() => page.title()).toBe("Toyota usados · Salazar Israel");
  page.clean();
});

test("what was chosen before the code is there is counted, and nothing moves meanwhile", async () => {
  const page = await product.blank("phone");
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  let send: () => void = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(/\/SearchForm-.*\.js$/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto(product.server.url("SI", "/"));
  const before = await total(page);
  await make(page).selectOption("toyota");
  send();
  await at(page, "/?marca=toyota");
  await expect.poll(() => total(page)).toBeLessThan(before);
  await page.getByLabel("Modelo").selectOption({ index: 1 });
  await rested(page);
  const moved = await page.evaluate(() =>
    (globalThis as unknown as { moved: number[] }).moved.reduce((sum, one) => sum + one, 0),
  );
  expect(moved).toBeLessThanOrEqual(0.02);
  page.clean();
});

test("rows slide by keys and buttons, and can be stopped", async () => {
  const page = await product.open("SI", "/", "desktop");
  const row = page.getByRole("region", { name: "Los usados más vistos" });
  await row.scrollIntoViewIfNeeded();
  const list = row.getByRole("group").first();
  const left = () => list.evaluate((one) => Math.round(one.scrollLeft / one.clientWidth));
  // Nothing has been touched, so that they take turns, until somebody stops them.
  await row.getByRole("button", { name: "Pausar" }).click();
  await row.getByRole("button", { name: "Que pasen solos" }).waitFor();
  await row.getByRole("button", { name: "1 de 3" }).click();
  await expect.poll(left).toBe(0);
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBe(1);
  await row.getByRole("button", { name: "Siguiente" }).click();
  await expect.poll(left).toBe(2);
  // After the last comes the first.
  await row.getByRole("button", { name: "Siguiente" }).click();
  await expect.poll(left).toBe(0);
  await axe(page);
  page.clean();
});

test("keys lead past rows that slide, to what is below", async () => {
  const page = await product.open("WI", "/", "phone");
  const rows = page.getByRole("region", { name: "Los nuevos más vistos" });
  const skip = rows.getByRole("link", { name: "Saltar «Los nuevos más vistos»" });
  await skip.focus();
  await expect.poll(async () => (await skip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  // Each of the rows has one: what comes next is the link past the next ones.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Saltar «Los usados más vistos»");
  await axe(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const isBelow = page.getByRole("region", { name: "Los usados más vistos" });
  await expect.poll(() => isBelow.evaluate((one) => one.contains(document.activeElement))).toBe(false);
  page.clean();
});

/** Whether what has the focus is in the window from side to side, with the card that it stands in. */
const isWhole = (page: TestPage) => () =>
  page.evaluate(() => {
    const card = document.activeElement?.closest("li")?.getBoundingClientRect();
    return card !== undefined && card.left >= 0 && card.right <= innerWidth;
  });

test("what has the focus in rows that slide is seen whole", async () => {
  const page = await product.open("SI", "/autos-usados", "phone");
  const rows = page.getByRole("region", { name: "Los más vistos" });
  const controls = rows.locator("[data-controls][data-alive]").getByRole("button");
  await controls.first().waitFor();
  const link = rows.getByRole("link", { name: /^Ver más detalles del auto/i }).nth(1);
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(isWhole(page)).toBe(true);
  // From below, while they are on their way to the next one.
  await controls.last().press("Enter");
  await controls.first().focus();
  await page.keyboard.press("Shift+Tab");
  await expect.poll(isWhole(page)).toBe(true);
  await rested(page);
  await expect.poll(isWhole(page)).toBe(true);
  page.clean();
});

test("what has the focus in a row to swipe is seen whole, without a script too", async () => {
  const page = await product.open("CO", "/", "phone", { javaScriptEnabled: false });
  const title = page.getByRole("heading", { name: "Lo que trae esta temporada" });
  const links = page.locator("section").filter({ has: title }).getByRole("listitem").getByRole("link");
  await links.first().focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => links.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(isWhole(page)).toBe(true);
});

test("without a script the link past rows leads there too", async () => {
  const page = await product.open("SI", "/", "desktop", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Saltar «Los usados más vistos»" }).press("Enter");
  await page.keyboard.press("Tab");
  const rows = page.getByRole("region", { name: "Los usados más vistos" });
  await expect.poll(() => rows.locator(":focus").count()).toBe(0);
  page.clean();
});

test.each<[string, Viewport, "textbox" | "link", string]>([
  ["SI", "desktop", "textbox", "t"],
  ["WI", "phone", "link", "Enter"],
])(
  "%s: on a %s the header searches the site by keys, with suggestions",
  async (brand, viewport, role, key) => {
    const page = await product.open(brand, "/", viewport);
    await rested(page);
    // A field where there is room for one, which opens once somebody types; elsewhere a link.
    const name = role === "link" ? "Buscar" : "¿Qué buscas?";
    const opener = page.getByRole("banner").getByRole(role, { name, exact: true });
    await opener.focus();
    // The code that opens it comes with the first sign of somebody: before it is there, both lead to the page.
    await expect.poll(() => opener.getAttribute("aria-haspopup")).toBe("dialog");
    await opener.press(key);
    // No letter is lost on the way from one field to the other.
    const more = role === "link" ? "" : "oyota";
    if (more !== "") await page.keyboard.type(more);
    const typed = role === "link" ? "" : key + more;
    const field = page.getByRole("combobox", { name: "¿Qué buscas?" });
    await field.waitFor();
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => field.inputValue()).toBe(typed);
    await field.fill("toyota yar");
    const dialog = page.getByRole("dialog");
    const options = dialog.getByRole("option");
    await expect.poll(() => dialog.getByRole("option", { name: /^Toyota Yaris/ }).count()).toBe(4);
    const count = await options.count();
    await expect.poll(() => dialog.getByRole("status").textContent()).toBe(`${count} sugerencias`);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => options.nth(0).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => field.getAttribute("aria-activedescendant")).toBe(null);
    await axe(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
    await opener.click();
    await field.fill("toyota yar");
    await expect.poll(() => options.count()).toBe(count);
    await page.keyboard.press("Enter");
    await at(page, "/buscar?q=toyota+yar");
    await rested(page);
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("toyota yar");
    await axe(page);
    await fits(page);
    page.clean();
  },
);

test("suggestions that come while the arrows are at others are not what is gone to", async () => {
  const page = await product.open("WI", "/", "phone");
  await rested(page);
  const opener = page.getByRole("banner").getByRole("link", { name: "Buscar", exact: true });
  await opener.focus();
  await expect.poll(() => opener.getAttribute("aria-haspopup")).toBe("dialog");
  await opener.press("Enter");
  const field = page.getByRole("combobox", { name: "¿Qué buscas?" });
  await field.fill("toyota yar");
  const option = (name: RegExp) => page.getByRole("dialog").getByRole("option", { name });
  await option(/^Toyota Yaris/)
    .first()
    .waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/data**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await field.fill("chevrolet cap");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() =>
      option(/^Toyota Yaris/)
        .first()
        .getAttribute("aria-selected"),
    )
    .toBe("true");
  held.resolve();
  await option(/^Chevrolet Captiva/)
    .first()
    .waitFor();
  await expect.poll(() => field.getAttribute("aria-activedescendant")).toBe(null);
  await page.keyboard.press("Enter");
  await at(page, "/buscar?q=chevrolet+cap");
  page.clean();
});

test("the header's field searches the site without a script, and where its code does not come", async () => {
  for (const javaScriptEnabled of [false, true]) {
    const page = await product.open("SI", "/nosotros", "desktop", { javaScriptEnabled });
    if (javaScriptEnabled) await rested(page);
    await page.route("**/SearchDialog*", (route) => route.abort());
    const field = page.getByRole("banner").getByRole("textbox", { name: "¿Qué buscas?" });
    await field.fill("bilbao");
    await field.press("Enter");
    await at(page, "/buscar?q=bilbao");
    const found = page.getByRole("heading", { name: "Salazar Israel Bilbao" });
    await expect.poll(() => found.count()).toBe(1);
  }
});

test("a tap on the header's search before its code is there leads to its page, where one can type at once", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await product.open("WI", "/nosotros", "phone", { javaScriptEnabled });
    if (javaScriptEnabled) await rested(page);
    await page.route("**/SearchOver*", (route) => route.abort());
    await page.getByRole("banner").getByRole("link", { name: "Buscar", exact: true }).tap();
    await at(page, "/buscar");
    const field = page.getByRole("searchbox", { name: "¿Qué buscas?" });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type("toyota yaris");
    await page.keyboard.press("Enter");
    await at(page, "/buscar?q=toyota+yaris");
  }
});

test("the search of the site is found without a script", async () => {
  const page = await product.open("SI", "/noticia-que-no-hay/toyota-yaris", "phone", {
    javaScriptEnabled: false,
  });
  await page.getByRole("searchbox").fill("bilbao");
  await page.getByRole("button", { name: "Buscar" }).click();
  await at(page, "/buscar?q=bilbao");
  const found = page.getByRole("heading", { name: "Salazar Israel Bilbao" });
  await expect.poll(() => found.count()).toBe(1);
  // What it is called is said once, and leads there from anywhere in its card.
  const card = page.getByRole("listitem").filter({ has: found });
  await expect.poll(() => card.getByText("Salazar Israel Bilbao").count()).toBe(1);
  await card.click();
  await at(page, "/sucursales?ciudad=Santiago");
});
