import type { Answer, Answers, RunState } from "../../schemas/engine/evaluate.ts";

/**
 * What survives a refresh, in this tab only: answers that the server may not have yet, and the attempt that was not
 * answered. Personal data stays off the device otherwise, so nothing goes into lasting storage.
 */
export interface Memory {
  /** Edits that the server has not confirmed. `run` is null while the run is not begun. */
  unsaved(): Unsaved | null;
  keepUnsaved(unsaved: Unsaved): void;
  attempt(): AttemptMemory | null;
  keepAttempt(attempt: AttemptMemory): void;
  forgetAttempt(): void;
  /** Steps of a run that analytics was told of. */
  told(run: string): string[];
  keepTold(run: string, step: string): void;
  /** What data queries filled in last, by query. `run` is null while the run is not begun. */
  filled(run: string | null): Record<string, Answers>;
  keepFilled(run: string | null, filled: Record<string, Answers>): void;
  /** The run is done: nothing of it stays. */
  forget(): void;
}

export interface Unsaved {
  run: string | null;
  revision: string;
  /** `null` removes. */
  answers: Record<string, Answer | null>;
}

/** One press of Continuar: the same key for the same body, until it is answered. */
export interface AttemptMemory {
  key: string;
  body: string;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Memory of one flow in `storage`, or of what it is about. A storage that is full or forbidden remembers nothing, and
 * nothing else breaks.
 */
export function memoryOf(
  { flow, subject }: Pick<RunState, "flow" | "subject">,
  storage: () => Storage,
): Memory {
  const name = subject === undefined ? flow : `${flow}:${subject}`;
  const [unsavedKey, attemptKey] = [`unsaved:${name}`, `attempt:${name}`];
  const [filledKey, toldKey] = [`filled:${name}`, `told:${name}`];
  const read = (key: string): object | null => {
    try {
      const value: unknown = JSON.parse(storage().getItem(key) ?? "null");
      return typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  };
  const write = (key: string, value: unknown): void => {
    try {
      if (value === null) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(value));
    } catch {
      // Remembering is a comfort; the server holds the run.
    }
  };
  const told = (run: string): string[] => {
    const kept = read(toldKey) as { run: string; steps: string[] } | null;
    return kept?.run === run ? kept.steps : [];
  };
  return {
    unsaved() {
      const kept = read(unsavedKey);
      return kept && "answers" in kept && typeof kept.answers === "object" ? (kept as Unsaved) : null;
    },
    keepUnsaved: (unsaved) => write(unsavedKey, Object.keys(unsaved.answers).length > 0 ? unsaved : null),
    attempt: () => read(attemptKey) as AttemptMemory | null,
    keepAttempt: (attempt) => write(attemptKey, attempt),
    forgetAttempt: () => write(attemptKey, null),
    told,
    keepTold: (run, step) => write(toldKey, { run, steps: [...told(run), step] }),
    filled(run) {
      const kept = read(filledKey) as { run: string | null; filled: Record<string, Answers> } | null;
      return kept && (kept.run === null || kept.run === run) ? kept.filled : {};
    },
    keepFilled: (run, filled) => write(filledKey, Object.keys(filled).length > 0 ? { run, filled } : null),
    forget() {
      write(unsavedKey, null);
      write(attemptKey, null);
      write(filledKey, null);
    },
  };
}

/** The attempt for a body: the unanswered one where the body is the same, else a new one. */
export function attemptFor(memory: Memory, body: string): AttemptMemory {
  const kept = memory.attempt();
  if (kept?.body === body) return kept;
  const attempt = { key: crypto.randomUUID(), body };
  memory.keepAttempt(attempt);
  return attempt;
}
