/**
 * What publishing takes time for, by name: reading the files, and making revisions of them. The same functions run in the
 * server's thread before it serves, and beside it from then on (publishing-thread.ts).
 */
import type { ContentVersions } from "../content/source.ts";
import { builtOf, nameOfSources, type Build } from "./built.ts";
import { loadSources } from "./load.ts";
import { createNaming } from "./name-files.ts";

/** The files below a root, and a name for what they say. */
const read = async (root: string) => {
  const sources = await loadSources(root);
  return { sources, name: nameOfSources(sources, "") };
};

/** The compiler is loaded only where something has to be compiled. */
async function build(
  sources: Record<string, string>,
  engine: string,
  versions?: ContentVersions,
): Promise<Build> {
  const known = builtOf(nameOfSources(sources, engine, versions));
  return known ?? (await import("./build.ts")).build(sources, engine, versions);
}

export const publishing = {
  /** A name for what the files below a root say. */
  name: createNaming(),
  /** The files themselves, for whoever adds content to them. */
  load: read,
  /** Builds files that were loaded. */
  build,
  /** Loads and builds. */
  publish: async (root: string, engine: string) => {
    const { sources, name } = await read(root);
    return { name, built: await build(sources, engine) };
  },
};

export type Publishing = typeof publishing;
