import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { alive, answer, contactShown, send } from "../support/contact-form.ts";
import { shownElsewhere } from "../support/covering.ts";
import { fits } from "../support/fits.ts";
import { goOffline } from "../support/offline.ts";
import { startProduct } from "../support/product.ts";
import { watched } from "../support/server.ts";
import { until } from "../support/until.ts";

const product = await startProduct({ files: contactAlone(), env: watched });
const file = "schemas/flows/contact/flow.json";

/** Waits until the server draws this on a page, and loads the page again. How soon that is is measured elsewhere. */
async function untilDrawn(page: TestPage, words: string): Promise<void> {
  const { pathname } = new URL(page.url());
  const isDrawn = async () => (await (await product.server.fetch("SI", pathname)).text()).includes(words);
  await until(isDrawn, () => `${pathname} does not say "${words}"`);
  await page.reload();
}

const labelled = (page: TestPage, label: string) => page.getByLabel(label, { exact: true }).waitFor();

test("a saved label is soon live; a broken file changes nothing and says how to mend it", async () => {
  // With the site's worker beside it, which keeps no page.
  const page = await product.open("SI", "/contacto", "desktop", { serviceWorkers: "allow" });
  // The worker comes with the first sign of a person.
  await page.mouse.move(20, 20);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const original = product.server.read(file);
  const changed = original.replace('"label": "Comentario"', '"label": "Cuéntanos más"');
  product.server.write(file, changed);
  await untilDrawn(page, "Cuéntanos más");
  await labelled(page, "Cuéntanos más");
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await alive(page);

  product.server.write(file, changed.replace('"kind": "email"', '"kind": "emial"'));
  const editor = await product.open("SI", "/_desarrollo", "desktop");
  const stays = "Hay errores: sigue publicada la última versión sin ellos.";
  await untilDrawn(editor, stays);
  const said = await editor.locator("main").innerText();
  const line = changed.split("\n").findIndex((row) => row.includes('"kind": "email"')) + 1;
  expect(said).toContain(stays);
  expect(said).toContain(`${file}:${line}:`);
  expect(said).toContain("¿Quisiste decir «email»?");
  await axe(editor);
  await page.reload();
  await labelled(page, "Cuéntanos más");
  await alive(page);

  product.server.write(file, original);
  await untilDrawn(page, "Comentario");
  await labelled(page, "Comentario");
  await editor.reload();
  await expect.poll(() => editor.locator("main").innerText()).toContain("Sin problemas");
  await alive(page);
  page.clean();
  editor.clean();
});

test("without a connection the site says so, and one comes back to what was answered", async () => {
  const page = await product.open("SI", "/contacto", "phone", { serviceWorkers: "allow" });
  await alive(page);
  await page.mouse.move(20, 20);
  const kept = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const caches = await Promise.all(
        (await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)),
      );
      const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toEqual(["/offline.html"]);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  await answer(page, "name", "María");
  page.clean();

  await goOffline(page);
  const address = product.server.url("SI", "/terminos-y-condiciones");
  await page.goto(address, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1, name: "No hay conexión a internet" }).waitFor();
  expect(page.url()).toBe(address);
  const wordmark = page.getByRole("img", { name: "Salazar Israel" });
  await expect
    .poll(() => wordmark.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(100);
  await expect.poll(() => page.locator('a[href^="tel:"]').textContent()).toMatch(/^\+56/);
  await axe(page);
  await fits(page);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Reintentar" }).click();
  await page.getByRole("heading", { level: 1, name: "Términos y condiciones" }).waitFor();
  expect(page.url()).toBe(address);

  await page.goto(product.server.url("SI", "/contacto"));
  await expect.poll(() => contactShown(page)).toMatchObject({ name: "María" });
  expect(await kept()).toEqual(["/offline.html"]);
  page.clean();
});

// Trials hold it at the server (tests/faults/definitions.test.ts); here it is seen.
test.each(shownElsewhere(["phone"] as const))(
  "on a %s, who has begun goes on with the words that they began with",
  async (viewport) => {
    const page = await product.open("SI", "/contacto", viewport);
    await alive(page);
    const draft = page.waitForResponse((response) => response.status() === 204);
    await answer(page, "name", "María");
    await draft;
    const original = product.server.read(file);
    product.server.write(file, original.replace('"label": "Comentario"', '"label": "Cuéntanos todo"'));
    const other = await product.open("SI", "/contacto", "phone");
    await untilDrawn(other, "Cuéntanos todo");
    await labelled(other, "Cuéntanos todo");
    await page.reload();
    await alive(page);
    await page.getByLabel("Comentario", { exact: true }).waitFor();
    await expect.poll(() => contactShown(page)).toMatchObject({ name: "María" });
    await send(page).click();
    await page.getByRole("alert").getByText("Completa «Comentario»").waitFor();
    product.server.write(file, original);
    await untilDrawn(other, "Comentario");
    await labelled(other, "Comentario");
    await alive(other);
    page.clean();
    other.clean();
  },
);
