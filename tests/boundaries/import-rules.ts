/** Who may import whom: server → schemas/engine ← renderer; tools come to the engine by its doors, tests may import all. */
import { builtinModules } from "node:module";
import { posix } from "node:path";
import type { Import, Source } from "./source.ts";

export interface Packages {
  /** What is there when the product runs. */
  production: string[];
  /** What is there to build and test it. */
  development: string[];
}

type Zone = "engine" | "renderer" | "server" | "tools" | "tests" | "outside";

const smallDoor = "schemas/engine/evaluate.ts";
const wholeDoor = "schemas/engine/all.ts";
const authorsDoors = new Set([smallDoor, wholeDoor, "schemas/engine/edit.ts", "schemas/engine/describe.ts"]);
/** Says that nothing changed before the engine is loaded, so it takes what it needs by itself. */
const hurried = "tools/check.ts";
/** What gives files their meaning for authors and at publish; none of it belongs in the browser. */
const notForBrowsers = /^schemas\/engine\/(all\.ts$|[123]-|diagnostics\/)/;
const packagesNotForBrowsers = new Set(["ajv", "ajv-formats", "jsonc-parser", "mdast-util-from-markdown"]);
/** Packages whose files are theirs to move: only what their own doors give is ours to use. */
const closedPackages = new Set(["@rjsf/core", "@rjsf/utils", "@rjsf/validator-ajv8"]);
/** Gives properties the same cases each time, and mutants an end at the first failure. */
const makersOfCases = new Set(["tests/support/properties.ts", "tests/mutants/setup.ts"]);
const builtins = new Set(builtinModules);
/** What the build makes for the browser. */
const madeByBuild = new Set(["virtual:illustrations"]);

/** Everything that the rules forbid, one line each. */
export function importProblems(sources: Source[], packages: Packages): string[] {
  return [
    ...sources.flatMap((source) =>
      source.imports.flatMap((imported) => {
        const problem = judge(source.path, imported, packages);
        return problem === undefined ? [] : [`${source.path}:${imported.line} ${problem}`];
      }),
    ),
    ...smallDoorProblems(sources),
  ];
}

function judge(from: string, imported: Import, packages: Packages): string | undefined {
  const zone = zoneOf(from);
  const { specifier } = imported;
  const name = packageOf(specifier);
  if (closedPackages.has(name) && specifier !== name) return `imports ${specifier}, an inner file of ${name}`;
  if (name === "fast-check" && !makersOfCases.has(from)) {
    return "imports fast-check, whose cases tests/support/properties.ts makes the same each time";
  }
  if (zone === "tests" || zone === "outside") return undefined;
  if (zone === "tools") {
    const to = specifier.startsWith(".") ? targetOf(from, specifier) : specifier;
    const isInside = zoneOf(to) === "engine" && !authorsDoors.has(to) && from !== hurried;
    return isInside ? `imports ${to}, which is behind the engine's doors` : undefined;
  }
  if (zone === "renderer" && madeByBuild.has(specifier)) return undefined;
  if (specifier.startsWith("/")) return `imports the absolute path ${specifier}`;
  if (specifier.startsWith(".")) {
    const to = targetOf(from, specifier);
    return mayImport(zone, to) ? undefined : `imports ${to}, which ${zone} code may not`;
  }
  if (specifier.startsWith("node:") || builtins.has(specifier.split("/")[0]!)) {
    return zone === "server" ? undefined : `imports ${specifier} of Node, which ${zone} code may not`;
  }
  return judgePackage(packageOf(specifier), imported.kind, packages);
}

function judgePackage(name: string, kind: Import["kind"], packages: Packages): string | undefined {
  if (packages.production.includes(name)) return undefined;
  const isDevelopment =
    packages.development.includes(name) ||
    packages.development.includes(`@types/${name.replace(/^@/, "").replace("/", "__")}`);
  if (!isDevelopment) return `imports ${name}, which package.json does not name`;
  // A type is gone when it runs, and what is loaded only for development may be missing otherwise.
  return kind === "static" ? `imports ${name}, which is there for development only` : undefined;
}

function mayImport(zone: Zone, to: string): boolean {
  switch (zone) {
    case "engine":
      return zoneOf(to) === "engine";
    case "renderer":
      return zoneOf(to) === "renderer" || to === smallDoor;
    case "server":
      return zoneOf(to) === "server" || to === smallDoor || to === wholeDoor;
    default:
      return true;
  }
}

/** What the small door leads to, directly or by way of others, goes to every browser. */
function smallDoorProblems(sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set([smallDoor]);
  const problems: string[] = [];
  for (const path of reached) {
    for (const { specifier, kind, line } of byPath.get(path)?.imports ?? []) {
      if (kind === "type") continue;
      const to = specifier.startsWith(".") ? targetOf(path, specifier) : packageOf(specifier);
      if (notForBrowsers.test(to) || packagesNotForBrowsers.has(to)) {
        problems.push(`${path}:${line} brings ${to} into the browser, by way of ${smallDoor}`);
      } else if (specifier.startsWith(".")) {
        reached.add(to);
      }
    }
  }
  return problems;
}

function zoneOf(path: string): Zone {
  if (path.startsWith("schemas/engine/")) return "engine";
  const top = path.split("/")[0]!;
  return top === "renderer" || top === "server" || top === "tools" || top === "tests" ? top : "outside";
}

/** Path from the project's root, without a query of Vite's. */
function targetOf(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier.split("?")[0]!);
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
