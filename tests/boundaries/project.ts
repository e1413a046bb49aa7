/** The project's own files, as the boundary tests read them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Packages } from "./import-rules.ts";
import type { Names } from "./name-rules.ts";
import { readSource, type Source } from "./source.ts";

export const root = join(import.meta.dirname, "../..");
/** Not ours, or made by a command. */
const ignored = new Set(["node_modules", "dist", "var", ".git"]);

/** Paths from the project's root, with `/`, of all files under a folder (`""` is the root). */
export function filesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (ignored.has(path)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

let parsed: Source[] | undefined;

/** The code of the folders that have rules, and of those that may not be imported by them. Read once. */
export function sources(): Source[] {
  return (parsed ??= ["schemas/engine", "renderer", "server", "tools", "tests"]
    .flatMap(filesUnder)
    .filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path))
    .map((path) => readSource(path, read(path))));
}

export function packages(): Packages {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, object>;
  return { production: Object.keys(dependencies ?? {}), development: Object.keys(devDependencies ?? {}) };
}

/** Ids and names from the definition files, so that a new flow or brand is guarded from its first day. */
export function names(): Names {
  const codes = folders("brands").filter((name) => name !== "defaults");
  const facts = [
    ...codes.map((code) => `brands/${code}`),
    ...folders("brands/defaults").map((name) => `brands/defaults/${name}`),
  ].map(
    (folder) =>
      (JSON.parse(read(`${folder}/brand.json`)) as { facts: { name?: string; country?: string } }).facts,
  );
  const countries = new Set(facts.flatMap(({ country }) => country ?? []));
  return {
    flows: folders("schemas/flows"),
    // A code that is a country too says nothing: whoever knows that brand, and not its country, knows its name.
    brands: codes.filter((code) => !countries.has(code)),
    brandNames: facts.flatMap(({ name }) => name ?? []),
  };
}

function folders(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
