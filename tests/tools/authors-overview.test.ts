import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { readSources } from "../../schemas/engine/all.ts";
import { placeOf } from "../../schemas/engine/2-check/places.ts";
import { notice, overviewOf } from "../../tools/authors/overview/document.ts";
import { condition, joined, value, type Names } from "../../tools/authors/overview/rule-words.ts";
import { openView } from "../../tools/authors/overview/view.ts";
import { baseSources, changed, projectSources } from "../engine/broken-cases.ts";
import { copied, isFormatted, readIn, root, tool } from "./authors-support.ts";

// Each command is a process of its own, and the machine may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const flows = Object.keys(projectSources()).flatMap((path) => {
  const place = placeOf(path);
  return place?.kind === "flow" ? place.id : [];
});

describe("the overviews", () => {
  test.each(flows)("%s is as npm run overview makes it", (id) => {
    const { files } = readSources(projectSources());
    expect(readIn(root, `schemas/flows/${id}/overview.md`)).toBe(overviewOf(openView(files, id)));
  });

  const { files } = readSources(baseSources());
  const visit = overviewOf(openView(files, "visit"));

  test("say that they are made", () => {
    expect(visit.startsWith(`${notice}\n`)).toBe(true);
  });

  test.each([
    ["conditions in the words of the questions", "Se muestra si «Área» es «Comprar»."],
    ["options by their labels", "Obligatorio si «Tema» es «Motor» o «Carrocería»; si no, opcional."],
    ["when it can be answered", "Se puede responder si «Tema» tiene respuesta."],
    ["words that stand apart", "Opciones: Contado, Crédito."],
    ["what is cleared", "Al cambiar la respuesta se borra «Nota»."],
    [
      "kinds that depend on the brand",
      "(`person.identity`): texto, tipo `rut` (AA) / texto, tipo `dni` (BB).",
    ],
    ["basis", "Base: Ley de ejemplo"],
    ["why", "Por qué: Para la reserva"],
    ["checks with their problems", "La respuesta no es «Nota». Si no: «No repitas la nota»"],
    ["questions of some brands", "Solo en AA."],
    ["consents", "Hay que aceptarlo."],
    ["steps on a condition", "Es parte del camino si «Área» tiene respuesta."],
    ["refusals", "Si `booked.data.booked` falta o es no, no deja seguir, y dice: «No quedan horas.»"],
    ["where it goes", "Va al paso «Listo, {Nombre (AA) / Nombres (BB)}»."],
    ["failures", "Si falla: va a la pantalla `/306`"],
    ["values", "anota `visits`: la suma de 1 y `booked.status`"],
    ["queries", "Necesita `city`: «Ciudad». Da las opciones de «Sucursal»."],
    [
      "mails",
      "Para: el dato «mailboxes.sales» de la marca (ventas@aa.example en AA, ventas@bb.example en BB)",
    ],
    ["words of brands", "- `plate`: la patente (AA) y la placa (BB)"],
  ])("name %s", (_, said) => {
    expect(visit.toLowerCase()).toContain(said.toLowerCase());
  });

  test("have nothing in them that a reader cannot read", () => {
    expect(visit).not.toMatch(/undefined|\[object|"var"|\{brand\.|\{[wW]ord\./);
  });

  test("count what is too long to read", () => {
    const options = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`option${index}`, { label: `Opción ${index}` }]),
    );
    const sources = changed(baseSources(), {
      "schemas/flows/visit/options/subjects.json": { text: JSON.stringify({ options }) },
    });
    const text = overviewOf(openView(readSources(sources).files, "visit"));
    expect(text).toContain("Opción 11 … y 28 más.");
    expect(text).toContain("Opción 14 … y 25 más");
  });

  test("of a flow that no brand has say so", () => {
    const text = overviewOf(openView(files, "waiver"));
    expect(text).toContain("Ninguna marca lo muestra todavía.");
    expect(text).toContain("**Nombre** (`sign.name`)");
    expect(text).toContain("Dónde están los textos: `wording.es.json`");
  });

  test("are written by the command, formatted; for one brand they are only printed", async () => {
    const folder = copied();
    const file = "schemas/flows/contact/overview.md";
    expect(await tool("overview", "contact", "--folder", folder)).toEqual({
      code: 0,
      out: `${file}\n`,
      error: "",
    });
    expect(await isFormatted(join(folder, file))).toBe(true);
    const { out } = await tool("overview", "contact", "WI", "--folder", folder);
    expect(out).toContain("DNI");
    expect(out).not.toMatch(/RUT|\(SI\)/);
    expect(readIn(folder, file)).toContain("(SI)");
  });

  test("are not made of broken or unknown flows", async () => {
    const folder = copied({ "schemas/kinds/rut.json": "{" });
    const broken = await tool("overview", "--folder", folder);
    expect([broken.code, broken.error]).toEqual([2, expect.stringContaining("npm run check")]);
    expect((await tool("overview", "contat")).error).toContain('¿Quisiste decir "contact"?');
    expect((await tool("overview", "contact", "ZZ")).error).toContain("No existe la marca");
    expect(existsSync(join(root, "schemas/flows/contat"))).toBe(false);
  });
});

describe("rules in Spanish", () => {
  const names: Names = {
    of: (path) => `«${path}»`,
    option: (path, one) => (path === "kind" ? { a: "Auto", b: "Bicicleta" }[String(one)] : undefined),
    isAnswer: (path) => !path.startsWith("result"),
    isBoolean: (path) => path === "agrees",
  };
  const v = (path: string) => ({ var: path });

  test.each<[unknown, string]>([
    [{ "==": [v("kind"), "a"] }, "«kind» es «Auto»"],
    [{ "==": ["b", v("kind")] }, "«kind» es «Bicicleta»"],
    [{ "==": [v("agrees"), true] }, "«agrees» es sí"],
    [{ "!=": [v("kind"), "a"] }, "«kind» tiene una respuesta que no es «Auto»"],
    [{ "!!": v("kind") }, "«kind» tiene respuesta"],
    [{ "!": [v("agrees")] }, "«agrees» no es sí"],
    [{ "!": { "==": [v("kind"), "a"] } }, "no se cumple que «kind» es «Auto»"],
    [{ "!": v("result.ok") }, "«result.ok» falta o es no"],
    [v("agrees"), "«agrees» es sí"],
    [{ in: [v("kind"), ["a", "b"]] }, "«kind» es «Auto» o «Bicicleta»"],
    [{ in: ["x", v("text")] }, "«text» contiene «x»"],
    [{ ">=": [v("age"), 18] }, "«age» es al menos 18"],
    [{ ">": [18, v("age")] }, "«age» es menor que 18"],
    [{ "<=": [1, v("age"), 9] }, "«age» está entre 1 y 9"],
    [{ "<": [1, v("age"), 9] }, "«age» está entre 1 y 9, sin contarlos"],
    [
      { and: [{ "==": [v("kind"), "a"] }, { or: [v("agrees"), { "!": v("age") }] }] },
      "«kind» es «Auto» y («agrees» es sí o «age» no tiene respuesta)",
    ],
    [{ if: [v("agrees"), 1, 2] }, "si «agrees» es sí, 1; si no, 2"],
    [{ "rut.isValid": [v("value")] }, "el texto es un RUT desde 100.000 con su dígito verificador correcto"],
    [
      { "rut.isValid": [v("other")] },
      "el texto es un RUT desde 100.000 con su dígito verificador correcto («other»)",
    ],
    [{ some: [v("list"), { "==": [v("x"), 1] }] }, "algún elemento de «list» cumple: «x» es 1"],
    [true, "siempre"],
  ])("%j", (rule, words) => {
    expect(condition(rule, names)).toBe(words);
  });

  test.each([...operators, ...Object.keys(operations)])("%s has words", (operator) => {
    expect(value({ [operator]: [v("a"), v("b"), v("c")] }, names)).not.toContain("`{");
  });

  test("lists as people write them", () => {
    expect([joined([]), joined(["a"]), joined(["a", "b", "c"]), joined(["a", "«i»"])]).toEqual([
      "nada",
      "a",
      "a, b y c",
      "a e «i»",
    ]);
  });
});
