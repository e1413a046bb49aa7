/** The texts of a list that are there, with another between them; null where none is. */
export function joinedText(texts: unknown, between: unknown): string | null {
  const there = Array.isArray(texts)
    ? texts.filter((one) => (typeof one === "string" && one.trim() !== "") || typeof one === "number")
    : [];
  return there.length > 0 ? there.map(String).join(String(between ?? "")) : null;
}
