import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useMedia } from "../../page/device.ts";

export interface Slides {
  /** What scrolls from slide to slide: it is swiped, as the platform does. */
  track: RefObject<HTMLUListElement | null>;
  current: number;
  go(index: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Slides of one width side by side, one of them in view. */
export function useSlides(count: number, first = 0): Slides {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  const calm = useMedia("(prefers-reduced-motion: reduce)", true);

  useEffect(() => {
    const scroller = track.current;
    if (!scroller) return undefined;
    if (first > 0) scroller.scrollTo({ left: first * scroller.clientWidth, behavior: "instant" });
    const scrolled = (): void =>
      setCurrent(Math.round(scroller.scrollLeft / Math.max(1, scroller.clientWidth)));
    scroller.addEventListener("scroll", scrolled, { passive: true });
    return () => scroller.removeEventListener("scroll", scrolled);
    // Where it begins is settled once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function go(index: number): void {
    const scroller = track.current;
    const next = Math.min(count - 1, Math.max(0, index));
    scroller?.scrollTo({ left: next * scroller.clientWidth, behavior: calm ? "instant" : "smooth" });
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(current - 1),
    ArrowRight: () => go(current + 1),
    Home: () => go(0),
    End: () => go(count - 1),
  };
  return {
    track,
    current,
    go,
    onKeyDown: (event) => {
      const press = keys[event.key];
      if (!press || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      press();
    },
  };
}
