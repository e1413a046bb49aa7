import { createHash } from "node:crypto";
import {
  brandsOf,
  check,
  compileBrand,
  meaningVersion,
  prepareFlow,
  readSources,
  type ContentVersion,
  type Diagnostic,
  type ReadFile,
  type Revision,
  type Sources,
} from "../../schemas/engine/all.ts";
import type { ContentVersions } from "../content/source.ts";
import { builtOf, nameOfSources, reuseBuild, type Build, type BuiltBrand } from "./built.ts";
import {
  brandNotCompiled,
  filesNotChecked,
  flowNotChecked,
  flowNotCompiled,
  isOurMistake,
} from "./problems.ts";

/**
 * Reads, checks and compiles all definition files. One error that the check finds, and nothing of them is served; what
 * passes and cannot be compiled is left out of its brand. The same files again, as after a save that changed nothing or
 * took a change back, are not compiled again. `versions` says which content of a content system is among the files.
 */
export function build(sources: Sources, engine: string, versions: ContentVersions = new Map()): Build {
  const from = nameOfSources(sources, engine, versions);
  const made = builtOf(from) ?? { from, ...buildAnew(sources, versions) };
  // A mistake of ours may be gone the next time.
  if (!made.diagnostics.some(isOurMistake)) reuseBuild(made);
  return made;
}

/** As `build`, with the revisions themselves by brand: for whoever serves nothing that was published before. */
export function buildRevisions(
  sources: Sources,
  engine: string,
  versions: ContentVersions = new Map(),
): { diagnostics: Diagnostic[]; revisions?: Map<string, Revision> } {
  const { diagnostics, brands } = build(sources, engine, versions);
  if (brands === undefined) return { diagnostics };
  const revisions = brands.flatMap(({ brand, revision }): [string, Revision][] =>
    revision === undefined ? [] : [[brand, JSON.parse(revision) as Revision]],
  );
  return { diagnostics, revisions: new Map(revisions) };
}

function buildAnew(sources: Sources, versions: ContentVersions): Omit<Build, "from"> {
  const read = readSources(sources);
  const diagnostics = [...read.diagnostics, ...checkWhatCanBe(read.files)];
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const brands = brandsOf(read.files).map((brand): BuiltBrand => {
    try {
      const { compiled, failures } = compileWhatCanBe(read.files, brand);
      for (const [flow, error] of failures) diagnostics.push(flowNotCompiled(read.files, brand, flow, error));
      const content = versions.get(brand);
      const revision = writeRevision(compiled, meaningVersion, contentOf(read.files, brand), content);
      return { brand, hash: revision.hash, revision: revision.text, withheld: [...failures.keys()] };
    } catch (error) {
      diagnostics.push(brandNotCompiled(read.files, brand, error));
      return { brand, hash: "", withheld: [] };
    }
  });
  return { diagnostics, brands };
}

/** What cannot be checked is an error, where it is: nothing is published that nobody has judged. */
function checkWhatCanBe(files: Record<string, ReadFile>): Diagnostic[] {
  const unchecked: Diagnostic[] = [];
  try {
    const found = check(files, undefined, (flow, error) => void unchecked.push(flowNotChecked(flow, error)));
    return [...found, ...unchecked];
  } catch (error) {
    return [...unchecked, filesNotChecked(files, error)];
  }
}

type Compiled = Omit<Revision, "hash">;

/** A brand without the flows that cannot be compiled or prepared, and without the pages that show them. */
function compileWhatCanBe(
  files: Record<string, ReadFile>,
  brand: string,
): { compiled: Compiled; failures: Map<string, unknown> } {
  const failures = new Map<string, unknown>();
  const compiled = compileBrand(files, brand, (flow, error) => void failures.set(flow, error));
  for (const [id, flow] of Object.entries(compiled.public.flows)) {
    try {
      // What cannot be prepared must not be published.
      prepareFlow(flow);
    } catch (error) {
      failures.set(id, error);
    }
  }
  return { compiled: failures.size === 0 ? compiled : without(compiled, failures), failures };
}

function without(compiled: Compiled, failures: ReadonlyMap<string, unknown>): Compiled {
  const stays = ([id]: [string, unknown]): boolean => !failures.has(id);
  const { brand, flows } = compiled.public;
  const { programs } = compiled.private;
  const screens = brand.screens.filter(({ flow }) => flow === undefined || !failures.has(flow));
  const routes = new Set(screens.map(({ route }) => route));
  const gone = new Set(brand.screens.flatMap(({ route }) => (routes.has(route) ? [] : [route])));
  const menu = brand.site.menu.filter(({ to }) => to === undefined || !gone.has(to));
  return {
    ...compiled,
    public: {
      brand: { ...brand, screens, site: { ...brand.site, menu } },
      flows: Object.fromEntries(Object.entries(flows).filter(stays)),
    },
    private: {
      ...compiled.private,
      programs: Object.fromEntries(Object.entries(programs).filter(stays)),
    },
  };
}

/** The brand's content by file, whether something reads it yet or not: whoever saves it gets a revision of its own. */
const contentOf = (files: Record<string, ReadFile>, brand: string): [path: string, value: unknown][] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`brands/${brand}/content/`))
    .map(([path, { value }]) => [path, value]);

/**
 * A revision as JSON, and its hash: 24 hexadecimal digits over all that was compiled, the brand's content with its versions,
 * and the version of what it means. A revision is megabytes: what is hashed of it is what is written.
 */
export function writeRevision(
  { brand, public: open, private: closed }: Compiled,
  meaning: number,
  content: [path: string, value: unknown][] = [],
  version?: ContentVersion,
): { hash: string; text: string } {
  const parts = {
    brand: JSON.stringify(brand),
    public: JSON.stringify(open),
    private: JSON.stringify(closed),
  };
  const read = JSON.stringify(version ? [content, version] : [content]).slice(1, -1);
  const hash = createHash("sha256")
    .update(`[${meaning},${parts.brand},${parts.public},${parts.private},${read}]`)
    .digest("hex")
    .slice(0, 24);
  const written = {
    hash: JSON.stringify(hash),
    ...parts,
    ...(version ? { content: JSON.stringify(version) } : {}),
  };
  const members = Object.entries(written).map(([key, text]) => `"${key}":${text}`);
  return { hash, text: `{${members.join(",")}}` };
}
