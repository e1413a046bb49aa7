import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sources } from "./project.ts";
import { readSource } from "./source.ts";
import { registrations } from "../support/without-dealers.ts";
import { tradeProblems, tradeWordIn, type TradeExceptions } from "./trade-rules.ts";

const exceptions: TradeExceptions = {
  "renderer/views/registry.ts": {
    words: ["branch offices", "car", "cars"],
    why: "the lines that register dealers' views",
  },
};

test("engine, renderer and server speak of no trade outside its folder", () => {
  expect(tradeProblems(sources(), exceptions)).toEqual([]);
});

test("a trade's folder is named only where it is registered, and the guide says where that is", () => {
  // Tests and benches are not of the product.
  const naming = sources().filter(
    ({ path, imports }) =>
      !/^tests\/|^tools\/bench\/|\/dealers\//.test(path) &&
      imports.some(({ specifier }) => specifier.includes("/dealers/")),
  );
  const places = Object.keys(registrations);
  expect(naming.map(({ path }) => path).toSorted()).toEqual(places.toSorted());
  const guide = readFileSync(join(root, "docs/guia/8-otra-marca.md"), "utf8");
  expect(places.filter((path) => !guide.includes(`\`${path}\``))).toEqual([]);
});

test("nor do the words that all brands have in common", () => {
  const words = JSON.parse(readFileSync(join(root, "schemas/wording.es.json"), "utf8")) as Record<
    string,
    string
  >;
  const said = Object.entries(words).filter(([key, text]) => tradeWordIn(key) ?? tradeWordIn(text));
  expect(said).toEqual([]);
});

const problems = (path: string, text: string): string[] => tradeProblems([readSource(path, text)], {});

test.each<[string, string]>([
  ["schemas/engine/a.ts", `const field = "plate";`],
  ["schemas/engine/a.ts", `export const testDrive = 1;`],
  ["schemas/engine/operations/plate.ts", ``],
  ["renderer/a.tsx", `const a = <p>Elige tu vehículo</p>;`],
  ["renderer/a.tsx", `const car = page.brand.theme.car;`.replace("car =", "x =")],
  ["renderer/blocks/BranchOffices.tsx", ``],
  ["server/a.ts", `const type = { "@type": "AutoDealer" };`],
  ["server/a.ts", `const row = { kilometraje: 1 };`],
  ["server/a.ts", `const where = "sucursales";`],
  ["server/a.ts", `interface Appraisal { price: number }`],
])("%s may not: %s", (path, text) => {
  expect(problems(path, text)).toEqual([expect.stringContaining("belongs to a trade")]);
});

test.each<[string, string]>([
  ["server/a.ts", `// Of a car and its plate only a comment speaks.`],
  ["server/a.ts", `const branch = program.branch; const way = "a branch of the program";`],
  [
    "server/a.ts",
    `import { dealers } from "./dealers/dealers.ts";\nconst overflow = "auto"; const card = "cards";`,
  ],
  ["server/dealers/a.ts", `const plate = { mileage: 1 };`],
  ["tools/a.ts", `const plate = "plate";`],
])("%s may: %s", (path, text) => {
  expect(problems(path, text)).toEqual([]);
});

test("an exception that nothing needs is told", () => {
  const source = readSource("server/a.ts", `const plate = "plate";`);
  const some = (words: string[]): TradeExceptions => ({ "server/a.ts": { words, why: "" } });
  expect(tradeProblems([source], some(["plate"]))).toEqual([]);
  expect(tradeProblems([source], some(["plate", "car"]))).toEqual([
    'server/a.ts no longer says "car": the exception can go',
  ]);
});

test("words are found however they are written", () => {
  const found = ["branchOffices", "branch-offices", "Branch offices", "TestDrive", "VEHÍCULOS"].map(
    tradeWordIn,
  );
  expect(found).toEqual(["branch offices", "branch offices", "branch offices", "test drive", "vehiculos"]);
});
