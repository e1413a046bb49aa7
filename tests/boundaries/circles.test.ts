import { expect, test } from "vitest";
import { circlesOfFolders } from "./circles.ts";
import { sources } from "./project.ts";
import { readSource } from "./source.ts";

test.each(["schemas/engine", "renderer", "server", "tools", "tests"])(
  "no folders of %s import each other in a circle",
  (zone) => {
    expect(circlesOfFolders(sources(), zone)).toEqual([]);
  },
);

// Commands that are made of tests, such as the one of the promises, and tests of commands.
test("no folder of tools leads to tests that lead back to it", () => {
  expect(circlesOfFolders(sources(), "tools", "tests")).toEqual([]);
});

test("a circle through another zone is told where both are looked at together", () => {
  const files = [
    readSource("tools/a/one.ts", `import { x } from "../../tests/b/two.ts";`),
    readSource("tests/b/two.ts", `import { y } from "../../tools/a/one.ts";`),
  ];
  expect(["tools", "tests"].flatMap((zone) => circlesOfFolders(files, zone))).toEqual([]);
  expect(circlesOfFolders(files, "tools", "tests")).toEqual([
    "tests/b imports tools/a (tests/b/two.ts)\ntools/a imports tests/b (tools/a/one.ts)",
  ]);
});

const circles = (files: Record<string, string>): string[] =>
  circlesOfFolders(
    Object.entries(files).map(([path, text]) => readSource(path, text)),
    "zone",
  );

test("folders that import each other, straight or through others, are told with a file of each step", () => {
  const files = {
    "zone/a/one.ts": `import { x } from "../b/two.ts";`,
    "zone/b/two.ts": `export type { Y } from "../c/three.ts";`,
    "zone/c/three.ts": `import { z } from "../a/other.ts"; import "../d/four.ts";`,
    "zone/a/other.ts": "",
    "zone/d/four.ts": "",
  };
  expect(circles(files)).toEqual([
    [
      "zone/a imports zone/b (zone/a/one.ts)",
      "zone/b imports zone/c (zone/b/two.ts)",
      "zone/c imports zone/a (zone/c/three.ts)",
    ].join("\n"),
  ]);
});

test("files of one folder, and folders that are imported one way, are no circle", () => {
  const files = {
    "zone/a/one.ts": `import "./two.ts"; import "../b/three.ts";`,
    "zone/a/two.ts": `import "./one.ts";`,
    "zone/b/three.ts": `import "../../elsewhere/four.ts";`,
    "elsewhere/four.ts": `import "../zone/a/one.ts";`,
  };
  expect(circles(files)).toEqual([]);
});

test("files beside the folders of a zone count each for itself", () => {
  const files = {
    "zone/main.ts": `import "./a/one.ts"; import "./clock.ts";`,
    "zone/clock.ts": "",
    "zone/a/one.ts": `import "../clock.ts";`,
  };
  expect(circles(files)).toEqual([]);
  expect(circles({ ...files, "zone/clock.ts": `import "./a/one.ts";` })).toEqual([
    "zone/a imports zone/clock.ts (zone/a/one.ts)\nzone/clock.ts imports zone/a (zone/clock.ts)",
  ]);
});
