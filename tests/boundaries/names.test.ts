import { expect, test } from "vitest";
import { nameProblems, type Names } from "./name-rules.ts";
import { filesUnder, names, read, sources } from "./project.ts";
import { readSource, type Source } from "./source.ts";

const some: Names = { flows: ["quote", "test-drive"], brands: ["SI", "XY"], brandNames: ["Autos Xyla"] };

function problems(path: string, text: string): string[] {
  return nameProblems([readSource(path, text)], some);
}

/** Style sheets can know a name too; theirs are judged word by word. */
function styleSheets(): Source[] {
  return filesUnder("renderer")
    .filter((path) => path.endsWith(".css"))
    .map((path) => ({
      path,
      imports: [],
      declared: [],
      environment: [],
      patterns: [],
      texts: read(path)
        .split("\n")
        .flatMap((row, index) =>
          row.split(/\s+/).map((text) => ({ text, kind: "literal" as const, line: index + 1 })),
        ),
    }));
}

test("no flow and no brand is known by name in engine, renderer or server code", () => {
  expect(nameProblems([...sources(), ...styleSheets()], names())).toEqual([]);
});

test("the project's own flows and brands are what is looked for", () => {
  const { flows, brands, brandNames } = names();
  expect([flows.length, brands.length, brandNames.length].every((count) => count > 0)).toBe(true);
});

test.each<[string, string]>([
  ["schemas/engine/a.ts", `if (flow === "quote") go();`],
  ["renderer/a.tsx", `const to = "/quote/next";`],
  ["renderer/a.tsx", "const to = `flows/test-drive/${step}`;"],
  ["renderer/a.tsx", `const a = <p data-brand="SI">x</p>;`],
  ["renderer/a.tsx", `const a = <p>Bienvenido a Autos Xyla</p>;`],
  ["renderer/a.tsx", `type Brand = "XY" | "other";`],
  ["server/a.ts", `const ports = { XY: 1 };`],
  ["server/a.ts", `const hosts = brands.XY.hosts;`],
  ["server/a.ts", `const titles = { quote: "Cotización" };`],
  ["server/a.ts", `log("la marca SI no está");`],
  ["renderer/blocks/quote.tsx", ``],
])("%s may not: %s", (path, text) => {
  expect(problems(path, text)).toEqual([expect.stringContaining("by name")]);
});

test.each<[string, string]>([
  ["renderer/a.tsx", `const q = quote(text); const b = run.quote;`],
  ["server/a.ts", `log("close the quote first");`],
  ["server/a.ts", `const words = ["Sí", "si", "quoted", "un-quote", "MISION"];`],
  ["server/a.ts", `// SI and its quote are only named in a comment.`],
  ["server/dealers/a.ts", `const companies = { SI: 1 };`],
  ["tools/a.ts", `const brand = "SI";`],
  ["tests/server/a.ts", `const brand = "SI";`],
])("%s may: %s", (path, text) => {
  expect(problems(path, text)).toEqual([]);
});
