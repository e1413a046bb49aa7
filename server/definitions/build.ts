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

/** What was built last, as text: whoever asks again gets revisions of his own. */
let last:
  | { sources: Sources; engine: string; versions: string; diagnostics: Diagnostic[]; revisions?: string }
  | undefined;

const isSame = (some: Sources, others: Sources): boolean => {
  const names = Object.keys(some);
  return names.length === Object.keys(others).length && names.every((name) => some[name] === others[name]);
};

/** By brand. */
export type ContentVersions = ReadonlyMap<string, ContentVersion>;

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
  const named = JSON.stringify([...versions]);
  if (last?.engine === engine && last.versions === named && isSame(last.sources, sources)) {
    const { diagnostics, revisions } = last;
    if (revisions === undefined) return { diagnostics };
    const again = JSON.parse(revisions) as Revision[];
    return { diagnostics, revisions: new Map(again.map((revision) => [revision.brand, revision])) };
  }
  const built = build(sources, engine, versions);
  const revisions = built.revisions && JSON.stringify([...built.revisions.values()]);
  last = {
    sources,
    engine,
    versions: named,
    diagnostics: built.diagnostics,
    ...(revisions === undefined ? {} : { revisions }),
  };
  return built;
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
