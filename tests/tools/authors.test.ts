import { describe, expect, test } from "vitest";
import { nearestCodes, readSections, showSection, wrap } from "../../tools/authors/diagnostics.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { baseSources } from "../engine/broken-cases.ts";
import { contactAlone } from "../support/contact-alone.ts";
import {
  copied,
  copiedSmall,
  isFormatted,
  readIn,
  root,
  smallProject,
  startTool,
  tool,
  toolWith,
} from "./authors-support.ts";

const common = "schemas/wording.es.json";
const flow = "schemas/flows/visit/flow.json";
const without = (file: string, text: string): Record<string, string> => ({
  [file]: readIn(smallProject, file).replace(text, ""),
});

describe("as processes, the commands", () => {
  test("say what they found, and end with 0", async () => {
    const { code, out, error } = await startTool("check");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain("Todo bien");
  });

  test.each<[string, string[]]>([
    ["check", ["--format=xml"]],
    ["explain", ["unknown-feild"]],
    ["overview", ["contat"]],
    ["new-flow", []],
    ["new-brand", []],
  ])("%s says what is wrong with %j, and ends with 2", async (name, words) => {
    const { code, out, error } = await startTool(name, ...words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^\S.*\n$/);
  });
});

describe("check", () => {
  test("says that all is well, and nothing of explain", async () => {
    const { code, out } = await tool("check", copiedSmall());
    expect(code).toBe(0);
    expect(out).toMatch(/^Todo bien: \d+ archivos sin errores, y \d+ ejemplos salen como dicen\.\n$/);
  });

  const example = "schemas/flows/visit/examples/accepted.json";
  const expected = '"values": { "person.name": "Ana" }';

  test("runs the examples, and says at its line what comes out otherwise", async () => {
    const by = '"values": { "person.name": "Eva" }';
    const folder = copiedSmall({ [example]: readIn(smallProject, example).replace(expected, by) });
    const { code, out } = await tool("check", folder);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^schemas\/flows\/visit\/examples\/accepted\.json:18:18 {2}error {2}example-differs$/m,
    );
    expect(out).toContain('espera "Eva", y resulta "Ana"');
    // What is wrong is told again.
    expect((await tool("check", folder)).out).toBe(out);
  });

  test("says what can be chosen, where that is not what an example says", async () => {
    const offered = '"options": { "subject.city": ["Santiago"] }';
    const by = '"options": { "subject.city": ["Arica", "Santiago"] }';
    const folder = copiedSmall({ [example]: readIn(smallProject, example).replace(offered, by) });
    const { code, out } = await tool("check", folder);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('espera ["Arica","Santiago"], y resulta ["Santiago"]'),
    ]);
  });

  test("does not run them while there are errors, and says so", async () => {
    const text = readIn(smallProject, flow).replace('"choice"', '"choic"');
    const { out } = await tool("check", copiedSmall({ [flow]: text }));
    expect(out).toContain("Los ejemplos se prueban cuando no quedan errores.");
  });

  test("is about the folder of DEFINITIONS_DIR where none is given, as the other commands are", async () => {
    const contact = "schemas/flows/contact/examples/accepted-si.json";
    const folder = copied({
      ...contactAlone(),
      [contact]: readIn(root, contact).replace('"describe"', '"descibe"'),
    });
    const inFolder = { DEFINITIONS_DIR: folder };
    expect((await toolWith(inFolder, "check")).out).toContain(`${contact}:3:4  error  unknown-key`);
    expect((await toolWith(inFolder, "check", copiedSmall())).code).toBe(0);
    expect((await toolWith(inFolder, "overview")).error).toContain("Hay 1 error en las definiciones");
    expect((await toolWith(inFolder, "new-flow", "raffle")).code).toBe(0);
    expect(readIn(folder, "schemas/flows/raffle/flow.json")).toContain('"flow": "raffle"');
  });

  test("runs again only what changed since it was right", async () => {
    const keys = new Set<string>();
    const proven = {
      has: (key: string) => keys.has(key),
      add: (key: string) => void keys.add(key),
      keep: async () => {},
    };
    const sources = baseSources();
    const { diagnostics, count } = await runExamples(sources, proven);
    expect(diagnostics).toEqual([]);
    expect(count).toBeGreaterThan(2);
    expect(keys.size).toBe(count);
    // All are proven: the wrong one is found, and stays unproven.
    const wrong = {
      ...sources,
      [example]: sources[example]!.replace(expected, '"values": { "person.name": null }'),
    };
    expect((await runExamples(wrong, proven)).diagnostics.map(({ file, code }) => [file, code])).toEqual([
      [example, "example-differs"],
    ]);
    expect(keys.size).toBe(count);
    // A change of the flow asks for its examples again, and for no others.
    const changed = { ...sources, [flow]: sources[flow]!.replace('"title": "', '"title": "Hola: ') };
    const own = Object.keys(sources).filter((path) => path.startsWith("schemas/flows/visit/examples/"));
    expect((await runExamples(changed, proven)).diagnostics).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
    expect(keys.size).toBe(count + own.length);
  });

  test("names explain once, at the end, with the code when there is one alone", async () => {
    const one = await tool(
      "check",
      copiedSmall({ [flow]: readIn(smallProject, flow).replace('"choice"', '"choic"') }),
    );
    expect(one.code).toBe(1);
    expect(one.out.trimEnd().split("\n").at(-1)).toContain("npm run explain -- unknown-kind");
    const two = readIn(smallProject, flow).replace('"choice"', '"choic"').replace('"go": "', '"go": "x');
    const { out } = await tool("check", copiedSmall({ [flow]: two }));
    expect(out.match(/npm run explain/g)).toHaveLength(1);
    expect(out.trimEnd()).toMatch(/npm run explain -- <código>$/);
  });

  test("--fix puts missing keys in, keeps the formatting, and the empty texts are what is left", async () => {
    const folder = copiedSmall(without(common, '  "common.back": "Volver",\n'));
    const { code, out, error } = await tool("check", folder, "--fix");
    expect(code).toBe(1);
    expect(error).toContain(`agregada: ${common}  common.back`);
    expect(out.match(/^\S+:\d+:\d+ {2}error {2}.*$/gm)).toEqual([`${common}:3:18  error  empty-wording`]);
    expect(readIn(folder, common)).toBe(readIn(smallProject, common).replace('"Volver"', '""'));
    expect(await isFormatted(`${folder}/schemas`, `${folder}/brands`)).toBe(true);
  });

  test("--fix brings the list of kinds that editors offer up to date", async () => {
    const kind = '{ "kind": "zebra", "type": "text", "widget": "text" }\n';
    const folder = copiedSmall({ "schemas/kinds/zebra.json": kind });
    expect((await tool("check", folder, "--fix")).code).toBe(0);
    const grammar = "schemas/language/definitions.schema.json";
    expect(readIn(folder, grammar)).toContain('"zebra"');
    expect(await isFormatted(`${folder}/${grammar}`)).toBe(true);
    const { error } = await tool("check", folder, "--fix");
    expect(error).toBe("");
  });

  test("--fix changes nothing where nothing is missing", async () => {
    const folder = copied(contactAlone());
    const before = readIn(folder, common);
    expect(await tool("check", folder, "--fix")).toMatchObject({ code: 0, error: "" });
    expect(readIn(folder, common)).toBe(before);
  });

  test("--format=json gives JSON alone", async () => {
    const { out } = await tool(
      "check",
      copiedSmall(without(common, '  "common.back": "Volver",\n')),
      "--format=json",
    );
    expect(JSON.parse(out)).toMatchObject([{ code: "missing-wording", file: common }]);
  });

  test.each([[["--format=xml"]], [["--nothing"]], [["/nowhere"]]])(
    "refuses %j without a trace",
    async (words) => {
      const { code, error } = await tool("check", ...words);
      expect(code).toBe(2);
      expect(error).not.toMatch(/^ +at /m);
    },
  );
});

describe("explain", () => {
  test("shows what a code means and how it is mended, without marks of Markdown around it", async () => {
    const { code, out } = await tool("explain", "unknown-field");
    expect(code).toBe(0);
    expect(out).toMatch(/^unknown-field\n\n {2}\S/);
    expect(out).toContain("Cómo se arregla.");
    expect(out).toMatch(/^ {4}bien: /m);
    expect(out).not.toMatch(/\*\*|```/);
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test("lists every code with a line of its own", async () => {
    const { code, out } = await tool("explain");
    expect(code).toBe(0);
    const lines = out.split("\n\n")[0]!.split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual([...readSections().keys()]);
    expect(lines.every((line) => line.length <= 100 && /\S {2,}\S/.test(line))).toBe(true);
  });

  test("names the nearest codes of one that is not there", async () => {
    const { code, error } = await tool("explain", "unknown-feild");
    expect(code).toBe(2);
    expect(error).toContain('No hay un diagnóstico "unknown-feild". ¿Quisiste decir "unknown-field"');
    const codes = readSections().keys();
    expect(nearestCodes("placeholder", codes)).toEqual(
      expect.arrayContaining(["unknown-placeholder", "malformed-placeholder"]),
    );
    expect((await tool("explain", "zzz")).error).toContain("npm run explain");
  });

  test("paints where there are colours, and breaks no line in two", () => {
    const [code, section] = [...readSections()][0]!;
    expect(showSection(code, section, { colour: true, width: 60 })).toContain("\u001B[1m");
    expect(wrap("uno dos tres", 7)).toEqual(["uno dos", "tres"]);
    expect(wrap("larguísimo a", 4)).toEqual(["larguísimo", "a"]);
  });
});
