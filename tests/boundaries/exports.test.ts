/** What a file gives to others, one of them takes: else whoever reads it looks for who that may be. */
import { expect, test } from "vitest";
import { read, sources } from "./project.ts";
import { readSource, type Source } from "./source.ts";

/** Values that files export and that no other one names. Types may be there to say what a function takes. */
function unusedExports(files: Source[], textOf: (path: string) => string, others: string[] = []): string[] {
  const namedIn = new Map<string, number>();
  for (const path of [...files.map((file) => file.path), ...others])
    for (const word of new Set(textOf(path).match(/\w+/g))) namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
  return files
    .filter(({ path }) => /^(schemas\/engine|renderer|server)\//.test(path))
    .flatMap(({ path, declared }) =>
      declared
        .filter(({ exported, kind, name }) => exported && kind === "value" && namedIn.get(name) === 1)
        .map(({ name, line }) => `${path}:${line} exports ${name} to nobody`),
    );
}

/** What a library's own code asks for by name. */
const ofLibraries = ["renderer/bundler-stubs/"];

test("what is exported is used elsewhere", () => {
  const found = unusedExports(sources(), read, ["vite.config.ts"]);
  expect(found.filter((one) => !ofLibraries.some((folder) => one.startsWith(folder)))).toEqual([]);
});

test("an export of which no other file speaks is told", () => {
  const files: Record<string, string> = {
    "server/a.ts": `export const used = 1;\nexport function alone() { return used; }\nexport interface Alone {}`,
    "server/b.ts": `import { used } from "./a.ts";`,
    "tools/c.ts": `export const command = 1;`,
  };
  const parsed = Object.entries(files).map(([path, text]) => readSource(path, text));
  expect(unusedExports(parsed, (path) => files[path]!)).toEqual(["server/a.ts:2 exports alone to nobody"]);
});
