import { defaultsOf } from "../../1-read/expand.ts";
import type { Names } from "../../1-read/relative.ts";
import type { ValueType } from "../../types/index.ts";
import type { AcceptedPart, WrittenParameter } from "../../types/index.ts";
import type { Field, FieldValue, Kind, Project } from "./project.ts";

type Kinds = Pick<Project, "kinds">;

/** What a kind can stand for, in any brand: itself, or the kinds that it names by a fact. */
export function presetsOf(project: Kinds, id: string, seen: Set<string> = new Set()): Kind[] {
  const kind = project.kinds.get(id);
  if (!kind || seen.has(id)) return [];
  seen.add(id);
  const kinds = kind.value.byFact?.kinds;
  return kinds ? Object.values(kinds).flatMap((one) => presetsOf(project, one, seen)) : [kind];
}

/** The type of value of a kind's file, if it says one. */
export const typeOfKind = (kind: Kind | undefined): ValueType | undefined => kind?.value.type;

/** The kinds that a field can be. */
export const presetsOfField = (project: Kinds, field: Pick<Field, "value">): Kind[] =>
  presetsOf(project, field.value.kind ?? "");

/** What an answer may be judged by: the schema of each kind that its field can be, as it is and with each of its variants. */
export const schemasOfField = (project: Kinds, { value }: Pick<Field, "value">): Record<string, unknown>[] =>
  presetsOfField(project, { value }).flatMap(({ value: kind }) => {
    const own = { ...kind.schema, ...value.schema };
    const variants = [...(value.variants ?? []), ...(kind.variants ?? [])];
    return [own, ...variants.map(({ schema }) => ({ ...own, ...schema }))];
  });

/** The widgets that a field can be drawn with: its own, else those of its kinds. */
export const widgetsOf = (project: Kinds, field: Pick<Field, "value">): unknown[] =>
  "widget" in field.value
    ? [field.value.widget]
    : presetsOfField(project, field).map(({ value }) => value.widget);

/** Whether it is the one field of a raw-schema step. */
export const isRaw = (field: Pick<Field, "at">): boolean => field.at.length === 2 && field.at[0] === "steps";

/** The type of value of a field; undefined when its kind is not known. */
export const typeOf = (project: Kinds, field: Pick<Field, "value" | "at">): ValueType | undefined =>
  isRaw(field) ? "json" : typeOfKind(presetsOfField(project, field)[0]);

/** A choice's options: the ids of those of its kind, or what says where they are. */
export type ChoiceOptions = Exclude<FieldValue["options"], string[] | undefined> & { ids?: string[] };

/** As if they were said in one way: a list of ids has a name too. */
export const namedOptions = (options: FieldValue["options"] = {}): ChoiceOptions =>
  Array.isArray(options) ? { ids: options } : options;

/** What a choice's options say: the field's, and where they name no source of their own, the kind's too. */
export const optionsOf = (project: Kinds, field: Pick<Field, "value">): ChoiceOptions =>
  optionsWith(presetsOfField(project, field)[0]?.value, field);

/** As `optionsOf`, for each kind that the field can be in some brand. */
export const allOptionsOf = (project: Kinds, field: Pick<Field, "value">): ChoiceOptions[] =>
  presetsOfField(project, field).map(({ value }) => optionsWith(value, field));

/** What a choice's options say, as a kind of this value. */
export function optionsWith(kind: Kind["value"] | undefined, field: Pick<Field, "value">): ChoiceOptions {
  const general = namedOptions(kind?.options);
  const own = namedOptions(field.value.options);
  return ["ids", "list", "tree", "data", "page"].some((source) => source in own)
    ? own
    : { ...general, ...own };
}

/** The tree that a choice's options are in, if they are in one. */
export const treeOf = (project: Kinds, field: Pick<Field, "value">): string | undefined =>
  optionsOf(project, field).tree;

/** The parameters that a file declares, by name: a kind's, a fragment's or a flow's. */
export const parametersOf = (item: { value: { parameters?: Parameters } } | undefined): Parameters =>
  item?.value.parameters ?? {};

type Parameters = Record<string, AcceptedPart<WrittenParameter>>;

/** What relative names mean in the rules of a field's kind: what the field gives for its parameters. */
export const namesInKindOf = (kind: Kind | undefined, field: Field): Names => ({
  with: {
    given: field.value.with ?? {},
    defaults: defaultsOf(kind?.value.parameters),
    names: field.names,
  },
});
