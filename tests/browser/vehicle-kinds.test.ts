/** The page of each kind of car, in Chile and in Peru: what it says, what can be done with it, and how it is walked through. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { covering } from "../support/covering.ts";
import { dialogReady } from "../support/dialog-ready.ts";
import { fits } from "../support/fits.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();

type Kind = "new" | "used" | "certified" | "special";

interface KindOfCar {
  kind: Kind;
  brand: "SI" | "WI";
  path: string;
  name: string;
  /** What is said of its price, in order. */
  price: RegExp;
  tags: string[];
  offices: number;
  /** There is one picture of it. */
  isAlone?: true;
  /** Points of the inspection that had something to be said. */
  found?: number;
}

const cars: KindOfCar[] = [
  {
    kind: "new",
    brand: "SI",
    path: "/marcas/chevrolet/nuevo/chevrolet-onix-1000001",
    name: "Chevrolet Onix",
    price:
      /^Desde\$11\.620\.000Precio contadoPrecio lista\$11\.990\.000.*Cuotas desde\$271\.335 · 36 mesesCon 40\s% de pie, Crédito Convencional\. CAE 21,08\s%\. Costo total del crédito \$9\.768\.041\.$/,
    tags: [],
    offices: 15,
  },
  {
    kind: "used",
    brand: "SI",
    path: "/marcas/chevrolet/usado/chevrolet-colorado-1000032",
    name: "Chevrolet Colorado",
    price: /^Mejor precio\$13\.230\.000Con financiamientoPrecio lista/,
    isAlone: true,
    tags: [],
    offices: 1,
    found: 3,
  },
  {
    kind: "certified",
    brand: "SI",
    path: "/marcas/nissan/usado/nissan-qashqai-1000500",
    name: "Nissan Qashqai",
    price: /\$9\.220\.000/,
    isAlone: true,
    tags: ["Certificado"],
    offices: 1,
    found: 3,
  },
  {
    kind: "special",
    brand: "SI",
    path: "/marcas/chevrolet/nuevo/chevrolet-captiva-1000009/venta-especial",
    name: "Chevrolet Captiva",
    price: /^Venta especial\$13\.870\.000.*Quedan? \d+ unidad(es)?$/,
    isAlone: true,
    tags: ["Venta especial"],
    offices: 1,
  },
  {
    kind: "new",
    brand: "WI",
    path: "/marcas/hyundai/nuevo/hyundai-grand-i10-30000001",
    name: "Hyundai Grand i10",
    price: /^DesdeUSD 12,240Con financiamientoS\/ \d\d,\d{3}Al tipo de cambio 3\.75 del 20\/11\/2026/,
    tags: [],
    offices: 9,
  },
  {
    kind: "used",
    brand: "WI",
    path: "/marcas/chevrolet/usado/chevrolet-tracker-30000300",
    name: "Chevrolet Tracker",
    price: /USD 20,520.*S\/ \d\d,\d{3}Al tipo de cambio/,
    tags: [],
    offices: 1,
    found: 1,
  },
  {
    kind: "certified",
    brand: "WI",
    path: "/marcas/toyota/usado/toyota-corolla-30000677",
    name: "Toyota Corolla",
    price: /^Mejor precioUSD 16,190Con financiamientoS\/ 60,710Al tipo de cambio/,
    tags: ["Certificado"],
    offices: 1,
    found: 0,
  },
  {
    kind: "special",
    brand: "WI",
    path: "/marcas/hyundai/nuevo/hyundai-elantra-30000005/venta-especial",
    name: "Hyundai Elantra",
    price: /^Venta especialUSD 18,780con Compra InteligenteS\/ 70,470Al tipo de cambio.*Quedan 4 unidades$/,
    tags: ["Venta especial"],
    offices: 1,
  },
];

const cases = cars.flatMap((car) => (["phone", "desktop"] as const).map((viewport) => ({ car, viewport })));
// Each kind, each country and each device.
const looked = covering(cases, ({ car: { kind, brand }, viewport }) => [kind, brand, viewport]);

test.each(looked.map((one) => [one.car.brand, one.car.kind, one.viewport, one] as const))(
  "%s: a %s car on a %s",
  async (_brand, _kind, _viewport, { car, viewport }) => {
    const page = await product.open(car.brand, car.path, viewport);
    await page.locator("h1", { hasText: car.name }).waitFor();
    const isNew = car.kind === "new" || car.kind === "special";
    const said = await page.locator("#price-section").evaluate((box) => box.textContent);
    expect(said.replaceAll("\u00a0", " ")).toMatch(car.price);
    for (const tag of car.tags) await page.locator("article").getByText(tag).first().waitFor();

    // A place for each link that leads here from elsewhere.
    const places = ["details-section", "price-section", "cards", "car-detail", "version-features"];
    const others = ["simulation", "warranty", "contact-section", "similar-cars"];
    const all = [...places, ...others, ...(isNew ? ["color-slider"] : [])];
    for (const place of all) await page.locator(`#${place}`).waitFor({ state: "attached" });

    if (car.isAlone === true) await onePicture(page);
    else await gallery(page, viewport);
    await colours(page, isNew);
    await folds(page);
    await inspection(page, car);
    await offices(page, car);
    await bar(page, viewport);
    await shared(page, car);
    // Few of a special sale are left: nobody keeps one of them for later.
    const hearts = page.locator("article").getByRole("button", { name: /favoritos/ });
    await expect.poll(() => hearts.count()).toBe(car.kind === "special" ? 0 : 1);

    await rested(page);
    await axe(page);
    await fits(page);
    if (viewport === "phone") {
      await page.setViewportSize({ width: 320, height: 640 });
      await fits(page);
    }
    page.clean();
  },
);

const isAt = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement);

/** By swipe on a phone and by keys, thumbnails and buttons; near over the whole screen; and all around. */
async function gallery(page: TestPage, viewport: Viewport): Promise<void> {
  const photos = page.getByRole("region", { name: /^Fotos de/ });
  const place = photos.locator("p", { hasText: /^\d+ de \d+$/ }).first();
  const count = Number((await place.textContent())!.split(" ").at(-1));
  expect(count).toBeGreaterThan(3);
  const at = async (number: number): Promise<void> => {
    await expect.poll(() => place.textContent()).toBe(`${number} de ${count}`);
  };
  const track = photos.locator("ul").first();
  await at(1);
  if (viewport === "phone") await swipe(page, track);
  else await photos.getByRole("button", { name: "Foto siguiente" }).click();
  await at(2);
  // The slides still move when the keys are pressed: each counts from what was asked for before it.
  await track.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await at(4);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await at(3);
  await page.keyboard.press("End");
  await at(count);
  // At its end a button leads nowhere, and whoever pressed it is still there.
  const next = photos.getByRole("button", { name: "Foto siguiente" });
  if (viewport === "desktop") {
    await photos.getByRole("button", { name: "Foto anterior" }).click();
    await at(count - 1);
    await next.press("Enter");
    await at(count);
    await expect.poll(() => isAt(next)).toBe(true);
  }
  await photos.getByRole("button", { name: "Ver la foto 2" }).click();
  await at(2);

  await photos.getByRole("button", { name: "Ver en pantalla completa" }).click();
  const over = page.getByRole("dialog", { name: /^Fotos de/ });
  await over.getByText(`2 de ${count}`).waitFor();
  await page.keyboard.press("ArrowRight");
  await over.getByText(`3 de ${count}`).waitFor();
  const first = over.getByRole("button", { name: "Foto anterior" });
  await first.press("Enter");
  await first.press("Enter");
  await over.getByText(`1 de ${count}`).waitFor();
  await expect.poll(() => isAt(first)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await over.getByText(`3 de ${count}`).waitFor();
  const picture = over.locator("img").nth(2);
  const wide = () => picture.evaluate((one) => one.getBoundingClientRect().width);
  const before = await wide();
  await over.getByRole("button", { name: "Acercar" }).click();
  await expect.poll(wide).toBeGreaterThan(before * 1.5);
  await page.keyboard.press("Escape");
  await over.waitFor({ state: "hidden" });

  await photos.getByRole("button", { name: "Vista 360°" }).click();
  const spin = page.getByRole("slider", { name: "Vista 360°" });
  await spin.waitFor();
  const degrees = 360 / (await spin.locator("img").count());
  const turned = async (steps: number): Promise<void> => {
    await expect.poll(() => spin.getAttribute("aria-valuetext")).toBe(`Vista a ${steps * degrees} grados`);
  };
  await spin.focus();
  await page.keyboard.press("ArrowRight");
  await turned(1);
  // A whole turn is 360 pixels long.
  const { x, y, width, height } = (await spin.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 2 * degrees, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await turned(3);
  // Whoever cannot drag presses.
  const by = Math.round(30 / degrees);
  await page.getByRole("button", { name: "Girar a la derecha" }).click();
  await turned(3 + by);
  await page.getByRole("button", { name: "Girar a la izquierda" }).click();
  await turned(3);
  await page.keyboard.press("Escape");
  await spin.waitFor({ state: "hidden" });
}

/** Where there is one picture alone nothing leads to another. */
async function onePicture(page: TestPage): Promise<void> {
  const photos = page.getByRole("region", { name: /^Fotos de/ });
  await expect.poll(() => photos.locator("img").count()).toBe(1);
  await expect.poll(() => photos.getByRole("button").count()).toBeLessThanOrEqual(2);
  await photos.getByRole("button", { name: "Ver en pantalla completa" }).click();
  const over = page.getByRole("dialog", { name: /^Fotos de/ });
  await over.getByRole("button", { name: "Cerrar" }).click();
  await over.waitFor({ state: "hidden" });
}

/** A finger from right to left. */
async function swipe(page: TestPage, over: Locator): Promise<void> {
  const { x, y, width, height } = (await over.boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.9) });
  for (const part of [0.8, 0.65, 0.5, 0.35, 0.2, 0.1]) {
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
    // As slow as a finger: moves of one moment may be a throw of two slides.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await client.detach();
}

/** One that is chosen is seen. */
async function colours(page: TestPage, isNew: boolean): Promise<void> {
  const choices = page.locator("#color-slider input");
  if (!isNew) return expect(await choices.count()).toBe(0);
  const picture = page
    .getByRole("region", { name: /^Fotos de/ })
    .locator("img")
    .first();
  const before = await picture.getAttribute("src");
  const leads = page.getByRole("link", { name: "Comprar", exact: true }).first();
  await expect.poll(() => leads.getAttribute("href")).not.toContain("unidad");
  await choices.nth(1).check();
  await expect.poll(() => picture.getAttribute("src")).not.toBe(before);
  // It goes along to where the car is bought.
  await expect.poll(() => leads.getAttribute("href")).toMatch(/[?&]unidad=[a-z-]+/);
  await choices.first().check();
  await expect.poll(() => picture.getAttribute("src")).toBe(before);
}

/** Of the equipment one group is open at a time; what the car is like can be folded. */
async function folds(page: TestPage): Promise<void> {
  const groups = page.locator("#version-features details[name]");
  const open = () => groups.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
  expect((await open()).filter(Boolean)).toHaveLength(1);
  await groups.nth(1).locator("summary").first().click();
  expect((await open()).slice(0, 2)).toEqual([false, true]);
  const like = page.locator("#car-detail details");
  await expect.poll(() => like.locator("dt").count()).toBeGreaterThan(4);
  await like.locator("summary").click();
  await expect.poll(() => like.locator("dt").first().isVisible()).toBe(false);
  await like.locator("summary").click();
}

/** 80 points by system, each with what was found; one system open at a time. */
async function inspection(page: TestPage, { found }: KindOfCar): Promise<void> {
  const box = page.locator("[data-view=carInspection]");
  if (found === undefined) return expect(await box.count()).toBe(0);
  await box.getByText(`${80 - found} de 80 puntos sin observaciones`).waitFor();
  await box.getByText(/Inspeccionado el \d\d\/\d\d\/\d{4} en /).waitFor();
  await expect.poll(() => box.locator("li[data-result]").count()).toBe(80);
  const noted = await box.locator("li[data-result=observation]").allTextContents();
  expect(noted).toHaveLength(found);
  expect(noted.filter((text) => text.includes("Sin observaciones"))).toEqual([]);
  const systems = box.locator("details");
  await systems.nth(0).locator("summary").click();
  await systems.nth(1).locator("summary").click();
  await expect.poll(() => systems.nth(0).locator("li").first().isVisible()).toBe(false);
  await expect.poll(() => systems.nth(1).locator("li").first().isVisible()).toBe(true);
}

/** Where it can be seen: three at once, the others with one press; each with map, telephone and a chat that names the car. */
async function offices(page: TestPage, { offices: count, name }: KindOfCar): Promise<void> {
  const box = page.locator("#contact-section");
  await expect.poll(() => box.locator("li").count()).toBe(count);
  const links = await box
    .locator("li")
    .first()
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links[0]).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=-\d+\.\d+,-\d+\.\d+$/);
  expect(links[1]).toMatch(/^tel:\+5[16]\d{8,9}$/);
  expect(links[2]).toMatch(/^https:\/\/wa\.me\/5[16]\d{9}\?text=/);
  expect(decodeURIComponent(links[2]!)).toContain(name);
  const last = box.locator("li").last();
  await expect.poll(() => last.isVisible()).toBe(count <= 4);
  if (count <= 4) return;
  await box.getByText(`Ver las otras ${count - 3} sucursales`).click();
  await expect.poll(() => last.isVisible()).toBe(true);
}

/** The price and the main action stay at hand; where there is room, the quick links too. */
async function bar(page: TestPage, viewport: Viewport): Promise<void> {
  const links = ["Ver ficha", "Simula tu financiamiento", "Todo lo que necesitas saber"];
  const quick = page.getByRole("navigation", { name: "En esta página", exact: true });
  await expect.poll(() => quick.getByRole("link").allTextContents()).toEqual(links);
  await page.locator("#warranty").scrollIntoViewIfNeeded();
  const shown = page.locator("[data-car-bar]");
  await shown.getByRole("link", { name: "Cotizar", exact: true }).waitFor();
  const own = shown.getByRole("link").and(page.locator("nav a"));
  await expect.poll(() => own.allTextContents()).toEqual(links);
  const box = (await shown.boundingBox())!;
  // Little of a phone is under it.
  if (viewport === "phone") expect(box.height).toBeLessThan(120);
  await own.nth(1).click();
  await page.waitForURL(/#simulation$/);
}

/** What others make of its link: a picture, a title, and an offer with the price that counts. */
async function shared(page: TestPage, { name, kind }: KindOfCar): Promise<void> {
  const meta = (property: string) =>
    page.locator(`meta[property="og:${property}"]`).first().getAttribute("content");
  expect(await meta("title")).toContain(name);
  expect(await meta("image")).toMatch(/^https?:\/\/.+\/045-960\./);
  const told = await page.locator('script[type="application/ld+json"]').allTextContents();
  const things = told.flatMap((text) => (JSON.parse(text) as { "@graph": Told[] })["@graph"]);
  const car = things.find((one) => one["@type"] === "Car")!;
  expect(car).toMatchObject({
    name: expect.stringContaining(name) as string,
    itemCondition: `https://schema.org/${kind === "new" || kind === "special" ? "New" : "Used"}Condition`,
    offers: { "@type": "Offer", availability: "https://schema.org/InStock" },
  });
  const amount = String(car.offers.price).replaceAll(/\B(?=(\d{3})+$)/g, "[.,]");
  const written = await page.locator("#price-section strong").textContent();
  expect(written).toMatch(new RegExp(`${amount}$`));
}

interface Told {
  "@type": string;
  offers: { price: number };
}

test("with the keyboard alone: from the top to the quote and back to where one was", async () => {
  const page = await product.open("SI", cars[0]!.path, "desktop");
  await dialogReady(page, "cotizar");
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const stops: string[] = [];
  while (stops.at(-1) !== "Cotizar" && stops.length < 90) {
    await page.keyboard.press("Tab");
    stops.push(await focused());
  }
  expect(stops.at(-1)).toBe("Cotizar");
  // Versions come before what is done about one.
  expect(stops.some((text) => text.startsWith("1.0T LTZ AT"))).toBe(true);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cotiza este auto" });
  await dialog.waitFor();
  await expect
    .poll(() =>
      dialog.evaluate((box) => box.contains(document.activeElement) || box === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(focused).toBe("Cotizar");
  page.clean();
});
