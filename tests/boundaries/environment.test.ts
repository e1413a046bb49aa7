import { expect, test } from "vitest";
import { sources } from "./project.ts";
import { readSource, type Source } from "./source.ts";

/** Settings are read and checked in one place; what starts the server may hand them on. */
const allowed = /^(server\/(config\/config|main)\.ts$|tools\/|tests\/)/;

function environmentProblems(files: Source[]): string[] {
  return files
    .filter(({ path }) => !allowed.test(path))
    .flatMap(({ path, environment }) => environment.map((line) => `${path}:${line} reads the environment`));
}

test("only server/config/config.ts reads the environment", () => {
  expect(environmentProblems(sources())).toEqual([]);
});

test.each([
  `const port = process.env.PORT;`,
  `const port = process["env"].PORT;`,
  `const { env } = process;`,
  `import { env } from "node:process";`,
])("a server file may not: %s", (text) => {
  expect(environmentProblems([readSource("server/runs/a.ts", text)])).toHaveLength(1);
  expect(environmentProblems([readSource("server/config/config.ts", text)])).toEqual([]);
});

test("other uses of the process are no matter", () => {
  const text = `process.exit(1); process.on("SIGTERM", end); const env = readConfig(given); import.meta.env.DEV;`;
  expect(environmentProblems([readSource("server/a.ts", text)])).toEqual([]);
});
