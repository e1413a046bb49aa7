/** The gallery of widgets, while the definitions that it is drawn with are being written. */
import { expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { fewBrands } from "../support/few-brands.ts";

const home = "/_desarrollo/galeria";

test("draws examples from the definitions as they are, and says where it says what is wrong with them", async () => {
  const app = await openApp({ copy: fewBrands() });
  const { ask } = visitor(app, "SI");
  const good = await ask("GET", `${home}/select`);
  expect(good.statusCode).toBe(200);
  expect(good.body).toContain('<div id="forms">');

  await app.edit("schemas/kinds/text.json", '"kind": "text"', '"kind": "texto"');
  await app.definitions.reload();
  for (const path of [home, `${home}/select`]) {
    const broken = await ask("GET", path);
    expect(broken.statusCode).toBe(503);
    expect(broken.body).toContain("Las definiciones tienen errores");
    expect(broken.body).toContain('href="/_desarrollo"');
  }
});
