/** Nothing of others before somebody allows it: the notice, what it loads, the record of it, and the way back. */
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { coveredAt } from "../support/covered.ts";
import { anyOf, covering } from "../support/covering.ts";
import { rested } from "../support/rested.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";
import { startTagContainer } from "../support/tag-container.ts";

const container = await startTagContainer();
const framed = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Otro</title><p>Hola</p><script>try { top.location = '/nada' } catch {}</script>",
};
const others = await startStandIn({ "GET /chat": framed, "GET /social": framed });
const product = await startProduct({
  env: {
    TAG_CONTAINER_SI: "GTM-CANARY1",
    TAG_SCRIPT_URL: container.scriptUrl,
    CHAT_URL_SI: `${others.url}/chat?id=si-1`,
    SOCIAL_URL_SI: `${others.url}/social?account=si`,
  },
});
afterAll(() => Promise.all([container.stop(), others.stop()]));

const open = (path = "/", viewport: Viewport = "phone"): Promise<TestPage> =>
  product.open("SI", path, viewport);
const notice = (page: TestPage) => page.getByRole("region", { name: "Tu privacidad" });
const choices = (page: TestPage) => page.getByRole("dialog", { name: "Tu privacidad" });
const reopen = (page: TestPage) => page.getByRole("button", { name: "Preferencias de privacidad" });
const press = (page: TestPage, name: string) => notice(page).getByRole("button", { name }).click();
const loaded = () => [...container.requests, ...others.requests].map(({ path }) => path);
const forget = (): void => [container, others].forEach((one) => one.forget());
const records = (): unknown[] =>
  product
    .rows("select brand, purpose, given, text, revision, visitor, at from site_consents order by at, purpose")
    .map((row) => ({ ...row }));
/** Choices whose entry has its place in the log. */
const proven = (): unknown =>
  product.rows(
    "select count(*) as many from evidence join site_consents on submission = site_consents.id where position is not null",
  )[0]!["many"];
const cookie = async (page: TestPage) =>
  (await page.context().cookies()).find(({ name }) => name === "consent");

test("nothing of others is loaded before somebody answers, nor after a no", async () => {
  forget();
  const page = await open();
  await notice(page).waitFor();
  await axe(page);
  // Each answer is as easy as the other: as large, and of the same look.
  const boxes = await Promise.all(
    ["Rechazar todo", "Aceptar todo"].map(async (name) => {
      const button = notice(page).getByRole("button", { name });
      const box = (await button.boundingBox())!;
      return [Math.round(box.width), Math.round(box.height), await button.getAttribute("data-variant")];
    }),
  );
  expect(boxes[0]).toEqual(boxes[1]);
  await notice(page).getByRole("button", { name: "Rechazar todo" }).press("Enter");
  await notice(page).waitFor({ state: "detached" });
  // What had the focus has gone: who answered goes on in the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  await page.reload();
  await page.getByRole("button", { name: "Chat", exact: true }).waitFor();
  await expect.poll(() => cookie(page).then((one) => one?.value)).toMatch(/^[\da-f]{12}\.[\da-f-]{36}\.$/);
  await expect.poll(() => notice(page).count()).toBe(0);
  expect(loaded()).toEqual([]);
  page.clean();
});

test("what is allowed is loaded, recorded with its words, remembered, and taken back", async () => {
  const before = records().length;
  forget();
  const page = await open("/", "desktop");
  await notice(page).waitFor();
  await press(page, "Aceptar todo");
  await notice(page).waitFor({ state: "detached" });
  // Which comes first is up to what is there first.
  await expect.poll(() => container.events().toSorted()).toEqual(["gtm.js", "page_view"]);
  const value = (await cookie(page))!.value;
  const visitor = value.split(".")[1]!;
  const { revision, consent } = (await (await product.server.fetch("SI", "/api/page?path=/")).json()) as {
    revision: string;
    consent: { purposes: string[] };
  };
  expect(consent.purposes).toEqual(["analytics", "chat", "embeds"]);
  expect(records().slice(before)).toEqual(
    consent.purposes.map((purpose) => ({
      brand: "SI",
      purpose,
      given: 1,
      revision,
      visitor,
      at: expect.stringMatching(/^\d{4}-/),
      text: expect.stringContaining("¿Nos permites cargarlo para lo demás?"),
    })),
  );
  await expect.poll(proven).toBe(records().length);

  // The next page asks nothing, and measures.
  container.forget();
  await page.goto(product.server.url("SI", "/vehiculos"));
  await expect.poll(() => container.events()).toContain("page_view");
  await expect.poll(() => notice(page).count()).toBe(0);

  await page.evaluate(() => {
    document.cookie = "_ga=GA1.1.1; path=/";
  });
  await reopen(page).click();
  await choices(page).getByText(visitor).waitFor();
  await expect.poll(() => choices(page).getByRole("checkbox").count()).toBe(3);
  await axe(page);
  await choices(page).getByRole("checkbox", { name: "Medición" }).uncheck();
  container.forget();
  const left = page.waitForNavigation();
  await choices(page).getByRole("button", { name: "Guardar mi elección" }).click();
  await left;
  await expect.poll(() => cookie(page).then((one) => one?.value)).toContain(`${visitor}.chat-embeds`);
  await reopen(page).waitFor();
  expect(container.requests.filter(({ path }) => path === "/gtm.js")).toEqual([]);
  expect((await page.context().cookies()).some(({ name }) => name === "_ga")).toBe(false);
  expect(records().slice(-3)).toMatchObject([
    { visitor, purpose: "analytics", given: 0 },
    { visitor, purpose: "chat", given: 1 },
    { visitor, purpose: "embeds", given: 1 },
  ]);
  page.clean();
});

test("where an address holds a key nothing measures, and the next page is not told of it", async () => {
  const key = "Zq3xK9vT0aLm2RwYb7Qe";
  forget();
  const page = await open("/contacto", "desktop");
  await press(page, "Aceptar todo");
  await expect.poll(() => container.events().toSorted()).toEqual(["gtm.js", "page_view"]);
  container.forget();
  // What takes a form to another device, and a link of a mail.
  for (const path of [`/tasacion#seguir=${key}`, `/cancela-tu-compra?compra=${key}`]) {
    await page.goto(product.server.url("SI", path));
    await rested(page);
  }
  expect(container.requests).toEqual([]);
  await page.getByRole("navigation", { name: "Estás en" }).getByRole("link", { name: "Inicio" }).click();
  await expect.poll(() => container.events()).toContain("page_view");
  expect(JSON.stringify(container.requests)).not.toContain(key);
  await expect.poll(() => page.evaluate(() => document.referrer)).toBe(product.server.url("SI", "/"));
});

test("the chat stands in a frame of its own, and knows which car is looked at", async () => {
  forget();
  // Of a new car, the id that its makers have for it is another than that of its page.
  const list = await open("/vehiculos/nuevo", "desktop");
  const address = await list.locator("main a[href*='/nuevo/'][href*='-']").first().getAttribute("href");
  const page = await open(address!, "desktop");
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  // One press says whose it is; nothing is loaded yet.
  await page.getByText(/Esto lo muestra 127\.0\.0\.1/).waitFor();
  expect(loaded()).toEqual([]);
  await page.getByRole("button", { name: "Mostrar" }).press("Enter");
  await page.frameLocator("iframe").getByText("Hola").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
  expect(others.requests[0]).toMatchObject({
    path: "/chat",
    query: { id: "si-1", id_quiter: expect.stringMatching(/^[A-Z][A-Z0-9-]+$/) },
  });
  await expect
    .poll(() => page.locator("iframe").getAttribute("sandbox"))
    .toBe("allow-scripts allow-forms allow-popups allow-same-origin");
  await axe(page);
  await page.getByRole("heading", { name: "Chat con nosotros" }).press("Escape");
  await expect.poll(() => page.locator("iframe").count()).toBe(0);
  expect(page.url()).toContain("/marcas/");
});

test("what is of a social network waits to be allowed, and moves nothing", async () => {
  forget();
  const page = await open("/", "phone");
  await notice(page).waitFor();
  await page.getByText(/Esto lo muestra/).scrollIntoViewIfNeeded();
  expect(loaded()).toEqual([]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const shown = (await notice(page).boundingBox())!.height;
  await notice(page).getByRole("button", { name: "Elegir qué aceptar" }).click();
  await choices(page).getByRole("checkbox", { name: "Mapas y redes sociales" }).check();
  await choices(page).getByRole("button", { name: "Guardar mi elección" }).click();
  await page.frameLocator("main iframe").getByText("Hola").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBe(Math.round(height - shown));
  expect(loaded()).toEqual(["/social"]);
});

test.each(
  anyOf([
    ["phone", 360],
    ["desktop", 520],
  ] as const),
)(
  "a page of another site waits for a press, as high as its content says on a %s",
  async (viewport, height) => {
    const page = await open("/nosotros", viewport);
    await press(page, "Rechazar todo");
    await notice(page).waitFor({ state: "detached" });
    const asked: string[] = [];
    await page.route("https://www.openstreetmap.org/**", (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Mapa</title><p>Hola</p>",
      });
    });
    // The document of the page before lets nobody in: another one is loaded.
    await page.getByRole("main").getByRole("link", { name: "cómo llegar" }).click();
    await page.getByRole("heading", { level: 1, name: "Cómo llegar a Francisco Bilbao" }).waitFor();
    await rested(page);
    const show = page.getByRole("main").getByRole("button", { name: "Mostrar" });
    const box = show.locator("xpath=../..");
    const high = () => box.evaluate((one) => Math.round(one.getBoundingClientRect().height));
    await expect.poll(high).toBe(height + 2);
    await axe(page);
    expect(asked).toEqual([]);
    await show.click();
    await page.frameLocator("main iframe").getByText("Hola").waitFor();
    const frame = page.locator("main iframe");
    await expect
      .poll(() => frame.evaluate((one) => [one.getAttribute("sandbox"), one.getBoundingClientRect().height]))
      .toEqual(["allow-scripts allow-forms allow-popups allow-same-origin", height]);
    expect(asked).toEqual(["/export/embed.html"]);
    expect(page.url()).toBe(product.server.url("SI", "/paginas/como-llegar"));
    page.clean();
  },
);

test("in a low window the notice leaves what has the focus its room", async () => {
  // A phone that lies on its side, or a desktop at 400 %.
  const page = await product.blank("desktop", { viewport: { width: 320, height: 256 } });
  await page.goto(product.server.url("SI", "/marcas/chevrolet/nuevo/chevrolet-onix-1000001"));
  await notice(page).waitFor();
  await page.getByRole("heading", { name: "Compara las versiones" }).scrollIntoViewIfNeeded();
  await page.locator("[data-car-bar]").waitFor({ state: "attached" });
  for (const name of ["Copiar enlace", "Preferencias de privacidad"])
    await expect.poll(() => coveredAt(page.getByRole("button", { name }))).toEqual([]);
});

test("where a choice cannot be written down, nothing is loaded and it is said", async () => {
  forget();
  const page = await open();
  await notice(page).waitFor();
  await page.route("**/api/consent", (route) => route.abort());
  const accept = notice(page).getByRole("button", { name: "Aceptar todo" });
  await accept.press("Enter");
  await page.getByText("No pudimos registrar tu elección").waitFor();
  await expect.poll(() => accept.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(loaded()).toEqual([]);
  await expect.poll(() => cookie(page)).toBeUndefined();
  // No is no, with a record or without.
  await press(page, "Rechazar todo");
  await notice(page).waitFor({ state: "detached" });
  expect(loaded()).toEqual([]);
});

test("words that changed are asked anew", async () => {
  const page = await product.blank("phone");
  const value = `0123456789ab.${crypto.randomUUID()}.analytics-chat-embeds`;
  await page.context().addCookies([{ name: "consent", value, url: product.server.url("SI", "/") }]);
  forget();
  await page.goto(product.server.url("SI", "/"));
  await notice(page).waitFor();
  expect(loaded()).toEqual([]);
});

test("a site that has nothing of others asks nothing, and says so at its foot", async () => {
  const page = await product.open("CO", "/", "phone");
  await reopen(page).click();
  await choices(page).getByText("Este sitio no carga nada de otras empresas").waitFor();
  await axe(page);
  await choices(page).getByRole("button", { name: "Cerrar" }).click();
  await expect.poll(() => notice(page).count()).toBe(0);
  page.clean();
});

test("visits of a day are counted in a cookie of the brand", async () => {
  const page = await open();
  const visits = async () => (await page.context().cookies()).find(({ name }) => name === "visits-SI")?.value;
  await expect.poll(visits).toBe("1");
  await page.goto(product.server.url("SI", "/contacto"));
  await reopen(page).waitFor();
  await expect.poll(() => visits()).toBe("1");
  // After the break with which a visit ends.
  await page.evaluate(() => {
    const visit = JSON.parse(localStorage.getItem("vitrina-visit")!) as { seen: number };
    localStorage.setItem("vitrina-visit", JSON.stringify({ ...visit, seen: visit.seen - 31 * 60_000 }));
  });
  await page.reload();
  await expect.poll(visits).toBe("2");
});

/** Pages, by what is on them first. */
const begins = [
  ["/", "a banner"],
  ["/contacto", "a form"],
  ["/vehiculos", "cars"],
  ["/tasacion", "a form"],
  ["/test-drive", "a banner"],
];

test.each(covering(begins, ([, first]) => [first!]))(
  "%s: the notice moves nothing and hides no main action on a phone",
  async (path) => {
    const page = await product.blank("phone");
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(product.server.url("SI", path));
    await notice(page).waitFor();
    await expect
      .poll(() =>
        notice(page).evaluate((one) =>
          one.getAnimations().every(({ playState }) => playState === "finished"),
        ),
      )
      .toBe(true);
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01);
    // What is seen of the first main action with the notice is what is seen of it without.
    const main = page.locator("main [data-variant='filled'], main [data-variant='accent']").first();
    const isReached = await main.evaluate((button) => {
      button.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = button.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at !== null && (button === at || button.contains(at));
    });
    expect(isReached).toBe(true);
  },
);
