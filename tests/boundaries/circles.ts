/**
 * Folders of a zone, or of several, that import each other in a circle, each told once. Files that stand in the zone itself, beside its
 * folders, are no folder together: each counts for itself.
 */
import { posix } from "node:path";
import type { Source } from "./source.ts";

/** The folders that import each other, in these zones, with one import for each step of the way. */
export function circlesOfFolders(sources: Source[], ...zones: string[]): string[] {
  const imports = folderImports(
    sources.filter(({ path }) => zones.some((zone) => path.startsWith(`${zone}/`))),
    zones,
  );
  return groupsInCircles(imports).map((group) =>
    group
      .toSorted()
      .flatMap((from) =>
        [...(imports.get(from) ?? [])].flatMap(([to, example]) =>
          group.includes(to) ? [`${from} imports ${to} (${example})`] : [],
        ),
      )
      .join("\n"),
  );
}

type Imports = Map<string, Map<string, string>>;

/** Of each folder the others that it imports, and a file in which it does. */
function folderImports(sources: Source[], zones: string[]): Imports {
  const folderOf = (path: string): string =>
    zones.includes(posix.dirname(path)) ? path : posix.dirname(path);
  const paths = new Set(sources.map(({ path }) => path));
  const imports: Imports = new Map();
  for (const { path, imports: all } of sources) {
    const from = folderOf(path);
    const others = imports.get(from) ?? new Map<string, string>();
    imports.set(from, others);
    for (const { specifier } of all) {
      const target = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : "";
      const to = folderOf(target);
      if (paths.has(target) && to !== from && !others.has(to)) others.set(to, path);
    }
  }
  return imports;
}

/** Folders of which each leads to each other. */
function groupsInCircles(imports: Imports): string[][] {
  const reached = new Map([...imports.keys()].map((folder) => [folder, allReached(imports, folder)]));
  const groups: string[][] = [];
  for (const [folder, others] of reached) {
    if (!others.has(folder) || groups.some((group) => group.includes(folder))) continue;
    groups.push([...others].filter((other) => reached.get(other)?.has(folder)));
  }
  return groups;
}

function allReached(imports: Imports, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const to of imports.get(folder)?.keys() ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}
