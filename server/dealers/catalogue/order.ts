/** Rows in one order, kept up to date while rows come and go. */

export interface Order {
  /** Rows, the first one first. */
  rows: () => Uint32Array;
  /** Those whose keys are no less and no more. */
  between: (from: number, to: number) => Uint32Array;
  add: (row: number, key: number) => void;
  remove: (row: number) => void;
}

/** @param keys of the rows that are there at the beginning: the smallest is first, of two alike the lower row */
export function createOrder(keys: ReadonlyMap<number, number>): Order {
  let count = keys.size;
  let rows = new Uint32Array(count + 64);
  let keyOf = new Float64Array(64);

  const keep = (row: number, key: number): void => {
    if (row >= keyOf.length) {
      const longer = new Float64Array(Math.max(row + 1, keyOf.length * 2));
      longer.set(keyOf);
      keyOf = longer;
    }
    keyOf[row] = key;
  };
  /** Where a row with this key stands, or would. */
  const placeOf = (row: number, key: number): number => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = rows[middle]!;
      const difference = keyOf[other]! - key || other - row;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  for (const [row, key] of keys) keep(row, key);
  rows.set([...keys.keys()].toSorted((a, b) => keyOf[a]! - keyOf[b]! || a - b));

  return {
    rows: () => rows.subarray(0, count),
    between: (from, to) =>
      rows.subarray(placeOf(-1, from), Math.max(placeOf(-1, from), placeOf(Infinity, to))),
    add: (row, key) => {
      keep(row, key);
      if (count === rows.length) {
        const longer = new Uint32Array(count * 2);
        longer.set(rows);
        rows = longer;
      }
      const at = placeOf(row, key);
      rows.copyWithin(at + 1, at, count);
      rows[at] = row;
      count += 1;
    },
    remove: (row) => {
      const at = placeOf(row, keyOf[row]!);
      if (at >= count || rows[at] !== row) throw new Error(`row ${row} is not in the order`);
      rows.copyWithin(at, at + 1, count);
      count -= 1;
    },
  };
}
