/** From an entry of Contentful to content as the definition files have it. */
import type { Diagnostic } from "../../../schemas/engine/serve.ts";
import { asLink, type SnapshotAsset, type SnapshotEntry, type Link, type SnapshotIndex } from "./snapshot.ts";
import { placeIn, problemAt } from "./problems.ts";
import type { ContentField } from "./types.ts";

/** Where in the mapped value an entry begins. */
export interface Origin {
  at: (string | number)[];
  entry: string;
}

export interface Mapped {
  /** What the check judges: as in a file. */
  values: Record<string, unknown>;
  /** The outer ones before those within. */
  origins: Origin[];
  /** All that was read for it, by `<link type>/<id>`. */
  used: Map<string, SnapshotEntry | SnapshotAsset>;
  problems: Diagnostic[];
}

/**
 * Lays the fields of a type over an entry. What the type does not know is left out, and so are empty texts and links to
 * what is not published; all other values are handed on as they are, for the check to judge.
 */
export function mapEntry(
  entry: SnapshotEntry,
  fields: Record<string, ContentField>,
  lookUp: SnapshotIndex,
): Mapped {
  const mapped: Mapped = { values: {}, origins: [], used: new Map(), problems: [] };
  mapped.values = mapFields(entry, fields, { lookUp, mapped, at: [] });
  return mapped;
}

interface Work {
  lookUp: SnapshotIndex;
  mapped: Mapped;
  at: (string | number)[];
}

function mapFields(
  entry: SnapshotEntry,
  fields: Record<string, ContentField>,
  work: Work,
): Record<string, unknown> {
  work.mapped.origins.push({ at: work.at, entry: entry.id });
  work.mapped.used.set(`Entry/${entry.id}`, entry);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(entry.fields, name)) continue;
    const given = entry.fields[name];
    if (given === null || given === "") continue;
    const within = { ...work, at: [...work.at, name] };
    const value = mapValue(given, field, { name, entry: entry.id }, within);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

interface Named {
  name: string;
  entry: string;
}

function mapValue(given: unknown, field: ContentField, named: Named, work: Work): unknown {
  if (field.type === "address") {
    const link = asLink(given);
    return link?.linkType === "Asset" ? assetAddress(link, named, work) : given;
  }
  return field.fields && Array.isArray(given) ? mapRows(given, field.fields, named, work) : given;
}

function unresolved({ linkType, id }: Link, { name, entry }: Named, { mapped }: Work): void {
  const what = linkType === "Asset" ? "el archivo" : "la entrada";
  const values = { field: name, what, id };
  mapped.problems.push(problemAt(placeIn(entry, name), "content-link-unresolved", values, { excerpt: id }));
}

function assetAddress(link: Link, named: Named, work: Work): string | undefined {
  const asset = work.lookUp.asset(link.id);
  if (asset?.url === undefined) {
    unresolved(link, named, work);
    return undefined;
  }
  work.mapped.used.set(`Asset/${asset.id}`, asset);
  return asset.url;
}

/** Rows are entries that are linked, or objects in place. How deep they go is the type's, so that circles end. */
function mapRows(
  given: unknown[],
  fields: Record<string, ContentField>,
  named: Named,
  work: Work,
): unknown[] | undefined {
  const rows: unknown[] = [];
  for (const one of given) {
    const link = asLink(one);
    const entry = link?.linkType === "Entry" ? work.lookUp.entry(link.id) : undefined;
    if (entry) rows.push(mapFields(entry, fields, { ...work, at: [...work.at, rows.length] }));
    else if (link) unresolved(link, named, work);
    else rows.push(one);
  }
  // Nothing of it is published: that is no empty list.
  return rows.length === 0 && given.length > 0 ? undefined : rows;
}
