import { expect, test } from "vitest";
import { importProblems, type Packages } from "./import-rules.ts";
import { packages, sources } from "./project.ts";
import { readSource } from "./source.ts";

const some: Packages = {
  production: ["ajv", "react", "undici"],
  development: ["vite", "@types/mdast", "@types/acme__tool"],
};

/** What the rules say of made-up files. */
function problems(files: Record<string, string>): string[] {
  return importProblems(
    Object.entries(files).map(([path, text]) => readSource(path, text)),
    some,
  );
}

test("the project keeps its import boundaries", () => {
  const found = sources();
  expect(found.length).toBeGreaterThan(20);
  expect(importProblems(found, packages())).toEqual([]);
});

test.each<[string, string]>([
  ["schemas/engine/4-evaluate/a.ts", `import { b } from "./b.ts";`],
  ["schemas/engine/4-evaluate/a.ts", `export * from "../operations/index.ts";`],
  ["renderer/flow/a.tsx", `import { evaluate } from "../../schemas/engine/evaluate.ts"; import "react";`],
  ["renderer/app/a.tsx", `import "./a.css"; import "../theme/b.ts";`],
  ["server/runs/a.ts", `import { check } from "../../schemas/engine/all.ts"; import "node:fs";`],
  ["server/pages/a.ts", `const vite = await import("vite"); import type { Root } from "mdast";`],
  ["server/pages/a.ts", `import type { T } from "@acme/tool";`],
  ["server/dealers/reference/a.ts", `import rows from "./schemas/rows.json" with { type: "json" };`],
  ["tools/a.ts", `import "../server/main.ts"; import "../schemas/engine/describe.ts";`],
  ["tools/check.ts", `import "../schemas/engine/2-check/project/file-kinds.ts";`],
  ["tests/server/a.test.ts", `import "../../renderer/run/store.ts";`],
])("%s may: %s", (path, text) => {
  expect(problems({ [path]: text })).toEqual([]);
});

test.each<[string, string, string]>([
  ["schemas/engine/a.ts", `import { x } from "../../server/config/config.ts";`, "server/config/config.ts"],
  ["schemas/engine/a.ts", `import type { X } from "../../renderer/flow/x.ts";`, "renderer/flow/x.ts"],
  ["schemas/engine/a.ts", `export { x } from "../flows/x.ts";`, "schemas/flows/x.ts"],
  ["schemas/engine/a.ts", `export type * from "../../tools/x.ts";`, "tools/x.ts"],
  ["schemas/engine/a.ts", `import { readFileSync } from "node:fs";`, "node:fs"],
  ["schemas/engine/a.ts", `import fs from "fs/promises";`, "fs/promises"],
  ["renderer/a.tsx", `import { x } from "../server/config/config.ts";`, "server/config/config.ts"],
  ["renderer/a.tsx", `import { check } from "../schemas/engine/all.ts";`, "schemas/engine/all.ts"],
  [
    "renderer/a.tsx",
    `type T = import("../schemas/engine/types/index.ts").Rule;`,
    "schemas/engine/types/index.ts",
  ],
  ["renderer/a.tsx", `const x = await import("../schemas/engine/2-check/check.ts");`, "2-check/check.ts"],
  ["renderer/a.tsx", "const x = await import(`../server/app.ts`);", "server/app.ts"],
  ["renderer/a.tsx", `const all = import.meta.glob("../server/**");`, "server/**"],
  ["renderer/a.tsx", `import "node:path";`, "node:path"],
  ["renderer/a.tsx", `import Form from "@rjsf/core/lib/components/Form.js";`, "an inner file of @rjsf/core"],
  ["tests/a.test.ts", `import hash from "@rjsf/utils/lib/hashForSchema.js";`, "an inner file of @rjsf/utils"],
  ["server/a.ts", `import { Page } from "../renderer/app/Page.tsx";`, "renderer/app/Page.tsx"],
  ["server/a.ts", `import { run } from "../schemas/engine/4-evaluate/run.ts";`, "4-evaluate/run.ts"],
  ["server/a.ts", `import { startServer } from "../tests/support/server.ts";`, "tests/support/server.ts"],
  ["server/a.ts", `const x = require("../tools/build.ts");`, "tools/build.ts"],
  [
    "server/services/embedded/a.ts",
    `import rows from "../../../fixtures/rows.json" with { type: "json" };`,
    "fixtures/rows.json",
  ],
  ["tools/authors/a.ts", `import "../../schemas/engine/2-check/check.ts";`, "behind the engine's doors"],
  ["server/services/a.ts", `import "../../fixtures/broken/a.ts";`, "fixtures/broken/a.ts"],
  ["tests/engine/a.test.ts", `import fc from "fast-check";`, "properties.ts"],
  ["server/a.ts", `import "/etc/x.js";`, "absolute"],
  ["server/a.ts", `import { createServer } from "vite";`, "development only"],
  ["server/a.ts", `import x from "left-pad";`, "package.json does not name"],
])("%s may not: %s", (path, text, said) => {
  expect(problems({ [path]: text })).toEqual([expect.stringContaining(said)]);
});

test("nothing of authors' and publishers' code comes to the browser by way of the small door", () => {
  const files = {
    "schemas/engine/evaluate.ts": `export * from "./4-evaluate/a.ts"; export type * from "./1-read/t.ts";`,
    "schemas/engine/4-evaluate/a.ts": `import "./b.ts"; import type { X } from "ajv";`,
    "schemas/engine/4-evaluate/b.ts": `import "./a.ts"; import "react";`,
  };
  expect(problems(files)).toEqual([]);
  const b = "schemas/engine/4-evaluate/b.ts";
  expect(problems({ ...files, [b]: `import Ajv from "ajv";` })).toEqual([
    expect.stringContaining("brings ajv"),
  ]);
  for (const to of ["../2-check/c.ts", "../operations/uses.ts", "../operations/some/uses.ts"]) {
    expect(problems({ ...files, [b]: `import "${to}";` })).toEqual([
      expect.stringContaining(`brings schemas/engine/${to.slice("../".length)}`),
    ]);
  }
});

test("a server that starts loads neither the compiler nor what few need", () => {
  const files = {
    "server/main.ts": `import "./app.ts"; import type { X } from "undici";`,
    "server/app.ts": `import { y } from "../schemas/engine/serve.ts"; export const z = () => import("./build.ts");`,
    "server/build.ts": `import { check } from "../schemas/engine/all.ts";`,
    "schemas/engine/serve.ts": `export * from "./evaluate.ts";`,
  };
  expect(problems(files)).toEqual([]);
  for (const [text, what] of [
    [`import "./build.ts";`, "loads schemas/engine/all.ts"],
    [`import { Agent } from "undici";`, "loads undici"],
  ] as const) {
    expect(problems({ ...files, "server/app.ts": text })).toEqual([expect.stringContaining(what)]);
  }
});

test("a file that does not parse is no pass", () => {
  expect(() => problems({ "server/a.ts": "import {" })).toThrow("server/a.ts");
});
