/**
 * `npm run screens`: pictures of the pages as shoppers see them, into `var/screens`, with a page that shows them all.
 * With `--readme`, those that the project's README shows are put into `docs/screens` too. With a word, such as `booking`,
 * only those of the flows whose pictures begin with it are taken.
 */
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { brandCodes, brandNames, type BrandCode } from "../tests/support/brands.ts";
import { startBrowser, type TestPage, type Viewport } from "../tests/support/browser.ts";
import { alive, fillContact, receiptNumber, send, somebody, summary } from "../tests/support/contact-form.ts";
import { startServer } from "../tests/support/server.ts";
import { startStandIn } from "../tests/support/stand-in.ts";
import { buildIfNeeded } from "./build.ts";
import { kept, names, pagesOf } from "./screens/pages.ts";
import { walksOf } from "./screens/walks.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "var/screens");
/** Bytes of a picture. */
const LARGEST = 110_000;
/** CSS pixels of a picture's height: what is further down adds bytes and nothing to see. */
const TALLEST = 1_900;
/** Smaller than on a screen: there are many. */
const scales: Record<Viewport, number> = { phone: 0.8, desktop: 0.6 };

const sizes: Viewport[] = ["phone", "desktop"];
/** How the names of the pictures begin that are wanted; all where nothing is said. */
const only = process.argv.slice(2).find((word) => !word.startsWith("--"));
/** The flows of a brand that are walked through. */
const walked = (brand: BrandCode) =>
  walksOf(brand).filter(({ steps }) =>
    Object.keys(steps).every((name) => only === undefined || name.startsWith(`${only}-`)),
  );
/** The brands of which there is something to take. */
const brands = brandCodes.filter((brand) => only === undefined || walked(brand).length > 0);
const fileOf = (brand: BrandCode, name: string, size: Viewport): string =>
  `${brand.toLowerCase()}-${name}-${size}.jpg`;

/** Takes all pictures. Throws when one would be too large to keep in a repository. */
async function takeAll(): Promise<void> {
  const route = "POST /customer/api/client-service/send-email";
  const service = await startStandIn({});
  const works = (does: boolean) =>
    service.set(route, does ? { body: { error: 0, sendEmail: true } } : { status: 500 });
  const [server, browser] = await Promise.all([
    startServer({ env: { UPSTREAM_CLIENT_SERVICE: `${service.url}/` } }),
    startBrowser(),
  ]);
  const takePages = async (
    page: TestPage,
    brand: BrandCode,
    take: (name: string) => Promise<void>,
  ): Promise<void> => {
    await page.goto(server.url(brand));
    await take("home");
    await page.goto(server.url(brand, "/contacto"));
    await alive(page);
    await send(page).click();
    await summary(page).waitFor();
    await take("problems");
    await page.reload();
    await fillContact(page, somebody(brand));
    await take("form");
    works(false);
    await send(page).click();
    await page.waitForURL("**/306");
    await page.getByRole("button", { name: "Inténtalo de nuevo" }).waitFor();
    await take("failure");
    works(true);
    await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
    await receiptNumber(page);
    await take("confirmation");
    await page.goto(server.url(brand, "/no-existe"));
    await take("not-found");
    await page.goto(server.url(brand, "/500"));
    await take("server-error");
    for (const { name, path } of pagesOf(brand)) {
      await page.goto(server.url(brand, typeof path === "string" ? path : path[brand]));
      await take(name);
    }
  };
  try {
    for (const brand of brands) {
      for (const size of sizes) {
        const page = await browser.newPage(size, {
          deviceScaleFactor: scales[size],
          isMobile: false,
          reducedMotion: "reduce",
        });
        const take = (name: string) => picture(page, fileOf(brand, name, size));
        if (only === undefined) await takePages(page, brand, take);
        for (const { path, walk } of walked(brand)) await walk(page, brand, server.url(brand, path), take);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    await server.close();
    await service.stop();
  }
}

async function picture(page: Page, file: string): Promise<void> {
  const path = join(folder, file);
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  await page.waitForLoadState("networkidle");
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  const tall = Math.min(height, TALLEST);
  // As tall as the picture, so that bars that stay at the end of the screen are at the end of the picture.
  const before = page.viewportSize()!;
  await page.setViewportSize({ width, height: tall });
  await page.screenshot({ path, type: "jpeg", quality: 72, animations: "disabled", caret: "hide" });
  await page.setViewportSize(before);
  const { size } = statSync(path);
  if (size > LARGEST) throw new Error(`${file} tiene ${size} bytes / has ${size} bytes: > ${LARGEST}`);
}

/** The page that shows them all. */
function gallery(): string {
  const widths: Record<Viewport, number> = { phone: 200, desktop: 440 };
  const shown = (brand: BrandCode): [name: string, title: string][] => [
    ...(only === undefined ? Object.entries(names) : []),
    ...(only === undefined ? pagesOf(brand) : []).map(({ name, title }): [string, string] => [name, title]),
    ...walked(brand).flatMap(({ steps }) => Object.entries(steps)),
  ];
  const rows = brands.flatMap((brand) => [
    `## ${brandNames[brand]}`,
    "",
    ...shown(brand).flatMap(([name, title]) => [
      `### ${title}`,
      "",
      ...sizes.map(
        (size) =>
          `<img src="${fileOf(brand, name, size)}" width="${widths[size]}" alt="${title}, ${brandNames[brand]}, ${size}">`,
      ),
      "",
    ]),
  ]);
  return `# Screens

${rows.join("\n")}`;
}

if (brands.length === 0) {
  console.error(`Ningún flujo con fotos «${only}-…» / no flow with pictures "${only}-…"`);
  process.exit(1);
}
await buildIfNeeded();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await takeAll();
writeFileSync(join(folder, "README.md"), gallery());
if (process.argv.includes("--readme") && only === undefined) {
  for (const name of kept) copyFileSync(join(folder, name), join(root, "docs/screens", name));
}
console.log("Listo / done: var/screens");
// The browser lives as long as the process.
process.exit();
