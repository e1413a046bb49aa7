import { isOwnPath } from "../../schemas/engine/evaluate.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { contrast, isGrey, mainOf, mix, readableOn, textOn } from "../../renderer/theme/colours.ts";
import { brandProperties, danger, fontsOf } from "../../renderer/theme/variables.ts";
import type { BrandTheme } from "../../schemas/engine/all.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, root } from "../support/definitions.ts";
import { withCampaign, isPagePath } from "../../renderer/page/links.ts";
import { distance } from "./support/colour-distance.ts";

test("white text can be read on any brand's main colour", () => {
  for (const primary of ["#0b5cab", "#b3122b", "#f2b705", "#ffffff", "#00ff00", "#000000"]) {
    expect(contrast(mainOf(primary), "#ffffff")).toBeGreaterThanOrEqual(4.5);
  }
  // One that can be read on already stays as it is.
  expect(mainOf("#0b5cab")).toBe("#0b5cab");
});

test("text on an accent and quiet text can be read", () => {
  for (const colour of ["#f2b705", "#111111", "#777777", "#ff0000"]) {
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(readableOn(colour, "#f4f7fa"), "#f4f7fa")).toBeGreaterThanOrEqual(4.5);
  }
});

const themes = await Promise.all(
  brandCodes.map(async (code): Promise<[string, BrandTheme]> => [
    code,
    (await compiledBrand(code)).public.brand.theme,
  ]),
);

/** What is written or drawn on what, by the names of the style sheets, and the least contrast that AA asks of it. */
const pairs: [on: string, what: string, least: number][] = [
  ["#ffffff", "--brand-ink", 7],
  ["#ffffff", "--brand-main", 4.5],
  ["#ffffff", "--brand-quiet", 4.5],
  ["#ffffff", "--brand-danger", 4.5],
  ["#ffffff", "--brand-edge", 3],
  ["--brand-surface", "--brand-ink", 7],
  ["--brand-surface", "--brand-main", 4.5],
  ["--brand-surface", "--brand-quiet", 4.5],
  ["--brand-surface", "--brand-danger", 4.5],
  ["--brand-surface", "--brand-edge", 3],
  ["--brand-tint", "--brand-ink", 7],
  ["--brand-tint", "--brand-main", 4.5],
  ["--brand-danger-tint", "--brand-danger", 4.5],
  ["--brand-danger-tint", "--brand-ink", 4.5],
  ["--brand-main", "#ffffff", 4.5],
  ["--brand-deep", "#ffffff", 4.5],
  ["--brand-ink", "#ffffff", 7],
  ["--brand-accent", "--brand-on-accent", 4.5],
  ["--brand-hero-from", "--brand-on-hero", 4.5],
  ["--brand-hero-to", "--brand-on-hero", 4.5],
  ["--brand-hero-from", "--brand-hero-drawing", 3],
  ["--brand-hero-to", "--brand-hero-drawing", 3],
];

test.each(themes)("%s can be read everywhere", (_code, theme) => {
  const properties = brandProperties(theme);
  const colour = (name: string): string => properties[name] ?? name;
  const low = pairs.filter(([on, what, least]) => contrast(colour(on), colour(what)) < least);
  expect(
    low.map(([on, what]) => `${what} on ${on}: ${contrast(colour(on), colour(what)).toFixed(2)}`),
  ).toEqual([]);
});

test.each(themes)("a button of %s is not taken for a problem", (_code, { colours }) => {
  expect(distance(mainOf(colours.primary), danger)).toBeGreaterThan(40);
});

test("brands do not look alike", () => {
  for (const [index, [code, { colours, font }]] of themes.entries()) {
    for (const [other, theme] of themes.slice(index + 1)) {
      const apart = Math.max(
        distance(colours.primary, theme.colours.primary),
        distance(colours.accent, theme.colours.accent),
      );
      expect([code, other, apart > 25, font === theme.font]).toEqual([code, other, true, false]);
    }
  }
});

test("black and grey are told from colours", () => {
  expect(["#000000", "#211a1b", "#ffffff", "#808890"].every(isGrey)).toBe(true);
  expect(["#0b5cab", "#7a5400", "#1f6b3a"].some(isGrey)).toBe(false);
});

test("the distance of colours is that of what people see", () => {
  expect(distance("#b3121d", "#b3121d")).toBe(0);
  expect(distance("#000000", "#ffffff")).toBeCloseTo(100, 0);
  expect(distance("#ff0000", mix("#ff0000", "#000000", 0.02))).toBeLessThan(3);
});

const grammarOf = (file: string): string => readFileSync(join(root, "schemas/language", file), "utf8");

test("the families that themes can name are those that come with the site", () => {
  const { definitions } = JSON.parse(grammarOf("brand.schema.json")) as {
    definitions: { font: { enum: string[] } };
  };
  const styles = readFileSync(join(root, "renderer/theme/fonts.css"), "utf8");
  const named = definitions.font.enum;
  const files = [...styles.matchAll(/files\/([a-z-]+)-latin-wght-normal\.woff2/g)].map(([, font]) => font!);
  expect(files.toSorted()).toEqual(named.toSorted());
  for (const font of named) {
    const [family, local] = fontsOf({ ...themes[0]![1], font }).split(", ");
    for (const one of [family, local]) expect(styles).toContain(`font-family: ${one};`);
  }
  expect(() => fontsOf({ ...themes[0]![1], font: "comic" })).toThrow('"comic"');
});

test("the illustrations are those that every brand has, small, and in the colours of their place", () => {
  const { definitions } = JSON.parse(grammarOf("brand.schema.json")) as {
    definitions: { drawing: { enum: string[] } };
  };
  const folder = join(root, "renderer/illustrations");
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".svg"));
  const named = definitions.drawing.enum;
  expect(files.map((name) => basename(name)).toSorted()).toEqual(
    named.map((name) => `${name}.svg`).toSorted(),
  );
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).toContain('<symbol id="drawing" viewBox="0 0 320 160">');
    expect([file, [...text.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)].map(([, colour]) => colour)]).toEqual(
      [file, expect.not.arrayContaining([expect.stringMatching(/^#(?!fff)/)])],
    );
    expect(statSync(join(folder, file)).size).toBeLessThan(4096);
  }
});

test("a colour that is none is refused", () => {
  expect(() => mainOf("blue")).toThrow('"blue"');
});

test.each([
  ["/", "?utm_source=a&rut=1", "/?utm_source=a"],
  ["/306?x=1", "?utm_medium=b%20c", "/306?x=1&utm_medium=b+c"],
  ["/a#b", "?utm_x=1", "/a?utm_x=1#b"],
  ["/a", "?utmost=1", "/a"],
])("%s from a page with %s keeps the campaign alone", (path, search, expected) => {
  expect(withCampaign(path, search)).toBe(expected);
});

test("only paths of this site are its own", () => {
  // What the API gives is the site's own, and no page of it.
  expect(["/", "/apia", "/a/api"].every(isPagePath)).toBe(true);
  expect(["/api", "/api/a", "/api?b", "//evil.example"].some(isPagePath)).toBe(false);
  expect(["/", "/a/b"].every(isOwnPath)).toBe(true);
  expect(
    ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", ""].some(isOwnPath),
  ).toBe(false);
});
