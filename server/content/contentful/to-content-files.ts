/** From copies of spaces to content files, with which the definition files are complete. */
import type { ContentVersion, Diagnostic, Sources } from "../../../schemas/engine/serve.ts";
import { byId, indexSnapshot, type SnapshotEntry, type SpaceSnapshot } from "./snapshot.ts";
import { mapEntry, type Origin } from "./mapping.ts";
import { brandsField, placeIn, problemAt, type ProblemCode } from "./problems.ts";
import type { ContentType, ContentDemand } from "./types.ts";

/** A space, and the brands that read it. */
export interface SpaceContent {
  /** As revisions name it, e.g. `contentful:<space>/<environment>`. */
  source: string;
  brands: string[];
  copy: SpaceSnapshot;
}

export interface ContentFiles {
  /** Content files by path, as JSON. */
  sources: Sources;
  /** What stands where in them, by path. */
  origins: Map<string, Origin[]>;
  /** By brand. */
  versions: Map<string, ContentVersion>;
  /** Where one is an error, the files are not to be built. */
  problems: Diagnostic[];
}

const namePattern = /^[a-z0-9]+((--?|\/)[a-z0-9]+)*$/;

/** The name of an entry of a type with many: its `slug`, in which a slash may stand for the two hyphens of a file's name. Undefined where that cannot be a name. */
export function entryName({ fields }: SnapshotEntry): string | undefined {
  const slug = fields["slug"];
  // Not the id that Contentful gave it: most of those have capitals, which no address of ours has.
  return typeof slug === "string" && slug.length <= 64 && namePattern.test(slug)
    ? slug.replaceAll("/", "--")
    : undefined;
}

/** Lays out the content of all spaces as files. */
export function toContentFiles(spaces: SpaceContent[], { types }: ContentDemand): ContentFiles {
  const laid: ContentFiles = { sources: {}, origins: new Map(), versions: new Map(), problems: [] };
  for (const space of spaces) {
    const lookUp = indexSnapshot(space.copy);
    const used = new Map<string, Map<string, { version: number; updatedAt: string }>>(
      space.brands.map((brand) => [brand, new Map()]),
    );
    for (const type of types) {
      const entries = (space.copy.types[type.id]?.ids ?? []).flatMap((id) => lookUp.entry(id) ?? []);
      for (const { brand, entry, path } of placesOf(type, entries, space.brands, laid.problems)) {
        const { values, origins, problems, used: read } = mapEntry(entry, type.fields, lookUp);
        laid.sources[path] = JSON.stringify(values, null, 2);
        laid.origins.set(path, origins);
        laid.problems.push(...problems);
        for (const [id, one] of read) used.get(brand)!.set(id, one);
      }
    }
    for (const [brand, items] of used) {
      laid.versions.set(brand, {
        source: space.source,
        items: [...items].map(([id, { version, updatedAt }]) => ({ id, version, updatedAt })).toSorted(byId),
      });
    }
  }
  return laid;
}

interface PlacedEntry {
  brand: string;
  entry: SnapshotEntry;
  path: string;
}

/** Which entry is which brand's, and under which file. */
function placesOf(
  type: ContentType,
  entries: SnapshotEntry[],
  known: string[],
  problems: Diagnostic[],
): PlacedEntry[] {
  const placed = new Map<string, PlacedEntry>();
  const refuse = (entry: SnapshotEntry, field: string, code: ProblemCode, values = {}): void => {
    const excerpt = JSON.stringify(entry.fields[field]) ?? "";
    const told = { type: type.id, brands: known.join(", "), ...values };
    problems.push(problemAt(placeIn(entry.id, field), code, told, { excerpt: excerpt.slice(0, 200) }));
  };
  for (const entry of entries) {
    const given = entry.fields[brandsField];
    const codes = new Set(
      (Array.isArray(given) ? given : [given]).filter((code) => typeof code === "string"),
    );
    if (codes.size === 0) refuse(entry, brandsField, "content-without-brand");
    const name = entryName(entry);
    if (type.many && name === undefined) {
      refuse(entry, "slug", "content-bad-name", { name: String(entry.fields["slug"] ?? "") });
      continue;
    }
    for (const brand of codes) {
      if (!known.includes(brand)) {
        refuse(entry, brandsField, "content-unknown-brand", { brand });
        continue;
      }
      const path = `brands/${brand}/content/${type.many ? `${type.name}/${name}` : type.name}.json`;
      const other = placed.get(path);
      if (!other) placed.set(path, { brand, entry, path });
      else if (type.many)
        refuse(entry, "slug", "content-name-twice", { name: name!, brand, other: other.entry.id });
      else refuse(entry, brandsField, "content-twice", { brand, other: other.entry.id });
    }
  }
  return [...placed.values()];
}
