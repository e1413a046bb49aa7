import { isNumeral } from "../1-read/placeholder.ts";
import { brandFacts } from "../1-read/brand-facts.ts";
import type { Fragments, SourceRows } from "../1-read/expand.ts";
import { isBody } from "../1-read/markdown.ts";
import type { ReadFile } from "../1-read/read.ts";
import { withRecords } from "../1-read/records.ts";
import { valueAt } from "../4-evaluate/rules.ts";
import { booleansOf, shownAs } from "../4-evaluate/words.ts";
import type {
  BooleanWords,
  FailureText,
  Rule,
  Words,
  WrittenBrandFile,
  WrittenFlowFile,
  WrittenSavedListFile,
  WrittenScreenFile,
  WrittenServiceFile,
  WrittenViewFile,
} from "../types/index.ts";
import { openContent, type BrandContent, type Entry } from "./content.ts";
import type { Constants } from "./fold.ts";
import { formatOfKind } from "./format.ts";
import { namesInKind, resolveKind } from "./kind.ts";
import { labelsOfKind } from "./options.ts";
import { compileWords, type KindFormats, type KnownPlaceholders } from "./words.ts";

type Definition = Record<string, unknown>;
type Texts = Record<string, string>;

/** One brand's view of all definition files: its facts, its words, and the files by id. */
export interface BrandProject {
  files: Record<string, ReadFile>;
  definition: WrittenBrandFile;
  facts: Definition;
  /** Common words by full key. */
  common: Texts;
  /** The screens that the brand has, in its order. */
  screens: WrittenScreenFile[];
  services: {
    service: string;
    headers?: Record<string, Rule>;
    failureTexts?: (FailureText & { calls?: string[] })[];
    calls: Record<string, unknown>;
  }[];
  /** Types of events. */
  events: Definition[];
  kind(id: string): Definition;
  view(id: string): WrittenViewFile;
  /** All that there are. */
  savedLists: WrittenSavedListFile[];
  flow(id: string): WrittenFlowFile;
  flowFile(id: string): ReadFile;
  /** Words that stand apart beside a flow, by key without the flow's id. */
  flowWording(id: string): Texts;
  /** A tree of the flow's own folder, else one that all flows share. */
  tree(flow: string, id: string): Definition;
  fragments: Fragments;
  rows: SourceRows;
  /** The brand's own texts by full key. */
  overrides: Texts;
  /** The brand's own text for a full key. */
  brandKey(key: string): string | undefined;
  /** Compiles the first text that there is, as the words of a slot or of a key that ends with one. */
  words(slot: string, candidates: (string | undefined)[]): Words | undefined;
  known: KnownPlaceholders;
  /** How this brand says that something is so, or not. */
  booleans: BooleanWords | undefined;
  /** Of many entries of content the one that this is about, if it is about one. */
  entry?: Entry;
  /** The rows of a list of the brand's content, `<type>.<list>`. */
  contentList: BrandContent["list"];
  /** What entries of a type hold, and the route of the screen that there is for each of them, if there is. */
  entriesOf(type: string): { fields: Definition; route?: string };
  /** Facts and content of the brand as constants of rules. */
  constant: Constants;
  /** Whether `onlyFor` names this brand's facts. Nothing named is every brand. */
  appliesTo(onlyFor: unknown): boolean;
}

/** What was found of files, by where they are: each brand and each entry of content looks for the same ones. */
const filesByFolder = new WeakMap<object, Map<string, ReadFile[]>>();

function filesIn(files: Record<string, ReadFile>, folder: RegExp): ReadFile[] {
  const known = filesByFolder.get(files) ?? new Map<string, ReadFile[]>();
  filesByFolder.set(files, known);
  const inside = known.get(folder.source) ?? Object.values(files).filter(({ path }) => folder.test(path));
  known.set(folder.source, inside);
  return inside;
}

/**
 * Opens the files for one brand, and where it is about one of many entries of content, for that. Takes files that `check`
 * found no error in.
 */
export function openProject(files: Record<string, ReadFile>, brand: string, entry?: Entry): BrandProject {
  const value = (path: string): Definition => (files[path]?.value ?? {}) as Definition;
  const texts = (path: string): Texts => {
    const { $schema: _, ...rest } = value(path);
    return rest as Texts;
  };
  const all = (folder: RegExp): ReadFile[] => filesIn(files, folder);
  const byId = (folder: RegExp, key: string): Map<unknown, ReadFile> =>
    new Map(all(folder).map((file) => [(file.value as Definition)[key], file]));
  const fileOf = (map: Map<unknown, ReadFile>, what: string, id: string): ReadFile => {
    const file = map.get(id);
    if (!file) throw new Error(`there is no ${what} "${id}"`);
    return file;
  };
  // What a file says is as its grammar lets it: it was checked.
  const found = (map: Map<unknown, ReadFile>, what: string, id: string): unknown =>
    fileOf(map, what, id).value;

  const definition = value(`brands/${brand}/brand.json`) as WrittenBrandFile;
  const facts: Definition = brandFacts(brand, definition);
  const overrides = texts(`brands/${brand}/wording.es.json`);
  const overridden = new Map(Object.entries(overrides));
  const kinds = byId(/^schemas\/kinds\/(?:[^/]+\/)?[^/]+\.json$/, "kind");
  const views = byId(/^schemas\/views\/(?:[^/]+\/)?[^/]+\.json$/, "view");
  const flows = byId(/^schemas\/flows\/[^/]+\/flow\.json$/, "flow");
  const screens = byId(/^schemas\/screens\/[^/]+\.json$/, "screen");
  const fragments = byId(/^schemas\/fragments\/[^/]+\.json$/, "fragment");
  const common = texts("schemas/wording.es.json");
  const booleans = booleansOf(
    Object.fromEntries(
      Object.entries({ ...common, ...overrides }).map(([key, text]) => [key.replace(/^common\./, ""), text]),
    ),
  );
  const ownNames = knownPlaceholders(facts, definition.vocabulary, booleans);
  const content = openContent(files, brand, ownNames, entry);
  const contentTypes = byId(/^schemas\/content\/[^/]+\.json$/, "content");
  const ownScreens = (definition.screens ?? []).map(
    (id) => found(screens, "screen", id) as WrittenScreenFile,
  );
  const known: KnownPlaceholders = (name, kind) =>
    isNumeral(name)
      ? shownAs(name, kind === undefined ? undefined : formats(kind), booleans)
      : (ownNames(name) ?? content.text(name));
  const project: BrandProject = {
    files,
    ...(entry ? { entry } : {}),
    definition,
    facts,
    common,
    screens: ownScreens,
    services: all(/^schemas\/services\/[^/]+\.json$/).map((file) =>
      withRecords(file.value as BrandProject["services"][number] & WrittenServiceFile),
    ),
    events: all(/^schemas\/events\/[^/]+\.json$/).map((file) => file.value as Definition),
    kind: (id) => found(kinds, "kind", id) as Definition,
    savedLists: all(/^schemas\/saved-lists\/[^/]+\.json$/).map((file) => file.value as WrittenSavedListFile),
    view: (id) => found(views, "view", id) as WrittenViewFile,
    flow: (id) => found(flows, "flow", id) as WrittenFlowFile,
    flowFile: (id) => fileOf(flows, "flow", id),
    flowWording: (id) => texts(`schemas/flows/${id}/wording.es.json`),
    tree: (flow, id) =>
      value(
        [`schemas/flows/${flow}/options/${id}.json`, `schemas/options/${id}.json`].find(
          (path) => files[path],
        ) ?? "",
      ),
    fragments: (id) => fragments.get(id),
    rows: content.rows,
    overrides,
    brandKey: (key) => overridden.get(key),
    words: (slot, candidates) => {
      const text = candidates.find((candidate) => candidate !== undefined);
      if (text === undefined) return undefined;
      return compileWords(content.markdown(text) ?? text, known, formats, isBody(slot));
    },
    known,
    booleans,
    contentList: content.list,
    entriesOf: (type) => {
      const { fields = {} } = (contentTypes.get(type)?.value ?? {}) as { fields?: Definition };
      const route = ownScreens.find(({ forEach }) => forEach === type)?.route;
      return { fields, ...(route === undefined ? {} : { route }) };
    },
    // A fact that the brand does not have is null: absent, for rules.
    constant: (path) => (path.startsWith("brand.") ? valueAt(facts, path.slice(6)) : content.constant(path)),
    appliesTo: (onlyFor) =>
      Object.entries((onlyFor ?? {}) as Definition).every(([name, wanted]) =>
        Array.isArray(wanted) ? wanted.includes(facts[name]) : facts[name] === wanted,
      ),
  };
  const formats: KindFormats = (id) => {
    const kind = resolveKind(id, project);
    return labelsOfKind(kind, project) ?? formatOfKind(kind, namesInKind(kind, {}, {}), project.constant);
  };
  return project;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase("es") + text.slice(1);

/** `{brand.name}`, `{word.plate}`, `{Word.plate}`, and with the article `{word.plate.the}`. */
function knownPlaceholders(
  facts: Definition,
  vocabulary: WrittenBrandFile["vocabulary"] = {},
  booleans: BooleanWords | undefined,
): KnownPlaceholders {
  return (name) => {
    if (name.startsWith("brand.")) {
      const fact = valueAt(facts, name.slice(6));
      return fact === null ? undefined : shownAs(fact, undefined, booleans);
    }
    const match = /^([wW])ord\.([A-Za-z]+)(\.the)?$/.exec(name);
    const term = match && Object.hasOwn(vocabulary, match[2]!) ? vocabulary[match[2]!] : undefined;
    if (!match || !term) return undefined;
    const text = match[3] ? `${term.article} ${term.noun}` : term.noun;
    return match[1] === "W" ? capital(text) : text;
  };
}
