import type { WordScope } from "../variables/scope.ts";
import { handoffScope, isHandoffMail } from "../mails/handoff-mail.ts";
import { optionsOf, parametersOf, presetsOfField } from "../project/presets.ts";
import {
  brandsOf,
  typeOf,
  type Field,
  type Flow,
  type Project,
  type Brand,
  type ProgramLine,
  type WordingFile,
} from "../project/project.ts";
import { waitSlots } from "./flow-texts.ts";
import { waitBranchNames } from "../../1-read/wait-branches.ts";
import { awaitsOf } from "../project/awaits.ts";
import { fieldSlots, hasWords, problemWords, slotsOf } from "./field-slots.ts";
import { textIn } from "../report/values.ts";
import {
  programNames,
  resultsAtDialog,
  resultsBefore,
  resultsDuring,
  stepOfDialog,
  submissionNames,
} from "../variables/variables.ts";

/** What a wording key is the text of. */
export interface WordingKey {
  scope: WordScope;
  /** Whether there are words for it without a brand's own. */
  exists: boolean;
  /** Why nothing shows it, if nothing does. */
  unused?: string;
}

export type WordingKeys = Map<string, WordingKey>;

export const brandWords = (brands: Brand[], markdown: boolean, forEach?: unknown): WordScope => ({
  brands,
  markdown,
  names: [],
  owner: "El texto",
  ...(typeof forEach === "string" ? { forEach } : {}),
});

export const problemNames = ["label", "limit"] as const;

/** Whether a program stores the submission, itself or where it goes on after it waited. */
const submits = (lines: ProgramLine[] = []): boolean =>
  lines.some((line) => "submit" in line || waitBranchNames.some((name) => submits(line[name])));

/** Whether a program of a step before this one stores the submission, so that it has a number. */
export const isSubmitted = (flow: Flow, step: number): boolean =>
  flow.steps.some(({ index, value }) => index < step && submits(value.onContinue));

/** What the words of a step may name. */
export function stepScope(project: Project, flow: Flow, step: number): WordScope {
  return {
    brands: brandsOf(project, flow.id),
    markdown: true,
    flow,
    step,
    readsButtonQueries: true,
    results: resultsBefore(flow, step),
    names: isSubmitted(flow, step) ? submissionNames : [],
    owner: "El texto",
  };
}

/** What the words of a field may name: its step's, and relative names. */
export function fieldScope(project: Project, flow: Flow, field: Field): WordScope {
  const fragment = field.fragment === undefined ? undefined : project.fragments.get(field.fragment);
  return {
    ...stepScope(project, flow, field.step),
    relative: field.names,
    ...(fragment ? { parameters: new Set(Object.keys(parametersOf(fragment))) } : {}),
  };
}

/** Slots whose words name one thing alone: which of all rows it is, which number the scale ends at. */
const ownNames: Record<string, string> = { row: "number", below: "value", above: "value" };

/** What the words of a slot of a field may name. */
export function slotScope(scope: WordScope, slot: string): WordScope {
  // An example within a field is the same for everybody.
  if (slot === "placeholder") return brandWords(scope.brands, false, scope.flow?.value.forEach);
  const name = ownNames[slot];
  return name === undefined
    ? scope
    : { ...brandWords(scope.brands, true, scope.flow?.value.forEach), names: [name] };
}

/** Words that the server fills: it knows nothing of what was pressed. */
const onServer = (scope: WordScope, owner: string, results: ReadonlySet<string>): WordScope => {
  const { readsButtonQueries: _, ...rest } = scope;
  return { ...rest, owner, results };
};

/** All wording keys of a flow, without `flows.<flow>.`. */
export function flowKeys(project: Project, flow: Flow, mails: Map<string, number>): WordingKeys {
  const keys: WordingKeys = new Map();
  const apart = flow.wording?.value ?? {};
  const add = (key: string, inPlace: unknown, scope: WordScope): void => {
    keys.set(key, { scope, exists: inPlace !== undefined || key in apart });
  };
  const { title, forEach } = flow.value;
  add("title", title, brandWords(brandsOf(project, flow.id), true, forEach));
  if ("abandon" in flow.value) {
    const label = flow.value.abandon?.label;
    // One without has the common one.
    add("abandon.label", label ?? "", brandWords(brandsOf(project, flow.id), true, forEach));
  }
  for (const step of flow.steps) {
    const scope = stepScope(project, flow, step.index);
    add(`${step.id}.title`, step.value.title, scope);
    for (const slot of ["name", "body"] as const) add(`${step.id}.${slot}`, step.value[slot], scope);
    // A step without its own has the common one.
    add(`${step.id}.action`, "", scope);
    for (const [id, section] of Object.entries(step.value.sections ?? {})) {
      for (const slot of ["title", "body"] as const) add(`${step.id}.${id}.${slot}`, section[slot], scope);
    }
  }
  for (const field of flow.fields.values()) if (!field.row?.isSample) addField(project, flow, field, keys);
  for (const [id, dialog] of Object.entries(flow.value.dialogs ?? {})) {
    const step = stepOfDialog(flow, id);
    const scope = onServer(stepScope(project, flow, step), `El diálogo "${id}"`, resultsAtDialog(flow, id));
    for (const slot of ["title", "body"] as const) add(`dialogs.${id}.${slot}`, dialog[slot], scope);
    for (const [name, button] of Object.entries(dialog.buttons ?? {})) {
      add(`dialogs.${id}.buttons.${name}.label`, button.label, scope);
    }
  }
  for (const { as, line, step } of awaitsOf(flow)) {
    const owner = `La espera "${as}"`;
    // The program that waits may have submitted.
    const scope = onServer(stepScope(project, flow, step.index), owner, resultsDuring(flow, step.index));
    for (const slot of waitSlots) {
      add(`waits.${as}.${slot}`, line[slot], { ...scope, names: submissionNames });
    }
  }
  const sent: ["mails" | "documents", string, string[]][] = [
    ["mails", "El correo", ["subject", "body"]],
    ["documents", "El documento", ["title", "body", "closing", "signature"]],
  ];
  for (const [key, what, slots] of sent) {
    for (const [id, one] of Object.entries(flow.value[key] ?? {})) {
      const step = key === "mails" ? mails.get(id) : stepOfDocument(flow, id, mails);
      const scope = stepScope(project, flow, step ?? Infinity);
      const filled = onServer(scope, `${what} "${id}"`, resultsDuring(flow, step ?? Infinity));
      if (key === "mails" && isHandoffMail(flow, id)) {
        for (const slot of slots) add(`mails.${id}.${slot}`, textIn(one, slot), handoffScope(scope, id));
        continue;
      }
      for (const slot of slots) {
        add(`${key}.${id}.${slot}`, textIn(one, slot), { ...filled, names: programNames });
      }
      const link = key === "mails" ? flow.value.mails?.[id]?.link : undefined;
      if (link) add(`mails.${id}.link.label`, link.label, { ...filled, names: programNames });
    }
  }
  return keys;
}

/** The first step after which a mail takes a document along. */
function stepOfDocument(flow: Flow, document: string, mails: Map<string, number>): number | undefined {
  const steps = Object.entries(flow.value.mails ?? {}).flatMap(([id, mail]) =>
    (mail.attach ?? []).includes(document) ? (mails.get(id) ?? []) : [],
  );
  return steps.length === 0 ? undefined : Math.min(...steps);
}

function addField(project: Project, flow: Flow, field: Field, keys: WordingKeys): void {
  const scope = fieldScope(project, flow, field);
  const type = typeOf(project, field);
  const unresolved = type === undefined;
  const apart = flow.wording?.value ?? {};
  for (const slot of fieldSlots) {
    const fits = unresolved || slotsOf[type].includes(slot);
    keys.set(`${field.path}.${slot}`, {
      scope: slotScope(scope, slot),
      exists: unresolved || hasWords(project, flow, field, slot),
      ...(fits ? {} : { unused: `un campo como "${field.path}" no tiene "${slot}"` }),
    });
  }
  for (const [id, item] of Object.entries(field.value.items ?? {})) {
    for (const slot of ["label", "text"] as const) {
      const key = `${field.path}.items.${id}.${slot}`;
      keys.set(key, { scope, exists: slot in item || key in apart });
    }
  }
  const kinds = presetsOfField(project, field);
  const problems = unresolved
    ? writtenProblems(project, flow, field)
    : problemWords(type, [...kinds.map(({ value }) => value), field.value]);
  for (const problem of problems) {
    const names = [...scope.names, ...problemNames];
    keys.set(`${field.path}.problems.${problem}`, { scope: { ...scope, names }, exists: true });
  }
  const { ids, list, also } = optionsOf(project, field);
  for (const id of ids ?? []) {
    const key = `${field.path}.options.${id}`;
    // They have words apart, or none yet.
    keys.set(key, { scope, exists: key in apart });
  }
  for (const option of [...(list ?? []), ...(also ?? [])]) {
    keys.set(`${field.path}.options.${String(option.value)}`, { scope, exists: true });
  }
}

/** Problems that have words apart: of a field whose kind is not known, any may be right. */
function writtenProblems(project: Project, flow: Flow, field: Field): string[] {
  const under = (file: WordingFile | undefined, prefix: string): string[] =>
    Object.keys(file?.value ?? {}).flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));
  const prefix = `${field.path}.problems.`;
  const brands = [...project.brandWording.values()];
  return [
    ...under(flow.wording, prefix),
    ...brands.flatMap((file) => under(file, `flows.${flow.id}.${prefix}`)),
  ];
}
