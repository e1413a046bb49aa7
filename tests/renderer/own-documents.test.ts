/** Which links are followed by the browser and not within the page: what measures hears of no address with a secret. */
import { expect, test } from "vitest";
import { needsOwnDocument } from "../../renderer/app/use-own-documents.ts";
import { compiledBrand } from "../support/definitions.ts";

const { brand } = (await compiledBrand("SI")).public;
const list = "/documentos/Zq3xK9vT0aLm2RwY";

test.each<[screen: string, here: string, to: string, apart: boolean]>([
  ["home", "/", "/contacto", false],
  ["home", "/", list, true],
  ["account", "/mi-cuenta", list, true],
  ["sale-documents", list, "/", true],
  ["sale-documents", list, list, false],
  ["not-found", "/documentos/Zq3x", "/", true],
  ["sale-cancellation", "/cancela-tu-compra", "/mi-cuenta", true],
])("on %s at %s a link to %s: %s", (id, here, to, apart) => {
  const screen = brand.screens.find((one) => one.screen === id)!;
  const params: Record<string, string> = id === "sale-documents" ? { opportunity: list.split("/")[2]! } : {};
  expect(needsOwnDocument({ brand, screen, params }, here, to)).toBe(apart);
});
