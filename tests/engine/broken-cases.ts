import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isBrandFile } from "../../schemas/engine/1-read/brand-files.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { describeBrandFile } from "../../server/definitions/describe-brand-file.ts";

const root = resolve(import.meta.dirname, "../..");

interface Replacement {
  replace: string;
  by: string;
}

/** A change to one file: a text that stands there once, several, the whole text (or so many times), or no file at all. */
type Change = Replacement | Replacement[] | { text: string; times?: number } | null;

export interface Expected {
  code: string;
  file: string;
  line: number;
  column: number;
  /** What is marked, as it stands in the file. */
  at: string;
  suggestion?: string;
}

export interface BrokenCase {
  code: string;
  name: string;
  describe: string;
  change: Record<string, Change>;
  expect: Expected[];
}

const readTree = (folder: string, pattern: string): Sources =>
  Object.fromEntries(
    globSync(pattern, { cwd: folder })
      .toSorted()
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")]),
  );

export const grammarSources = (): Sources => readTree(root, "schemas/language/*.schema.json");

/** The small valid project that all cases change, with the project's own grammar. */
export const baseSources = (): Sources => ({
  ...readTree(join(root, "fixtures/definitions"), "{schemas,brands}/**/*.json"),
  ...grammarSources(),
});

/** The project's own definitions. */
export const projectSources = (): Sources => {
  const all = readTree(root, "{schemas,brands}/**/*.json");
  return Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith("schemas/engine/")));
};

/** All cases of `fixtures/broken/<code>/<name>.json`. */
export const brokenCases = (): BrokenCase[] =>
  globSync("fixtures/broken/*/*.json", { cwd: root })
    .toSorted()
    .map((path) => ({
      code: basename(dirname(path)),
      name: basename(path, ".json"),
      ...(JSON.parse(readFileSync(join(root, path), "utf8")) as Omit<BrokenCase, "code" | "name">),
    }));

/**
 * Makes the sources of a case.
 * @throws {Error} when a text to replace does not stand in its file exactly once.
 */
export function changed(base: Sources, change: BrokenCase["change"]): Sources {
  const sources = { ...base };
  for (const [file, how] of Object.entries(change)) {
    if (how === null) {
      delete sources[file];
      continue;
    }
    if ("text" in how) {
      const text = how.text.repeat(how.times ?? 1);
      sources[file] = isBrandFile(file) ? describeBrandFile(Buffer.from(text)) : text;
      continue;
    }
    for (const { replace, by } of [how].flat()) {
      const parts = (sources[file] ?? "").split(replace);
      if (parts.length !== 2) {
        throw new Error(`${file} holds ${JSON.stringify(replace)} ${parts.length - 1} times, not once`);
      }
      sources[file] = parts.join(by);
    }
  }
  return sources;
}
