/** Tables as text: no signs that no text has, no page, and no cell that a spreadsheet would compute. */
import type { FileContent } from "./file-content.ts";
import { windowsOf } from "./scan.ts";
import type { ContentFault } from "./content-fault.ts";

/** What stands between cells, whichever of them the table is written with; a cell may stand in quotes. */
const between = /[\n\r,;\t"|]/;
/** What nobody sees before a cell's first sign: as Latin-1, and as UTF-8 has it, bytes as Latin-1. */
const blank = /^(?:\s|\xC2\xA0|\xE2\x80[\x80-\x8F\xA8-\xAF]|\xE3\x80\x80|\xEF\xBB\xBF)+/;
/** A cell that begins so is computed. The last ones are as wide as a sign of Chinese. */
const formula = /^(?:[=@]|\xEF\xBC[\x8B\x8D\x9D\xA0])/;
const currency = String.raw`(?:US\$|S\/\.?|[$%]|\xE2\x82\xAC|\x80|UF|UTM|CLP|USD|EUR|PEN)`;
/** With a sign before it, only a number is none: amounts, telephones, and what stands for nothing. */
const number = new RegExp(
  String.raw`^[+-]+$|^[+-]${currency}?(?=[\d.(])[\d.()'\/-]*(?:E[+-]?\d+)?${currency}?$`,
  "i",
);
const maxNumberLength = 60;
/** Spreadsheets let the first line name any sign that stands between cells: one of ours, or it is not known what a cell is. */
const otherSign = /^(?:\xEF\xBB\xBF)?"?sep=(?![,;\t|])/i;
const beginLength = 200;
// oxlint-disable-next-line no-control-regex
const noText = /[\x00-\x08\x0E-\x1F\x7F]/;

const isComputed = (cell: string): boolean => {
  if (formula.test(cell)) return true;
  if (!/^[+-]/.test(cell)) return false;
  return cell.length > maxNumberLength || !number.test(cell.replaceAll(/\s+/g, ""));
};

export async function judgeTable(content: FileContent): Promise<ContentFault> {
  let rest = "";
  let hasBegun = false;
  for await (const { text, from } of windowsOf(content, 0)) {
    if (noText.test(text)) return "damaged";
    if (from === 0 && otherSign.test(text)) return "active";
    if (!hasBegun) {
      const seen = (rest + text).replace(blank, "");
      hasBegun = seen !== "";
      if (seen.startsWith("<")) return "mixed";
    }
    const cells = (rest + text).split(between);
    // The last one may go on; how a longer one ends changes nothing.
    rest = cells.pop()!.replace(blank, "").slice(0, beginLength);
    if (cells.some((cell) => cell !== "" && isComputed(cell.replace(blank, "")))) return "active";
  }
  return isComputed(rest) ? "active" : undefined;
}
