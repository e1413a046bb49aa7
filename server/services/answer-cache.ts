/** Keeps good answers for a while, in memory. Equal questions that are asked at once share one answer. */
export interface AnswerCache<T> {
  /** `seconds` is how long a kept answer holds. An answer that fails `keeps`, or an error, is not kept. */
  get(key: string, seconds: number, ask: () => Promise<T>): Promise<T>;
}

interface Entry<T> {
  answer: Promise<T>;
  /** Milliseconds of the clock; none while the answer is awaited. */
  until: number | undefined;
}

/** A cache of at most `size` answers; the oldest gives way. `now` is in milliseconds. */
export function createAnswerCache<T>(
  keeps: (answer: T) => boolean,
  { size = 1000, now = Date.now }: { size?: number; now?: () => number } = {},
): AnswerCache<T> {
  const entries = new Map<string, Entry<T>>();

  const drop = (key: string, entry: Entry<T>): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  const fill = async (key: string, entry: Entry<T>, seconds: number): Promise<void> => {
    try {
      if (keeps(await entry.answer)) entry.until = now() + seconds * 1000;
      else drop(key, entry);
    } catch {
      // Whoever asked gets the error.
      drop(key, entry);
    }
  };

  return {
    get: (key, seconds, ask) => {
      const known = entries.get(key);
      if (known && (known.until === undefined || known.until > now())) return known.answer;
      const entry: Entry<T> = { answer: ask(), until: undefined };
      // Set anew, so that it is the youngest.
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > size) entries.delete(entries.keys().next().value!);
      void fill(key, entry, seconds);
      return entry.answer;
    },
  };
}
