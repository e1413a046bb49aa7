/** A table of contents, for overviews that are long. */

// A shorter overview is read without one.
const longEnough = 250;

/** What a heading's address is, as GitHub and editors make it. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** The headings of parts down to the fourth level, each a link; nothing where there is little to find. */
export function contentsOf(parts: string[]): string[] {
  const lines = parts.join("\n\n").split("\n");
  if (lines.length < longEnough) return [];
  const seen = new Map<string, number>();
  let isStep = false;
  // The headings above, so that one that skips a level is one step deeper.
  let above: number[] = [];
  const links = lines.flatMap((line) => {
    const [, marks = "", title = ""] = /^(#{2,6}) (.+)$/.exec(line) ?? [];
    if (marks === "") return [];
    const slug = slugOf(title);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    if (marks.length === 2) isStep = title.startsWith("Paso ");
    above = [...above.filter((level) => level < marks.length), marks.length];
    const isShown = marks.length === 2 || (isStep && marks.length <= 5 && !title.startsWith("Al pulsar"));
    // The path of a group is for its own heading.
    const name = title.replace(/ \(`[^`]+`\)$/, "");
    return isShown
      ? `${"  ".repeat(above.length - 1)}- [${name}](#${slug}${before === 0 ? "" : `-${before}`})`
      : [];
  });
  return ["## Contenido", links.join("\n")];
}
