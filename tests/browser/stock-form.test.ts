/** A step of ours in rjsf as it comes, on a page of somebody else: drawn and judged by the schema that we serve. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { startBrowser } from "../support/browser.ts";
import { root } from "../support/definitions.ts";

/** The page's script, as somebody else builds it: with none of our settings. */
async function stockForm(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "vitrina-stock-"));
  try {
    await build({
      root,
      configFile: false,
      mode: "production",
      logLevel: "error",
      publicDir: false,
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        outDir,
        rolldownOptions: {
          input: join(root, "tests/support/stock-form.ts"),
          output: { entryFileNames: "form.js", format: "iife" },
        },
      },
    });
    return readFileSync(join(outDir, "form.js"), "utf8");
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

test("a served step is drawn, cascades, and is judged", async () => {
  const app = await openApp();
  const { ask } = visitor(app, "SI");
  const { hash } = app.definitions.current("SI")!;
  const served = async (ending: string): Promise<unknown> =>
    (await ask("GET", `/definitions/${hash}/contact/request.${ending}.json`)).json();
  const schemas = { schema: await served("schema"), uiSchema: await served("ui-schema") };
  const script = await stockForm();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage("phone");
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.setContent(
      `<div id="form"></div><output id="sent"></output><script type="application/json" id="schemas">${JSON.stringify(schemas).replaceAll("<", "\\u003c")}</script>`,
    );
    await page.addScriptTag({ content: script });
    expect(errors).toEqual([]);
    const choose = (label: string, option: string) => page.getByLabel(label).selectOption({ label: option });
    await page.getByLabel("Comentario").waitFor();
    await expect.poll(() => page.getByLabel("Comentario").evaluate((one) => one.tagName)).toBe("TEXTAREA");
    await expect.poll(() => page.getByLabel("Teléfono").getAttribute("type")).toBe("tel");
    await expect.poll(() => page.getByLabel("Términos y condiciones").isChecked()).toBe(false);

    // What hangs on another answer comes with it, in its place.
    await expect.poll(() => page.getByLabel("Tipo de servicio").count()).toBe(0);
    await choose("Tipo de solicitud", "Consulta");
    await choose("Tipo de servicio", "Servicio técnico");
    await page.getByLabel("Motivo de contacto").first().waitFor();
    await page.getByLabel("Patente").waitFor();
    const labels = await page.locator("fieldset fieldset").first().locator("label").allTextContents();
    expect(labels.map((label) => label.replace("*", "")).slice(0, 3)).toEqual([
      "Tipo de solicitud",
      "Tipo de servicio",
      "Motivo de contacto",
    ]);

    await page.getByRole("button", { name: "Enviar" }).click();
    await page.getByText("must have required property 'Comentario'").first().waitFor();
    await expect.poll(() => page.locator("#sent").textContent()).toBe("");
  } finally {
    await browser.close();
  }
});
