/** The project's definitions, compiled when the pages were built: a server that starts with the same need not do it. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { forgetBuilds, nameOfSources, reuseBuild, type Build } from "./built.ts";
import { engineCodeHash } from "./engine-code.ts";
import { loadSources } from "./load.ts";

const root = join(import.meta.dirname, "../..");
const file = join(root, "dist/definitions.json");

/**
 * What was kept; nothing where there is none that can be read. A line for all but the revisions, and one for each of them:
 * they are text here, and read when they are asked for.
 */
async function readCachedBuild(): Promise<Build | undefined> {
  try {
    const [first = "", ...revisions] = (await readFile(file, "utf8")).split("\n");
    const { brands, ...kept } = JSON.parse(first) as Build;
    if (revisions.length !== (brands?.length ?? 0)) return undefined;
    const whole = brands?.map((brand, at) => {
      const revision = revisions[at]!;
      return revision === "" ? brand : { ...brand, revision };
    });
    return whole ? { ...kept, brands: whole } : kept;
  } catch {
    return undefined;
  }
}

const lineByLine = ({ brands, ...kept }: Build): string => {
  const others = brands?.map((brand) => ({ ...brand, revision: undefined }));
  const revisions = brands?.map(({ revision = "" }) => revision) ?? [];
  return [JSON.stringify({ ...kept, brands: others }), ...revisions].join("\n");
};

let cached: Promise<Build | undefined> | undefined;

/** Makes what was kept known to `build`, which takes it for the very same files and engine alone. It is read once. */
export async function loadCachedBuild(): Promise<void> {
  const kept = await (cached ??= readCachedBuild());
  if (kept) reuseBuild(kept);
}

/** Forgets it, and all that was built: what is live is read, and what comes is built in a thread of its own. */
export function forgetCachedBuild(): void {
  cached = undefined;
  forgetBuilds();
}

/** Whether what is kept is of the project's files as they are. */
export async function isBuildCached(): Promise<boolean> {
  const reading = readCachedBuild();
  const [kept, sources, engine] = await Promise.all([reading, loadSources(root), engineCodeHash()]);
  const isCurrent = kept?.from === nameOfSources(sources, engine);
  // A server in this process need not read it again.
  if (isCurrent) cached ??= reading;
  return isCurrent;
}

/** Compiles the project's definitions for servers to come. */
export async function cacheBuild(): Promise<void> {
  const [sources, engine] = await Promise.all([loadSources(root), engineCodeHash()]);
  const { build } = await import("./build.ts");
  // Whole or not at all: servers read it.
  await writeFile(`${file}.${process.pid}`, lineByLine(build(sources, engine)));
  await rename(`${file}.${process.pid}`, file);
}
