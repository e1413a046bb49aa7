import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { idOf, referenceOptions } from "../../tools/dealers/reference-options.ts";
import { root } from "../support/definitions.ts";

interface Option {
  label: string;
  code: string;
  options?: Record<string, Option>;
}

const generated = await referenceOptions(join(root, "fixtures/reference"));
const tree = (name: string) =>
  (JSON.parse(generated[`schemas/options/${name}.json`]!) as { options: Record<string, Option> }).options;

/** The options of each level: regions, communes. */
function levels(options: Record<string, Option>): [string, Option][][] {
  const here = Object.entries(options);
  const below = here.flatMap(([, option]) => (option.options ? [levels(option.options)] : []));
  const depth = Math.max(0, ...below.map((all) => all.length));
  return [here, ...Array.from({ length: depth }, (_, level) => below.flatMap((all) => all[level] ?? []))];
}

it.each(Object.keys(generated))("%s is what the tool makes of the reference data", async (path) => {
  expect(await readFile(join(root, path), "utf8")).toBe(generated[path]);
});

describe.each([
  ["chile", [16, 346], [2, 5]],
  ["peru", [25, 196, 1891], [2, 4, 6]],
])("the tree %s", (name, sizes, digits) => {
  const found = levels(tree(name));

  it("has every place once, and an id means one place", () => {
    expect(found.map((level) => level.length)).toEqual(sizes);
    for (const level of found) {
      expect(new Set(level.map(([id]) => id)).size).toBe(level.length);
      for (const [id] of level) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
    }
  });

  it("has official codes that begin like the code of what they are in", () => {
    for (const [index, level] of found.entries()) {
      for (const [, { code, options }] of level) {
        expect(code).toHaveLength(digits[index]!);
        for (const inner of Object.values(options ?? {})) expect(inner.code.startsWith(code)).toBe(true);
      }
    }
  });

  it("is written as Spanish writes names", () => {
    for (const [, { label }] of found.flat()) {
      expect(label).not.toMatch(/ (Del|De|Y|de La|de Las|de Los) |\s\s|^\s|\s$/);
      expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
    }
  });
});

it.each([
  ["San Juan de Lurigancho", "sanJuanDeLurigancho"],
  ["Libertador General Bernardo O'Higgins", "libertadorGeneralBernardoOhiggins"],
  ["Ñuñoa", "nunoa"],
  ["Rupa-Rupa", "rupaRupa"],
])("%s has the id %s", (name, id) => {
  expect(idOf(name)).toBe(id);
});

it("names what is called like another place by what it is in", () => {
  const { puno } = tree("peru");
  expect(Object.keys(puno!.options!["melgar"]!.options!)).toContain("santaRosaMelgar");
  expect(Object.keys(tree("chile"))[0]).toBe("aricaYParinacota");
});
