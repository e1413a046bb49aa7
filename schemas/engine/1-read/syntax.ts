import type { ParseError } from "jsonc-parser";
import type { DiagnosticCode } from "../diagnostics/messages.ts";

export interface SyntaxMistake {
  code: DiagnosticCode;
  offset: number;
  length: number;
}

// Numbers of jsonc-parser's ParseErrorCode, whose enum cannot be imported where types are only stripped.
const comment = 10;
const unfinishedComment = 11;
const needsComma = 6;
const unfinishedText = 12;
const inText = new Set([14, 15, 16]);

/** A trailing comma stands before the bracket that the parser stumbles over. */
const commaBefore = (text: string, offset: number): number => {
  if (text[offset] !== "}" && text[offset] !== "]") return -1;
  const before = text.slice(0, offset).trimEnd();
  return before.endsWith(",") ? before.length - 1 : -1;
};

/**
 * What an author did wrong, from what the parser says. Comments and trailing commas are told apart, all of them;
 * of everything else only the first, since what follows is often its consequence.
 */
export function syntaxMistakes(text: string, errors: ParseError[]): SyntaxMistake[] {
  const found: SyntaxMistake[] = [];
  for (const { error, offset, length } of errors) {
    if (error === comment || error === unfinishedComment) {
      found.push({ code: "json-comment", offset, length });
      continue;
    }
    const comma = commaBefore(text, offset);
    if (comma !== -1) {
      if (!found.some((mistake) => mistake.offset === comma)) {
        found.push({ code: "trailing-comma", offset: comma, length: 1 });
      }
      continue;
    }
    if (error === unfinishedText) found.push({ code: "unfinished-text", offset, length });
    else if (inText.has(error)) found.push({ code: "bad-escape", offset, length });
    else if (error === needsComma) {
      // The comma belongs after the value before, which is where an author looks for it.
      const end = text.slice(0, offset).trimEnd().length;
      found.push({ code: "missing-comma", offset: Math.max(0, end - 1), length: 1 });
    } else if (offset >= text.trimEnd().length) {
      const end = text.trimEnd().length;
      found.push({ code: "unfinished-file", offset: Math.max(0, end - 1), length: 1 });
    } else found.push({ code: "invalid-json", offset, length: Math.max(1, length) });
    break;
  }
  return found;
}
