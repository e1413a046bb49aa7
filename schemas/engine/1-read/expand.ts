import type {
  AcceptedPart,
  Rule,
  WrittenField,
  WrittenFlowFieldsFrom,
  WrittenFlowFile,
  WrittenFlowSection,
  WrittenFlowStep,
  WrittenFragmentFile,
  WrittenParameter,
} from "../types/index.ts";
import type { JsonPath } from "./locate.ts";
import type { ReadFile } from "./read.ts";
import { namesOfFile, type Names } from "./relative.ts";

/** A field as it is written, or the one of a raw-schema step: without a kind, and with any schema. */
export interface FieldDefinition extends Omit<Partial<WrittenField>, "schema"> {
  schema?: Record<string, unknown>;
  ui?: Record<string, unknown>;
}

/** One field where it stands: in a step, through the groups, lists and fragments that hold it. */
export interface PlacedField {
  /** `step.field`; groups and lists add a segment, rows none. */
  path: string;
  id: string;
  step: string;
  section: string;
  /** The file that it is written in, and where: a fragment's for the fields of a fragment. */
  file: ReadFile;
  at: JsonPath;
  value: AcceptedPart<FieldDefinition>;
  /** The group or list that holds it. */
  parent?: PlacedField;
  /** The list in whose rows it stands. */
  list?: PlacedField;
  /** The fragment that it is written in. */
  fragment?: string;
  /** What relative names mean in its own rules. */
  names: Names;
  /** Of a group or list, in order. */
  fields: PlacedField[];
  /** A fragment that holds itself is not opened again. */
  endless?: true;
  /** Of a field that content asks for: how it was written there, as far as content is known. */
  row?: PlacedRow;
}

/** A question that a row of content asks, in its own words. */
export interface ContentRow {
  id: string;
  /** One of the types that the section knows. */
  type: string;
  label: string;
  hint?: string;
  placeholder?: string;
  /** Markdown. */
  text?: string;
  required?: boolean;
  /** What can be chosen, in its order. */
  options?: string[];
}

export interface PlacedRow {
  type: string;
  /** Left out of a question that this content does not ask, and where no content is known. */
  words?: ContentRow;
  /** Stands for all questions of its type, where no content is known: nothing can name it. */
  isSample?: true;
}

/** Gives the rows of a list of content, `<type>.<field>`; undefined where no content is known. */
export type SourceRows = (content: string) => ContentRow[] | undefined;

export interface PlacedSection {
  id: string;
  at: JsonPath;
  value: AcceptedPart<WrittenFlowSection>;
  fields: PlacedField[];
}

export interface PlacedStep {
  id: string;
  index: number;
  at: JsonPath;
  value: AcceptedPart<WrittenFlowStep>;
  sections: PlacedSection[];
}

/** Gives the file of a fragment by its id. */
export type Fragments = (id: string) => ReadFile | undefined;

/** The one field of a step that is a raw JSON Schema. */
const rawFieldId = "form";

interface Around {
  file: ReadFile;
  fragments: Fragments;
  rows: SourceRows;
  step: string;
  section: string;
  names: Names;
  prefix: string;
  parent?: PlacedField;
  list?: PlacedField;
  fragment?: string;
  /** Fragments that are open. */
  open: readonly string[];
}

/**
 * Finds every field of a flow, in files as far as their grammars accept them. Where content is to
 * say the questions and none is known, each type of question stands for all of its type.
 */
export function expandFlow(
  file: ReadFile,
  fragments: Fragments,
  rows: SourceRows = () => undefined,
): PlacedStep[] {
  const { steps = {}, rules } = file.value as AcceptedPart<WrittenFlowFile>;
  const names = namesOfFile(rules);
  return Object.entries(steps).map(([id, value], index) => {
    const at: JsonPath = ["steps", id];
    const around = { file, fragments, rows, step: id, section: "", names, prefix: id, open: [] };
    return { id, index, at, value, sections: sectionsOf(around, value, at) };
  });
}

function sectionsOf(around: Around, step: AcceptedPart<WrittenFlowStep>, at: JsonPath): PlacedSection[] {
  if (step.schema !== undefined) {
    const { file, names, prefix } = around;
    const section = rawFieldId;
    const whole: PlacedField = {
      path: `${prefix}.${rawFieldId}`,
      id: rawFieldId,
      step: around.step,
      section,
      file,
      at,
      // The step is the question: its title names it where the schema does not.
      value: { schema: step.schema, ui: step.ui, label: step.title },
      names,
      fields: [],
    };
    return [{ id: section, at, value: {}, fields: [whole] }];
  }
  return Object.entries(step.sections ?? {}).map(([id, value]) => {
    const here: JsonPath = [...at, "sections", id];
    const inside = { ...around, section: id };
    const fields = [
      ...fieldsOf(inside, value.fields, [...here, "fields"]),
      ...fieldsFrom(inside, value.fieldsFrom, [...here, "fieldsFrom"]),
    ];
    return { id, at: here, value, fields };
  });
}

/** The questions that content asks: each is what its type says, in the words of its row. */
function fieldsFrom(
  around: Around,
  { content, types = {}, known = {} }: AcceptedPart<WrittenFlowFieldsFrom> = {},
  at: JsonPath,
): PlacedField[] {
  const rows = around.rows(String(content));
  const placed = (id: string, row: PlacedRow): PlacedField => ({
    ...place(around, id, types[row.type] ?? {}, [...at, "types", row.type]),
    row,
  });
  const asked = new Set(rows?.map(({ id }) => id));
  return [
    ...(rows?.flatMap((words) => {
      const { id, type } = words;
      return Object.hasOwn(types, type) ? placed(id, { type, words }) : [];
    }) ?? Object.keys(types).map((type) => placed(`*${type}`, { type, isSample: true }))),
    ...Object.entries(known).flatMap(([id, type]) => (asked.has(id) ? [] : placed(id, { type }))),
  ];
}

const fieldsOf = (
  around: Around,
  fields: AcceptedPart<WrittenFlowSection["fields"]> = {},
  at: JsonPath,
): PlacedField[] => Object.entries(fields).map(([id, value]) => place(around, id, value, [...at, id]));

function place(around: Around, id: string, value: AcceptedPart<WrittenField>, at: JsonPath): PlacedField {
  const { file, step, section, names, parent, list, fragment } = around;
  const path = `${around.prefix}.${id}`;
  const placed: PlacedField = {
    path,
    id,
    step,
    section,
    file,
    at,
    value,
    ...(parent ? { parent } : {}),
    ...(list ? { list } : {}),
    ...(fragment === undefined ? {} : { fragment }),
    names,
    fields: [],
  };
  if (value.kind !== "group" && value.kind !== "list") return placed;
  const isList = value.kind === "list";
  const inside: Around = {
    ...around,
    prefix: path,
    parent: placed,
    ...(isList ? { list: placed } : {}),
    names: { ...names, group: path, ...(isList ? { row: path } : {}) },
  };
  const used = value.use;
  if (used === undefined) {
    placed.fields = fieldsOf(inside, value.fields, [...at, "fields"]);
    return placed;
  }
  if (around.open.includes(used)) {
    placed.endless = true;
    return placed;
  }
  const found = around.fragments(used);
  if (!found) return placed;
  const definition = found.value as AcceptedPart<WrittenFragmentFile>;
  // What a fragment needs of the flow it is given: it reads none of its named rules.
  const { rules: _, ...own } = inside.names;
  const given = { given: value.with ?? {}, defaults: defaultsOf(definition.parameters), names };
  placed.fields = fieldsOf(
    {
      ...inside,
      file: found,
      fragment: used,
      names: { ...own, with: given },
      open: [...around.open, used],
    },
    definition.fields,
    ["fields"],
  );
  return placed;
}

/** The default rules of the parameters that have one. */
export const defaultsOf = (
  parameters: Record<string, AcceptedPart<WrittenParameter>> = {},
): Record<string, Rule> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { default: otherwise }]) =>
      otherwise === undefined ? [] : [[name, otherwise]],
    ),
  );

/** A field, and those that it holds, in the order in which they are asked. */
export const withInner = (field: PlacedField): PlacedField[] => [field, ...field.fields.flatMap(withInner)];

/** All fields of a step. */
export const fieldsOfStep = (step: PlacedStep): PlacedField[] =>
  step.sections.flatMap(({ fields }) => fields.flatMap(withInner));
