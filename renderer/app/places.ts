/** Where people were on the pages of this document: whoever goes back to one finds it as far down as it was left. */

/** Milliseconds for which a page may still grow before its place is given up: as long as what it asked for may take. */
const growsMs = 30_000;

/** The place of an entry among those of the tab, by the router. */
const here = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/** Notes places from now on. What it gives leads to the one of a page that somebody went back to, once that is drawn. */
export function keepPlaces(): () => void {
  const places = new Map([[here(), scrollY]]);
  let sought: { at: number; y: number } | undefined;
  const note = (): void => {
    // On the way back the page before is still there.
    if (!sought) places.set(here(), scrollY);
  };
  addEventListener("scroll", note, { passive: true });
  // Before the router hears of it: a page may be at hand.
  const lead = (): void => {
    const at = here();
    const y = places.get(at);
    sought = y === undefined ? undefined : { at, y };
  };
  addEventListener("popstate", lead, { capture: true });
  // Whoever moves the page is left alone; whoever presses what leads on may do so before it is told of the last move.
  const take = (): void => {
    sought = undefined;
    note();
  };
  for (const sign of ["pointerdown", "wheel", "touchmove", "keydown"])
    addEventListener(sign, take, { capture: true, passive: true });

  return () => {
    if (sought?.at !== here()) return;
    const mine = sought;
    const growing = new ResizeObserver(() => {
      if (sought === mine && scrollY < mine.y) scrollTo(0, mine.y);
      if (sought !== mine || scrollY >= mine.y) end();
    });
    const end = (): void => {
      growing.disconnect();
      clearTimeout(timer);
      if (sought === mine) sought = undefined;
    };
    const timer = setTimeout(end, growsMs);
    scrollTo(0, mine.y);
    growing.observe(document.body);
  };
}
