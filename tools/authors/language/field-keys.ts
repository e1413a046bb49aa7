/** What the grammars say of fields and kinds that follows from the descriptors of widgets and keys. */
import { placeOf } from "../../../schemas/engine/describe.ts";
import type { Sources } from "../../../schemas/engine/all.ts";
import type { Edit } from "../../../schemas/engine/edit.ts";
import type { WidgetFile } from "../../../server/gallery/files.ts";
import { definitionOf, propertiesOf, type Grammars, type Schema } from "./grammars.ts";

/** The types of value that fields can have; `json` is a raw step's alone, which has no kind. */
export const typesOf = (grammars: Grammars): string[] =>
  definitionOf(grammars, "kind", "valueType").enum as string[];

/** The keys of a field with their descriptors. */
export const fieldKeys = (grammars: Grammars): [string, Schema][] =>
  propertiesOf(definitionOf(grammars, "definitions", "field"));

/** The keys that go to the browser as they are written. */
export const keptKeys = (grammars: Grammars): string[] =>
  fieldKeys(grammars).flatMap(([name, key]) => (key["x-compiled"] === "same" ? name : []));

/** Whether a field with a value of this type can have the key. */
export const fits = ({ "x-types": types }: Schema, type: string): boolean => types?.includes(type) ?? true;

/** The names of kinds, for editors to offer. */
export function kindNames(sources: Sources): Edit[] {
  const kinds = Object.keys(sources).flatMap((path) => {
    const place = placeOf(path);
    return place?.kind === "kind" ? place.id : [];
  });
  return [{ at: ["definitions", "field", "properties", "kind", "examples"], value: kinds.toSorted() }];
}

/** The names of widgets, and what each of them is. */
export function widgetNames(grammars: Grammars, widgets: WidgetFile[]): Edit[] {
  const { description } = definitionOf(grammars, "definitions", "widget");
  const widget = {
    type: "string",
    description,
    enum: widgets.map((one) => one.widget),
    enumDescriptions: widgets.map((one) => `${one.describe}.`),
  };
  return [{ at: ["definitions", "widget"], value: widget }];
}

/** The keys that each type of field does not have. */
export const typeEdits = (grammars: Grammars): Edit[] =>
  typesOf(grammars).map((type) => {
    const unfit = fieldKeys(grammars).filter(([, key]) => !fits(key, type));
    const at = ["definitions", `${type}Field`, "properties"];
    return { at, value: Object.fromEntries(unfit.map(([name]) => [name, false])) };
  });

/** The keys that kinds and fields have alike, as a field has them. */
export const kindEdits = (grammars: Grammars): Edit[] =>
  fieldKeys(grammars)
    .filter(([, key]) => key["x-kind"] === true)
    .map(([name, { "x-types": _types, "x-kind": _kind, "x-compiled": _compiled, ...schema }]) => ({
      at: ["definitions", "preset", "properties", name],
      value: inCommon(schema),
    }));

/** A part of `definitions.schema.json`, as another grammar refers to it. */
function inCommon(schema: unknown): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"$ref":"#/', '"$ref":"definitions.schema.json#/')) as unknown;
}
