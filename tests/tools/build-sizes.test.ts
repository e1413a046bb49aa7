import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { loadedBy, type Manifest } from "../../server/pages/manifest.ts";
import { pageSizes, tooLarge } from "../../tools/build-sizes.ts";

const manifest: Manifest = {
  "renderer/entry-client.tsx": { file: "entry.js", css: ["entry.css"], imports: ["_shared.js"] },
  "renderer/start.ts": { file: "start.js" },
  "_flow.js": {
    file: "flow.js",
    name: "run",
    css: ["flow.css"],
    imports: ["_shared.js", "renderer/entry-client.tsx"],
  },
  "_finder.js": {
    file: "finder.js",
    name: "finder",
    css: ["flow.css"],
    imports: ["_shared.js", "renderer/entry-client.tsx"],
  },
  "renderer/views/dealers/Cars.tsx": { file: "cars.js", imports: ["_shared.js"] },
  "renderer/views/results-tools.ts": { file: "tools.js", imports: ["_shared.js"] },
  "renderer/blocks/Banner.tsx": { file: "banner.js", imports: ["_shared.js"] },
  "renderer/views/Results.tsx": { file: "results.js", imports: ["_shared.js"] },
  "renderer/views/SearchForm.tsx": { file: "search.js", css: ["search.css"], imports: ["_shared.js"] },
  "renderer/views/Slider.tsx": { file: "slider.js", css: ["slider.css"], imports: ["_shared.js"] },
  "renderer/views/SaveButtons.tsx": { file: "save.js", imports: ["_shared.js"] },
  "renderer/blocks/Promotions.tsx": { file: "promotions.js", imports: ["_shared.js"] },
  "renderer/blocks/Reviews.tsx": { file: "reviews.js", imports: ["_shared.js"] },
  "renderer/blocks/Facts.tsx": { file: "facts.js", imports: ["_shared.js"] },
  "renderer/blocks/Cards.tsx": { file: "cards.js", imports: ["_shared.js"] },
  "renderer/blocks/Office.tsx": { file: "office.js", imports: ["_shared.js"] },
  "renderer/blocks/Table.tsx": { file: "table.js", imports: ["_shared.js"] },
  "renderer/blocks/Questions.tsx": { file: "questions.js", imports: ["_shared.js"] },
  "renderer/blocks/FlowDialog.tsx": { file: "dialog.js", imports: ["_shared.js"] },
  "renderer/blocks/PageInPlace.tsx": { file: "place.js", imports: ["_shared.js"] },
  "_shared.js": { file: "shared.js" },
  "renderer/widgets/Large.tsx": { file: "later.js", imports: ["_shared.js"] },
};

/** Files of random bytes, which nothing packs, in KB. */
const files = (sizes: Record<string, number>) => (file: string) => randomBytes((sizes[file] ?? 0) * 1024);

test("what a page loads at first is counted once, and what comes later is not", () => {
  expect(loadedBy(manifest, ["run", "renderer/entry-client.tsx"])).toEqual({
    styles: ["entry.css", "flow.css"],
    scripts: ["shared.js", "entry.js", "flow.js"],
  });
});

test("sizes are those of the packed files", () => {
  const sizes = pageSizes(
    manifest,
    files({
      "entry.js": 60,
      "shared.js": 30,
      "flow.js": 100,
      "results.js": 16,
      "place.js": 10,
      "search.js": 900,
      "slider.css": 7,
      "later.js": 900,
    }),
  );
  expect(sizes.map(({ size }) => Math.round(size))).toEqual([90, 97, 106, 116, 190, 90, 90]);
  expect(tooLarge(sizes)).toEqual([]);
});

test.each([
  ["slider.css", 134, ["con una búsqueda"]],
  ["entry.js", 134, ["sin formulario", "con una búsqueda", "con una vista"]],
  ["entry.css", 134, ["sin formulario", "con una búsqueda", "con una vista"]],
  ["results.js", 151, ["con una vista", "que vienen después"]],
  ["place.js", 151, ["que vienen después"]],
  ["flow.css", 231, ["con formulario", "con filtros"]],
  [
    "shared.js",
    231,
    [
      "sin formulario",
      "con una búsqueda",
      "con una vista",
      "que vienen después",
      "con formulario",
      "con filtros",
      "con una tabla",
    ],
  ],
])("%s of %i KB is too much", (file, size, said) => {
  const wrong = tooLarge(pageSizes(manifest, files({ [file]: size })));
  expect(wrong).toHaveLength(said.length);
  for (const [index, text] of said.entries()) expect(wrong[index]).toContain(text);
});

test("what a page loads is counted, and one file too many is refused", () => {
  expect(pageSizes(manifest, files({})).map((page) => page.files)).toEqual([4, 6, 5, 7, 6, 12, 7]);
  const more = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`_more${index}.js`, { file: `more${index}.js` }]),
  );
  const flow = {
    ...manifest["_flow.js"]!,
    imports: [...manifest["_flow.js"]!.imports!, ...Object.keys(more)],
  };
  const wrong = tooLarge(pageSizes({ ...manifest, ...more, "_flow.js": flow }, files({})));
  expect(wrong).toEqual([expect.stringMatching(/formulario.*14 archivos/)]);
});

test.each(["run", "renderer/views/Results.tsx", "_shared.js", "renderer/start.ts"])(
  "a build without %s is refused",
  (name) => {
    const { [name === "run" ? "_flow.js" : name]: _, ...rest } = manifest;
    expect(() => pageSizes(rest, files({}))).toThrow(`the build lacks ${name}`);
  },
);
