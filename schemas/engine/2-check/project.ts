import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import type { ValueType } from "../types.ts";
import { placeOf, type FileKind } from "./places.ts";
import type { Report } from "./report.ts";
import { asList, asObject, asText, type Definition } from "./values.ts";

/** One definition file and what it defines. */
export interface Item {
  id: string;
  /** The flow or brand whose folder it is in. */
  owner: string;
  file: ReadFile;
  value: Definition;
}

export interface Field {
  path: string;
  id: string;
  step: number;
  at: At;
  value: Definition;
}

export interface Step {
  id: string;
  index: number;
  at: At;
  value: Definition;
}

export interface Flow extends Item {
  steps: Step[];
  fields: Map<string, Field>;
  trees: Map<string, Item>;
  wording?: ReadFile;
}

/** All definition files by what they define. */
export interface Project {
  report: Report;
  brands: Map<string, Item>;
  kinds: Map<string, Item>;
  flows: Map<string, Flow>;
  screens: Map<string, Item>;
  services: Map<string, Item>;
  examples: Item[];
  commonWording?: ReadFile;
  brandWording: Map<string, ReadFile>;
  /** Whether something of this name is there but cannot be judged, because its file has mistakes of its own. */
  isUnsure(kind: FileKind, id: string, owner?: string): boolean;
  /** Whether there are brands whose facts and words are not known for that reason. */
  unsureBrands: boolean;
}

const idKeys: Partial<Record<FileKind, string>> = {
  brand: "brand",
  kind: "kind",
  flow: "flow",
  screen: "screen",
  service: "service",
};

/** The key that holds the id of what such a file defines, if it holds one. */
export const idKeyOf = (kind: FileKind): string | undefined => idKeys[kind];

function openFlow(item: Item): Flow {
  const steps: Step[] = [];
  const fields = new Map<string, Field>();
  for (const [index, [id, value]] of Object.entries(asObject(item.value["steps"])).entries()) {
    const step = asObject(value);
    steps.push({ id, index, at: ["steps", id], value: step });
    for (const [sectionId, section] of Object.entries(asObject(step["sections"]))) {
      for (const [fieldId, field] of Object.entries(asObject(asObject(section)["fields"]))) {
        const path = `${id}.${fieldId}`;
        const at = ["steps", id, "sections", sectionId, "fields", fieldId];
        if (!fields.has(path))
          fields.set(path, { path, id: fieldId, step: index, at, value: asObject(field) });
      }
    }
  }
  return { ...item, steps, fields, trees: new Map() };
}

/** Opens all files for checking. Takes files with mistakes too: what cannot be had is left out. */
export function openProject(files: Record<string, ReadFile>, report: Report): Project {
  const found: Record<string, Map<string, Item>> = {};
  const unsure = new Set<string>();
  const project: Project = {
    report,
    brands: new Map(),
    kinds: new Map(),
    flows: new Map(),
    screens: new Map(),
    services: new Map(),
    examples: [],
    brandWording: new Map(),
    unsureBrands: false,
    isUnsure: (kind, id, owner = "") => unsure.has(`${kind} ${owner} ${id}`),
  };
  const trees: Item[] = [];
  const wordings: { owner: string; file: ReadFile }[] = [];
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    if (!place) continue;
    const { kind, owner } = place;
    const value = asObject(file.value);
    const key = idKeyOf(kind);
    const declared = (key === undefined ? undefined : asText(value[key])) ?? place.id;
    if (file.value === undefined || report.isSpoiled(file)) {
      const within = kind === "options" || kind === "wording" ? owner : "";
      for (const id of [place.id, declared]) unsure.add(`${kind} ${within} ${id}`);
      if (kind === "brand") project.unsureBrands = true;
    }
    if (file.value === undefined) continue;
    const item: Item = { id: declared, owner, file, value };
    if (kind === "options") trees.push({ ...item, id: place.id });
    else if (kind === "example") project.examples.push(item);
    else if (kind === "wording") wordings.push({ owner, file });
    else {
      const map = (found[kind] ??= new Map<string, Item>());
      // A file that still has another's id answers to its own name, so that one mistake stays one.
      if (!map.has(declared) || declared === place.id) map.set(declared, item);
      if (!map.has(place.id)) map.set(place.id, item);
    }
  }
  project.brands = found["brand"] ?? project.brands;
  project.kinds = found["kind"] ?? project.kinds;
  project.screens = found["screen"] ?? project.screens;
  project.services = found["service"] ?? project.services;
  for (const [id, item] of found["flow"] ?? []) project.flows.set(id, openFlow(item));
  const folder = (owner: string): Flow | undefined =>
    [...project.flows.values()].find((flow) => flow.owner === owner);
  for (const tree of trees) folder(tree.owner)?.trees.set(tree.id, tree);
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

/** What a kind can stand for, in any brand: itself, or the kinds that it names by a fact. */
export function presetsOf(project: Project, id: string, seen: Set<string> = new Set()): Item[] {
  const kind = project.kinds.get(id);
  if (!kind || seen.has(id)) return [];
  seen.add(id);
  const byFact = asObject(kind.value["byFact"]);
  if (!("kinds" in byFact)) return [kind];
  return Object.values(asObject(byFact["kinds"])).flatMap((one) => presetsOf(project, String(one), seen));
}

const valueTypes: ReadonlySet<unknown> = new Set<ValueType>([
  "text",
  "number",
  "money",
  "boolean",
  "date",
  "time",
  "choice",
  "choices",
]);

/** The type of value of a kind's file, if it says one. */
export const typeOfKind = (kind: Item | undefined): ValueType | undefined =>
  valueTypes.has(kind?.value["type"]) ? (kind?.value["type"] as ValueType) : undefined;

/** The type of value of a field; undefined when its kind is not known. */
export const typeOf = (project: Project, field: Field): ValueType | undefined =>
  typeOfKind(presetsOf(project, String(field.value["kind"]))[0]);

/** The screens that a brand has. */
export const screensOf = (project: Project, brand: Item): Item[] =>
  asList(brand.value["screens"]).flatMap((id) => project.screens.get(String(id)) ?? []);

/** The ids of the flows that a screen shows. */
export const flowsOn = (screen: Item): string[] =>
  asList(screen.value["blocks"]).flatMap((block) => asText(asObject(block)["flow"]) ?? []);

/** The brands that have a flow. */
export const brandsOf = (project: Project, flow: string): Item[] =>
  [...project.brands.values()].filter((brand) =>
    screensOf(project, brand).some((screen) => flowsOn(screen).includes(flow)),
  );
