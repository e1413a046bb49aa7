import { createHash } from "node:crypto";
import {
  brandsOf,
  check,
  compileBrand,
  compileValidators,
  prepare,
  readSources,
  type ContentVersion,
  type Diagnostic,
  type ReadFile,
  type Revision,
  type Sources,
} from "../../schemas/engine/all.ts";

/** What became of the files: revisions by brand, or the errors for which there are none. Warnings come with both. */
export interface Built {
  diagnostics: Diagnostic[];
  revisions?: Map<string, Revision>;
}

/** What content of a content system is among the files, by brand. */
export type ContentVersions = ReadonlyMap<string, ContentVersion>;

/** What was built of some files by an engine, as text: whoever asks again gets revisions of his own. */
export interface KeptBuild {
  /** Names the files and the engine. */
  from: string;
  diagnostics: Diagnostic[];
  /** A JSON array of revisions; left out where errors allow none. */
  revisions?: string;
}

/** What was built last. */
let last: KeptBuild | undefined;

/** Gives what was built elsewhere, by `keptBuild`, to the next that asks for the same. */
export function recallBuild(kept: KeptBuild): void {
  last = kept;
}

/** What `buildRevisions` makes, in a form that can be written down. */
export function keptBuild(
  sources: Sources,
  engine: string,
  versions: ContentVersions = new Map(),
): KeptBuild {
  const from = nameOfSources(sources, engine, versions);
  if (last?.from === from) return last;
  const { diagnostics, revisions } = build(sources, engine, versions);
  const text = revisions && JSON.stringify([...revisions.values()]);
  last = { from, diagnostics, ...(text === undefined ? {} : { revisions: text }) };
  return last;
}

/**
 * Reads, checks and compiles all definition files. One error anywhere, and nothing of them is served. The same files
 * again, as after a save that changed nothing, are not compiled again. `versions` says which content of a content system
 * is among the files.
 */
export function buildRevisions(
  sources: Sources,
  engine: string,
  versions: ContentVersions = new Map(),
): Built {
  const { diagnostics, revisions } = keptBuild(sources, engine, versions);
  if (revisions === undefined) return { diagnostics };
  const all = JSON.parse(revisions) as Revision[];
  return { diagnostics, revisions: new Map(all.map((revision) => [revision.brand, revision])) };
}

/** A hash over the files' paths and texts, the engine's version, and those of content that comes from elsewhere. */
export function nameOfSources(
  sources: Sources,
  engine: string,
  versions: ContentVersions = new Map(),
): string {
  const files = Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([engine, files, [...versions]]))
    .digest("hex");
}

function build(sources: Sources, engine: string, versions: ContentVersions): Built {
  const read = readSources(sources);
  const diagnostics = [...read.diagnostics, ...check(read.files)];
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const revisions = new Map<string, Revision>();
  for (const brand of brandsOf(read.files)) {
    const compiled = compileBrand(read.files, brand);
    // What cannot be prepared must not be published.
    for (const flow of Object.values(compiled.public.flows)) prepare(flow, compileValidators(flow));
    const content = versions.get(brand);
    const hash = revisionHash(compiled, engine, contentOf(read.files, brand), content);
    revisions.set(brand, { hash, ...compiled, ...(content ? { content } : {}) });
  }
  return { diagnostics, revisions };
}

/** The brand's content by file, whether something reads it yet or not: whoever saves it gets a revision of its own. */
const contentOf = (files: Record<string, ReadFile>, brand: string): [path: string, value: unknown][] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`brands/${brand}/content/`))
    .map(([path, { value }]) => [path, value]);

/** 24 hexadecimal digits over all that was compiled, the brand's content with its versions, and the engine's version. */
export function revisionHash(
  compiled: Omit<Revision, "hash">,
  engine: string,
  content: [path: string, value: unknown][] = [],
  version?: ContentVersion,
): string {
  const { brand, public: open, private: closed } = compiled;
  return createHash("sha256")
    .update(JSON.stringify([engine, brand, open, closed, content, ...(version ? [version] : [])]))
    .digest("hex")
    .slice(0, 24);
}
