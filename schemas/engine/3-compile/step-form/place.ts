import type { JsonSchema } from "../../4-evaluate/json-schema.ts";
import { fieldOf } from "../../4-evaluate/step-schema.ts";
import type { CompiledField, CompiledFlow, CompiledStep } from "../../types/index.ts";
import type { Said } from "./conditions.ts";

/** Where the answers of a step are in its form's data: by section, by group, and in rows from the row on. */
export interface StepPlaces {
  flow: CompiledFlow;
  step: CompiledStep;
  /** The section of each field that stands in one directly. */
  sections: ReadonlyMap<string, string>;
  /** Conditions that others name: when a field can be answered. */
  definitions: Record<string, JsonSchema>;
  /** The same by name, as it was worked out once: what hangs on it asks for it again and again. */
  named: Map<string, Said>;
}

export const placesOf = (flow: CompiledFlow, step: CompiledStep): StepPlaces => ({
  flow,
  step,
  sections: new Map(
    step.sections.flatMap(({ id, fields }) => fields.map((path): [string, string] => [path, id])),
  ),
  definitions: {},
  named: new Map(),
});

/** Keys that lead to a field's answer: from the step, and in a list's rows from the row. */
export function keysTo(places: StepPlaces, field: CompiledField): string[] {
  const { parent, path, id } = field;
  if (parent === undefined) return [places.sections.get(path)!, id];
  return parent === field.list ? [id] : [...keysTo(places, fieldOf(places.flow, parent)), id];
}

/** A schema of what stands at a place, which asks that something does. */
export const at = (keys: readonly string[], schema: JsonSchema): JsonSchema =>
  keys.reduceRight<JsonSchema>((inner, key) => ({ properties: { [key]: inner }, required: [key] }), schema);
