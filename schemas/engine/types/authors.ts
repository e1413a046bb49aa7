/** The texts of definition files by path from the project's root, e.g. `schemas/kinds/email.json`. */
export type Sources = Record<string, string>;

export interface Diagnostic {
  /** A permanent word, e.g. `unknown-field`. Its meaning is in `schemas/language/diagnostics.md`. */
  code: string;
  severity: "error" | "warning";
  file: string;
  /** One-based. */
  line: number;
  column: number;
  /** Characters of the offending value on its line; at least 1. */
  length: number;
  /** What is wrong, in Spanish, in the author's own ids. */
  message: string;
  /** How to mend it, in Spanish. */
  mend: string;
  /** The nearest match, when there is one. */
  suggestion?: string;
  /** The line it stands on. */
  excerpt: string;
}
