/** What the editors of a brand have not published yet, in the place of what is live of that brand alone. */
import type { SpaceSnapshot } from "./snapshot.ts";
import { brandsField } from "./problems.ts";
import { toContentFiles, type ContentFiles } from "./to-content-files.ts";
import type { ContentDemand } from "./types.ts";

interface Unpublished {
  brand: string;
  source: string;
  /** What the preview API gave. */
  copy: SpaceSnapshot;
  /** What is live of all brands. */
  live: ContentFiles;
  demand: ContentDemand;
}

/** The content files of all brands. What others have not published yet, they may still be at work on: it is not looked at. */
export function withUnpublished({ brand, source, copy, live, demand }: Unpublished): ContentFiles {
  const isOthers = (path: string): boolean => !path.startsWith(`brands/${brand}/content/`);
  const only = <Value>(entries: Iterable<[string, Value]>, keep: (path: string) => boolean) =>
    [...entries].filter(([path]) => keep(path));
  const own = toContentFiles([{ source, brands: demand.brands, copy: ofBrand(copy, brand) }], demand);
  return {
    sources: Object.fromEntries([
      ...only(Object.entries(live.sources), isOthers),
      ...only(Object.entries(own.sources), (path) => !isOthers(path)),
    ]),
    origins: new Map([...only(live.origins, isOthers), ...only(own.origins, (path) => !isOthers(path))]),
    versions: new Map([...live.versions, [brand, own.versions.get(brand)!]]),
    problems: own.problems,
  };
}

/** A copy with the entries of one brand, and those that are of no brand yet: somebody has to be told of these. */
function ofBrand(copy: SpaceSnapshot, brand: string): SpaceSnapshot {
  const codes = new Map(copy.entries.map(({ id, fields }) => [id, [fields[brandsField] ?? []].flat()]));
  const isOwn = (id: string): boolean => {
    const named = codes.get(id) ?? [];
    return named.length === 0 || named.includes(brand);
  };
  const types = Object.entries(copy.types).map(
    ([type, { depth, ids }]) => [type, { depth, ids: ids.filter(isOwn) }] as const,
  );
  return { ...copy, types: Object.fromEntries(types) };
}
