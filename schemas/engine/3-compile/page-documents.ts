import { textsOfDocument } from "../1-read/document-texts.ts";
import type { PageDocument, Rule, WrittenScreenFile } from "../types/index.ts";
import { foldCondition } from "./fold.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

/** Compiles the documents of a page for one brand; one that this brand never has is left out. */
export function compilePageDocuments(
  { documents = {} }: WrittenScreenFile,
  project: BrandProject,
  override: (slot: string) => string | undefined,
): Record<string, PageDocument> | undefined {
  const compiled = Object.entries(documents).flatMap(([id, written]) => {
    const document = JSON.parse(JSON.stringify(written)) as PageDocument & { when?: Rule };
    for (const { at, text, markdown } of textsOfDocument(written)) {
      const said = override(`documents.${id}.${at.join(".")}`) ?? text;
      // Objects of the clone, down to what holds the text.
      let holder = document as unknown as Record<string | number, unknown>;
      for (const key of at.slice(0, -1)) holder = holder[key] as typeof holder;
      holder[at.at(-1)!] = markdown ? project.words(at.join("."), [said]) : fillKnown(said, project.known);
    }
    const sections = document.sections.flatMap((section) => settled(section, project));
    return settled({ ...document, sections }, project).map((one) => [id, one] as const);
  });
  return compiled.length === 0 ? undefined : Object.fromEntries(compiled);
}

/** With its condition for this brand: none where it always holds, nothing at all where it never does. */
function settled<Part extends { when?: Rule }>(part: Part, { constant }: BrandProject): Part[] {
  const { when: written, ...rest } = part;
  const when = foldCondition(written, constant);
  if (when === false) return [];
  return [{ ...rest, ...(when === undefined ? {} : { when }) } as Part];
}
