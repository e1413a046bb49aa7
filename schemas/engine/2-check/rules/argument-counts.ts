import { operationUses } from "../../operations/uses.ts";

/** How many arguments each operator of JSON Logic takes: at least, at most. */
const argumentCounts: Record<string, readonly [number, number]> = {
  "==": [2, 2],
  "===": [2, 2],
  "!=": [2, 2],
  "!==": [2, 2],
  "<": [2, 3],
  "<=": [2, 3],
  ">": [2, 2],
  ">=": [2, 2],
  "!": [1, 1],
  "!!": [1, 1],
  "+": [1, Infinity],
  "*": [1, Infinity],
  "-": [1, 2],
  "/": [2, 2],
  "%": [2, 2],
  min: [1, Infinity],
  max: [1, Infinity],
  cat: [1, Infinity],
  in: [2, 2],
  merge: [1, Infinity],
  substr: [2, 3],
  var: [1, 2],
  if: [2, Infinity],
  "?:": [3, 3],
  and: [1, Infinity],
  or: [1, Infinity],
  map: [2, 2],
  filter: [2, 2],
  all: [2, 2],
  none: [2, 2],
  some: [2, 2],
  reduce: [3, 3],
  missing: [1, Infinity],
  missing_some: [2, 2],
};

/** At least and at most, of an operator or an operation. */
export function argumentCountOf(operator: string): readonly [number, number] | undefined {
  if (Object.hasOwn(operationUses, operator)) {
    const exact = operationUses[operator]!.arguments;
    return [exact, exact];
  }
  return Object.hasOwn(argumentCounts, operator) ? argumentCounts[operator] : undefined;
}

const plural = (count: number): string => (count === 1 ? "1 argumento" : `${count} argumentos`);

export function countWords([least, most]: readonly [number, number]): string {
  if (least === most) return plural(least);
  return most === Infinity ? `al menos ${plural(least)}` : `de ${least} a ${plural(most)}`;
}
