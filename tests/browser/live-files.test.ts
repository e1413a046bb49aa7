import { expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { TestPage } from "../support/browser.ts";
import { alive, answer, contactShown, send } from "../support/contact-form.ts";
import { startProduct } from "../support/product.ts";

const product = await startProduct({ files: true });
const file = "schemas/flows/contact/flow.json";

/** Waits until a reload shows a label. */
async function untilLabel(page: TestPage, label: string): Promise<void> {
  const saved = performance.now();
  while (performance.now() - saved < 45_000) {
    await page.reload();
    if ((await page.getByLabel(label, { exact: true }).count()) > 0) return;
  }
  throw new Error(`there is no "${label}"`);
}

test("a saved label is soon live; a broken file changes nothing and says how to mend it", async () => {
  const page = await product.open("SI", "/contacto", "desktop");
  const original = product.server.read(file);
  const changed = original.replace('"label": "Comentario"', '"label": "Cuéntanos más"');
  product.server.write(file, changed);
  // Reloads take their time too, and other tests run beside it: how soon it is live is measured, not tried here.
  await untilLabel(page, "Cuéntanos más");
  await alive(page);

  product.server.write(file, changed.replace('"kind": "email"', '"kind": "emial"'));
  const editor = await product.open("SI", "/_desarrollo", "desktop");
  await expect
    .poll(
      async () => {
        await editor.reload();
        return await editor.locator("main").innerText();
      },
      { timeout: 30_000 },
    )
    .toContain("Hay errores: sigue publicada la última versión sin ellos.");
  const said = await editor.locator("main").innerText();
  const line = changed.split("\n").findIndex((row) => row.includes('"kind": "email"')) + 1;
  expect(said).toContain(`${file}:${line}:`);
  expect(said).toContain("¿Quisiste decir «email»?");
  await axe(editor);
  await page.reload();
  await page.getByLabel("Cuéntanos más", { exact: true }).waitFor();
  await alive(page);

  product.server.write(file, original);
  await untilLabel(page, "Comentario");
  await editor.reload();
  expect(await editor.locator("main").innerText()).toContain("Sin problemas");
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
  await untilLabel(other, "Cuéntanos todo");
  await page.reload();
  await alive(page);
  await page.getByLabel("Comentario", { exact: true }).waitFor();
  expect(await contactShown(page)).toMatchObject({ name: "María" });
  await send(page).click();
  await page.getByRole("alert").getByText("Completa «Comentario»").waitFor();
  product.server.write(file, original);
  await untilLabel(other, "Comentario");
  await alive(other);
  page.clean();
  other.clean();
});
