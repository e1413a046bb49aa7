/**
 * A faceted search: rows with values, a page of those that were asked for, and for each value of each facet how many
 * choosing it would find. Sets of bits (typedfastbitset) narrow, columns count: docs/decisions/2026-11-23-search-in-the-catalogue.md.
 */
import { TypedFastBitSet } from "typedfastbitset";
import {
  createFacetColumn,
  createNumberColumn,
  selectionOf,
  type FacetColumn,
  type Groups,
  type NumberColumn,
} from "./columns.ts";
import { bundlesOf, createCombinations, type Combinations } from "./combinations.ts";
import { createOrder, type Order } from "./order.ts";

export interface IndexedRow {
  /** Values by facet. */
  facets: Record<string, readonly string[]>;
  /** By name; what is missing is within no range. */
  numbers: Record<string, number | undefined>;
  /** Of each order: the smallest is first. */
  keys: Record<string, number>;
  /** What texts are looked for in. */
  title: string;
  /** Rows of one group count once where a query says so. */
  group?: string;
}

export interface IndexOptions {
  /** By name. The values of one that is `under` another are dropped when that one changes. */
  facets: Record<string, { under?: string }>;
  /** The ends that a range may have, by name: rows are counted for each. */
  numbers: Record<string, readonly number[]>;
  orders: readonly string[];
}

export interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

export interface IndexQuery {
  /** Values by facet: a row has one of them in each. */
  facets: Record<string, readonly string[]>;
  ranges: Record<string, Range>;
  /** Whether a title is looked for; left out, all are. */
  titles?: ReadonlySet<string> | undefined;
  order: string;
  offset: number;
  limit: number;
  /** Whether rows of a group count as one. */
  grouped?: boolean;
  /** Facets whose values are counted; left out, all. */
  counted?: readonly string[];
}

export interface EndCount {
  value: number;
  /** With this as the lower end. */
  from: number;
  /** With this as the upper end. */
  to: number;
}

export interface IndexResult {
  total: number;
  ids: number[];
  counts: Record<string, Map<string, number>>;
  /** Of the numbers, under all else that was asked for. */
  ranges: Record<string, { min: number | null; max: number | null; ends: EndCount[] }>;
}

export interface FacetedIndex {
  search: (query: IndexQuery) => IndexResult;
  put: (id: number, row: IndexedRow) => void;
  remove: (id: number) => void;
  titles: () => Iterable<string>;
  /** Whether a row has this value. */
  knows: (facet: string, value: string) => boolean;
}

/** Rows that may come to have a group before all is laid out anew. */
const spareGroups = 512;

/**
 * Rows of groups are the first ones, so that finding those of one group takes no look at the others. They are laid out when
 * something is first asked of them: a server that starts shows cars before anybody searches.
 */
export function createFacetedIndex(
  initial: Iterable<readonly [id: number, row: IndexedRow]>,
  options: IndexOptions,
): FacetedIndex {
  const known = new Map(initial);
  let rowOf = new Map<number, number>();
  let ids: number[] = [];
  let isLaidOut = false;
  let capacity = 0;
  let groupsEnd = 0;
  let free: { grouped: number[]; others: number[] } = { grouped: [], others: [] };
  let live = new TypedFastBitSet();
  let facets: Record<string, FacetColumn> = {};
  let combinations: Combinations[] = [];
  let numbers: Record<string, NumberColumn> = {};
  let orders: Record<string, Order> = {};
  let titleIds = new Map<string, number>();
  let titleOf = new Uint32Array();
  let groupIds = new Map<string, number>();
  let groupOf = new Uint32Array();

  const numbered = (map: Map<string, number>, text: string): number => {
    const found = map.get(text);
    if (found !== undefined) return found;
    map.set(text, map.size);
    return map.size - 1;
  };

  /** Sets all but what is in order. */
  const write = (row: number, id: number, { facets: own, title, group }: IndexedRow): void => {
    rowOf.set(id, row);
    ids[row] = id;
    live.add(row);
    for (const bundle of combinations) bundle.set(row, own);
    titleOf[row] = numbered(titleIds, title);
    if (group !== undefined) groupOf[row] = numbered(groupIds, group);
  };

  const clear = (id: number): void => {
    const row = rowOf.get(id)!;
    live.remove(row);
    for (const bundle of combinations) bundle.set(row, {});
    for (const column of Object.values(numbers)) column.set(row, undefined);
    for (const order of Object.values(orders)) order.remove(row);
    rowOf.delete(id);
    known.delete(id);
    free[row < groupsEnd ? "grouped" : "others"].push(row);
  };

  /** Lays all rows out anew. */
  const layOut = (): void => {
    isLaidOut = true;
    const grouped = [...known].filter(([, row]) => row.group !== undefined);
    const others = [...known].filter(([, row]) => row.group === undefined);
    const inWords = (count: number): number => Math.ceil(count / 32) * 32;
    groupsEnd = inWords(grouped.length + spareGroups);
    capacity = inWords(groupsEnd + others.length + Math.max(256, others.length / 10));
    const rows = [
      ...grouped.map(([id, row], at) => [at, id, row] as const),
      ...others.map(([id, row], at) => [groupsEnd + at, id, row] as const),
    ];
    rowOf = new Map();
    ids = [];
    live = new TypedFastBitSet(null, new Uint32Array(capacity / 32));
    facets = mapped(options.facets, () => createFacetColumn(capacity));
    combinations = bundlesOf(
      Object.keys(facets),
      rows.map(([, , row]) => row.facets),
    ).map((names) =>
      createCombinations(capacity, Object.fromEntries(names.map((name) => [name, facets[name]!]))),
    );
    numbers = Object.fromEntries(
      Object.entries(options.numbers).map(([name, ends]) => {
        const amounts = rows.flatMap(([at, , { numbers: own }]) =>
          own[name] === undefined ? [] : [[at, own[name]] as const],
        );
        return [name, createNumberColumn(capacity, ends, new Map(amounts))];
      }),
    );
    titleIds = new Map();
    titleOf = new Uint32Array(capacity);
    groupIds = new Map();
    groupOf = new Uint32Array(groupsEnd);
    for (const [at, id, row] of rows) write(at, id, row);
    const down = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, index) => to - 1 - index);
    free = { grouped: down(grouped.length, groupsEnd), others: down(groupsEnd + others.length, capacity) };
    orders = Object.fromEntries(
      options.orders.map((name) => [
        name,
        createOrder(new Map(rows.map(([at, , { keys }]) => [at, keys[name]!]))),
      ]),
    );
  };

  const layOutOnce = (): void => {
    if (!isLaidOut) layOut();
  };

  const put = (id: number, row: IndexedRow): void => {
    if (rowOf.has(id)) clear(id);
    known.set(id, row);
    if (!isLaidOut) return;
    const at = free[row.group === undefined ? "others" : "grouped"].pop();
    if (at === undefined) return layOut();
    write(at, id, row);
    for (const [name, column] of Object.entries(numbers)) column.set(at, row.numbers[name]);
    for (const [name, order] of Object.entries(orders)) order.add(at, row.keys[name]!);
  };

  const withTitle = (titles: ReadonlySet<string>): TypedFastBitSet => {
    const wanted = new Uint8Array(titleIds.size);
    for (const title of titles) {
      const id = titleIds.get(title);
      if (id !== undefined) wanted[id] = 1;
    }
    const words = new Uint32Array(capacity / 32);
    // Without a branch, whose outcome nobody could guess.
    for (let row = 0; row < capacity; row += 1) words[row >>> 5]! |= wanted[titleOf[row]!]! << (row & 31);
    return TypedFastBitSet.fromWords(words);
  };

  /** What narrows the rows, by the facet or number that does. */
  const narrowingOf = ({ facets: chosen, ranges }: IndexQuery): Map<string, TypedFastBitSet> => {
    const narrowing = new Map<string, TypedFastBitSet>();
    for (const [name, values] of Object.entries(chosen)) {
      const column = facets[name];
      if (!column || values.length === 0) continue;
      const any = new TypedFastBitSet(null, new Uint32Array(live.words.length));
      for (const value of values) {
        const bits = column.bits(value);
        if (bits) any.union(bits);
      }
      narrowing.set(name, any);
    }
    for (const [name, range] of Object.entries(ranges)) {
      const column = numbers[name];
      if (!column || (range.from === undefined && range.to === undefined)) continue;
      narrowing.set(name, column.within(range));
    }
    return narrowing;
  };

  /** A facet, and all that are under it. */
  const withDependents = (name: string): string[] => [
    name,
    ...Object.entries(options.facets).flatMap(([other, { under }]) =>
      under === name ? withDependents(other) : [],
    ),
  ];

  const search = (query: IndexQuery): IndexResult => {
    layOutOnce();
    const narrowing = narrowingOf(query);
    const all = live.clone();
    if (query.titles) all.intersection(withTitle(query.titles));
    const without = (names: readonly string[]): TypedFastBitSet => {
      const left = all.clone();
      for (const [name, bits] of narrowing) if (!names.includes(name)) left.intersection(bits);
      return left;
    };
    const found = without([]);
    const groups = query.grouped ? { end: groupsEnd, of: groupOf, count: groupIds.size } : undefined;

    const selected = selectionOf(found);
    /** The rows under all else, where they are others: a facet's dependents are dropped with it. */
    const elsewhere = (name: string): TypedFastBitSet | undefined => {
      const dropped = withDependents(name);
      return dropped.some((one) => narrowing.has(one)) ? without(dropped) : undefined;
    };

    const counts: IndexResult["counts"] = {};
    const asked = new Set(query.counted ?? Object.keys(facets));
    for (const bundle of combinations) {
      const together: string[] = [];
      for (const name of bundle.names) {
        if (!asked.has(name)) continue;
        const bits = elsewhere(name);
        if (bits) counts[name] = countAlone(name, bundle, bits, groups);
        else together.push(name);
      }
      if (together.length > 0) Object.assign(counts, bundle.count(together, selected, groups));
    }
    const ranges: IndexResult["ranges"] = {};
    for (const [name, column] of Object.entries(numbers)) {
      const bits = elsewhere(name);
      // An end is chosen beside the other one.
      const { least, most, ...extremes } = column.count(
        bits ? selectionOf(bits) : selected,
        query.ranges[name] ?? {},
        groups,
      );
      ranges[name] = {
        ...extremes,
        ends: column.ends.map((value, at) => ({ value, from: least[at]!, to: most[at]! })),
      };
    }
    return { total: totalOf(selected.rows, query), ids: pageOf(found, query), counts, ranges };
  };

  /** Of one facet: by its values where those are fewer than the rows, 32 of which are in a word. */
  const countAlone = (
    name: string,
    bundle: Combinations,
    bits: TypedFastBitSet,
    groups: Groups | undefined,
  ): Map<string, number> => {
    const column = facets[name]!;
    return !groups && 2 * column.size() * live.words.length < bits.size()
      ? column.count(bits)
      : bundle.count([name], selectionOf(bits), groups)[name]!;
  };

  const totalOf = (rows: Uint32Array, { grouped = false }: IndexQuery): number => {
    if (!grouped) return rows.length;
    const inGroups = rows.filter((row) => row < groupsEnd);
    return rows.length - inGroups.length + new Set(inGroups.map((row) => groupOf[row]!)).size;
  };

  const pageOf = (
    found: TypedFastBitSet,
    { order, offset, limit, grouped = false }: IndexQuery,
  ): number[] => {
    const page: number[] = [];
    const seen = new Set<number>();
    let passed = 0;
    for (const row of orders[order]!.rows()) {
      if (page.length === limit) break;
      if (!found.has(row)) continue;
      if (grouped && row < groupsEnd) {
        const group = groupOf[row]!;
        if (seen.has(group)) continue;
        seen.add(group);
      }
      passed += 1;
      if (passed > offset) page.push(ids[row]!);
    }
    return page;
  };

  return {
    search,
    put,
    remove: (id) => {
      if (rowOf.has(id)) clear(id);
      else known.delete(id);
    },
    titles: () => {
      layOutOnce();
      return titleIds.keys();
    },
    knows: (facet, value) => {
      layOutOnce();
      return facets[facet]?.bits(value)?.isEmpty() === false;
    },
  };
}

const mapped = <From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
