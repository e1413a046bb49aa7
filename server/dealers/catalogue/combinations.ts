/**
 * Values that come together: of all combinations of a car's make, model, year and doors there are few. Rows are counted
 * by combination, and only combinations by value, so that one look at each row serves many facets.
 */
import { groupedIn, type FacetColumn, type Groups, type Selection } from "./columns.ts";

type Values = Record<string, readonly string[]>;

export interface Combinations {
  /** The facets that are counted together. */
  names: readonly string[];
  set: (row: number, values: Values) => void;
  /** Of these facets, how many of the rows have each value. */
  count: (
    names: readonly string[],
    selection: Selection,
    groups: Groups | undefined,
  ) => Record<string, Map<string, number>>;
}

/** The number of the combination of rows that are not there: they have no values. */
const nothing = 0;

export function createCombinations(capacity: number, columns: Record<string, FacetColumn>): Combinations {
  const names = Object.keys(columns);
  /** By row. */
  const of = new Uint32Array(capacity);
  const idOf = new Map<string, number>([[names.map(() => "").join(";"), nothing]]);
  /** By facet, the values of each combination: most have one, further ones are kept apart. */
  const valuesOf = names.map(() => ({ first: [0], more: new Map<number, number[]>() }));

  const numbered = (values: number[][]): number => {
    const key = values.join(";");
    let id = idOf.get(key);
    if (id === undefined) {
      id = idOf.size;
      idOf.set(key, id);
      for (const [at, { first, more }] of valuesOf.entries()) {
        const [one = 0, ...others] = values[at]!;
        first.push(one);
        if (others.length > 0) more.set(id, others);
      }
    }
    return id;
  };

  /** How many rows each combination has. */
  const tally = (rows: Uint32Array, from: number): Uint32Array => {
    const counts = new Uint32Array(idOf.size);
    for (let at = from; at < rows.length; at += 1) counts[of[rows[at]!]!]! += 1;
    return counts;
  };

  const countByValue = (at: number, tallied: Uint32Array): Uint32Array => {
    const { first, more } = valuesOf[at]!;
    const counts = new Uint32Array(columns[names[at]!]!.size());
    for (let id = 0; id < tallied.length; id += 1) counts[first[id]!]! += tallied[id]!;
    for (const [id, others] of more) for (const value of others) counts[value]! += tallied[id]!;
    return counts;
  };

  /** Adds the first rows, those of groups: of a group, rows with the same value count once. */
  const countOnce = (
    at: number,
    rows: Uint32Array,
    end: number,
    groups: Groups,
    counts: Uint32Array,
  ): void => {
    const { first, more } = valuesOf[at]!;
    const seen = new Uint8Array(counts.length * groups.count);
    const add = (group: number, value: number): void => {
      const key = value * groups.count + group;
      if (seen[key] === 1) return;
      seen[key] = 1;
      counts[value]! += 1;
    };
    for (let index = 0; index < end; index += 1) {
      const id = of[rows[index]!]!;
      const group = groups.of[rows[index]!]!;
      add(group, first[id]!);
      if (more.size > 0) for (const value of more.get(id) ?? []) add(group, value);
    }
  };

  return {
    names,
    set: (row, values) => {
      const before = of[row]!;
      for (const [at, name] of names.entries()) {
        const { first, more } = valuesOf[at]!;
        columns[name]!.remove(row, [first[before]!, ...(more.get(before) ?? [])]);
      }
      const ids = names.map((name) => columns[name]!.numbered(values[name] ?? []));
      of[row] = numbered(ids);
      for (const [at, name] of names.entries()) columns[name]!.add(row, ids[at]!);
    },
    count: (asked, { rows }, groups) => {
      const end = groupedIn(rows, groups);
      const tallied = tally(rows, end);
      return Object.fromEntries(
        asked.map((name) => {
          const at = names.indexOf(name);
          const counts = countByValue(at, tallied);
          if (groups && end > 0) countOnce(at, rows, end, groups, counts);
          return [name, columns[name]!.named((value) => counts[value]!)];
        }),
      );
    },
  };
}

/**
 * Which facets to count together: each goes with the first ones that it makes few combinations with. A combination costs
 * about as much as a row, for each of its facets.
 */
export function bundlesOf(names: readonly string[], rows: readonly Values[]): string[][] {
  const most = Math.max(64, rows.length / 16);
  const bundles: { names: string[]; of: Uint32Array; count: number }[] = [];
  for (const name of names) {
    const { of, count } = distinct(rows.map((values) => (values[name] ?? []).join(";")));
    const joined = bundles.some((bundle) => {
      const both = distinct(of, (value, row) => value * bundle.count + bundle.of[row]!);
      if (both.count > most) return false;
      Object.assign(bundle, both);
      bundle.names.push(name);
      return true;
    });
    if (!joined) bundles.push({ names: [name], of, count });
  }
  return bundles.map((bundle) => bundle.names);
}

/** A number for each different thing, and which of them each one is. */
function distinct<T extends string | number>(
  things: ArrayLike<T>,
  keyOf: (thing: T, at: number) => string | number = (thing) => thing,
): { of: Uint32Array; count: number } {
  const numbers = new Map<string | number, number>();
  const of = new Uint32Array(things.length);
  for (let at = 0; at < things.length; at += 1) {
    const key = keyOf(things[at]!, at);
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size));
    of[at] = number;
  }
  return { of, count: numbers.size };
}
