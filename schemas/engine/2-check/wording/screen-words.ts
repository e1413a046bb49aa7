import type { BlockText } from "../../1-read/block-parts.ts";
import type { Project, Screen, ScreenBlock, ValueSchema } from "../project/project.ts";
import type { PageDocumentText } from "../../1-read/document-texts.ts";
import { namesOfRow, rowOf } from "../project/call-values.ts";
import { namedRow } from "../project/document-rows.ts";
import type { WordScope } from "../variables/scope.ts";
import { namesIn } from "./placeholders.ts";

/** What the words of a screen may name: beside what all words may, what the queries gave without which it is not there. */
export const ofScreen = (scope: WordScope, screen: Screen): WordScope =>
  "data" in screen.value ? { ...scope, screen } : scope;

/** What a text of a block may name besides: how many results there are, or the columns of each. */
export function ofBlockText(
  project: Project,
  scope: WordScope,
  screen: Screen,
  block: ScreenBlock,
  { at, text }: Pick<BlockText, "at" | "text">,
): WordScope {
  const [slot, part] = at;
  if (block.block === "flow" && slot === "drawer" && part === "show") return { ...scope, names: ["total"] };
  if (block.block === "search" && slot === "action") return { ...scope, names: ["total"] };
  if (block.block === "siteSearch" && part === "empty") return { ...scope, names: ["text"] };
  if (block.block !== "view") return scope;
  if (slot === "says") return part === "many" ? { ...scope, names: ["count"] } : scope;
  if (slot !== "item") return scope;
  return ofRow(scope, rowOf(project, screen, block), text);
}

/** Where nobody knows which columns there are, that is told at the query. */
const ofRow = (scope: WordScope, row: ValueSchema | undefined, text: string | undefined): WordScope =>
  row ? { ...scope, names: namesOfRow(row), columns: row } : { ...scope, names: namesIn(text ?? "") };

/** What a text of a document of a page may name besides: the columns of the rows of its section. */
export function ofDocumentText(
  project: Project,
  scope: WordScope,
  screen: Screen,
  document: string,
  { section: index, text }: Pick<PageDocumentText, "section" | "text">,
): WordScope {
  if (index === undefined) return scope;
  const section = screen.value.documents?.[document]?.sections?.[index] ?? {};
  return ofRow(scope, namedRow(project, screen, section), text);
}
