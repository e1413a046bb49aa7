import { commonTypes } from "./common/common-types.ts";
import { dealers } from "./dealers/dealers.ts";
import type { PropertyRange, ThingType } from "./common/thing-type.ts";

const packs: Record<string, ThingType>[] = [
  commonTypes,
  // One line for each trade.
  dealers,
];

/** The types of schema.org that pages can tell of, by name. */
export const thingTypes: ReadonlyMap<string, ThingType> = new Map(packs.flatMap(Object.entries));

/** A type and those that it extends, itself first. */
export function lineOf(name: string): [string, ThingType][] {
  const type = thingTypes.get(name);
  if (!type) return [];
  return [[name, type], ...(type.extends === undefined ? [] : lineOf(type.extends))];
}

/** What each property of a type can be. */
export const propertiesOf = (name: string): ReadonlyMap<string, PropertyRange[]> =>
  new Map(
    lineOf(name)
      .toReversed()
      .flatMap(([, { properties }]) => Object.entries(properties)),
  );

/** The properties without which a thing of a type says too little. What a type says itself counts, else what it extends. */
export const neededBy = (name: string): readonly string[] =>
  lineOf(name).find(([, { needs }]) => needs)?.[1].needs ?? [];

/** Whether a type is one of these, or extends one. */
export const isOneOf = (name: string, ranges: readonly PropertyRange[]): boolean =>
  lineOf(name).some(([one]) => ranges.includes(one));
