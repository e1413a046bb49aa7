import { createHash } from "node:crypto";
import {
  brandsOf,
  check,
  compileBrand,
  compileValidators,
  prepare,
  readSources,
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
export function keptBuild(sources: Sources, engine: string): KeptBuild {
  const from = nameOfSources(sources, engine);
  if (last?.from === from) return last;
  const { diagnostics, revisions } = build(sources, engine);
  const text = revisions && JSON.stringify([...revisions.values()]);
  last = { from, diagnostics, ...(text === undefined ? {} : { revisions: text }) };
  return last;
}

/**
 * Reads, checks and compiles all definition files. One error anywhere, and nothing of them is served. The same files
 * again, as after a save that changed nothing, are not compiled again.
 */
export function buildRevisions(sources: Sources, engine: string): Built {
  const { diagnostics, revisions } = keptBuild(sources, engine);
  if (revisions === undefined) return { diagnostics };
  const all = JSON.parse(revisions) as Revision[];
  return { diagnostics, revisions: new Map(all.map((revision) => [revision.brand, revision])) };
}

/** A hash over the files' paths and texts and the engine's version. */
export function nameOfSources(sources: Sources, engine: string): string {
  const files = Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([engine, files]))
    .digest("hex");
}

function build(sources: Sources, engine: string): Built {
  const read = readSources(sources);
  const diagnostics = [...read.diagnostics, ...check(read.files)];
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const revisions = new Map<string, Revision>();
  for (const brand of brandsOf(read.files)) {
    const compiled = compileBrand(read.files, brand);
    // What cannot be prepared must not be published.
    for (const flow of Object.values(compiled.public.flows)) prepare(flow, compileValidators(flow));
    const hash = revisionHash(compiled, engine, contentOf(read.files, brand));
    revisions.set(brand, { hash, ...compiled });
  }
  return { diagnostics, revisions };
}

/** The brand's content by file, whether something reads it yet or not: whoever saves it gets a revision of its own. */
const contentOf = (files: Record<string, ReadFile>, brand: string): [path: string, value: unknown][] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`brands/${brand}/content/`))
    .map(([path, { value }]) => [path, value]);

/** 24 hexadecimal digits over all that was compiled, the brand's content and the engine's version. */
export function revisionHash(
  compiled: Omit<Revision, "hash">,
  engine: string,
  content: [path: string, value: unknown][] = [],
): string {
  const { brand, public: open, private: closed } = compiled;
  return createHash("sha256")
    .update(JSON.stringify([engine, brand, open, closed, content]))
    .digest("hex")
    .slice(0, 24);
}
