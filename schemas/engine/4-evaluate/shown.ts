/** What a person was shown: questions and words with their placeholders filled, and what could be chosen, in order. */
import type {
  CompiledField,
  CompiledFlow,
  CompiledSection,
  Evaluation,
  FieldState,
  Words,
} from "../types/index.ts";
import { jsonSections } from "./json-answers.ts";
import { absoluteIn } from "./in-row.ts";
import { rowPath, rowsIn } from "./rows.ts";
import { plainWords } from "./words.ts";
import { mapPlaceholders } from "./answer-sections.ts";

export interface ShownStep {
  id: string;
  title: string;
  body?: string;
  sections: ShownSection[];
  /** Label of the button. */
  action: string;
}

export interface ShownSection {
  id: string;
  title?: string;
  body?: string;
  fields: ShownField[];
}

/** A question, or words that were read in the place of one. Everything is plain text. */
export interface ShownField {
  /** With its row. */
  path: string;
  type: CompiledField["type"];
  widget: string;
  label: string;
  hint?: string;
  placeholder?: string;
  text?: string;
  required: boolean;
  enabled: boolean;
  /** Labels of what could be chosen, and what they said of themselves. */
  options?: { value: string; label: string; description?: string }[];
  /** The lines of what was read. */
  lines?: { label: string; text: string }[];
  /** What a group holds. */
  fields?: ShownField[];
  /** The rows of a list. */
  rows?: { title: string; fields: ShownField[] }[];
  /** As people read it. */
  answer?: string;
}

export interface ShownFrom {
  flow: CompiledFlow;
  evaluation: Evaluation;
  /** How a person reads the answer at a full path. */
  label(path: string): string;
  /** Fills the placeholders of words. */
  fill(words: Words): Words;
}

/** What was shown from the first step up to `last`. */
export function shownSteps(from: ShownFrom, last: string): ShownStep[] {
  const { flow, evaluation } = from;
  const until = flow.steps.findIndex(({ id }) => id === last);
  return flow.steps
    .filter(({ id }, index) => index <= until && evaluation.steps.includes(id))
    .map((step) => ({
      id: step.id,
      title: say(from, step.title),
      ...optional(from, "body", step.body),
      sections: step.sections.flatMap((section) => sectionOf(from, section)),
      action: say(from, step.action),
    }));
}

const say = ({ fill }: ShownFrom, words: Words): string => plainWords(fill(words));

const optional = <Name extends string>(
  from: ShownFrom,
  name: Name,
  words: Words | undefined,
): Partial<Record<Name, string>> =>
  (words === undefined ? {} : { [name]: say(from, words) }) as Partial<Record<Name, string>>;

function sectionOf(from: ShownFrom, { id, title, body, fields }: CompiledSection): ShownSection[] {
  const shown = fieldsOf(from, fields, (field) => field);
  if (shown.length === 0) return [];
  return [{ id, ...optional(from, "title", title), ...optional(from, "body", body), fields: shown }];
}

/** All that was shown in steps, groups and rows, in order. */
export const allShown = (steps: ShownStep[]): ShownField[] =>
  steps.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields.flatMap(withInner)));

const withInner = (field: ShownField): ShownField[] => [
  field,
  ...(field.fields ?? []).flatMap(withInner),
  ...(field.rows ?? []).flatMap(({ fields }) => fields.flatMap(withInner)),
];

/** `place` gives a field as it stands where it is looked at: in its row. */
function fieldsOf(
  from: ShownFrom,
  paths: string[],
  place: (field: CompiledField) => CompiledField,
): ShownField[] {
  return paths.flatMap((path) => {
    const field = place(from.flow.fields[path]!);
    const state = from.evaluation.fields[field.path];
    return state?.visible === true ? [fieldOf(from, field, path, state, place)] : [];
  });
}

function fieldOf(
  from: ShownFrom,
  field: CompiledField,
  defined: string,
  state: FieldState,
  place: (field: CompiledField) => CompiledField,
): ShownField {
  const { path, type } = field;
  const answer = answerOf(from, field, state);
  const base: ShownField = {
    path,
    type,
    widget: field.widget,
    label: say(from, field.label),
    ...optional(from, "hint", field.hint),
    ...optional(from, "placeholder", field.placeholder),
    ...optional(from, "text", field.text),
    required: state.required,
    enabled: state.enabled,
    ...(answer === undefined ? {} : { answer }),
  };
  if (state.options) {
    base.options = state.options.map(({ value, label, description }) => ({
      value,
      label: say(from, label),
      ...(description === undefined ? {} : { description }),
    }));
  }
  if (field.items) {
    base.lines = field.items
      .filter(({ id }) => state.items?.includes(id))
      .map(({ label, text }) => ({ label: say(from, label), text: say(from, text) }));
  }
  if (type === "group") {
    base.fields = fieldsOf(from, from.flow.fields[defined]!.fields ?? [], place);
  }
  if (type === "list") base.rows = rowsShown(from, defined);
  return base;
}

function rowsShown(from: ShownFrom, list: string): ShownField["rows"] {
  const { fields = [], row: title } = from.flow.fields[list]!;
  return rowsIn(from.evaluation.values[list]).map((row, index) => {
    const numbered = mapPlaceholders(title ?? [{ var: "number" }], (node) =>
      node.var === "number"
        ? String(index + 1)
        : { ...node, var: node.var.startsWith(`${list}.`) ? rowPath(list, row, node.var) : node.var },
    );
    return {
      title: say(from, numbered),
      fields: fieldsOf(from, fields, (field) => absoluteIn(field, list, row)),
    };
  });
}

function answerOf(from: ShownFrom, field: CompiledField, { value }: FieldState): string | undefined {
  if (value === undefined || field.type === "list") return undefined;
  if (field.type !== "json") return from.label(field.path);
  return jsonSections(field.schema, value, 1, from.flow.booleans)
    .flatMap(({ rows }) => rows.map(({ label, value: text }) => `${label}: ${text}`))
    .join("\n");
}
