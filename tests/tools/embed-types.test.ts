/** What the module says of itself to TypeScript, as a project of others reads it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../support/definitions.ts";

/** Checks files of a project that has the module as a package. Gives what the compiler says, by file. */
function compile(uses: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-consumer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "node_modules/vitrina");
  mkdirSync(join(home, "dist/embed"), { recursive: true });
  cpSync(join(root, "dist/embed/vitrina.d.ts"), join(home, "dist/embed/vitrina.d.ts"));
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "vitrina", type: "module", exports }));
  const files = uses.map((_, index) => `use-${index}.ts`);
  const head = `import { mountFlow, type Answers } from "vitrina/embed";`;
  uses.forEach((use, index) => writeFileSync(join(folder, files[index]!), `${head}\n${element}\n${use}\n`));
  const compilerOptions = {
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const said = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: folder, encoding: "utf8" }).stdout;
  const lines = said.split("\n");
  return files.map((file) => lines.filter((line) => line.startsWith(file)).join("\n"));
}

const element = `const element = document.querySelector("#form")!;`;

test("a use as the guide shows it compiles", () => {
  const text = `let kept: Answers = {};
const mounted = await mountFlow(element, {
  url: "https://si.example/embed/contact.json",
  answers: { "request.name": "Ana" },
  theme: { colours: { primary: "#123456" }, radius: "lg", font: "inherit" },
  locale: "es-PE",
  onChange(answers) { kept = answers; },
  async onSubmit(answers) {
    const name: string | undefined = typeof answers["request.name"] === "string" ? answers["request.name"] : undefined;
    return name ? [] : [{ path: "request.name", message: "Falta" }];
  },
});
kept = mounted.answers();
mounted.unmount();
await mountFlow(element, {
  compiled: { revision: "r", today: "2026-11-21", brand: {}, flow: {}, validators: "/validators.js" },
  data: async ({ data, inputs }) => ({ status: "ready", options: [{ value: data, label: String(inputs["x"]) }] }),
  onSubmit() {},
});
await mountFlow(element, { url: "https://si.example/embed/contact.json", submit: "server" });
`;
  expect(compile([text])).toEqual([""]);
});

const wrong: [string, string][] = [
  ["without onSubmit", `void mountFlow(element, { url: "/embed/x.json" });`],
  [
    "with onSubmit, though the server takes the answers",
    `void mountFlow(element, { url: "/embed/x.json", submit: "server", onSubmit() {} });`,
  ],
  [
    "with the page's own form, though the server takes the answers",
    `void mountFlow(element, { compiled: { revision: "", today: "", brand: {}, flow: {}, validators: "" }, submit: "server" });`,
  ],
  ["without a form", `void mountFlow(element, { onSubmit() {} });`],
  [
    "with both",
    `void mountFlow(element, { url: "", compiled: { revision: "", today: "", brand: {}, flow: {}, validators: "" }, onSubmit() {} });`,
  ],
  ["with another radius", `void mountFlow(element, { url: "", theme: { radius: "huge" }, onSubmit() {} });`],
  ["without an element", `void mountFlow(document.querySelector("#form"), { url: "", onSubmit() {} });`],
  ["with problems of another shape", `void mountFlow(element, { url: "", onSubmit: () => ["wrong"] });`],
  ["with what is no answer", `void mountFlow(element, { url: "", answers: { a: () => 1 }, onSubmit() {} });`],
  [
    "that takes an answer for a text",
    `void mountFlow(element, { url: "", onSubmit(answers) { answers["a"].trim(); } });`,
  ],
  ["that waits for nothing", `mountFlow(element, { url: "", onSubmit() {} }).unmount();`],
];

test("wrong uses are refused", () => {
  const said = compile(wrong.map(([, text]) => text));
  const accepted = wrong.filter((_, index) => !/^use-\d+\.ts\(3,\d+\): error TS/.test(said[index]!));
  expect(accepted.map(([what]) => what)).toEqual([]);
});

test("there is no any in it", () => {
  expect(readFileSync(join(root, "dist/embed/vitrina.d.ts"), "utf8")).not.toMatch(/[:<|&] ?any\b|\bany\[/);
});
