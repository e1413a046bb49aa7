import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { fewBrands } from "../support/few-brands.ts";
import { copied, isFormatted, readIn, tool } from "./authors-support.ts";

describe("new-brand", () => {
  test("makes a site that passes check and shows a page, and new-flow makes a form for it", async () => {
    const folder = copied(contactAlone());
    const made = await tool("new-brand", "RBV", "--name", "Bibliotecas del Valle", "--folder", folder);
    expect(made).toMatchObject({ code: 0, error: "" });
    const flow = await tool(
      "new-flow",
      "socios",
      "--title",
      "Hazte socio",
      "--brand",
      "RBV",
      "--folder",
      folder,
    );
    expect(flow).toMatchObject({ code: 0, error: "" });
    expect((await tool("check", folder)).out).toContain("Todo bien");
    const own = ["brands/RBV", "schemas/flows/socios", "schemas/screens/socios.json"];
    expect(await isFormatted(...own.map((path) => join(folder, path)))).toBe(true);
    const who = visitor(await openApp({ copy: folder }), "RBV");
    for (const [path, text] of [
      ["/", "Bibliotecas del Valle"],
      ["/socios", "Hazte socio"],
      ["/assets/brands/RBV/wordmark.svg", "Bibliotecas del Valle"],
    ] as const) {
      const page = await who.ask("GET", path);
      expect([path, page.statusCode, page.body.includes(text)]).toEqual([path, 200, true]);
    }
  });

  test.each<[string, string[], string]>([
    ["a code that is taken", ["SI"], '"SI" ya existe'],
    ["small letters", ["rbv"], "mayúsculas"],
    ["no code", [], "Uso: npm run new-brand"],
    ["a country that is not known", ["RBV", "--country", "QQ"], "CL, PE"],
    ["defaults that are not there", ["RBV", "--extends", "chlie"], "unknown-defaults"],
    ["defaults without what their pages need", ["RBV", "--extends", "chile"], "missing-fact"],
    ["a host that is taken", ["RBV", "--host", "si.localhost"], "duplicate-host"],
  ])("refuses %s and writes nothing", async (_, words, said) => {
    const { code, error } = await tool("new-brand", ...words, "--folder", untouched);
    expect(code).toBe(2);
    expect(error).toContain(said);
    expect(existsSync(join(untouched, "brands/RBV"))).toBe(false);
    expect(readIn(untouched, "brands/SI/brand.json")).toContain("Salazar Israel");
  });

  const untouched = copied(fewBrands(), afterAll);
});
