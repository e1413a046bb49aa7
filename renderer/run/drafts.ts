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

/** The edits that the server has not confirmed, by path. */
export interface Unconfirmed {
  add(paths: string[]): void;
  /** What to send: null removes. */
  take(answers: Record<string, Answer | undefined>): Record<string, Answer | null>;
  /** What was sent has arrived: paths that were edited since stay. */
  confirm(sent: Record<string, Answer | null>, answers: Record<string, Answer | undefined>): void;
  clear(): void;
  size(): number;
}

export function unconfirmed(): Unconfirmed {
  const paths = new Set<string>();
  return {
    add: (more) => more.forEach((path) => paths.add(path)),
    take: (answers) => Object.fromEntries([...paths].map((path) => [path, answers[path] ?? null])),
    confirm(sent, answers) {
      for (const [path, value] of Object.entries(sent)) {
        if (JSON.stringify(answers[path] ?? null) === JSON.stringify(value)) paths.delete(path);
      }
    },
    clear: () => paths.clear(),
    size: () => paths.size,
  };
}
