/** What a diagnostic says. `{names}` are filled with the author's own ids. */
export interface Message {
  /** What is wrong: a sentence in Spanish. */
  message: string;
  /** How to fix it: follows "Para arreglarlo:". */
  fix: string;
  /** What has only a warning is served. Left out, it is an error. */
  severity?: "warning";
}

export type Messages = Record<string, Message>;
