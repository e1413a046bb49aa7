/** What rows have, in columns: counting goes through them once for the rows that were found, whatever the number of values. */
import { TypedFastBitSet } from "typedfastbitset";
import type { Range } from "./faceted-index.ts";

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

export function selectionOf(bits: TypedFastBitSet): Selection {
  const { words } = bits;
  const rows = new Uint32Array(bits.size());
  let count = 0;
  for (let word = 0; word < words.length; word += 1) {
    let left = words[word]!;
    while (left !== 0) {
      rows[count] = word * 32 + 31 - Math.clz32(left & -left);
      count += 1;
      left &= left - 1;
    }
  }
  return { bits, rows };
}

/** How many of the rows, which are in order, belong to groups. */
function groupedIn(rows: Uint32Array, groups: Groups | undefined): number {
  if (!groups) return 0;
  let count = 0;
  while (count < rows.length && rows[count]! < groups.end) count += 1;
  return count;
}

export interface FacetColumn {
  set: (row: number, values: readonly string[]) => void;
  /** The rows with a value; undefined where none ever had it. Nobody changes it. */
  bits: (value: string) => TypedFastBitSet | undefined;
  /** Of each value, how many of the rows have it. */
  count: (selection: Selection, groups: Groups | undefined) => Map<string, number>;
}

/** The number that no value has. */
const none = 0;
/** Values that a facet may have. */
const maxValues = 0xffff;

/** Most rows have one value: further ones are kept apart. */
export function createFacetColumn(capacity: number): FacetColumn {
  const idOf = new Map<string, number>();
  const bits: TypedFastBitSet[] = [new TypedFastBitSet()];
  const first = new Uint16Array(capacity);
  const more = new Map<number, number[]>();

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
  const valuesOf = (row: number): number[] =>
    first[row] === none ? [] : [first[row]!, ...(more.get(row) ?? [])];

  return {
    set: (row, values) => {
      for (const id of valuesOf(row)) bits[id]!.remove(row);
      more.delete(row);
      const [one, ...others] = values.map(numbered);
      first[row] = one ?? none;
      if (others.length > 0) more.set(row, others);
      for (const id of valuesOf(row)) bits[id]!.add(row);
    },
    bits: (value) => bits[idOf.get(value) ?? maxValues + 1],
    count: (selection, groups) => {
      const { rows } = selection;
      const counts = new Uint32Array(bits.length);
      const grouped = groupedIn(rows, groups);
      const seen = new Set<number>();
      const countOnce = (row: number, id: number): void => {
        const key = id * groups!.count + groups!.of[row]!;
        if (seen.has(key)) return;
        seen.add(key);
        counts[id]! += 1;
      };
      for (let at = 0; at < grouped; at += 1) {
        for (const id of valuesOf(rows[at]!)) countOnce(rows[at]!, id);
      }
      for (let at = grouped; at < rows.length; at += 1) counts[first[rows[at]!]!]! += 1;
      for (const [row, ids] of more) {
        if (row < (groups?.end ?? 0) || !selection.bits.has(row)) continue;
        for (const id of ids) counts[id]! += 1;
      }
      return new Map(
        [...idOf].filter(([, id]) => !bits[id]!.isEmpty()).map(([value, id]) => [value, counts[id]!]),
      );
    },
  };
}

export interface NumberColumn {
  ends: readonly number[];
  set: (row: number, amount: number | undefined) => void;
  within: (range: Range) => TypedFastBitSet;
  extremes: (rows: Uint32Array) => { min: number | null; max: number | null };
  /** Of each end, how many of the rows have it or more. */
  countLeast: (rows: Uint32Array, groups: Groups | undefined) => number[];
  /** Of each end, how many of the rows have it or less. */
  countMost: (rows: Uint32Array, groups: Groups | undefined) => number[];
}

/** @param ends in order */
export function createNumberColumn(capacity: number, ends: readonly number[]): NumberColumn {
  const amounts = new Float64Array(capacity).fill(Number.NaN);
  /** By row: how many ends are no more than its amount, and how many are less; 255 where there is no amount. */
  const reached = new Uint8Array(capacity).fill(255);
  const passed = new Uint8Array(capacity).fill(255);
  if (ends.length >= 255) throw new Error("a range has too many ends");

  /** Of one group, the row that goes farthest counts. */
  const histogram = (
    of: Uint8Array,
    rows: Uint32Array,
    groups: Groups | undefined,
    farther: (one: number, other: number) => boolean,
  ): Uint32Array => {
    const counts = new Uint32Array(256);
    const grouped = groupedIn(rows, groups);
    const best = new Map<number, number>();
    for (let at = 0; at < grouped; at += 1) {
      const group = groups!.of[rows[at]!]!;
      const own = of[rows[at]!]!;
      const other = best.get(group);
      if (own !== 255 && (other === undefined || farther(own, other))) best.set(group, own);
    }
    for (const own of best.values()) counts[own]! += 1;
    for (let at = grouped; at < rows.length; at += 1) counts[of[rows[at]!]!]! += 1;
    return counts;
  };

  return {
    ends,
    set: (row, amount) => {
      amounts[row] = amount ?? Number.NaN;
      reached[row] = amount === undefined ? 255 : ends.filter((end) => end <= amount).length;
      passed[row] = amount === undefined ? 255 : ends.filter((end) => end < amount).length;
    },
    within: ({ from = -Infinity, to = Infinity }) => {
      const words = new Uint32Array(capacity / 32);
      for (let row = 0; row < capacity; row += 1) {
        const amount = amounts[row]!;
        if (amount >= from && amount <= to) words[row >>> 5]! |= 1 << (row & 31);
      }
      return TypedFastBitSet.fromWords(words);
    },
    extremes: (rows) => {
      let min = Infinity;
      let max = -Infinity;
      for (let at = 0; at < rows.length; at += 1) {
        const amount = amounts[rows[at]!]!;
        if (amount < min) min = amount;
        if (amount > max) max = amount;
      }
      return min <= max ? { min, max } : { min: null, max: null };
    },
    countLeast: (rows, groups) => {
      const counts = histogram(reached, rows, groups, (one, other) => one > other);
      return ends.map((_, at) => sum(counts, at + 1, ends.length));
    },
    countMost: (rows, groups) => {
      const counts = histogram(passed, rows, groups, (one, other) => one < other);
      return ends.map((_, at) => sum(counts, 0, at));
    },
  };
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let at = from; at <= to; at += 1) total += counts[at]!;
  return total;
}
