/**
 * A text for systems that take nothing but plain letters: without accents (`ñ` is `n`), letters and spaces only, at most
 * `length` characters. Null where there is no text.
 */
export function plainText(text: unknown, length: unknown): string | null {
  if (typeof text !== "string") return null;
  const longest = Number(length);
  return text
    .normalize("NFD")
    .replace(/[^A-Za-z\s]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, Number.isFinite(longest) ? Math.max(0, longest) : 0)
    .trimEnd();
}

/** The digits of a text, in their order. Of what is no text, none. */
export const digits = (text: unknown): string =>
  typeof text === "string" ? text.replaceAll(/[^0-9]/g, "") : "";
