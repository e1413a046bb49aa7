/** A site of another trade in a browser: two of its flows on a phone, without a barrier. */
import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { chooseOption } from "../support/choose-option.ts";
import { alive } from "../support/contact-form.ts";
import { goOffline } from "../support/offline.ts";
import { giveAnswer } from "../support/fill-in.ts";
import { documentedEmbedPolicy, startEmbedHost } from "../support/embed-host.ts";
import { startLibrary } from "../support/library-product.ts";

const { product } = await startLibrary();

const embedPage = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Otro sitio</title>
<link rel="stylesheet" href="/vitrina.css"></head><body><main></main><script type="module" src="/page.js"></script>
</body></html>`;
const embedScript = `
import { mountFlow } from "/vitrina.js";
const theme = Object.fromEntries(new URLSearchParams(location.search));
globalThis.forms = [];
globalThis.mountForm = async () => forms.push(await mountFlow(
  document.querySelector("main").appendChild(document.createElement("div")),
  { url: "${product.server.url("RBV", "/embed/workshop.json")}", theme, onSubmit() {} },
));
await mountForm();`;
const policy = documentedEmbedPolicy(product.server.url("RBV", "/").slice(0, -1));
const host = await startEmbedHost(
  { "/page.html": embedPage, "/page.js": embedScript },
  { "content-security-policy": policy },
);

/** What the page of others keeps of its forms. */
declare const forms: { unmount(): void }[];
declare const mountForm: () => Promise<void>;

const embeddedFonts = (page: TestPage) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const own = [...document.fonts].filter(({ family }) => family.includes("Brand Font"));
    const used = [...document.querySelectorAll(".vitrina-form h2, .vitrina-form label")].map((one) =>
      getComputedStyle(one).fontFamily.split(",", 1)[0]!.replaceAll('"', ""),
    );
    return {
      loaded: own.map(({ family, status }) => [family.replaceAll('"', ""), status]),
      used: [...new Set(used)],
    };
  });

test("a form in a page of others is in its font, each on its own, and takes it away again", async () => {
  const page = await product.blank("phone");
  await page.goto(host.url("/page.html"));
  await page.locator(".vitrina-form label").first().waitFor();
  const [first, second] = ["Brand Font v1", "Brand Font v2"];
  await expect.poll(() => embeddedFonts(page)).toEqual({ loaded: [[first, "loaded"]], used: [first] });
  await page.evaluate(() => mountForm());
  await page.locator(".vitrina-form").nth(1).locator("label").first().waitFor();
  await expect.poll(async () => (await embeddedFonts(page)).used).toEqual([first, second]);
  await page.evaluate(() => forms[0]!.unmount());
  await expect.poll(() => embeddedFonts(page)).toEqual({ loaded: [[second, "loaded"]], used: [second] });
  page.clean();
});

test("a page of others that says a font fetches none", async () => {
  const page = await product.blank("phone");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(host.url("/page.html?font=serif"));
  await page.locator(".vitrina-form label").first().waitFor();
  await expect.poll(() => embeddedFonts(page)).toEqual({ loaded: [], used: ["serif"] });
  expect(asked.filter((path) => path.endsWith(".woff2"))).toEqual([]);
  page.clean();
});

const press = (page: TestPage, name: string) => page.getByRole("button", { name, exact: true }).click();

test.each(["phone", "desktop"] as const)(
  "its font is the page's, and its drawing is there, on a %s",
  async (viewport) => {
    const page = await product.open("RBV", "/", viewport, { serviceWorkers: "allow" });
    const used = await page.evaluate(async () => {
      await document.fonts.ready;
      const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
      return {
        isThere: document.fonts.check('16px "Brand Font"', "Lee"),
        loaded: [...new Set(loaded.map(({ family }) => family.replaceAll('"', "")))],
        title: getComputedStyle(document.querySelector("h1")!).fontFamily.split(",", 1)[0],
      };
    });
    expect(used).toEqual({ isThere: true, loaded: ["Brand Font"], title: '"Brand Font"' });
    const drawing = page.locator('main img[src$="/shelf-of-books.svg"]');
    await drawing.scrollIntoViewIfNeeded();
    const drawn = await drawing.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const { width, height } = image.getBoundingClientRect();
      return { isWhole: image.naturalWidth > 0, ratio: Math.round((width / height) * 10) / 10, width };
    });
    expect(drawn).toEqual({
      isWhole: true,
      ratio: 2,
      width: expect.toSatisfy((width: number) => width > 250),
    });
    await axe(page);
    page.clean();

    // Its page without a connection has its words, name and colours.
    await page.mouse.move(20, 20);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    page.clean();
    await goOffline(page);
    await page.goto(product.server.url("RBV", "/libros"), { waitUntil: "load" });
    await page.getByRole("heading", { level: 1, name: "No hay conexión a internet" }).waitFor();
    const wordmark = page.getByRole("img", { name: "Bibliotecas del Valle" });
    await expect
      .poll(() => wordmark.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(100);
    const look = () =>
      page.evaluate(() => {
        const { backgroundColor, borderTopColor } = getComputedStyle(document.body);
        return { backgroundColor, borderTopColor };
      });
    expect(await look()).toEqual({
      backgroundColor: "rgb(245, 245, 250)",
      borderTopColor: "rgb(240, 168, 48)",
    });
    await axe(page);
    page.clean();
  },
);

test("a household becomes a member, and reads its number", async () => {
  const page = await product.open("RBV", "/", "phone");
  await page.getByRole("link", { name: "Hacerme socio" }).first().click();
  await alive(page);
  await giveAnswer(page, "home.name", "Inés Vera");
  await giveAnswer(page, "home.birth", "1985-03-02");
  await giveAnswer(page, "home.email", "ines@correo.example");
  await giveAnswer(page, "home.withOthers", "yes");
  await press(page, "Agregar lector");
  const row = await page.locator('[data-path="home.members"] [data-row]').last().getAttribute("data-row");
  await giveAnswer(page, `home.members.${row}.name`, "Luis Vera");
  await giveAnswer(page, `home.members.${row}.birth`, "1983-06-10");
  await giveAnswer(page, `home.members.${row}.level`, "stories");
  await axe(page);
  await press(page, "Continuar");
  await page
    .getByText(/^\$3\.000$/)
    .first()
    .waitFor();
  await giveAnswer(page, "fee.terms", true);
  await axe(page);
  await press(page, "Enviar mi solicitud");
  await page
    .getByText(/SOC-\d{4}-00001/)
    .first()
    .waitFor();
  await axe(page);
  await product.delivered();
  expect(product.smtp.messages.map(({ to }) => to.join())).toEqual(
    expect.arrayContaining(["ines@correo.example", "socios@bibliotecas.example"]),
  );
  page.clean();
});

test("a room that is taken is told; another one is booked", async () => {
  const page = await product.open("RBV", "/salas", "phone");
  await alive(page);
  await chooseOption(page.locator('[name="when.branch"]'), { label: "Biblioteca Norte" });
  await giveAnswer(page, "when.day", "2099-11-25");
  await giveAnswer(page, "when.hour", "11:00");
  await giveAnswer(page, "when.people", 4);
  await giveAnswer(page, "when.name", "Inés Vera");
  await giveAnswer(page, "when.email", "ines@correo.example");
  await axe(page);
  await press(page, "Reservar");
  await page.getByRole("dialog", { name: "No pudimos reservarla" }).waitFor();
  await axe(page);
  await press(page, "Elegir otra hora");
  await giveAnswer(page, "when.hour", "10:00");
  await press(page, "Reservar");
  await page.getByText("SALA-7").first().waitFor();
  await axe(page);
  page.clean();
});
