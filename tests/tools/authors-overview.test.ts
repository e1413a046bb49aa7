import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { readSources } from "../../schemas/engine/all.ts";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { notice, overviewOf } from "../../tools/authors/overview/document.ts";
import { condition, conditional, value } from "../../tools/authors/overview/rule-words.ts";
import { joined, type Names } from "../../tools/authors/overview/say.ts";
import { openView } from "../../tools/authors/overview/view.ts";
import { baseSources, changed, projectSources } from "../engine/broken-cases.ts";
import { fewBrands } from "../support/few-brands.ts";
import { copied, isFormatted, readIn, root, tool } from "./authors-support.ts";

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
    ["kinds that depend on the brand", "(`person.identity`): texto, tipo `rut` (AA) / `dni` (BB)."],
    ["basis", "Base: Ley de ejemplo"],
    ["why", "Por qué: Para la reserva"],
    ["checks with their problems", "La respuesta no es «Nota». Si no: «No repitas la nota»"],
    ["questions of some brands", "Solo en AA."],
    ["consents", "Hay que aceptarlo."],
    ["steps on a condition", "Es parte del camino si «Área» tiene respuesta."],
    [
      "refusals",
      "Si `booked` de la respuesta de `booked` no es sí, no deja seguir, y dice: «No quedan horas.»",
    ],
    ["where it goes", "Va al paso «Listo, {Nombre} / Listo, {Nombres}»."],
    ["failures", "Si falla: va a la pantalla `/306`"],
    ["values", "anota `visits`: la suma de 1 y el código HTTP de `booked`"],
    ["queries", "- Necesita `city`: «Ciudad».\n  - Da las opciones de «Sucursal»."],
    [
      "mails",
      "Para: el dato «mailboxes.sales» de la marca (ventas@aa.example en AA; ventas@bb.example en BB)",
    ],
    ["words of brands", "- `plate`: la patente (AA) y la placa (BB)"],
  ])("name %s", (_, said) => {
    expect(visit.toLowerCase()).toContain(said.toLowerCase());
  });

  test("have nothing in them that a reader cannot read", () => {
    expect(visit).not.toMatch(/undefined|\[object|"var"|\{brand\.|\{[wW]ord\./);
  });

  const family = overviewOf(openView(files, "family"));

  test.each([
    ["fragments", "Usa el fragmento `place`."],
    ["which of two groups is meant", "Se muestra si «Zona» de «Domicilio» es «Norte»."],
    ["what stands beside it by its label", "Se muestra si «Zona» tiene respuesta."],
    ["what a fragment was given", "Obligatorio si no se dio el parámetro `relationship`; si no, opcional."],
    ["what a kind was given", "8 dígitos, si «Tipo» es «DNI». Si no: «Revisa los dígitos»"],
    [
      "levels of a tree that kinds name",
      "las que están bajo «Zona» en el árbol `places` (2 en total, en `schemas/options/places.json`)",
    ],
    ["rows", "Límite: al menos 1 fila; como máximo 5 filas."],
    ["titles of rows", "Título de cada fila: «Fila {número}»"],
    ["what rows are asked", "1. **Teléfono** (`members.relatives.contact.phone`): texto"],
    ["rules over rows", "algún elemento de «Familiares» cumple que «Tipo» es «Pasaporte»"],
    ["texts between questions", "Dice: «Es un {model de la consulta «vehicle»}.»"],
    ["how a query is", "Se muestra si el estado de la consulta `vehicle` es «lista»."],
    ["buttons that search", "Con el botón «Buscar» se hace la consulta `vehicle`."],
    ["searches that find nothing", "Si la búsqueda no encuentra nada: «No encontramos nada."],
    ["searches that fail", "Si la búsqueda falla: «No pudimos buscar."],
    ["files", "Límite: archivos pdf; hasta 10 MB."],
    ["answers from the address", "Viene de la dirección: el parámetro `modelo`."],
    ["what a query fills", "Al llegar responde «Modelo» con `model` de la consulta `vehicle`"],
    ["raw steps", "- **Nota** (`score`): número entero."],
    ["dialogs by their titles", "abre el diálogo «Queda lejos» (`far`)"],
    ["dialogs", "### Diálogo `far`: Queda lejos"],
    ["buttons of dialogs", "1. Borra «Zona» de «Domicilio»."],
    ["what is kept of the address", "con `utm` en la dirección"],
    ["linked runs", "deja en espera el flujo `family`, que sigue cuando este termina."],
    ["sequences", "un número de la secuencia `sheets`"],
    ["documents", "### Documento `sheet`: Ficha"],
    ["what mails take along", "- Lleva el documento `sheet`."],
    ["parameters", "- `relationship`: Qué es de quien empezó."],
  ])("name %s", (_, said) => {
    expect(family.toLowerCase()).toContain(said.toLowerCase());
    expect(family).not.toMatch(/undefined|\[object|"var"|\{brand\.|\{[wW]ord\.|\b(group|row|with)\.\w/);
  });

  test("show the lines of a card, with when each is shown", () => {
    const card = `"found": { "kind": "notice", "items": { "plate": { "label": "{Word.plate}", "text": "{house.plate}",
      "visibleWhen": { "!!": { "var": "house.plate" } } } } }, "deed": {`;
    const sources = changed(baseSources(), {
      "schemas/flows/family/flow.json": { replace: '"deed": {', by: card.replace("found", "card") },
    });
    const text = overviewOf(openView(readSources(sources).files, "family"));
    expect(text).toContain("Línea «Patente» (AA) / «Placa» (BB): «{Patente}», si «Patente» tiene respuesta.");
  });

  test("count what is too long to read", () => {
    const options = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`option${index}`, { label: `Opción ${index}` }]),
    );
    const sources = changed(baseSources(), {
      "schemas/flows/visit/options/subjects.json": { text: JSON.stringify({ options }) },
    });
    const text = overviewOf(openView(readSources(sources).files, "visit"));
    expect(text).toContain(
      "Opciones: 40, de `schemas/flows/visit/options/subjects.json`: Opción 0, Opción 1",
    );
    expect(text).not.toContain("Opción 20");
  });

  test("tell brands apart: what each asks, offers and does", () => {
    const sources = changed(baseSources(), {
      "schemas/flows/family/flow.json": {
        replace: '"deed": {',
        by: `"chilean": { "kind": "text", "label": "Solo Chile", "visibleWhen": { "==": [{ "var": "brand.country" }, "CL"] } },
          "after": { "kind": "text", "label": "Tras ella", "visibleWhen": { "!!": { "var": "house.chilean" } } },
          "never": { "kind": "text", "label": "Nunca está", "visibleWhen": false },
          "either": { "kind": "text", "label": "Según", "requiredWhen": { "==": [{ "var": "brand.country" }, "CL"] } },
          "deed": {`,
      },
    });
    const text = overviewOf(openView(readSources(sources).files, "family"));
    expect(text).toMatch(/\*\*Solo Chile\*\*.*\n.*- Solo en AA\.\n.*- Obligatorio/);
    expect(text).toMatch(/\*\*Tras ella\*\*.*\n.*- Solo en AA\.\n.*- Se muestra si «Solo Chile»/);
    expect(text).not.toContain("Nunca está");
    expect(text).toMatch(/- En AA: Obligatorio\.\n.*- En BB: Opcional\./);
  });

  test("tell named rules once, and which options are offered", () => {
    const sources = changed(baseSources(), {
      "schemas/flows/family/flow.json": {
        replace: '"steps": {',
        by: `"rules": { "isNorth": { "==": [{ "var": "house.home.area" }, "north"] } }, "steps": {`,
      },
    });
    const path = Object.keys(sources).find((one) => one.endsWith("family/flow.json"));
    sources[path!] = sources[path!]!.replace(
      '"deed": {',
      `"colour": { "kind": "choice", "label": "Color", "visibleWhen": { "var": "rules.isNorth" }, "options": {
        "list": [{ "value": "red", "label": "Rojo" }, { "value": "blue", "label": "Azul", "onlyFor": { "country": "CL" } }],
        "where": { "!=": [{ "var": "option.value" }, { "var": "house.code" }] } } }, "deed": {`,
    );
    const text = overviewOf(openView(readSources(sources).files, "family"));
    expect(text).toContain("- **`isNorth`** se cumple si «Zona» de «Domicilio» es «Norte».");
    expect(text).toContain("Se muestra si se cumple la regla `isNorth`.");
    expect(text).toContain("Opciones (AA): Rojo, Azul.");
    expect(text).toContain("Opciones (BB): Rojo.");
    expect(text).toContain("Se ofrecen solo (AA) si la opción no es «Código».");
  });

  test("have a table of contents where they are long", () => {
    const long = readIn(root, "schemas/flows/declaration/overview.md");
    const slugs = [...long.matchAll(/^ *- \[.+\]\(#(.+)\)$/gm)].map(([, slug]) => slug);
    expect(slugs.length).toBeGreaterThan(10);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(visit).not.toContain("## Contenido");
  });

  test("of a flow that no brand has say so", () => {
    const text = overviewOf(openView(files, "waiver"));
    expect(text).toContain("Ninguna marca lo muestra todavía.");
    expect(text).toContain("**Nombre** (`sign.name`)");
    expect(text).toContain("Dónde están los textos: `wording.es.json`");
  });

  test("are written by the command, formatted; for one brand they are only printed", async () => {
    const folder = copied(fewBrands());
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
    const folder = copied({ ...fewBrands(), "schemas/kinds/rut.json": "{" });
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
    [{ "!": { "==": [v("kind"), "a"] } }, "«kind» no es «Auto»"],
    [{ "!": v("result.ok") }, "«result.ok» no tiene valor"],
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
    [{ "rut.isValid": [v("other")] }, "«other» es un RUT desde 100.000 con su dígito verificador correcto"],
    [{ some: [v("list"), { "==": [v("x"), 1] }] }, "algún elemento de «list» cumple que «x» es 1"],
    [{ "!": { in: [v("kind"), ["a", "b"]] } }, "«kind» no es «Auto» ni «Bicicleta»"],
    [{ "!": { ">": [v("age"), 18] } }, "«age» falta o no es mayor que 18"],
    [{ "!": { and: [v("age"), { "!": v("agrees") }] } }, "«age» no tiene respuesta o «agrees» es sí"],
    [{ "!": { some: [v("list"), { "==": [v("x"), 1] }] } }, "ningún elemento de «list» cumple que «x» es 1"],
    [{ or: [false, v("age")] }, "«age» tiene respuesta"],
    [{ "!!": { substr: [v("text"), 7] } }, "«text» tiene más de 7 caracteres"],
    [{ if: [v("agrees"), { ">": [v("age"), 1] }, true] }, "si «agrees» es sí, «age» es mayor que 1"],
    [
      { "plate.isValid": [v("value"), v("country")] },
      "el texto es una patente o placa que da el país («country»)",
    ],
    [v("rules.isOpen"), "se cumple «rules.isOpen»"],
    [true, "siempre"],
  ])("%j", (rule, words) => {
    expect(condition(rule, names)).toBe(words);
  });

  test.each<[unknown, string]>([
    [{ or: [v("a"), v("b")] }, "«a» o, si falta, «b»"],
    [{ "==": [v("kind"), "a"] }, "sí o no, según si «kind» es «Auto»"],
    [{ cat: [v("a"), " ", v("b")] }, "«a» + un espacio + «b»"],
    [{ "+": [v("a")] }, "«a», como número"],
    [{ if: [false, 1, { var: "a" }] }, "«a»"],
    [{ substr: [v("a"), 2] }, "«a» sin sus primeros 2 caracteres"],
    [400000, "400.000"],
  ])("the value %j", (rule, words) => {
    expect(value(rule, names)).toBe(words);
  });

  test("as a list where they are long", () => {
    const long = "x".repeat(80);
    const rule = { and: [v(long), { or: [v("a"), v("b")] }, { "==": [v("kind"), "a"] }, v(long + "y")] };
    expect(conditional("Se muestra", rule, names)).toEqual([
      "Se muestra si se cumple todo esto:",
      `  - «${long}» tiene respuesta.`,
      "  - «a» tiene respuesta o «b» tiene respuesta.",
      "  - «kind» es «Auto».",
      `  - «${long}y» tiene respuesta.`,
    ]);
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
