/** Slow at both ends. */
const eased = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

/** What says that somebody takes the slides into their own hands. */
const taken = ["pointerdown", "wheel", "touchstart", "keydown"] as const;

/**
 * Scrolls to a place in so many milliseconds, as smooth scrolling of the browser does in a time of its own. Somebody who
 * scrolls meanwhile is left alone. Returns the way to stop where it is.
 */
export function slideTo(
  scroller: HTMLElement,
  left: number,
  { duration, onEnd }: { duration: number; onEnd(): void },
): () => void {
  const [from, begin] = [scroller.scrollLeft, performance.now()];
  const stop = new AbortController();
  const { signal } = stop;
  const end = (): void => {
    if (signal.aborted) return;
    stop.abort();
    scroller.style.removeProperty("scroll-snap-type");
    onEnd();
  };
  const move = (now: number): void => {
    if (signal.aborted) return;
    const part = Math.min(1, Math.max(0, (now - begin) / duration));
    scroller.scrollLeft = from + (left - from) * eased(part);
    if (part < 1) requestAnimationFrame(move);
    else end();
  };
  // Between two slides nothing may snap.
  scroller.style.scrollSnapType = "none";
  for (const type of taken) scroller.addEventListener(type, end, { signal, passive: true });
  requestAnimationFrame(move);
  return end;
}
