/** What was read of a space: entries and assets as they were, before our types are laid over them. */

export interface SnapshotEntry {
  id: string;
  /** `sys.revision`. */
  version: number;
  updatedAt: string;
  fields: Record<string, unknown>;
}

export interface SnapshotAsset {
  id: string;
  version: number;
  updatedAt: string;
  /** Absent while the file is still being processed. */
  url?: string;
}

/** JSON. The same content gives the same text: all is in order of id. */
export interface SpaceSnapshot {
  /**
   * By content type: ids of entries, and how many levels of their links were read. A type that the space does not have is
   * here without entries.
   */
  types: Record<string, { depth: number; ids: string[] }>;
  /** Entries of these types, and all that they link to. */
  entries: SnapshotEntry[];
  assets: SnapshotAsset[];
}

/** The order of all that is copied. */
export const byId = (a: { id: string }, b: { id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** A link as the delivery API writes it. */
export interface Link {
  linkType: string;
  id: string;
}

/** Reads a link; undefined where the value is something else. */
export function asLink(value: unknown): Link | undefined {
  const sys = (value as { sys?: Record<string, unknown> } | null | undefined)?.sys;
  if (typeof sys !== "object" || sys === null || sys["type"] !== "Link") return undefined;
  const { linkType, id } = sys;
  return typeof linkType === "string" && typeof id === "string" ? { linkType, id } : undefined;
}

/** What links lead to. */
export interface SnapshotIndex {
  entry(id: string): SnapshotEntry | undefined;
  asset(id: string): SnapshotAsset | undefined;
}

export function indexSnapshot({ entries, assets }: SpaceSnapshot): SnapshotIndex {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  const assetsById = new Map(assets.map((asset) => [asset.id, asset]));
  return { entry: (id) => entriesById.get(id), asset: (id) => assetsById.get(id) };
}
