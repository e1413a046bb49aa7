/** What is told of addresses to whoever measures: which page, never a secret that stands there. */
import { describe, expect, test } from "vitest";
import { holdsSecret, toldPath, type CompiledScreen } from "../../schemas/engine/all.ts";
import { admitsToken } from "../../schemas/engine/2-check/patterns/tokens.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand } from "../support/definitions.ts";

const key = "Zq3xK9vT0aLm2RwY";
const screens: Pick<CompiledScreen, "route" | "parameters" | "signIn" | "leaves" | "leavesNoSecret">[] = [
  { route: "/" },
  { route: "/contacto" },
  { route: "/marcas/:marca/:auto", parameters: { auto: { pattern: "^[0-9]+$" } } },
  { route: "/documentos/:lista", parameters: { lista: { pattern: "^[A-Za-z0-9]{16}$", secret: true } } },
  { route: "/mi-cuenta/pagos/:pedido", signIn: true },
  {
    route: "/mi-cuenta/temas/:tema",
    signIn: true,
    parameters: { tema: { pattern: "^[a-z]+$", secret: false } },
  },
  { route: "/tu-hora", leaves: ["appointment.token"] },
  { route: "/reserva", leaves: ["version.unit"], leavesNoSecret: true },
];

describe("what is told of", () => {
  test.each<[string, string, boolean]>([
    ["/", "/", false],
    ["/contacto", "/contacto", false],
    ["/reserva", "/reserva", false],
    ["/marcas/kia/123", "/marcas/kia/123", false],
    [`/documentos/${key}`, "/documentos/{lista}", true],
    [`/documentos/${key}/`, "/documentos/{lista}", true],
    [`/Documentos/${key}`, "/Documentos/{lista}", true],
    [`/document%6Fs/${key}`, "/document%6Fs/{lista}", true],
    // Cut short by a mail program, or no longer there: a part of a secret still.
    ["/documentos/Zq3x", "/documentos/{lista}", true],
    [`/documentos/${key}/firma`, "/documentos/{lista}/firma", true],
    ["/documentos", "/documentos", false],
    [`/otros/documentos/${key}`, `/otros/documentos/${key}`, false],
    ["/documentos/%E0%A4%A", "/documentos/{lista}", true],
    ["/%E0%A4%A/x", "/%E0%A4%A/x", false],
    ["/mi-cuenta/pagos/100234", "/mi-cuenta/pagos/{pedido}", true],
    ["/mi-cuenta/temas/autos", "/mi-cuenta/temas/autos", false],
    // Its key is in the query, which is never told; whoever reads the address by himself is not let in.
    ["/tu-hora", "/tu-hora", true],
    ["/tu-hora/listo", "/tu-hora/listo", true],
  ])("%s", (path, told, secret) => {
    expect([toldPath(screens, path), holdsSecret(screens, path)]).toEqual([told, secret]);
  });
});

test("of every brand, the addresses with a key are known", async () => {
  const brands = await Promise.all(brandCodes.map((brand) => compiledBrand(brand)));
  const paths = [`/documentos/${key}`, "/tu-hora", "/cancela-tu-compra", "/mi-cuenta/pagos/1", "/contacto"];
  for (const { public: all } of brands) {
    const routes = new Set(all.brand.screens.map(({ route }) => route.split("/")[1]));
    const there = paths.filter((path) => routes.has(path.split("/")[1]));
    const secret = there.filter((path) => holdsSecret(all.brand.screens, path));
    expect(secret).toEqual(there.filter((path) => path !== "/contacto"));
  }
});

describe("a key fits", () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ["^[A-Za-z0-9_-]{1,60}$", true],
    ["^[A-Za-z0-9]{22}$", true],
    ["^[a-f0-9]{32}$", true],
    ["^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", true],
    ["^[0-9]{1,10}(-venta-especial)?$", false],
    ["^3[0-9]{2}$", false],
    ["^(nuevo|usado)$", false],
    ["^[a-z]{1,40}$", false],
  ])("%s: %s", (pattern, fits) => {
    expect(admitsToken(pattern)).toBe(fits);
  });
});
