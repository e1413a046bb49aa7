/** Which ways lead to a document of their own and not on within the page: what measures hears of no address with a secret. */
import { expect, test } from "vitest";
import { inOwnDocuments, needsOwnDocument } from "../../renderer/app/OwnDocuments.tsx";
import { compiledBrand } from "../support/definitions.ts";

const { brand } = (await compiledBrand("SI")).public;
const list = "/documentos/Zq3xK9vT0aLm2RwY";

test.each<[screen: string, here: string, to: string, apart: boolean]>([
  ["home", "/", "/contacto", false],
  ["home", "/", list, true],
  ["home", "/", `/ingresar?para=${encodeURIComponent(list)}`, true],
  ["home", "/", "/ingresar?para=/contacto", false],
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

const home = { brand, screen: brand.screens.find(({ screen }) => screen === "home")!, params: {} };

test.each<[what: string, way: "push" | "replace", to: string, state: unknown, went: string]>([
  ["a link", "push", list, null, `assign ${list}`],
  [
    "a program",
    "replace",
    `${list}?utm_source=correo#fotos`,
    { anew: "1" },
    `replace ${list}?utm_source=correo#fotos`,
  ],
  ["a program that leads to nothing secret", "push", "/contacto?tipo=query", { anew: "1" }, "push within"],
  ["a program with problems to show", "push", "/cancela-tu-compra", { refused: [] }, "push within"],
])(
  "%s goes by %s to %s: no address with a secret comes into this document's history",
  (_, way, to, state, went) => {
    const told: string[] = [];
    const note = (how: string) => (address: string | URL) => void told.push(`${how} ${String(address)}`);
    const within = (how: string) => () => void told.push(`${how} within`);
    const navigator = inOwnDocuments(
      { createHref: String, go: () => {}, push: within("push"), replace: within("replace") },
      () => home,
      () => ({ pathname: "/", search: "", assign: note("assign"), replace: note("replace") }),
    );
    navigator[way](to, state);
    expect(told).toEqual([went]);
  },
);
