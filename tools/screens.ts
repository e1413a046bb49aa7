/**
 * `npm run screens`: pictures of the pages as shoppers see them, into `var/screens`, with a page that shows them all.
 * With `--readme`, those that the project's README shows are put into `docs/screens` too.
 */
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import {
  decide,
  path as appraisal,
  proceed,
  rio,
  shown as arrived,
  tellOfCar,
  tellOfInspection,
  tellOfPerson,
  titles,
} from "../tests/support/appraisal-form.ts";
import { brandCodes, brandNames, type BrandCode } from "../tests/support/brands.ts";
import { startBrowser, type TestPage, type Viewport } from "../tests/support/browser.ts";
import { alive, fillContact, receiptNumber, send, somebody, summary } from "../tests/support/contact-form.ts";
import { startServer } from "../tests/support/server.ts";
import { startStandIn } from "../tests/support/stand-in.ts";
import { buildIfNeeded } from "./build.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "var/screens");
/** The only pictures that are kept in the repository. The README shows them in this order. */
const kept = [
  "si-home-desktop.jpg",
  "wi-home-desktop.jpg",
  "sm-home-phone.jpg",
  "co-form-phone.jpg",
  "po-problems-phone.jpg",
  "cl-confirmation-phone.jpg",
  "si-appraisal-car-phone.jpg",
  "wi-appraisal-price-phone.jpg",
  "si-appraisal-inspection-phone.jpg",
  "wi-declaration-phone.jpg",
  "si-branches-desktop.jpg",
  "wi-complaints-desktop.jpg",
];
/** Bytes of a picture. */
const LARGEST = 110_000;
/** CSS pixels of a picture's height: what is further down adds bytes and nothing to see. */
const TALLEST = 1_900;
/** Smaller than on a screen: there are many. */
const scales: Record<Viewport, number> = { phone: 0.8, desktop: 0.6 };

const sizes: Viewport[] = ["phone", "desktop"];
const names = {
  home: "Inicio",
  form: "Formulario de contacto",
  problems: "Problemas al enviar",
  confirmation: "Confirmación",
  failure: "Página de falla",
  "not-found": "Página que no existe",
  "server-error": "Página de error",
};

/** Pages as they are when they are come to, in one brand of each country, or in those that have them. */
const pages: { name: string; title: string; path: string; brands: BrandCode[] }[] = [
  { name: "vehicles", title: "Vehículos", path: "/vehiculos", brands: ["SI", "WI"] },
  { name: "leasing", title: "Financiamiento, seguros y leasing", path: "/leasing", brands: ["SI", "WI"] },
  { name: "test-drive", title: "Test drive", path: "/test-drive", brands: ["SI", "WI"] },
  { name: "fleet", title: "Flotas", path: "/flotas", brands: ["SI", "WI"] },
  { name: "kinto", title: "Suscripción", path: "/kinto", brands: ["SI"] },
  { name: "marketing", title: "Formulario de marketing", path: "/formularios/verano", brands: ["SI", "WI"] },
  { name: "json-schema", title: "JSON Schema tal cual", path: "/formularios/ejemplo", brands: ["SI"] },
  { name: "complaints", title: "Libro de Reclamaciones", path: "/libro-de-reclamaciones", brands: ["WI"] },
  { name: "declaration", title: "Declaración jurada", path: "/plaft", brands: ["WI"] },
  { name: "branches", title: "Sucursales", path: "/sucursales", brands: ["SI", "WI"] },
  { name: "terms", title: "Términos y condiciones", path: "/terminos-y-condiciones", brands: ["SI", "WI"] },
];

/** The steps of the appraisal as they are left, in one brand of each country. */
const steps = {
  "appraisal-car": "Tasación: el auto",
  "appraisal-person": "Tasación: la persona",
  "appraisal-price": "Tasación: el precio",
  "appraisal-inspection": "Tasación: la inspección",
  "appraisal-summary": "Tasación: el resumen",
};
const sellers: Partial<
  Record<BrandCode, { mileage: string; region: string; place: [string, string, string] }>
> = {
  SI: {
    mileage: rio.mileage,
    region: "Metropolitana de Santiago",
    place: ["Metropolitana de Santiago", "Santiago", "Salazar Israel Bilbao"],
  },
  WI: {
    mileage: "30,001 kms. - 50,000 kms.",
    region: "Lima",
    place: ["Lima", "Lima", "Wigo Motors Surquillo"],
  },
};

const pagesOf = (brand: BrandCode) => pages.filter(({ brands }) => brands.includes(brand));

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
  try {
    for (const brand of brandCodes) {
      for (const size of sizes) {
        const page = await browser.newPage(size, {
          deviceScaleFactor: scales[size],
          isMobile: false,
          reducedMotion: "reduce",
        });
        const take = (name: string) => picture(page, fileOf(brand, name, size));
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
          await page.goto(server.url(brand, path));
          await take(name);
        }
        if (sellers[brand]) await appraise(page, brand, server.url(brand, appraisal), take);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    await server.close();
    await service.stop();
  }
}

async function appraise(
  page: TestPage,
  brand: BrandCode,
  url: string,
  take: (name: keyof typeof steps) => Promise<void>,
): Promise<void> {
  const { mileage, region, place } = sellers[brand]!;
  await page.goto(url);
  await arrived(page, titles.car);
  await tellOfCar(page, { ...rio, mileage });
  if (brand === "SI") await decide(page);
  await take("appraisal-car");
  await proceed(page).click();
  await tellOfPerson(page, somebody(brand), region);
  await take("appraisal-person");
  await proceed(page).click();
  await arrived(page, titles.price);
  await take("appraisal-price");
  await proceed(page).click();
  await tellOfInspection(page, place);
  await take("appraisal-inspection");
  await proceed(page).click();
  await arrived(page, titles.summary);
  await take("appraisal-summary");
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
    ...Object.entries(names),
    ...pagesOf(brand).map(({ name, title }): [string, string] => [name, title]),
    ...(sellers[brand] ? Object.entries(steps) : []),
  ];
  const rows = brandCodes.flatMap((brand) => [
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

await buildIfNeeded();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await takeAll();
writeFileSync(join(folder, "README.md"), gallery());
if (process.argv.includes("--readme")) {
  for (const name of kept) copyFileSync(join(folder, name), join(root, "docs/screens", name));
}
console.log("Listo / done: var/screens");
// The browser lives as long as the process.
process.exit();
