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
const servingDoor = "schemas/engine/serve.ts";
const wholeDoor = "schemas/engine/all.ts";
const authorsDoors = new Set([
  smallDoor,
  servingDoor,
  wholeDoor,
  "schemas/engine/edit.ts",
  "schemas/engine/describe.ts",
]);
/** Says that nothing changed before the engine is loaded, so it takes what it needs by itself. */
const hurried = "tools/check.ts";
/** What gives files their meaning for authors and at publish; none of it belongs in the browser. */
const notForBrowsers =
  /^schemas\/engine\/((all|serve)\.ts$|[123]-|diagnostics\/|operations\/(\w+\/)?uses\.ts$)/;
/** What starts a server, and what makes revisions of definitions: a server that finds them made does without. */
const serverEntry = "server/main.ts";
const notForServing = /^schemas\/engine\/(all\.ts$|2-|3-compile\/compile\.ts$)/;
/** What few need, and what takes long to load. */
const packagesLoadedLater = new Set(["undici", "pg", "nodemailer", "pdfkit", "write-excel-file"]);
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
    ...reachedProblems(sources, { entry: smallDoor, kinds: ["static", "dynamic"], judge: forBrowsers }),
    ...reachedProblems(sources, { entry: serverEntry, kinds: ["static"], judge: forServing }),
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
      return zoneOf(to) === "server" || to === smallDoor || to === servingDoor || to === wholeDoor;
    default:
      return true;
  }
}

/** What an entry leads to, directly or by way of others. */
interface Reach {
  entry: string;
  /** Which imports are followed: what is imported dynamically is loaded later. */
  kinds: Import["kind"][];
  /** Says what is wrong with a module or package that is reached; nothing where it may be. */
  judge(to: string): string | undefined;
}

/** What the small door leads to goes to every browser. */
const forBrowsers: Reach["judge"] = (to) =>
  notForBrowsers.test(to) || packagesNotForBrowsers.has(to)
    ? `brings ${to} into the browser, by way of ${smallDoor}`
    : undefined;

/** A start waits for all that it leads to. */
const forServing: Reach["judge"] = (to) =>
  notForServing.test(to) || packagesLoadedLater.has(to)
    ? `loads ${to} with every server that starts: import it where it is used`
    : undefined;

function reachedProblems(sources: Source[], { entry, kinds, judge: judgeOf }: Reach): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set([entry]);
  const problems: string[] = [];
  for (const path of reached) {
    for (const { specifier, kind, line } of byPath.get(path)?.imports ?? []) {
      if (!kinds.includes(kind)) continue;
      const to = specifier.startsWith(".") ? targetOf(path, specifier) : packageOf(specifier);
      const problem = judgeOf(to);
      if (problem !== undefined) problems.push(`${path}:${line} ${problem}`);
      else if (specifier.startsWith(".")) reached.add(to);
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
