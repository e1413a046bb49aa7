/**
 * Turns of a window of time that all processes on a store share. A process takes some at once, so that most cost no
 * statement: at most an eighth of what it has used in the window, and what it has not used a second later it gives back.
 */
import type { Queries } from "../store/store.ts";
import { giveTurnsBack } from "../store/limits.ts";
import { createLimitBatches } from "./limit-batches.ts";

/** Of what a process has used in a window, the part that it takes ahead. */
const ahead = 1 / 8;
/** Of all turns of a window, the most that it takes ahead. */
const maxAheadOfLimit = 1 / 20;
/** Milliseconds that turns are kept unused, and until a window that had none left is asked again. */
export const unusedMs = 1_000;
/** Subjects that are remembered; one that is forgotten begins with small numbers again. */
const maxRemembered = 20_000;

interface Window {
  key: string;
  /** Milliseconds. */
  began: number;
  ends: number;
  used: number;
  left: number;
  /** Given while the store could not count, and not told to it yet. */
  owed: number;
  /** When the last were taken. */
  taken: number;
  /** Until then the store is not asked again: it had none. */
  overUntil: number;
  /** How many wait for what is being taken. */
  waiting: number;
  taking: Promise<void> | undefined;
}

/** The window has no turns left. */
export class WindowExhausted extends Error {
  /** Milliseconds until it ends. */
  readonly wait: number;
  constructor(wait: number) {
    super("No turn is left");
    this.name = "WindowExhausted";
    this.wait = wait;
  }
}

export interface LimitWindows {
  /**
   * Gives nothing at once where one was left, else resolves once the store gave one.
   * @throws {WindowExhausted}
   */
  take(subject: string, times: number, length: number): Promise<void> | undefined;
  /** Gives back what nobody has used lately, or all that is left. */
  giveBack(which: "unused" | "all"): Promise<void>;
}

interface LimitWindowsDeps {
  db: Queries;
  /** By what the store knows a subject. */
  keyOf: (subject: string) => string;
  /** Milliseconds. */
  now: () => number;
  /** What is thrown where the store cannot say. */
  uncounted: (error: unknown) => Error;
}

export function createLimitWindows({ db, keyOf, now, uncounted }: LimitWindowsDeps): LimitWindows {
  const takeTurns = createLimitBatches(db);
  const remembered = new Map<string, Window>();
  const holding = new Set<Window>();

  const windowOf = (subject: string, length: number, at: number): Window => {
    const known = remembered.get(subject);
    if (known && at < known.ends && at >= known.began) return known;
    const began = Math.floor(at / length) * length;
    const counts = { used: 0, left: 0, owed: 0, taken: at, overUntil: 0, waiting: 0, taking: undefined };
    const window: Window = { key: keyOf(subject), began, ends: began + length, ...counts };
    remembered.delete(subject);
    remembered.set(subject, window);
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!);
    return window;
  };

  const rowOf = ({ key, began }: Window) => ({ key, window: new Date(began).toISOString() });

  const takeMore = async (window: Window, times: number): Promise<void> => {
    const some = Math.min(Math.floor(times * maxAheadOfLimit), Math.floor(window.used * ahead));
    // Those who wait use theirs at once.
    const by = Math.min(times, Math.max(1, some, window.waiting));
    try {
      const count = await takeTurns({ ...rowOf(window), by: by + window.owed });
      window.owed = 0;
      const got = Math.max(0, Math.min(by, times - count + by));
      window.left += got;
      window.taken = now();
      if (window.left > 0) holding.add(window);
      if (count >= times) window.overUntil = window.taken + unusedMs;
      // What is counted beyond the last turn would hide one that somebody gives back.
      if (got < by) await giveTurnsBack(db, { ...rowOf(window), by: by - got });
    } catch (error) {
      // Whoever was counted before goes on for as long as could have been taken ahead: without room in the store, pages
      // are still there. Of somebody new nobody knows how often he came.
      const most = Math.max(1, Math.floor(times * maxAheadOfLimit));
      if (window.used === 0 || window.owed + by > most) throw uncounted(error);
      window.owed += by;
      window.left += by;
    } finally {
      window.taking = undefined;
    }
  };

  const take: LimitWindows["take"] = (subject, times, length) => {
    const at = now();
    const window = windowOf(subject, length, at);
    if (window.left > 0) {
      window.left -= 1;
      window.used += 1;
      if (window.left === 0) holding.delete(window);
      return undefined;
    }
    if (at < window.overUntil) throw new WindowExhausted(window.ends - at);
    window.waiting += 1;
    window.taking ??= takeMore(window, times);
    // Those who came together share what was taken; whoever gets none of it asks again.
    return window.taking
      .finally(() => {
        window.waiting -= 1;
      })
      .then(() => take(subject, times, length));
  };

  const giveBack: LimitWindows["giveBack"] = async (which) => {
    const latest = now() - unusedMs;
    for (const window of holding) {
      if (which === "unused" && window.taken > latest) continue;
      const by = window.left;
      window.left = 0;
      holding.delete(window);
      await giveTurnsBack(db, { ...rowOf(window), by });
    }
  };

  return { take, giveBack };
}
