import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** Loads what the page can do without for a while: where it cannot be had, once the connection is back. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // The server has all code at hand: there it is a fault.
  if (typeof document === "undefined") return await load();
  const ended = new AbortController();
  // Heard from the beginning: it may be back before it is known that the code was lost.
  const back = new Promise((resolve) => {
    addEventListener("online", resolve, { once: true, signal: ended.signal });
  });
  try {
    return await load();
  } catch {
    await back;
    return await loadPart(load);
  } finally {
    ended.abort();
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
