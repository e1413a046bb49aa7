import type { CompiledField } from "../../schemas/engine/evaluate.ts";

/** The places that a range has to slide to, the least first. */
export function rangePlaces({ start, steps }: NonNullable<CompiledField["range"]>): number[] {
  const places = [start];
  for (const { by, until } of steps) {
    for (let next = places.at(-1)! + by; next <= until; next += by) places.push(next);
  }
  return places;
}

/** The place on a scale that is nearest to a number; at an end where there is none. */
export function placeOf(places: readonly number[], value: unknown, otherwise: number): number {
  if (typeof value !== "number") return otherwise;
  let nearest = 0;
  for (const [at, place] of places.entries()) {
    if (Math.abs(place - value) < Math.abs(places[nearest]! - value)) nearest = at;
  }
  return nearest;
}

/** What two places mean: what is at an end has no limit there. */
export const answersAt = (
  places: readonly number[],
  [least, most]: readonly [number, number],
): [least: number | undefined, most: number | undefined] => [
  least <= 0 ? undefined : places[least],
  most >= places.length - 1 ? undefined : places[most],
];
