import { useEffect, useRef, useState, type RefObject } from "react";
import { useHydrated, useMedia } from "../page/device.ts";
import { slideTo } from "./slide-to.ts";

/** How long a slide stays, in milliseconds. */
const slideMs = 6_000;
/** How long it takes to the next, in milliseconds. */
const transitionMs = 1_000;

export interface CarouselState {
  section: RefObject<HTMLElement | null>;
  /** What scrolls from slide to slide. */
  list: RefObject<HTMLDivElement | null>;
  current: number;
  /** Whether the code is there that makes slides take turns. */
  alive: boolean;
  plays: boolean;
  toggle(): void;
  /** Shows a slide because somebody asked for it; the first follows the last. From then on they take no more turns. */
  go(index: number): void;
  /** The slide that somebody asked for last: to be announced, unlike those that come by themselves. */
  said: number | undefined;
}

const widthOf = ({ clientWidth }: HTMLElement): number => clientWidth;

/**
 * Lets slides that can be scrolled take turns. They do not where people want no motion, and they wait while somebody is at
 * them, with the pointer or the focus, or while the page cannot be seen.
 * @param strideOf how far it is from one slide to the next: the same function each time
 */
export function useCarousel(
  count: number,
  strideOf: (scroller: HTMLElement) => number = widthOf,
): CarouselState {
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const alive = useHydrated();
  const calm = useMedia("(prefers-reduced-motion: reduce)", true);
  const [asked, setAsked] = useState<boolean>();
  const plays = asked ?? !calm;
  const [held, setHeld] = useState(false);
  const [said, setSaid] = useState<number>();
  /** Ends what is under way from one slide to the next. */
  const stopSliding = useRef<() => void>(undefined);

  useEffect(() => () => stopSliding.current?.(), []);

  useEffect(() => {
    const holder = section.current;
    if (!holder) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    let hovered = false;
    const judge = (): void => setHeld(hovered || holder.contains(document.activeElement) || document.hidden);
    const over = (now: boolean) => () => {
      hovered = now;
      judge();
    };
    holder.addEventListener("pointerenter", over(true), { signal });
    holder.addEventListener("pointerleave", over(false), { signal });
    const focused = ({ target }: Event): void => {
      judge();
      const one = target as Element;
      if (!one.matches(":focus-visible")) return;
      // Browsers leave what is seen in part where it is, and a slide that is under way would go on.
      stopSliding.current?.();
      one.closest("li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    holder.addEventListener("focusin", focused, { signal });
    // What has the focus is known after this.
    holder.addEventListener("focusout", () => queueMicrotask(judge), { signal });
    document.addEventListener("visibilitychange", judge, { signal });
    return () => stop.abort();
  }, []);

  const lastIndex = count - 1;
  // Slides that were swiped: which one it is once they are still.
  useEffect(() => {
    const scroller = list.current;
    if (!scroller) return undefined;
    let still: ReturnType<typeof setTimeout>;
    const scrolled = (): void => {
      clearTimeout(still);
      still = setTimeout(() => {
        if (stopSliding.current) return;
        const { scrollLeft, scrollWidth, clientWidth } = scroller;
        // The last page may be a part of one.
        const isAtEnd = scrollLeft > 0 && scrollLeft + clientWidth >= scrollWidth - 2;
        setCurrent(isAtEnd ? lastIndex : Math.round(scrollLeft / Math.max(1, strideOf(scroller))));
      }, 150);
    };
    scroller.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(still);
      scroller.removeEventListener("scroll", scrolled);
    };
  }, [lastIndex, strideOf]);

  function show(index: number): void {
    const next = (index + count) % count;
    const scroller = list.current;
    stopSliding.current?.();
    if (scroller) {
      const left = next * strideOf(scroller);
      const onEnd = (): void => void (stopSliding.current = undefined);
      if (calm) scroller.scrollTo({ left });
      else stopSliding.current = slideTo(scroller, left, { duration: transitionMs, onEnd });
    }
    setCurrent(next);
  }

  useEffect(() => {
    if (!plays || held) return undefined;
    // A slide stays its time once it is there.
    const timer = setTimeout(() => show(current + 1), slideMs + (stopSliding.current ? transitionMs : 0));
    return () => clearTimeout(timer);
  });

  return {
    section,
    list,
    current,
    alive,
    plays,
    toggle: () => setAsked(!plays),
    go: (index) => {
      setAsked(false);
      show(index);
      setSaid((index + count) % count);
    },
    said,
  };
}
