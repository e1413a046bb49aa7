/** Rows as services give them: lists of objects. */

/** What stands under a key of a row, by its own keys. */
const at = (row: unknown, key: unknown): unknown =>
  typeof row === "object" && row !== null && Object.hasOwn(row, String(key))
    ? (row as Record<string, unknown>)[String(key)]
    : undefined;

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

// An answer is a text; a service's id may be a number.
const isSame = (one: unknown, other: unknown): boolean =>
  one !== undefined && one !== null && other !== undefined && other !== null && String(one) === String(other);

/** What the first row has under `wanted` whose `key` is `value`; null where there is none. */
export function lookUp(rows: unknown, key: unknown, value: unknown, wanted: unknown): unknown {
  return (
    at(
      rowsOf(rows).find((row) => isSame(at(row, key), value)),
      wanted,
    ) ?? null
  );
}

/** The least of the numbers in a list; what is no number does not count. Null where there is none. */
export function leastOf(values: unknown): number | null {
  const numbers = rowsOf(values).filter((value): value is number => Number.isFinite(value));
  return numbers.length > 0 ? Math.min(...numbers) : null;
}

/** More rows than these nobody chooses from. */
const mostNumbers = 500;

/** The whole numbers from one to another, downwards where that is less; null where one is none, or they are too many. */
export function numbersBetween(from: unknown, to: unknown): number[] | null {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  const [first, last] = [from as number, to as number];
  const count = Math.abs(last - first) + 1;
  if (count > mostNumbers) return null;
  return Array.from({ length: count }, (_, index) => (first <= last ? first + index : first - index));
}

/** The sum of the numbers under `wanted` in the rows whose `key` is among `values`; what is no number adds nothing. */
export function sumOf(rows: unknown, key: unknown, values: unknown, wanted: unknown): number {
  const chosen = rowsOf(values);
  return rowsOf(rows)
    .filter((row) => chosen.some((value) => isSame(at(row, key), value)))
    .map((row) => at(row, wanted))
    .reduce<number>((sum, amount) => (Number.isFinite(amount) ? sum + (amount as number) : sum), 0);
}
