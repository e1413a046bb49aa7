import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** Milliseconds after which what could not be had is asked for again: at first, and at most. */
const [firstWaitMs, longestWaitMs] = [2_000, 60_000];

/**
 * Loads what the page can do without for a while: where it cannot be had, once the connection is back, with the next press of
 * whoever may wait for it, and by itself, ever later, where it was the server that failed.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // The server has all code at hand: there it is a fault.
  if (typeof document === "undefined") return await load();
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const ended = new AbortController();
    const { signal } = ended;
    // Heard from the beginning: it may be back before it is known that the code was lost.
    const back = new Promise((resolve) => {
      addEventListener("online", resolve, { signal });
    });
    try {
      return await load();
    } catch {
      const again = new Promise((resolve) => {
        addEventListener("click", resolve, { capture: true, signal });
        if (!navigator.onLine) return;
        const timer = setTimeout(resolve, waitMs);
        signal.addEventListener("abort", () => clearTimeout(timer));
      });
      await Promise.race([back, again]);
    } finally {
      ended.abort();
    }
  }
}

/**
 * A part of a page whose code comes later. Where it cannot be had, what the server drew stays, or nothing: React would take
 * the whole page away for it, with all that was typed.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React says it of `lazy`
export const lazyPart = <C extends ComponentType<any>>(
  load: () => Promise<{ default: C }>,
): LazyExoticComponent<C> => lazy(() => loadPart(load));
