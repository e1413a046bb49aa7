/** JSON text with sorted keys: equal values give equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(withSortedKeys(value));

/** Not by a function that is handed to `JSON.stringify`, which is slower than copying. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return withSortedKeys(value.toJSON());
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(given)
      .toSorted()
      .map((key) => [key, withSortedKeys(given[key])]),
  );
}
