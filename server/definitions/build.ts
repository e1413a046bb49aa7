import { createHash } from "node:crypto";
import {
  brandsOf,
  check,
  compileBrand,
  compileValidators,
  prepare,
  readSources,
  type Diagnostic,
  type Revision,
  type Sources,
} from "../../schemas/engine/all.ts";

/** What became of the files: revisions by brand, or the errors for which there are none. Warnings come with both. */
export interface Built {
  diagnostics: Diagnostic[];
  revisions?: Map<string, Revision>;
}

/** Reads, checks and compiles all definition files. One error anywhere, and nothing of them is served. */
export function buildRevisions(sources: Sources, engine: string): Built {
  const read = readSources(sources);
  const diagnostics = [...read.diagnostics, ...check(read.files)];
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const revisions = new Map<string, Revision>();
  for (const brand of brandsOf(read.files)) {
    const compiled = compileBrand(read.files, brand);
    // What cannot be prepared must not be published.
    for (const flow of Object.values(compiled.public.flows)) prepare(flow, compileValidators(flow));
    revisions.set(brand, { hash: revisionHash(compiled, engine), ...compiled });
  }
  return { diagnostics, revisions };
}

/** 24 hexadecimal digits over the whole content and the engine's version. */
export function revisionHash(content: Omit<Revision, "hash">, engine: string): string {
  const { brand, public: open, private: closed } = content;
  return createHash("sha256")
    .update(JSON.stringify([engine, brand, open, closed]))
    .digest("hex")
    .slice(0, 24);
}
