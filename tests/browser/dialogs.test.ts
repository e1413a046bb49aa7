/** What stands over a page tells of its end at once, whatever closed it: what is pressed next counts. */
import { expect, test } from "vitest";
import type { TestPage, Viewport } from "../support/browser.ts";
import { path as appraisal } from "../support/appraisal-form.ts";
import { sharedProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";

const product = await sharedProduct();

interface Case {
  what: string;
  brand: string;
  path: string;
  viewport: Viewport;
  opener: string | RegExp;
  role?: "link";
  /** Its first press does something else: what asks comes with the next one. */
  isSecond?: true;
}

const car = "/marcas/chevrolet/nuevo/chevrolet-onix-1000001";
const cases: Case[] = [
  {
    what: "pictures over the screen",
    brand: "SI",
    path: car,
    viewport: "desktop",
    opener: "Ver en pantalla completa",
  },
  { what: "a car that turns", brand: "SI", path: car, viewport: "desktop", opener: "Vista 360°" },
  { what: "filters", brand: "SI", path: "/vehiculos", viewport: "phone", opener: "Filtrar" },
  {
    what: "the search of the site",
    brand: "WI",
    path: "/",
    viewport: "phone",
    opener: "Buscar",
    role: "link",
  },
  {
    what: "what others may load",
    brand: "SI",
    path: "/",
    viewport: "desktop",
    opener: "Preferencias de privacidad",
  },
  {
    what: "whether a car leaves the favourites",
    brand: "SI",
    path: "/vehiculos/usado",
    viewport: "phone",
    opener: /favoritos$/,
    isSecond: true,
  },
  {
    what: "going on elsewhere",
    brand: "SI",
    path: appraisal,
    viewport: "phone",
    opener: "Seguir en otro dispositivo",
  },
];

/** A press in the turn in which it is closed, before the browser tells of its end in a turn of its own. */
const closeAndPress = (page: TestPage, way: "requestClose" | "close") =>
  page.evaluate(async (closing) => {
    const { opener } = globalThis as unknown as { opener: HTMLElement };
    document.querySelector<HTMLDialogElement>("dialog[open]")![closing]();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    opener.click();
    // Until the browser has told.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }, way);

test.each(cases)("$what", async ({ brand, path, viewport, opener: name, role, isSecond }) => {
  const page = await product.open(brand, path, viewport);
  await rested(page);
  const scope = role === "link" ? page.getByRole("banner") : page;
  const opener = scope.getByRole(role ?? "button", { name, exact: true }).first();
  await opener.focus();
  if (role === "link") await expect.poll(() => opener.getAttribute("aria-haspopup")).toBe("dialog");
  if (isSecond) {
    await page.keyboard.press("Enter");
    await expect.poll(() => opener.getAttribute("aria-pressed")).toBe("true");
  }
  await opener.evaluate((one) => Object.assign(globalThis, { opener: one }));
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  // As Escape does; and as the browser does where nobody may hold it up.
  for (const way of ["requestClose", "close"] as const) {
    await closeAndPress(page, way);
    await expect.poll(() => dialog.isVisible()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  page.clean();
});
