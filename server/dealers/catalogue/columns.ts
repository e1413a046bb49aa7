/** What rows have, in columns: counting goes through them once for the rows that were found, whatever the number of values. */
import { TypedFastBitSet } from "typedfastbitset";
import type { Range } from "./faceted-index.ts";
import { createOrder } from "./order.ts";

/** Rows below `end` belong to groups; of one group, rows with the same value count once. */
export interface Groups {
  end: number;
  /** By row. */
  of: Uint32Array;
  count: number;
}

/** A set of rows, and the same in a list, in order. */
export interface Selection {
  bits: TypedFastBitSet;
  rows: Uint32Array;
}

/** A word whose bits are all set. */
const all = 0xffffffff;

export function selectionOf(bits: TypedFastBitSet): Selection {
  const { words } = bits;
  const rows = new Uint32Array(bits.size());
  let count = 0;
  for (let word = 0; word < words.length; word += 1) {
    let left = words[word]!;
    if (left === all) {
      for (let bit = 0; bit < 32; bit += 1) rows[count + bit] = word * 32 + bit;
      count += 32;
      continue;
    }
    while (left !== 0) {
      rows[count] = word * 32 + 31 - Math.clz32(left & -left);
      count += 1;
      left &= left - 1;
    }
  }
  return { bits, rows };
}

/** How many of the rows, which are in order, belong to groups. */
export function groupedIn(rows: Uint32Array, groups: Groups | undefined): number {
  if (!groups) return 0;
  let count = 0;
  while (count < rows.length && rows[count]! < groups.end) count += 1;
  return count;
}

export interface FacetColumn {
  /** A number for each value; 0 is none. */
  numbered: (values: readonly string[]) => number[];
  add: (row: number, ids: readonly number[]) => void;
  remove: (row: number, ids: readonly number[]) => void;
  /** The rows with a value; undefined where none ever had it. Nobody changes it. */
  bits: (value: string) => TypedFastBitSet | undefined;
  /** One more than the greatest number of a value. */
  size: () => number;
  /** A count for each value that some row has. */
  named: (countOf: (id: number) => number) => Map<string, number>;
  /** The same, of rows that are given as bits: cheap where there are few values. */
  count: (rows: TypedFastBitSet) => Map<string, number>;
}

/** Values that a facet may have. */
const maxValues = 0xffff;

export function createFacetColumn(capacity: number): FacetColumn {
  const idOf = new Map<string, number>();
  const bits: TypedFastBitSet[] = [new TypedFastBitSet()];

  const numbered = (value: string): number => {
    let id = idOf.get(value);
    if (id === undefined) {
      id = bits.length;
      if (id > maxValues) throw new Error("a facet has too many values");
      idOf.set(value, id);
      bits.push(new TypedFastBitSet(null, new Uint32Array(capacity / 32)));
    }
    return id;
  };
  const named: FacetColumn["named"] = (countOf) => {
    const counts = new Map<string, number>();
    for (const [value, id] of idOf) if (!bits[id]!.isEmpty()) counts.set(value, countOf(id));
    return counts;
  };

  return {
    numbered: (values) => values.map(numbered),
    add: (row, ids) => {
      for (const id of ids) bits[id]!.add(row);
    },
    remove: (row, ids) => {
      for (const id of ids) bits[id]!.remove(row);
    },
    bits: (value) => bits[idOf.get(value) ?? maxValues + 1],
    size: () => bits.length,
    named,
    count: (rows) => named((id) => bits[id]!.intersection_size(rows)),
  };
}

export interface NumberCounts {
  min: number | null;
  max: number | null;
  /** Of each end, how many of the rows have it or more, and are within the upper end that is chosen. */
  least: number[];
  /** Of each end, how many of the rows have it or less, and are within the lower end that is chosen. */
  most: number[];
}

export interface NumberColumn {
  ends: readonly number[];
  set: (row: number, amount: number | undefined) => void;
  within: (range: Range) => TypedFastBitSet;
  /** Goes through the rows once. */
  count: (selection: Selection, chosen: Range, groups: Groups | undefined) => NumberCounts;
}

/** Where an amount stands among the ends: 2n between two of them, odd on one; `noPlace` where there is no amount. */
const noPlace = 255;

/**
 * @param ends in order, each once
 * @param initial by row
 */
export function createNumberColumn(
  capacity: number,
  ends: readonly number[],
  initial: ReadonlyMap<number, number>,
): NumberColumn {
  if (ends.length * 2 >= noPlace) throw new Error("a range has too many ends");
  const amounts = new Float64Array(capacity).fill(Number.NaN);
  const places = new Uint8Array(capacity).fill(noPlace);
  const order = createOrder(initial);
  const place = (row: number, amount: number): void => {
    amounts[row] = amount;
    places[row] = ends.filter((end) => end <= amount).length + ends.filter((end) => end < amount).length;
  };
  for (const [row, amount] of initial) place(row, amount);

  /** How many rows of a range have each place; of one group, the row that goes farthest counts. */
  const tally = (
    rows: Uint32Array,
    groups: Groups | undefined,
    { from = -Infinity, to = Infinity }: Range,
    farther: (one: number, other: number) => number,
  ): Uint32Array => {
    const counts = new Uint32Array(noPlace + 1);
    const grouped = groupedIn(rows, groups);
    if (groups && grouped > 0) {
      const best = new Uint8Array(groups.count).fill(noPlace);
      for (let at = 0; at < grouped; at += 1) {
        const row = rows[at]!;
        const amount = amounts[row]!;
        // What is no number is neither.
        if (!(amount >= from && amount <= to)) continue;
        const group = groups.of[row]!;
        best[group] = best[group] === noPlace ? places[row]! : farther(best[group]!, places[row]!);
      }
      for (const one of best) counts[one]! += 1;
    }
    if (from === -Infinity && to === Infinity) {
      for (let at = grouped; at < rows.length; at += 1) counts[places[rows[at]!]!]! += 1;
    } else {
      for (let at = grouped; at < rows.length; at += 1) {
        const row = rows[at]!;
        counts[places[row]!]! += Number(amounts[row]! >= from) & Number(amounts[row]! <= to);
      }
    }
    return counts;
  };

  /** The amount of the first of the rows in order, from one side. */
  const firstOf = (bits: TypedFastBitSet, at: number, step: 1 | -1): number | null => {
    const inOrder = order.rows();
    let index = at < 0 ? inOrder.length + at : at;
    while (index >= 0 && index < inOrder.length && !bits.has(inOrder[index]!)) index += step;
    return index >= 0 && index < inOrder.length ? amounts[inOrder[index]!]! : null;
  };

  return {
    ends,
    set: (row, amount) => {
      if (places[row] !== noPlace) order.remove(row);
      amounts[row] = Number.NaN;
      places[row] = noPlace;
      if (amount === undefined) return;
      place(row, amount);
      order.add(row, amount);
    },
    within: ({ from = -Infinity, to = Infinity }) => {
      const words = new Uint32Array(capacity / 32);
      for (const row of order.between(from, to)) words[row >>> 5]! |= 1 << (row & 31);
      return TypedFastBitSet.fromWords(words);
    },
    count: ({ bits, rows }, { from, to }, groups) => {
      const least = tally(rows, groups, { to }, Math.max);
      const isSame = from === undefined && to === undefined && !groups;
      const most = isSame ? least : tally(rows, groups, { from }, Math.min);
      return {
        min: firstOf(bits, 0, 1),
        max: firstOf(bits, -1, -1),
        least: ends.map((_, at) => sum(least, 2 * at + 1, 2 * ends.length)),
        most: ends.map((_, at) => sum(most, 0, 2 * at + 1)),
      };
    },
  };
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let at = from; at <= to; at += 1) total += counts[at]!;
  return total;
}
