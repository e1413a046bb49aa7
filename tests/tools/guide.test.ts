import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSources, formatDiagnostic } from "../../schemas/engine/all.ts";
import { nameOfSources } from "../../server/definitions/built.ts";
import { loadSources } from "../../server/definitions/load.ts";
import type { Proven } from "../../tools/authors/proven.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { notPrinted, stepsOf, write, type GuideStep } from "../support/guide.ts";
import { copied, root, tool } from "./authors-support.ts";

const guide = join(root, "docs/guia");
const pages = readdirSync(guide)
  .filter((name) => /^\d.*\.md$/.test(name))
  .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b));
const read = (name: string): string => readFileSync(join(guide, name), "utf8");

/** A command as the guide writes it, run over the copy. The check runs here, as it does behind its command. */
async function run(folder: string, command: string): Promise<string> {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  const [npm, runs, name, , ...rest] = words;
  if (npm !== "npm" || runs !== "run") throw new Error(`the guide asks for "${command}"`);
  if (name === "check") return check(folder);
  const { out, error } = await tool(name!, ...rest, "--folder", folder);
  return out + error;
}

/** What was proven: by one page for the next ones, and before the first one all that the project has, which has its own tests. */
const keys = new Set<string>();
const proven: Proven = {
  has: (key) => keys.has(key),
  add: (key) => void keys.add(key),
  keep: async () => {},
};
const asProven: Proven = { ...proven, has: (key) => keys.add(key).has(key) };

/** What the check said last, and of which files: it says the same of them again. */
let checked = { files: "", said: "" };

async function check(folder: string): Promise<string> {
  const sources = await loadSources(folder);
  const files = nameOfSources(sources, "");
  if (files === checked.files) return checked.said;
  const wrong = checkSources(sources);
  const diagnostics = wrong.length > 0 ? wrong : (await runExamples(sources, proven)).diagnostics;
  const said = diagnostics.map((one) => formatDiagnostic(one)).join("\n\n") || "Todo bien";
  checked = { files, said };
  return said;
}

describe("the guide for authors", () => {
  test("names its pages in its own order", () => {
    const named = [...read("README.md").matchAll(/\]\((\d[^)]+\.md)\)/g)].map(([, name]) => name);
    expect(named).toEqual(pages);
    expect(pages.length).toBeGreaterThan(5);
  });

  // Examples of forms that it does not name are proven where they are.
  const text = pages.map(read).join("");
  const named = globSync("schemas/{flows,screens}/*", { cwd: root }).filter((path) => text.includes(path));
  const examples = globSync("schemas/{flows,screens}/*/examples/**/*.json", { cwd: root });
  const others = examples.filter((path) => !named.some((one) => path.startsWith(`${one}/`)));
  const folder = copied(Object.fromEntries(others.map((path) => [path, null])), afterAll);
  beforeAll(async () => void (await runExamples(await loadSources(folder), asProven)));

  // One after another over one copy, as somebody who follows it: a page builds on those before.
  test.each(pages)("%s does what it says", async (name) => {
    const steps = stepsOf(read(name));
    const does = async (step: GuideStep): Promise<void> => {
      if (step.does === "write") return write(folder, step);
      const output = await run(folder, step.command);
      if (step.prints === undefined) return;
      const where = `docs/guia/${name}:${step.line}`;
      expect({ where, output, missing: notPrinted(step.prints, output) }).toEqual({
        where,
        output,
        missing: [],
      });
    };
    for (const step of steps) await does(step);
    expect(await check(folder)).toBe("Todo bien");
    expect(steps.some(({ does }) => does === "write")).toBe(true);
  });
});
