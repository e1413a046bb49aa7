import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useMedia } from "../../page/device.ts";

export interface Slides {
  /** What scrolls from slide to slide: it is swiped, as the platform does. */
  track: RefObject<HTMLUListElement | null>;
  /** The slide that is seen. */
  current: number;
  go(index: number): void;
  /** So many slides on from the one that was asked for last: it may not be seen yet. */
  step(by: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** What says that somebody takes the slides into their own hands. */
const taken = ["touchstart", "wheel"] as const;

const leftOf = (scroller: HTMLElement, index: number): number => index * scroller.clientWidth;

/** Slides of one width side by side, one of them in view. */
export function useSlides(count: number, first = 0): Slides {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The slide that was asked for, until it is there. */
  const asked = useRef<number>(undefined);
  const calm = useMedia("(prefers-reduced-motion: reduce)", true);
  const behavior = calm ? "instant" : "smooth";

  useEffect(() => {
    const scroller = track.current;
    if (first > 0) scroller?.scrollTo({ left: leftOf(scroller, first), behavior: "instant" });
    // Where it begins is settled once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const scroller = track.current;
    if (!scroller) return undefined;
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    const on = (type: string, act: () => void): void => scroller.addEventListener(type, act, options);
    on("scroll", () => {
      const { scrollLeft, clientWidth } = scroller;
      setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)));
      if (asked.current === undefined) return;
      if (Math.abs(scrollLeft - leftOf(scroller, asked.current)) < 1) asked.current = undefined;
    });
    // A swipe that still slides comes to its own end, and one way ends where the next was asked for.
    on("scrollend", () => {
      if (asked.current !== undefined) scroller.scrollTo({ left: leftOf(scroller, asked.current), behavior });
    });
    for (const type of taken) on(type, () => void (asked.current = undefined));
    return () => stop.abort();
  }, [behavior]);

  function go(index: number): void {
    const scroller = track.current;
    if (!scroller) return;
    asked.current = Math.min(count - 1, Math.max(0, index));
    scroller.scrollTo({ left: leftOf(scroller, asked.current), behavior });
  }

  const step = (by: number): void => go((asked.current ?? current) + by);

  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => go(0),
    End: () => go(count - 1),
  };
  return {
    track,
    current,
    go,
    step,
    onKeyDown: (event) => {
      const press = keys[event.key];
      if (!press || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      press();
    },
  };
}
