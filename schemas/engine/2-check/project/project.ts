import { expandFlow, fieldsOfStep, type Fragments, type SourceRows } from "../../1-read/expand.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { withRecords } from "../../1-read/records.ts";
import { openContent, type Content } from "./content.ts";
import { placeOf, type FileKind } from "./file-kinds.ts";
import { treeOf } from "./presets.ts";
import type { Report } from "../report/report.ts";
import { asObject, asText } from "../report/values.ts";
import type { WrittenFlowFile } from "../../types/index.ts";
import type {
  Brand,
  EventType,
  Example,
  Field,
  Flow,
  Fragment,
  Item,
  Kind,
  OptionTree,
  PageExample,
  SavedListDefinition,
  Screen,
  Service,
  ViewDefinition,
  WordingFile,
} from "./items.ts";

export type * from "./items.ts";

/** All definition files by what they define. */
export interface Project {
  report: Report;
  /** All that was read, by path. */
  files: Record<string, ReadFile>;
  brands: Map<string, Brand>;
  kinds: Map<string, Kind>;
  fragments: Map<string, Fragment>;
  /** Option trees that all flows share. */
  trees: Map<string, OptionTree>;
  flows: Map<string, Flow>;
  screens: Map<string, Screen>;
  views: Map<string, ViewDefinition>;
  savedLists: Map<string, SavedListDefinition>;
  services: Map<string, Service>;
  /** What programs can wait for. */
  events: Map<string, EventType>;
  examples: Example[];
  pageExamples: PageExample[];
  content: Content;
  commonWording?: WordingFile;
  brandWording: Map<string, WordingFile>;
  /** Whether something of this name is there but cannot be judged, because its file has mistakes of its own. */
  isUnresolved(kind: FileKind, id: string, owner?: string): boolean;
  /** Whether there are brands whose facts and words are not known for that reason. */
  hasUnresolvedBrands: boolean;
}

const idKeys: Partial<Record<FileKind, string>> = {
  brand: "brand",
  kind: "kind",
  fragment: "fragment",
  flow: "flow",
  screen: "screen",
  view: "view",
  "saved-list": "savedList",
  service: "service",
  event: "event",
  "content-type": "content",
};

/** The key that holds the id of what such a file defines, if it holds one. */
export const idKeyOf = (kind: FileKind): string | undefined => idKeys[kind];

/** Finds the steps and fields of a flow's file. Without rows of content, each type of question stands for all. */
export function openFlow(
  item: Item<WrittenFlowFile>,
  { kinds, fragments: all }: Pick<Project, "kinds" | "fragments">,
  content?: SourceRows,
): Flow {
  const fragments: Fragments = (id) => all.get(id)?.file;
  const placed = expandFlow(item.file, fragments, content);
  const fields = new Map<string, Field>();
  for (const step of placed) {
    for (const one of fieldsOfStep(step)) {
      if (fields.has(one.path)) continue;
      const { parent, list, step: _, ...rest } = one;
      const holder = parent && fields.get(parent.path);
      const rows = list && fields.get(list.path);
      const field: Field = {
        ...rest,
        step: step.index,
        ...(holder ? { parent: holder } : {}),
        ...(rows ? { list: rows } : {}),
        fields: [],
      };
      fields.set(one.path, field);
      holder?.fields.push(field);
    }
  }
  const steps = placed.map(({ id, index, at, value }) => ({ id, index, at, value }));
  return { ...item, kinds, steps, fields, trees: new Map(), usedRules: new Set() };
}

/** Opens all files for checking, as `acceptedFiles` gives them. Of a file with mistakes, what is there is taken. */
export function openProject(files: Record<string, ReadFile>, report: Report): Project {
  const found: Partial<Record<FileKind, Map<string, Item>>> = {};
  const unresolved = new Set<string>();
  const project: Project = {
    report,
    files,
    brands: new Map(),
    kinds: new Map(),
    fragments: new Map(),
    trees: new Map(),
    flows: new Map(),
    screens: new Map(),
    views: new Map(),
    savedLists: new Map(),
    services: new Map(),
    events: new Map(),
    examples: [],
    pageExamples: [],
    content: openContent(files),
    brandWording: new Map(),
    hasUnresolvedBrands: false,
    isUnresolved: (kind, id, owner = "") => unresolved.has(`${kind} ${owner} ${id}`),
  };
  const trees: OptionTree[] = [];
  const wordings: { owner: string; file: WordingFile }[] = [];
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    // What brands extend is part of each of them.
    if (!place || place.defaults !== undefined) continue;
    const { kind, owner } = place;
    const value = asObject(file.value);
    const key = idKeyOf(kind);
    const declared = (key === undefined ? undefined : asText(value[key])) || place.id;
    if (file.value === undefined || report.isInvalid(file)) {
      const within = kind === "options" || kind === "wording" ? owner : "";
      for (const id of [place.id, declared]) unresolved.add(`${kind} ${within} ${id}`);
      if (kind === "brand") project.hasUnresolvedBrands = true;
    }
    if (file.value === undefined) continue;
    const item: Item = { id: declared, owner, file, value };
    if (kind === "options") trees.push({ ...(item as OptionTree), id: place.id });
    else if (kind === "example") project.examples.push(item as Example);
    else if (kind === "page-example") project.pageExamples.push(item as PageExample);
    else if (kind === "wording") wordings.push({ owner, file: file as WordingFile });
    else {
      const map = (found[kind] ??= new Map<string, Item>());
      // A file that still has another's id answers to its own name, so that one mistake stays one.
      if (!map.has(declared) || declared === place.id) map.set(declared, item);
      if (!map.has(place.id)) map.set(place.id, item);
    }
  }
  const named = <One>(kind: FileKind): Map<string, One> => (found[kind] ?? new Map()) as Map<string, One>;
  project.brands = named("brand");
  project.kinds = named("kind");
  project.fragments = named("fragment");
  project.screens = named("screen");
  for (const screen of project.screens.values()) screen.usedRules = new Set();
  project.views = named("view");
  project.savedLists = named("saved-list");
  project.services = named("service");
  for (const service of project.services.values()) service.value = withRecords(service.value);
  project.events = named("event");
  for (const [id, item] of named<Item<WrittenFlowFile>>("flow")) {
    project.flows.set(id, openFlow(item, project));
  }
  const folder = (owner: string): Flow | undefined =>
    [...project.flows.values()].find((flow) => flow.owner === owner);
  for (const tree of trees) {
    if (tree.owner === "") project.trees.set(tree.id, tree);
    else folder(tree.owner)?.trees.set(tree.id, tree);
  }
  for (const flow of new Set(project.flows.values())) shareTrees(project, flow);
  for (const { owner, file } of wordings) {
    if (file.path === "schemas/wording.es.json") project.commonWording = file;
    else if (file.path.startsWith("brands/")) project.brandWording.set(owner, file);
    else {
      const flow = folder(owner);
      if (flow) flow.wording = file;
    }
  }
  return project;
}

/** Gives a flow the shared trees that its fields name and that it has not itself. */
export function shareTrees(project: Project, flow: Flow): void {
  for (const field of flow.fields.values()) {
    const tree = treeOf(project, field);
    const shared = tree === undefined || flow.trees.has(tree) ? undefined : project.trees.get(tree);
    if (shared) flow.trees.set(shared.id, shared);
  }
}

export { presetsOf, typeOf, typeOfKind } from "./presets.ts";

/** The screens that a brand has. */
export const screensOf = (project: Project, brand: Brand): Screen[] =>
  (brand.value.screens ?? []).flatMap((id) => project.screens.get(id) ?? []);

/** The ids of the flows that a screen shows itself: not over it in a dialog, and not only what was sent with them. */
export const flowsOn = (screen: Screen): string[] =>
  (screen.value.blocks ?? []).flatMap(({ flow, dialog, receipt }) =>
    flow === undefined || dialog !== undefined || receipt !== undefined ? [] : [flow],
  );

/** The finder that a screen shows, if it shows one. */
export const finderOn = (project: Project, screen: Screen): Flow | undefined =>
  flowsOn(screen)
    .map((id) => project.flows.get(id))
    .find((flow) => flow?.value.finder === true);

/** By project and flow: every text of a flow asks. */
const having = new WeakMap<Project, Map<string, Brand[]>>();

/** The brands that have a flow. */
export function brandsOf(project: Project, flow: string): Brand[] {
  const known = having.get(project) ?? brandsByFlow(project);
  having.set(project, known);
  return known.get(flow) ?? [];
}

function brandsByFlow(project: Project): Map<string, Brand[]> {
  const brands = new Map<string, Brand[]>();
  for (const brand of project.brands.values()) {
    for (const flow of new Set(screensOf(project, brand).flatMap(flowsOn))) {
      brands.set(flow, [...(brands.get(flow) ?? []), brand]);
    }
  }
  return brands;
}
