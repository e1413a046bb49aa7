/** The texts of a document of a page, wherever they stand in it: for whoever checks and whoever compiles. */
import type { AcceptedPart, WrittenScreenPageDocument } from "../types/index.ts";
import type { BlockText } from "./block-parts.ts";

type PageDocument = AcceptedPart<WrittenScreenPageDocument>;

export interface PageDocumentText extends BlockText {
  /** The section whose rows it names, where it does. */
  section?: number;
}

/** All texts that a document has, in the order in which they are read; `at` from the document on. */
export function textsOfDocument(document: PageDocument): PageDocumentText[] {
  const texts: PageDocumentText[] = [];
  const add = (
    at: PageDocumentText["at"],
    text: unknown,
    more: Pick<PageDocumentText, "section"> = {},
  ): void => {
    const slot = at.at(-1);
    const markdown = slot === "body" || slot === "closing" || slot === "text";
    if (typeof text === "string") texts.push({ at, text, markdown, ...more });
  };
  add(["title"], document.title);
  add(["body"], document.body);
  add(["picture", "alternative"], document.picture?.alternative);
  for (const [index, section] of (document.sections ?? []).entries()) {
    const at = ["sections", index];
    add([...at, "title"], section.title);
    add([...at, "body"], section.body);
    for (const [number, column] of (section.columns ?? []).entries()) {
      add([...at, "columns", number, "label"], column.label);
      add([...at, "columns", number, "text"], column.text, { section: index });
    }
  }
  add(["closing"], document.closing);
  return texts;
}
