/** Answers that are still being moved, and wait for a rest before they are any. */
const waiting = new Set<() => void>();

/** Has what waits settled where its step or its page is left, or sent, before it rests. Returns the way to forget it. */
export function settleOnLeaving(settle: () => void): () => void {
  waiting.add(settle);
  return () => void waiting.delete(settle);
}

/** What was moved to is the answer now, everywhere. */
export const settleAll = (): void => waiting.forEach((settle) => settle());
