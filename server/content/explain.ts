/** Diagnostics of content files that nobody wrote, told as what they are about: entries and their fields. */
import { getLocation } from "jsonc-parser";
import type { Diagnostic, Sources } from "../../schemas/engine/serve.ts";
import type { ContentFiles } from "./contentful/to-content-files.ts";
import { placeIn } from "./contentful/problems.ts";

const offsetOf = (text: string, line: number, column: number): number =>
  text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0) +
  column -
  1;

/** The entry, and the field of it, that a place in a content file is. */
function entryAt(text: string, origins: ContentFiles["origins"], { file, line, column }: Diagnostic): string {
  const { path } = getLocation(text, offsetOf(text, line, column));
  const begins = (at: (string | number)[]): boolean => at.every((part, index) => part === path[index]);
  // Those within stand behind those around them.
  const origin = (origins.get(file) ?? []).findLast(({ at }) => begins(at));
  const field = path[origin?.at.length ?? 0];
  // An empty name stands where a key could be typed.
  return placeIn(origin?.entry ?? file, typeof field === "string" && field !== "" ? field : undefined);
}

const fileOf = /brands\/([^/]+)\/content\/\S+\.json/;

/** Leads from content files to entries; what is said of definition files stays. */
export function explainContent(
  diagnostics: Diagnostic[],
  sources: Sources,
  origins: ContentFiles["origins"],
): Diagnostic[] {
  const told = diagnostics.map((diagnostic) => {
    if (origins.has(diagnostic.file))
      return { ...diagnostic, file: entryAt(sources[diagnostic.file]!, origins, diagnostic) };
    const [whole, brand] = fileOf.exec(diagnostic.fix) ?? [];
    if (whole === undefined) return diagnostic;
    // What is missing is to be made where content comes from.
    return {
      ...diagnostic,
      fix: diagnostic.fix.replace(whole, `en Contentful una entrada de la marca ${brand}`),
    };
  });
  // Brands that share an entry share what is wrong with it.
  return [...new Map(told.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
