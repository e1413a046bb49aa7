/** What was built of definitions, and how it is named: what a server needs that finds it built. */
import { createHash } from "node:crypto";
import type { Diagnostic, Revision, Sources } from "../../schemas/engine/serve.ts";
import type { ContentVersions } from "../content/source.ts";

/** What was made of one brand. */
export interface BuiltBrand {
  brand: string;
  /** Of its revision, as far as it could be compiled. */
  hash: string;
  /** The revision as JSON; left out where the brand could not be compiled at all. */
  revision?: string;
  /** Flows that could not be compiled, and are not in the revision. */
  withheld: string[];
}

/** What became of some files, as text: it can be written down, and handed from thread to thread. */
export interface Build {
  /** Names the files and the engine. */
  from: string;
  diagnostics: Diagnostic[];
  /** Left out where errors allow none. Warnings come with them, and what could not be compiled though it was checked. */
  brands?: BuiltBrand[];
}

/** What was built of late, by its name. */
const builds = new Map<string, Build>();

/** Enough for a change and for what it changed, so that taking it back takes no time. */
const maxBuilds = 3;

/** Gives what was built elsewhere to whoever asks for the same. */
export function reuseBuild(kept: Build): void {
  builds.delete(kept.from);
  builds.set(kept.from, kept);
  if (builds.size > maxBuilds) builds.delete(builds.keys().next().value!);
}

/** For a thread that builds nothing more: revisions are megabytes of text. */
export const forgetBuilds = (): void => builds.clear();

/** Of what was built in this thread: whoever opens one server after the other reads it once. Nobody changes a revision. */
const readBefore = new WeakMap<BuiltBrand, Revision>();

/** The revision of a brand, of which this is the text. */
export function readBuilt(brand: BuiltBrand, text: string): Revision {
  const revision = readBefore.get(brand) ?? (JSON.parse(text) as Revision);
  readBefore.set(brand, revision);
  return revision;
}

/** The whole revision with this hash, where it was built of late. */
export function builtRevision(hash: string): Revision | undefined {
  const made = [...builds.values()]
    .flatMap(({ brands = [] }) => brands)
    .find((brand) => brand.hash === hash && isWhole(brand));
  return made?.revision === undefined ? undefined : readBuilt(made, made.revision);
}

/** What was built of late of files with this name, by `nameOfSources`. */
export const builtOf = (from: string): Build | undefined => builds.get(from);

/** Whether nothing of a brand was left out of it. */
const isWhole = ({ revision, withheld }: BuiltBrand): boolean =>
  revision !== undefined && withheld.length === 0;

/** Of what a build consists: one that is written otherwise is not taken for it. */
const form = 4;

/** A hash over the files' paths and texts, the engine's code, and those of content that comes from elsewhere. */
export const nameOfSources = (
  sources: Sources,
  engine: string,
  versions: ContentVersions = new Map(),
): string =>
  createHash("sha256")
    .update(JSON.stringify([form, engine, hashOfFiles(sources), [...versions]]))
    .digest("hex");

const hashes = new WeakMap<Sources, string>();

/** The files that were read are named, and then built: they are megabytes, and what was read is not changed. */
function hashOfFiles(sources: Sources): string {
  const known = hashes.get(sources);
  if (known !== undefined) return known;
  const files = Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sum = createHash("sha256");
  // With its length, so that no text can go on as the next file.
  for (const [path, text] of files) sum.update(`${path}\0${text.length}\0`).update(text);
  const hash = sum.digest("hex");
  hashes.set(sources, hash);
  return hash;
}
