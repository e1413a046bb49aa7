import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formats } from "../../schemas/engine/operations/formats.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { root } from "../support/definitions.ts";

it("docs/operations.md names every operation and format, and no other", async () => {
  const page = await readFile(join(root, "docs/operations.md"), "utf8");
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
  expect(named).toEqual([...Object.keys(operations), ...Object.keys(formats)]);
});
