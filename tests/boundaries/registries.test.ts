/** A page knows which files it waits for by the name of a block or a view: each is in the file of its name. */

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { read, root } from "./project.ts";

const isOfItsName = ([, name, path]: readonly string[]): boolean =>
  basename(path!, ".tsx") === `${name!.charAt(0).toUpperCase()}${name!.slice(1)}`;

/** The lines of a registry, such as `news: () => import("./News.tsx")`, as name and file. */
const lazyComponents = (text: string): string[][] =>
  [...text.matchAll(/(\w+): \(\) => import\("([^"]+\.tsx)"\)/g)].map((found) => [...found]);

const elsewhere = (text: string): string[] =>
  lazyComponents(text)
    .filter((line) => !isOfItsName(line))
    .map(([line]) => line!);

test.each(["blocks", "views"])("renderer/%s", (folder) => {
  const text = read(`renderer/${folder}/registry.ts`);
  expect(lazyComponents(text).length).toBeGreaterThan(10);
  expect(elsewhere(text)).toEqual([]);
});

test("each block has a file of its name", () => {
  const files = readdirSync(join(root, "renderer/blocks"));
  const blocks = readdirSync(join(root, "renderer/blocks/descriptors"))
    .filter((file) => !file.endsWith(".schema.json"))
    .map((file) => basename(file, ".json"));
  expect(blocks.filter((name) => !files.some((file) => isOfItsName(["", name, file])))).toEqual([]);
});

test("a block that is in another's file is found", () => {
  expect(elsewhere(`news: () => import("./Promotions.tsx"),`)).toEqual([
    `news: () => import("./Promotions.tsx")`,
  ]);
});
