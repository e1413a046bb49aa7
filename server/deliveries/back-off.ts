/** When a failed delivery is tried again. */

/** Milliseconds. */
const firstMs = 5_000;
const maxMs = 3_600_000;
const enoughMs = 48 * 3_600_000;

const waitAfter = (attempt: number): number => Math.min(firstMs * 2 ** (attempt - 1), maxMs);

/**
 * Attempts that 48 hours of trying hold. Counted in attempts, not by the clock: a server that was
 * switched off over a week-end has not tried.
 */
export const maxAttempts = ((): number => {
  let attempts = 1;
  for (let waited = 0; waited + waitAfter(attempts) <= enoughMs; attempts += 1) waited += waitAfter(attempts);
  return attempts;
})();

/**
 * Milliseconds to wait after the given attempt (1 is the first) has failed; undefined when it was the last.
 * `random` (0 to 1) spreads the wait by a fifth either way, so that what failed together does not return together.
 */
export function backOff(attempt: number, random: number): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  return Math.round(waitAfter(attempt) * (0.8 + 0.4 * random));
}
