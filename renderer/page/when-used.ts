const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

let used: Promise<void> | undefined;
let calm: Promise<void> | undefined;

/**
 * Comes with the first sign of a person at the page: the pointer over it, a key, the focus. What nobody can open before
 * that is not loaded before it.
 */
export function whenUsed(): Promise<void> {
  used ??= new Promise((resolve) => {
    const seen = new AbortController();
    const { signal } = seen;
    const begin = (): void => {
      seen.abort();
      resolve();
    };
    for (const sign of signs) addEventListener(sign, begin, { signal, capture: true, passive: true });
    // The focus may be in it already.
    if (document.activeElement !== null && document.activeElement !== document.body) begin();
  });
  return used;
}

/**
 * Comes with the first sign of a person too, and else once the page has nothing more to do: to each who waits for it in a
 * turn of its own, between which the page hears people.
 */
export async function whenUsedOrIdle(): Promise<void> {
  calm ??= Promise.race([whenUsed(), whenIdle()]);
  await calm;
  await new Promise((resolve) => setTimeout(resolve));
}

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = (): void => {
      // Not every browser says when it is idle.
      if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 4_000 });
      else setTimeout(resolve, 1_000);
    };
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true });
  });
