/** The texts of definition files by path from the project's root, e.g. `schemas/kinds/email.json`. */
export type Sources = Record<string, string>;

/** A place in a file. Lines and columns are one-based; `length` is in characters, on that line, at least 1. */
export interface SourceLocation {
  line: number;
  column: number;
  length: number;
  /** The line it is on. */
  excerpt: string;
  /** The file that it is in, where that is not the one that was asked. */
  file?: string;
}

export interface Diagnostic extends SourceLocation {
  /** A permanent word, e.g. `unknown-field`. Its meaning is in `schemas/language/diagnostics.md`. */
  code: string;
  severity: "error" | "warning";
  file: string;
  /** What is wrong, in Spanish, in the author's own ids. */
  message: string;
  /** How to fix it, in Spanish. */
  fix: string;
  /** The nearest match, when there is one. */
  suggestion?: string;
}
