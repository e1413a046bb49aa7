const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

let used: Promise<void> | undefined;

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
