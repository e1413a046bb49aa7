/** One source of a brand's look: Mantine's theme and its variables are the brand's custom properties, and nothing else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
import { theme } from "../../renderer/mantine/theme.ts";
import { brandProperties } from "../../renderer/theme/variables.ts";
import { filesUnder } from "../boundaries/project.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, root } from "../support/definitions.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const namesIn = (text: string): string[] =>
  [...text.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name!);

/** The style sheets of Mantine that anything of ours imports. */
const imported = filesUnder("renderer").flatMap((path) =>
  path.endsWith(".tsx") || path.endsWith(".ts")
    ? [...read(path).matchAll(/import "(@mantine\/[^"]+\.css)"/g)].map(([, sheet]) => sheet!)
    : [],
);

/** What Mantine makes of the theme, of all that the imported style sheets ask for, and what that asks for in turn. */
function wanted(): Record<string, string> {
  const { variables, light } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const all: Record<string, string> = { ...variables, ...light };
  const names = new Set(imported.flatMap((sheet) => namesIn(read(`node_modules/${sheet}`))));
  const ours = (name: string): boolean => name.startsWith("--mantine-") && !/-dark-\d/.test(name);
  for (const name of names) for (const inner of namesIn(all[name] ?? "")) names.add(inner);
  return Object.fromEntries(
    [...names]
      .filter(ours)
      .toSorted()
      .map((name) => [name, all[name] ?? ""]),
  );
}

test("style sheets are those of components, never the whole library's", () => {
  expect(imported.length).toBeGreaterThan(1);
  expect(imported).not.toContain("@mantine/core/styles.css");
});

test("the tokens are what Mantine makes of the theme", () => {
  const declared = [
    ...read("renderer/mantine/tokens.module.css").matchAll(/^ {2}(--[a-z0-9-]+): ([^;]+);/gm),
  ];
  expect(Object.fromEntries(declared.map(([, name, value]) => [name, value]))).toEqual(wanted());
});

test("the theme says nothing that a brand does not", async () => {
  const { theme: look } = (await compiledBrand(brandCodes[0]!)).public.brand;
  const asked = namesIn(JSON.stringify(theme));
  expect(asked.length).toBeGreaterThan(20);
  expect(Object.keys(brandProperties(look))).toEqual(expect.arrayContaining(asked));
  // No colour of its own but white.
  expect(JSON.stringify(theme).match(/#[0-9a-f]{3,6}/g)).toEqual(["#fff"]);
});
