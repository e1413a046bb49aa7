import { useEffect, type RefObject } from "react";

/**
 * Keeps an element as tall as it was at a press while it can be seen, so that nothing under it moves away from a finger.
 * Once it is out of sight it takes the room that it needs.
 */
export function useHeldHeight(ref: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const hold = (): void => {
      element.style.minBlockSize = "";
      element.style.minBlockSize = `${heightOf(element)}px`;
    };
    hold();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.isIntersecting) return;
      const before = heightOf(element);
      hold();
      const isAbove = entry.boundingClientRect.bottom <= 0;
      // Browsers that keep the page where it is do so themselves.
      if (isAbove && !CSS.supports("overflow-anchor", "auto")) {
        window.scrollBy({ top: heightOf(element) - before, behavior: "instant" });
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.style.minBlockSize = "";
    };
  }, [ref, submitCount]);
}

const heightOf = (element: HTMLElement): number => element.getBoundingClientRect().height;
