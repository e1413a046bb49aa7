/** The index of the catalogue finds and counts what going through all rows does, while rows come, change and go. */
import { expect, test } from "vitest";
import {
  createFacetedIndex,
  type IndexedRow,
  type IndexQuery,
} from "../../server/dealers/catalogue/faceted-index.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const options = {
  facets: { make: {}, model: { under: "make" }, colour: {}, seats: {} },
  numbers: { price: [10, 20, 30], age: [1, 2, 3, 4] },
  orders: ["price"],
};
const facetNames = Object.keys(options.facets) as (keyof typeof options.facets)[];
const numberNames = Object.keys(options.numbers) as (keyof typeof options.numbers)[];
const values = {
  make: ["a", "b"],
  model: ["a1", "a2", "b1"],
  colour: ["red", "blue", "grey"],
  seats: ["2", "5"],
};
const titles = ["one", "two"];

/** A hundred colours more, so that not all facets fit into one count. */
const paints = Array.from({ length: 100 }, (_, at) => `paint-${at}`);

const row: fc.Arbitrary<IndexedRow> = fc
  .record({
    make: fc.subarray(values.make, { maxLength: 1 }),
    model: fc.subarray(values.model, { maxLength: 1 }),
    colour: fc.oneof(fc.subarray(values.colour), fc.subarray(paints, { minLength: 1, maxLength: 1 })),
    seats: fc.subarray(values.seats, { maxLength: 1 }),
    price: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    age: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    title: fc.constantFrom(...titles),
    group: fc.option(fc.constantFrom("g1", "g2", "g3"), { nil: undefined }),
  })
  .map(({ price, age, title, group, ...facets }) => ({
    facets,
    numbers: { price, age },
    keys: { price: price ?? Infinity },
    title,
    ...(group === undefined ? {} : { group }),
  }));

const range = (max: number) =>
  fc.record({
    from: fc.option(fc.integer({ min: -1, max }), { nil: undefined }),
    to: fc.option(fc.integer({ min: -1, max }), { nil: undefined }),
  });
const query: fc.Arbitrary<IndexQuery> = fc.record({
  facets: fc.record({
    make: fc.subarray(values.make),
    model: fc.subarray(values.model),
    colour: fc.subarray([...values.colour, "paint-7", "unknown"]),
    seats: fc.subarray(values.seats),
  }),
  ranges: fc.record({ price: range(40), age: range(5) }),
  titles: fc.option(
    fc.subarray(titles).map((some) => new Set(some)),
    { nil: undefined },
  ),
  order: fc.constant("price"),
  offset: fc.integer({ min: 0, max: 5 }),
  limit: fc.constant(12),
  grouped: fc.boolean(),
});

type Rows = Map<number, IndexedRow>;

/** How many there are, of which those of a group are one where the query says so. */
const sizeOf = (rows: IndexedRow[], { grouped = false }: IndexQuery): number =>
  grouped
    ? rows.filter(({ group }) => group === undefined).length +
      new Set(rows.flatMap(({ group }) => group ?? [])).size
    : rows.length;

function matching(rows: Rows, { facets, ranges, titles: wanted }: IndexQuery): [number, IndexedRow][] {
  return [...rows].filter(
    ([, one]) =>
      Object.entries(facets).every(
        ([name, some]) => some.length === 0 || some.some((value) => one.facets[name]!.includes(value)),
      ) &&
      Object.entries(ranges).every(([name, { from, to }]) => {
        if (from === undefined && to === undefined) return true;
        const amount = one.numbers[name];
        return amount !== undefined && amount >= (from ?? -Infinity) && amount <= (to ?? Infinity);
      }) &&
      (wanted === undefined || wanted.has(one.title)),
  );
}
const rowsOf = (rows: Rows, asked: IndexQuery): IndexedRow[] => matching(rows, asked).map(([, one]) => one);

/** What the index says, by going through all rows for each number. */
function slowly(rows: Rows, asked: IndexQuery) {
  const counts = facetNames.map((name) => {
    const dropped = { ...asked.facets, ...(name === "make" ? { model: [] } : {}) };
    const all = [...new Set([...rows.values()].flatMap(({ facets }) => facets[name]!))];
    const found = all.map((value): [string, number] => [
      value,
      sizeOf(rowsOf(rows, { ...asked, facets: { ...dropped, [name]: [value] } }), asked),
    ]);
    return [name, new Map(found)] as const;
  });
  const ranges = numberNames.map((name) => {
    const { from, to } = asked.ranges[name]!;
    const count = (own: { from?: number | undefined; to?: number | undefined }): number =>
      sizeOf(rowsOf(rows, { ...asked, ranges: { ...asked.ranges, [name]: own } }), asked);
    const amounts = rowsOf(rows, { ...asked, ranges: { ...asked.ranges, [name]: {} } })
      .flatMap(({ numbers }) => numbers[name] ?? [])
      .toSorted((a, b) => a - b);
    const ends = options.numbers[name].map((value) => ({
      value,
      from: count({ from: value, to }),
      to: count({ from, to: value }),
    }));
    return [name, { min: amounts[0] ?? null, max: amounts.at(-1) ?? null, ends }] as const;
  });
  return {
    total: sizeOf(rowsOf(rows, asked), asked),
    counts: Object.fromEntries(counts),
    ranges: Object.fromEntries(ranges),
  };
}

test("what is found and counted is what going through all rows finds", () => {
  const change = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.option(row, { nil: undefined, freq: 3 }));
  const initial = fc.array(row, { minLength: 0, maxLength: 150 });
  fc.assert(
    fc.property(
      initial,
      fc.array(change, { maxLength: 40 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      (first, changes, queries) => {
        const rows: Rows = new Map(first.map((one, at) => [at + 1, one]));
        const index = createFacetedIndex(rows, options);
        for (const [id, one] of changes) {
          if (one) {
            rows.set(id, one);
            index.put(id, one);
          } else {
            rows.delete(id);
            index.remove(id);
          }
        }
        for (const asked of queries) {
          const { ids, ...counted } = index.search(asked);
          expect(counted).toEqual(slowly(rows, asked));
          // The cheapest first, each once, and each one that was asked for.
          const found = new Map(matching(rows, asked));
          expect(ids.every((id) => found.has(id))).toBe(true);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toHaveLength(Math.max(0, Math.min(12, counted.total - asked.offset)));
          const prices = ids.map((id) => found.get(id)!.keys["price"]!);
          expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});
