import { defaultsOf } from "../../1-read/expand.ts";
import type { Names } from "../../1-read/relative.ts";
import type { ValueType } from "../../types/index.ts";
import type { Field, Item, Project } from "./project.ts";
import { asObject, asText, type Definition } from "../report/values.ts";

type Kinds = Pick<Project, "kinds">;

/** What a kind can stand for, in any brand: itself, or the kinds that it names by a fact. */
export function presetsOf(project: Kinds, id: string, seen: Set<string> = new Set()): Item[] {
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
  "file",
  "group",
  "list",
  "display",
]);

/** The type of value of a kind's file, if it says one. */
export const typeOfKind = (kind: Item | undefined): ValueType | undefined =>
  valueTypes.has(kind?.value["type"]) ? (kind?.value["type"] as ValueType) : undefined;

/** The kinds that a field can be. */
export const presetsOfField = (project: Kinds, field: Pick<Field, "value">): Item[] =>
  presetsOf(project, String(field.value["kind"]));

/** The widgets that a field can be drawn with: its own, else those of its kinds. */
export const widgetsOf = (project: Kinds, field: Pick<Field, "value">): unknown[] =>
  "widget" in field.value
    ? [field.value["widget"]]
    : presetsOfField(project, field).map(({ value }) => value["widget"]);

/** Whether it is the one field of a raw-schema step. */
export const isRaw = (field: Pick<Field, "at">): boolean => field.at.length === 2 && field.at[0] === "steps";

/** The type of value of a field; undefined when its kind is not known. */
export const typeOf = (project: Kinds, field: Pick<Field, "value" | "at">): ValueType | undefined =>
  isRaw(field) ? "json" : typeOfKind(presetsOfField(project, field)[0]);

const written = (options: unknown): Definition =>
  Array.isArray(options) ? { ids: options } : asObject(options);

/** What a choice's options say: the field's, and where they name no source of their own, the kind's too. */
export const optionsOf = (project: Kinds, field: Pick<Field, "value">): Definition =>
  optionsWith(presetsOfField(project, field)[0], field);

/** As `optionsOf`, for each kind that the field can be in some brand. */
export const allOptionsOf = (project: Kinds, field: Pick<Field, "value">): Definition[] =>
  presetsOfField(project, field).map((kind) => optionsWith(kind, field));

function optionsWith(kind: Item | undefined, field: Pick<Field, "value">): Definition {
  const general = written(kind?.value["options"]);
  const own = written(field.value["options"]);
  return ["ids", "list", "tree", "data"].some((source) => source in own) ? own : { ...general, ...own };
}

/** The tree that a choice's options are in, if they are in one. */
export const treeOf = (project: Kinds, field: Pick<Field, "value">): string | undefined =>
  asText(optionsOf(project, field)["tree"]);

/** The parameters that a file declares, by name: a kind's, a fragment's or a flow's. */
export const parametersOf = (item: Pick<Item, "value"> | undefined): Definition =>
  asObject(item?.value["parameters"]);

/** What relative names mean in the rules of a field's kind: what the field gives for its parameters. */
export const namesInKindOf = (kind: Item | undefined, field: Field): Names => ({
  with: {
    given: asObject(field.value["with"]),
    defaults: defaultsOf(kind?.value["parameters"]),
    names: field.names,
  },
});
