/** Tables as text: no signs that no text has, no page, and no cell that a spreadsheet would compute. */
import type { FileContent } from "./file-content.ts";
import { windowsOf } from "./scan.ts";
import type { ContentFault } from "./content-fault.ts";

// A sign at the begin of a cell makes it a formula; a number may have one.
const formula = /(?:^|[\n\r,;\t"])\s*(?:[=@]|[+-](?![\d.,\s]))/;
const pageBegin = /^(?:\xEF\xBB\xBF)?\s*</;
// oxlint-disable-next-line no-control-regex
const noText = /[\x00-\x08\x0E-\x1F\x7F]/;

export async function judgeTable(content: FileContent): Promise<ContentFault> {
  for await (const { text, from } of windowsOf(content, 64)) {
    if (noText.test(text)) return "damaged";
    if (from === 0 && pageBegin.test(text)) return "mixed";
    if (formula.test(from === 0 ? text.replace(/^\xEF\xBB\xBF/, "") : text.slice(1))) return "active";
  }
  return undefined;
}
