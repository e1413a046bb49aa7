import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDiagnostic, sorted } from "../../schemas/engine/diagnostics/diagnostic.ts";
import { messages, type DiagnosticCode } from "../../schemas/engine/diagnostics/messages.ts";
import type { Diagnostic } from "../../schemas/engine/types/index.ts";
import { brokenCases } from "./broken-cases.ts";

const root = resolve(import.meta.dirname, "../..");
const codes = (Object.keys(messages) as DiagnosticCode[]).toSorted();
const markdown = readFileSync(join(root, "schemas/language/diagnostics.md"), "utf8");
const sections = markdown.split(/^## /m).slice(1);
const broken = readdirSync(join(root, "fixtures/broken"), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  .toSorted();
const engine = ["1-read", "2-check"].flatMap((folder) => {
  const path = join(root, "schemas/engine", folder);
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(path, name), "utf8"));
});

describe("codes, documents and cases hold together", () => {
  it("every code has a heading, and every heading a code, in the order of the alphabet", () => {
    expect(sections.map((section) => section.split("\n")[0])).toEqual(codes);
  });

  it.each(sections.map((section) => [section.split("\n")[0]!, section] as const))(
    "%s is explained with an example",
    (_, section) => {
      const [, said, meaning] = section.split(/\n\n+/);
      expect(said).toMatch(/^```diagnostic\n/);
      expect(meaning).toMatch(/^.{20,}/);
      expect(section).toMatch(/\n```\n[^]*```/);
    },
  );

  it("every code has a case, and every case a code", () => {
    expect(broken).toEqual(codes);
  });

  it("every case expects the code of its folder", () => {
    const astray = brokenCases().filter(({ code, expect: told }) => told.every((one) => one.code !== code));
    expect(astray.map(({ code, name }) => `${code}/${name}`)).toEqual([]);
  });

  it.each(codes)("%s is told by the engine", (code) => {
    expect(engine.some((text) => text.includes(`"${code}"`))).toBe(true);
  });
});

describe("the text of a diagnostic", () => {
  const sample: Diagnostic = {
    code: "unknown-field",
    severity: "error",
    file: "schemas/flows/test-drive/flow.json",
    line: 42,
    column: 38,
    length: 11,
    message: 'La regla de "visit.date" usa "person.rutt", pero ningún campo tiene ese id.',
    fix: 'corrige el id o agrega el campo al paso "person".',
    suggestion: "person.rut",
    excerpt: '  "visibleWhen": { "==": [{ "var": "person.rutt" }, "x"] }',
  };

  it("is printed with its place, the line, a mark and the mending", () => {
    expect(formatDiagnostic(sample)).toBe(
      [
        "schemas/flows/test-drive/flow.json:42:38  error  unknown-field",
        '  La regla de "visit.date" usa "person.rutt", pero ningún campo tiene ese id.',
        '    42 |   "visibleWhen": { "==": [{ "var": "person.rutt" }, "x"] }',
        "       |                                      ^^^^^^^^^^^",
        '  ¿Quisiste decir "person.rut"?  Para arreglarlo: corrige el id o agrega el campo al paso "person".',
      ].join("\n"),
    );
  });

  it("marks the same text in a line that is cut, and after tabs", () => {
    const long = `${"\t".repeat(2)}${"x".repeat(300)}MARK${"y".repeat(300)}`;
    const one = { ...sample, excerpt: long, column: 303, length: 4 };
    const [, , line = "", marks = ""] = formatDiagnostic(one).split("\n");
    expect(line.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe("MARK");
    expect(line.length).toBeLessThan(120);
  });

  it("has escape sequences only when colour is wanted", () => {
    expect(formatDiagnostic(sample)).not.toContain("\u001B");
    expect(formatDiagnostic(sample, { colour: true })).toContain("\u001B[31m");
  });

  it("comes sorted by file, line, column and code, each once", () => {
    const places = [
      { ...sample, line: 2 },
      sample,
      { ...sample, file: "brands/A/brand.json", line: 99 },
      sample,
      { ...sample, code: "cycle" },
    ];
    expect(sorted(places).map(({ file, line, code }) => `${file.slice(0, 6)} ${line} ${code}`)).toEqual([
      "brands 99 unknown-field",
      "schema 2 unknown-field",
      "schema 42 cycle",
      "schema 42 unknown-field",
    ]);
  });
});
