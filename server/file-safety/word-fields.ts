/** Fields of a Word document that start a program. Word lets them be cut into pieces, and written into each other. */
import { attributesOf, decoded, readXml, UnfitXml } from "./xml.ts";

const startsPrograms = /\bDDE(?:AUTO)?\b/i;
const maxCodeLength = 64 * 1024;
const maxDepth = 1_000;

interface Field {
  /** What it does. */
  code: string;
  /** Whether what follows is what it showed last. */
  isResult: boolean;
}

const none: Field = { code: "", isResult: true };

/** @throws {UnfitXml} */
export async function hasStartingField(xml: string): Promise<boolean> {
  let isFound = false;
  const open: Field[] = [];
  /** Codes that stand in no field, one after the other. */
  const loose: Field = { code: "", isResult: false };
  let inCode = 0;
  const add = (field: Field, text: string): void => {
    if (field.code.length + text.length > maxCodeLength) throw new UnfitXml("a field without measure");
    field.code += decoded(text);
  };
  const judge = (code: string): void => void (isFound ||= startsPrograms.test(code));
  await readXml(xml, {
    tag: (name, rest, isEnd) => {
      const lower = name.toLowerCase();
      if (lower === "instrtext" || lower === "delinstrtext") {
        inCode = Math.max(0, inCode + (isEnd ? -1 : 1));
      } else if (isEnd) return;
      else if (lower === "fldsimple") {
        for (const [attribute, value] of attributesOf(rest))
          if (/(?:^|:)instr$/.test(attribute)) judge(value);
      } else if (lower === "fldchar") {
        const [, kind] = [...attributesOf(rest)].find(([one]) => /(?:^|:)fldchartype$/.test(one)) ?? [];
        if (kind === "begin") {
          if (open.length === maxDepth) throw new UnfitXml("too many fields in each other");
          open.push({ code: "", isResult: false });
        } else if (kind === "separate" && open.length > 0) open.at(-1)!.isResult = true;
        else if (kind === "end") judge((open.pop() ?? none).code);
      }
    },
    text: (text) => {
      const field = open.at(-1) ?? loose;
      // A text of another kind in the place of a code is read as one.
      if (inCode > 0 || (field !== loose && !field.isResult)) add(field, text);
    },
  });
  for (const { code } of [loose, ...open]) judge(code);
  return isFound;
}
