import { isBrandFile } from "../../1-read/brand-files.ts";

/** The grammars, each for the files of one place. */
export type FileKind =
  | "brand"
  | "kind"
  | "fragment"
  | "flow"
  | "screen"
  | "page-example"
  | "view"
  | "saved-list"
  | "service"
  | "event"
  | "wording"
  | "options"
  | "example"
  | "content-type"
  | "content";

export interface FilePlace {
  kind: FileKind;
  /** The id that the name of the file or its folder gives. */
  id: string;
  /** The flow or brand whose folder it is in. */
  owner: string;
  /** Of content that is one of many of its type: its name. */
  entry?: string;
  /** Of what brands extend: the name of the defaults, which take the place of the brand. */
  defaults?: string;
}

const places: [RegExp, FileKind][] = [
  [/^brands\/(?<owner>(?<id>[^/]+))\/brand\.json$/, "brand"],
  [/^brands\/(?<owner>[^/]+)\/wording\.es\.json$/, "wording"],
  [/^schemas\/wording\.es\.json$/, "wording"],
  [/^schemas\/kinds\/(?:[^/]+\/)?(?<id>[^/]+)\.json$/, "kind"],
  [/^schemas\/fragments\/(?<id>[^/]+)\.json$/, "fragment"],
  [/^schemas\/options\/(?<id>[^/]+)\.json$/, "options"],
  [/^schemas\/screens\/(?<id>[^/]+)\.json$/, "screen"],
  [/^schemas\/screens\/(?<owner>[^/]+)\/examples\/(?<id>[^/]+)\.json$/, "page-example"],
  [/^schemas\/views\/(?:[^/]+\/)?(?<id>[^/]+)\.json$/, "view"],
  [/^schemas\/saved-lists\/(?<id>[^/]+)\.json$/, "saved-list"],
  [/^schemas\/services\/(?<id>[^/]+)\.json$/, "service"],
  [/^schemas\/events\/(?<id>[^/]+)\.json$/, "event"],
  [/^schemas\/flows\/(?<owner>(?<id>[^/]+))\/flow\.json$/, "flow"],
  [/^schemas\/flows\/(?<owner>[^/]+)\/wording\.es\.json$/, "wording"],
  [/^schemas\/flows\/(?<owner>[^/]+)\/options\/(?<id>[^/]+)\.json$/, "options"],
  [/^schemas\/flows\/(?<owner>[^/]+)\/examples\/(?<id>[^/]+)\.json$/, "example"],
  [/^schemas\/content\/(?<id>[^/]+)\.json$/, "content-type"],
  [/^brands\/(?<owner>[^/]+)\/content\/(?<id>[^/]+)\.json$/, "content"],
  [/^brands\/(?<owner>[^/]+)\/content\/(?<id>[^/]+)\/(?<entry>[^/]+)\.json$/, "content"],
];

/** These are used in rules and paths, or beside what is, so their ids have no hyphens; their files have. */
const unhyphened: ReadonlySet<FileKind> = new Set([
  "kind",
  "view",
  "saved-list",
  "service",
  "event",
  "fragment",
  "content-type",
  "content",
]);

const camel = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Paths that are remembered: several times those of a project. */
const most = 20_000;
const knownPlaces = new Map<string, FilePlace | undefined>();

/** What a definition file is, by its path; undefined where no definition is read. */
export function placeOf(path: string): FilePlace | undefined {
  if (!knownPlaces.has(path)) {
    if (knownPlaces.size >= most) knownPlaces.clear();
    knownPlaces.set(path, findPlace(path));
  }
  return knownPlaces.get(path);
}

function findPlace(path: string): FilePlace | undefined {
  const [, defaults, rest] = /^brands\/defaults\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (defaults !== undefined) {
    const place = placeOf(`brands/${defaults}/${rest}`);
    return place && { ...place, owner: "", defaults };
  }
  for (const [pattern, kind] of places) {
    const groups = pattern.exec(path)?.groups;
    if (!groups && !pattern.test(path)) continue;
    const name = groups?.["id"] ?? "";
    const id = unhyphened.has(kind) ? camel(name) : name;
    const entry = groups?.["entry"];
    return { kind, id, owner: groups?.["owner"] ?? "", ...(entry === undefined ? {} : { entry }) };
  }
  return undefined;
}

/** Whether a path is one of a definition: not the grammar itself, nor a picture or font that a brand brings. */
export const isDefinition = (path: string): boolean =>
  /^(schemas|brands)\//.test(path) && !/^schemas\/(language|engine)\//.test(path) && !isBrandFile(path);
