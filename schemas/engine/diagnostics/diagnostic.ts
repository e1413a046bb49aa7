import type { Diagnostic, SourceLocation } from "../types/index.ts";
import { messages, type DiagnosticCode } from "./messages.ts";

export type Values = Record<string, string>;

const fill = (template: string, values: Values): string =>
  template.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  );

/** Makes a diagnostic of a code, a place and the values of its message. */
export function diagnosticAt(
  file: string,
  place: SourceLocation,
  code: DiagnosticCode,
  values: Values = {},
  suggestion?: string,
): Diagnostic {
  const { message, fix, severity = "error" } = messages[code];
  return {
    code,
    severity,
    file,
    ...place,
    message: fill(message, values),
    fix: fill(fix, values),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By file, line, column and code; what is said twice of one place is said once. */
export function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  const order = diagnostics.toSorted(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.line, b.line) ||
      compare(a.column, b.column) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
  return order.filter((one, index) => {
    const before = order[index - 1];
    return !before || JSON.stringify(before) !== JSON.stringify(one);
  });
}

const maxWidth = 100;

/** The part of a line around a column, at most `widest` characters, and where the column stands in it. */
function frame(excerpt: string, column: number, length: number): { text: string; from: number } {
  const marked = Math.min(length, maxWidth);
  const spare = Math.max(0, column - 1 + marked + 10 - maxWidth);
  const start = excerpt.length <= maxWidth ? 0 : Math.min(column - 1, spare);
  const cut = excerpt.slice(start, start + maxWidth);
  const before = start > 0 ? "…" : "";
  const after = start + maxWidth < excerpt.length ? "…" : "";
  return { text: before + cut + after, from: column - 1 - start + before.length };
}

/**
 * A diagnostic as an author reads it: place, code, what is wrong, the line with the place marked, how to fix it.
 * With `colour`, escape sequences for a terminal are put in.
 */
export function formatDiagnostic(diagnostic: Diagnostic, options: { colour?: boolean } = {}): string {
  const paint = (code: number, text: string): string =>
    options.colour ? `\u001B[${code}m${text}\u001B[0m` : text;
  const { file, line, column, severity, code, message, fix, suggestion, excerpt, length } = diagnostic;
  const { text, from } = frame(excerpt, column, length);
  const number = String(line).padStart(6);
  // Tabs stay tabs, so that the mark stands under what it marks.
  const indent = text.slice(0, from).replace(/[^\t]/g, " ");
  const mark = "^".repeat(Math.max(1, Math.min(length, text.length - from)));
  const tone = severity === "error" ? 31 : 33;
  const guess = suggestion === undefined ? "" : `¿Quisiste decir "${suggestion}"?  `;
  return [
    `${paint(1, `${file}:${line}:${column}`)}  ${paint(tone, severity)}  ${code}`,
    `  ${message}`,
    `${number} | ${text}`,
    `${" ".repeat(6)} | ${indent}${paint(tone, mark)}`,
    `  ${guess}Para arreglarlo: ${fix}`,
  ].join("\n");
}
