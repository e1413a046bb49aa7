import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { alive, answer, contactShown, send } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

const product = await startProduct({ files: true });
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
  const page = await product.open("SI", "/contacto", "desktop");
  const original = product.server.read(file);
  const changed = original.replace('"label": "Comentario"', '"label": "Cuéntanos más"');
  product.server.write(file, changed);
  await untilDrawn(page, "Cuéntanos más");
  await labelled(page, "Cuéntanos más");
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

test("who has begun goes on with the words that they began with", async () => {
  const page = await product.open("SI", "/contacto", "phone");
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
});
