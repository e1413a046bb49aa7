// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/** A step whose form is a JSON Schema, from a definition of this test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contactAnd } from "../support/contact-alone.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { root } from "../support/definitions.ts";
import { startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Tu hogar",
  required: ["name", "pet", "accepts"],
  definitions: {
    dog: {
      title: "Un perro",
      properties: { kind: { const: "dog" }, tricks: { type: "string", title: "Trucos", minLength: 3 } },
      required: ["kind", "tricks"],
    },
    fish: {
      title: "Un pez",
      properties: { kind: { const: "fish" }, litres: { type: "number", title: "Litros", minimum: 10 } },
      required: ["kind", "litres"],
    },
  },
  properties: {
    name: { type: "string", title: "Nombre", description: "Como te llaman en casa", maxLength: 10 },
    mail: { type: "string", title: "Correo", format: "email" },
    country: { type: "string", title: "País", enum: ["CL", "PE"], default: "CL" },
    pet: { title: "Mascota", oneOf: [{ $ref: "#/definitions/dog" }, { $ref: "#/definitions/fish" }] },
    people: {
      type: "array",
      title: "Personas",
      maxItems: 3,
      items: {
        type: "object",
        properties: { age: { type: "integer", title: "Edad", minimum: 0 } },
        required: ["age"],
      },
    },
    works: { type: "string", title: "¿Trabajas?", enum: ["Sí", "No"] },
    accepts: { type: "boolean", title: "Acepto", const: true },
  },
  if: { properties: { works: { const: "Sí" } }, required: ["works"] },
  then: { properties: { employer: { type: "string", title: "Empleador" } }, required: ["employer"] },
};

const flow = {
  $schema: "../../language/flow.schema.json",
  flow: "household",
  title: "Hogar",
  steps: {
    home: {
      title: "Cuéntanos de tu hogar",
      schema,
      ui: { works: { "ui:widget": "radio" }, "ui:order": ["name", "mail", "*", "accepts"] },
      action: "Enviar",
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: { title: "Gracias", slug: "gracias", body: "Tu número es {submission.number}.", ends: true },
  },
};
const screen = {
  $schema: "../language/screen.schema.json",
  screen: "household",
  route: "/hogar",
  title: "Hogar · {brand.name}",
  description: "Cuéntanos de tu hogar.",
  breadcrumbs: [{ label: "Inicio", to: "/" }, { label: "Hogar" }],
  blocks: [{ block: "flow", flow: "household" }],
};
const brand = JSON.parse(readFileSync(join(root, "brands/SI/brand.json"), "utf8")) as { screens: string[] };

const product = await startProduct({
  files: contactAnd({
    "schemas/flows/household/flow.json": JSON.stringify(flow, null, 2),
    "schemas/screens/household.json": JSON.stringify(screen, null, 2),
    "brands/SI/brand.json": JSON.stringify({ ...brand, screens: [...brand.screens, "household"] }, null, 2),
  }),
});

/** Opens the form, and waits until it can be typed in. */
async function openForm(viewport?: Viewport): Promise<TestPage> {
  const page = await product.open("SI", "/hogar", viewport);
  await page.locator("#home-form:not([inert])").waitFor();
  return page;
}

const answers = (): Record<string, unknown>[] =>
  product
    .rows("select answers from submissions")
    .map(
      (row) => (JSON.parse(String(row["answers"])) as Record<string, Record<string, unknown>>)["home.form"]!,
    );

test("is filled in and sent: the answer is one object, judged on the server too", async () => {
  const page = await openForm();
  await page.getByLabel("Nombre").fill("Ana");
  await page.getByLabel("Mascota").selectOption("Un pez");
  await page.getByLabel("Litros").fill("12,5");
  await page.getByRole("button", { name: "Agregar" }).click();
  await page.getByLabel("Edad").fill("7");
  await page.getByRole("radio", { name: "Sí" }).check();
  await page.getByLabel("Empleador").fill("Puerto");
  await page.getByLabel("Acepto").check();
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByRole("heading", { name: "Gracias" }).waitFor();
  expect(answers().at(-1)).toEqual({
    name: "Ana",
    country: "CL",
    pet: { kind: "fish", litres: 12.5 },
    people: [{ age: 7 }],
    works: "Sí",
    employer: "Puerto",
    accepts: true,
  });
  page.clean();
});

test("says what is wrong where it is wrong, in Spanish, and nothing before", async () => {
  const page = await openForm("phone");
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(0);
  await page.getByLabel("Correo").fill("nadie");
  await page.getByLabel("Correo").blur();
  await page.getByText("Este dato no tiene el formato esperado").waitFor();
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(1);

  await page.getByRole("button", { name: "Enviar" }).click();
  const summary = page.getByRole("alert");
  await summary.waitFor();
  const described = async (label: string): Promise<string> => {
    const ids = (await page.getByLabel(label).getAttribute("aria-describedby")) ?? "";
    const texts = ids.split(" ").map((id) => page.locator(`[id="${id}"]`).textContent());
    return (await Promise.all(texts)).join(" | ");
  };
  expect(await described("Nombre")).toBe("Como te llaman en casa | Completa «Nombre»");
  expect(await described("Trucos")).toBe("Completa «Trucos»");
  await expect.poll(() => page.getByText("Marca «Acepto» para continuar").count()).toBe(1);
  await page.getByLabel("Acepto").check();
  await page.getByLabel("Acepto").uncheck();
  await expect.poll(() => page.getByText("Marca «Acepto» para continuar").count()).toBe(1);
  await page.getByRole("radio", { name: "Sí" }).check();
  expect(await described("Empleador")).toBe("Completa «Empleador»");
  await page.getByRole("radio", { name: "No" }).check();
  await expect.poll(() => page.getByText("Litros").count()).toBe(0);
  // The value that tells the options apart is nobody's to type.
  await expect.poll(() => page.locator('[id="home-form-pet-kind"]').isVisible()).toBe(false);
  await expect.poll(() => summary.textContent()).not.toContain("home.form");

  await summary.getByRole("link").first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("home-form-name");

  await page.getByLabel("Mascota").selectOption("Un pez");
  await page.getByLabel("Litros").fill("3");
  await page.getByText("Ingresa 10 o más").waitFor();
  await page.getByRole("button", { name: "Agregar" }).click();
  expect(await described("Edad")).toBe("Completa «Edad»");
  await axe(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  page.clean();
});

test("brings back what was taken away, where it was, and leaves what was typed since", async () => {
  const page = await openForm();
  await page.getByLabel("Nombre").fill("Luisa");
  await page.getByLabel("Mascota").selectOption("Un pez");
  for (const [index, age] of ["30", "31", "32"].entries()) {
    await page.getByRole("button", { name: "Agregar" }).click();
    await page.getByLabel("Edad").nth(index).fill(age);
  }
  const ages = (): Promise<string[]> =>
    page.getByLabel("Edad").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await page.getByRole("button", { name: "Quitar: Elemento 2" }).press("Enter");
  await page.getByText("Quitaste «Elemento 2»").waitFor();
  await page.getByLabel("Edad").nth(1).fill("33");
  await page.getByLabel("Nombre").fill("Luisa María");
  await axe(page);
  await page.getByRole("button", { name: "Deshacer" }).press("Enter");
  await expect.poll(ages).toEqual(["30", "31", "33"]);
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("31");
  await expect.poll(() => page.getByLabel("Nombre").inputValue()).toBe("Luisa María");
  await expect.poll(() => page.getByRole("button", { name: "Deshacer" }).count()).toBe(0);
  // What was put back can be changed as before.
  await page.getByLabel("Edad").nth(1).fill("35");
  await page.getByRole("button", { name: "Quitar: Elemento 1" }).press("Enter");
  await page.getByRole("button", { name: "Agregar" }).press("Enter");
  await expect.poll(() => page.getByRole("button", { name: "Deshacer" }).count()).toBe(0);
  await expect.poll(ages).toEqual(["35", "33", ""]);
  page.clean();
});

test("a part of a list is moved, and whoever moves it stays with it", async () => {
  const page = await openForm();
  for (const [index, age] of ["30", "31", "32"].entries()) {
    await page.getByRole("button", { name: "Agregar" }).click();
    await page.getByLabel("Edad").nth(index).fill(age);
  }
  const ages = (): Promise<string[]> =>
    page.getByLabel("Edad").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Bajar: Elemento 1" }).press("Enter");
  await expect.poll(ages).toEqual(["31", "30", "32"]);
  await expect.poll(focused).toBe("Bajar: Elemento 2");
  // At an end there is nowhere to go on to, and the button can still be reached.
  await page.keyboard.press("Enter");
  await expect.poll(ages).toEqual(["31", "32", "30"]);
  await expect.poll(focused).toBe("Bajar: Elemento 3");
  await page.keyboard.press("Enter");
  await axe(page);
  await page.getByRole("button", { name: "Subir: Elemento 3" }).press("Enter");
  await expect.poll(ages).toEqual(["31", "30", "32"]);
  await expect.poll(focused).toBe("Subir: Elemento 2");
  page.clean();
});

test("keeps what was typed over a refresh", async () => {
  const page = await openForm();
  await page.getByLabel("Nombre").fill("Luisa");
  await page.getByLabel("Mascota").selectOption("Un pez");
  await page.getByLabel("Litros").fill("40");
  await page.getByRole("button", { name: "Agregar" }).click();
  await page.getByLabel("Edad").fill("30");
  await page.getByRole("button", { name: "Agregar" }).click();
  await page.getByLabel("Edad").nth(1).fill("31");
  await page.getByRole("button", { name: "Quitar: Elemento 1" }).click();
  const saved = (): string => JSON.stringify(product.rows("select answers from runs"));
  await until(() => saved().includes('age\\":31}]'), saved);
  await page.reload();
  await page.locator("#home-form:not([inert])").waitFor();
  await expect.poll(() => page.getByLabel("Nombre").inputValue()).toBe("Luisa");
  await expect.poll(() => page.getByLabel("Litros").inputValue()).toBe("40");
  await expect.poll(() => page.getByLabel("Edad").inputValue()).toBe("31");
  await expect.poll(() => page.getByLabel("Trucos").count()).toBe(0);
  page.clean();
});

test("its code comes only to pages that have such a step", async () => {
  const scripts = async (path: string): Promise<string[]> => {
    const page = await product.blank();
    const loaded: string[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) loaded.push(response.url());
    });
    await page.goto(product.server.url("SI", path));
    await page.getByRole("button", { name: "Enviar" }).waitFor();
    await page.waitForLoadState("networkidle");
    return loaded.filter((url) => url.includes("JsonForm"));
  };
  expect(await scripts("/contacto")).toEqual([]);
  expect(await scripts("/hogar")).toHaveLength(1);
});
