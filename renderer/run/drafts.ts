import type { Answer } from "../../schemas/engine/evaluate.ts";

/** Calls `save` when there was no further edit for a while; never twice at once. */
export interface Debounced {
  later(): void;
  cancel(): void;
}

export function debounced(save: () => void, milliseconds: number): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    later() {
      clearTimeout(timer);
      timer = setTimeout(save, milliseconds);
    },
    cancel: () => clearTimeout(timer),
  };
}

/** The edits that the server has not confirmed, by path, and those that were made here since it last took a step. */
export interface Unconfirmed {
  add(paths: string[]): void;
  /** What to send: null removes. */
  take(answers: Record<string, Answer | undefined>): Record<string, Answer | null>;
  /** What was edited here, whether or not the server has had it. */
  own(answers: Record<string, Answer | undefined>): Record<string, Answer | null>;
  /** What was sent has arrived: paths that were edited since stay. */
  confirm(sent: Record<string, Answer | null>, answers: Record<string, Answer | undefined>): void;
  /** What the server has now holds, whoever wrote it: of these paths, or of all that is confirmed. */
  giveUp(these?: string[]): void;
  clear(): void;
  size(): number;
}

export function unconfirmed(): Unconfirmed {
  const paths = new Set<string>();
  /** With those that the server has: it may be told otherwise from another tab. */
  const made = new Set<string>();
  const valuesOf = (
    some: Set<string>,
    answers: Record<string, Answer | undefined>,
  ): Record<string, Answer | null> =>
    Object.fromEntries([...some].map((path) => [path, answers[path] ?? null]));
  return {
    add(more) {
      for (const path of more) {
        paths.add(path);
        made.add(path);
      }
    },
    take: (answers) => valuesOf(paths, answers),
    own: (answers) => valuesOf(made, answers),
    confirm(sent, answers) {
      for (const [path, value] of Object.entries(sent)) {
        if (JSON.stringify(answers[path] ?? null) === JSON.stringify(value)) paths.delete(path);
      }
    },
    giveUp(these = [...made]) {
      for (const path of these) if (!paths.has(path)) made.delete(path);
    },
    clear() {
      paths.clear();
      made.clear();
    },
    size: () => paths.size,
  };
}
