import type { ReadFile } from "../1-read/read.ts";
import type { WordScope } from "./placeholders.ts";
import {
  brandsOf,
  flowsOn,
  presetsOf,
  screensOf,
  typeOf,
  typeOfKind,
  type Field,
  type Flow,
  type Item,
  type Project,
} from "./project.ts";
import { hasWords, kindHasWords, problemWords, slotsOf } from "./slots.ts";
import { everyNode, nodesOf } from "./trees.ts";
import { allResults } from "./variables.ts";
import { asList, asObject } from "./values.ts";

/** What a wording key is the text of. */
export interface WordingKey {
  scope: WordScope;
  /** Whether there are words for it without a brand's own. */
  exists: boolean;
  /** Why nothing shows it, if nothing does. */
  unused?: string;
}

export type WordingKeys = Map<string, WordingKey>;

const brandWords = (brands: Item[], markdown: boolean): WordScope => ({
  brands,
  markdown,
  names: [],
  owner: "El texto",
});

export const problemNames = ["label", "limit"] as const;

/** Whether a program of a step before this one stores the submission, so that it has a number. */
const isSubmitted = (flow: Flow, step: number): boolean =>
  flow.steps.some(
    ({ index, value }) =>
      index < step && asList(value["onContinue"]).some((line) => "submit" in asObject(line)),
  );

/** What the words of a step may name. */
export function stepScope(project: Project, flow: Flow, step: number): WordScope {
  return {
    brands: brandsOf(project, flow.id),
    markdown: true,
    flow,
    step,
    results: allResults(flow, step),
    names: isSubmitted(flow, step) ? ["submission.number"] : [],
    owner: "El texto",
  };
}

/** All wording keys of a flow, without `flows.<flow>.`. */
export function flowKeys(project: Project, flow: Flow, mails: Map<string, number>): WordingKeys {
  const keys: WordingKeys = new Map();
  const apart = asObject(flow.wording?.value);
  const brands = brandsOf(project, flow.id);
  const add = (key: string, inPlace: unknown, scope: WordScope, extra: Partial<WordingKey> = {}): void => {
    keys.set(key, { scope, exists: inPlace !== undefined || key in apart, ...extra });
  };
  add("title", flow.value["title"], brandWords(brands, true));
  for (const step of flow.steps) {
    const scope = stepScope(project, flow, step.index);
    add(`${step.id}.title`, step.value["title"], scope);
    add(`${step.id}.body`, step.value["body"], scope);
    // A step without its own has the common one.
    add(`${step.id}.action`, "", scope);
    for (const [id, section] of Object.entries(asObject(step.value["sections"]))) {
      for (const slot of ["title", "body"]) add(`${step.id}.${id}.${slot}`, asObject(section)[slot], scope);
    }
  }
  for (const field of flow.fields.values()) addField(project, flow, field, keys);
  for (const [id, mail] of Object.entries(asObject(flow.value["mails"]))) {
    const step = mails.get(id);
    const scope = {
      ...stepScope(project, flow, step ?? Infinity),
      owner: `El correo "${id}"`,
      names: ["submission.number"],
      results: allResults(flow),
    };
    for (const slot of ["subject", "body"]) add(`mails.${id}.${slot}`, asObject(mail)[slot], scope);
  }
  return keys;
}

function addField(project: Project, flow: Flow, field: Field, keys: WordingKeys): void {
  const scope = stepScope(project, flow, field.step);
  const type = typeOf(project, field);
  const kinds = presetsOf(project, String(field.value["kind"]));
  const unsure = type === undefined;
  for (const slot of ["label", "hint", "placeholder", "text"]) {
    const fits = unsure || slotsOf[type].includes(slot);
    keys.set(`${field.path}.${slot}`, {
      // An example within a field is the same for everybody.
      scope: slot === "placeholder" ? brandWords(scope.brands, false) : scope,
      exists: unsure || hasWords(project, flow, field, slot),
      ...(fits ? {} : { unused: `un campo como "${field.path}" no tiene "${slot}"` }),
    });
  }
  const problems = unsure
    ? writtenProblems(project, flow, field)
    : problemWords(type, [...kinds.map(({ value }) => value), field.value]);
  for (const problem of problems) {
    const names = [...scope.names, ...problemNames];
    keys.set(`${field.path}.problems.${problem}`, { scope: { ...scope, names }, exists: true });
  }
  const options = field.value["options"];
  for (const id of asList(options)) {
    keys.set(`${field.path}.options.${String(id)}`, { scope, exists: false });
  }
  for (const option of asList(asObject(options)["list"])) {
    keys.set(`${field.path}.options.${String(asObject(option)["value"])}`, { scope, exists: true });
  }
}

/** Problems that have words apart: of a field whose kind is not known, any may be right. */
function writtenProblems(project: Project, flow: Flow, field: Field): string[] {
  const under = (file: ReadFile | undefined, prefix: string): string[] =>
    Object.keys(asObject(file?.value)).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    );
  const prefix = `${field.path}.problems.`;
  const brands = [...project.brandWording.values()];
  return [
    ...under(flow.wording, prefix),
    ...brands.flatMap((file) => under(file, `flows.${flow.id}.${prefix}`)),
  ];
}

/** All wording keys with the words of which brands may have their own. */
export function allKeys(project: Project, mails: Map<string, Map<string, number>>): WordingKeys {
  const keys: WordingKeys = new Map();
  const all = [...project.brands.values()];
  for (const flow of new Set(project.flows.values())) {
    for (const [key, target] of flowKeys(project, flow, mails.get(flow.id) ?? new Map())) {
      keys.set(`flows.${flow.id}.${key}`, target);
    }
    for (const [id, tree] of flow.trees) {
      const scope = brandWords(brandsOf(project, flow.id), false);
      for (const node of everyNode(nodesOf(tree))) {
        keys.set(`flows.${flow.id}.options.${id}.${node.path}`, { scope, exists: true });
      }
    }
  }
  for (const kind of new Set(project.kinds.values())) {
    for (const [slot, key] of kindKeys(project, kind)) keys.set(`kinds.${kind.id}.${slot}`, key);
  }
  for (const screen of new Set(project.screens.values())) {
    const brands = all.filter((brand) => screensOf(project, brand).includes(screen));
    for (const slot of ["title", "description"]) {
      keys.set(`screens.${screen.id}.${slot}`, {
        scope: brandWords(brands, false),
        exists: slot in screen.value,
      });
    }
    for (const [index, block] of asList(screen.value["blocks"]).entries()) {
      for (const slot of blockSlots) {
        if (!(slot in asObject(block))) continue;
        keys.set(`screens.${screen.id}.blocks.${index}.${slot}`, {
          scope: brandWords(brands, true),
          exists: true,
        });
      }
    }
  }
  for (const key of Object.keys(asObject(project.commonWording?.value))) {
    if (key !== "$schema") keys.set(key, { scope: commonScope(project, key), exists: true });
  }
  return keys;
}

/** Slots of blocks whose words are Markdown. */
export const blockSlots = ["title", "body", "retry", "back", "leaving"] as const;

/** Names that pages and widgets fill in, by the key of the words. */
const commonNames: Record<string, readonly string[]> = {
  "common.count": ["count", "limit"],
  "common.receipt": ["submission.number"],
  "common.requestId": ["request.id"],
};

export const commonScope = (project: Project, key: string): WordScope => ({
  ...brandWords([...project.brands.values()], true),
  names: key.startsWith("common.problems.") ? [...problemNames] : [...(commonNames[key] ?? [])],
});

/** The slots of a kind's own words. */
export function kindKeys(project: Project, kind: Item): WordingKeys {
  const keys: WordingKeys = new Map();
  const type = typeOfKind(kind);
  if (type === undefined) return keys;
  const scope = brandWords([...project.brands.values()], true);
  for (const slot of ["label", "hint", "placeholder", "text"]) {
    const unused = slotsOf[type].includes(slot) ? {} : { unused: `un campo de este tipo no tiene "${slot}"` };
    const words = { ...scope, markdown: slot !== "placeholder" };
    keys.set(slot, { scope: words, exists: kindHasWords(kind, slot), ...unused });
  }
  for (const problem of problemWords(type, [kind.value])) {
    const names = [...problemNames];
    const slot = `problems.${problem}`;
    keys.set(slot, { scope: { ...scope, names }, exists: kindHasWords(kind, slot) });
  }
  return keys;
}

/** Whether a brand shows what a key belongs to. */
export function brandShows(project: Project, brand: Item, key: string): boolean {
  const [head, id = ""] = key.split(".");
  if (head === "flows") return screensOf(project, brand).some((screen) => flowsOn(screen).includes(id));
  if (head === "screens") return asList(brand.value["screens"]).includes(id);
  return true;
}
