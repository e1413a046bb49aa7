import { useEffect, useRef, type RefObject } from "react";

/** Leads to where a part of the page says what it is, or how much there is of it. */
export function focusWords(part: Element | null | undefined): void {
  part?.querySelector<HTMLElement>("[tabindex='-1']")?.focus();
}

/** Whoever used something that went by that goes on reading where it stood or, where that has gone too, at the page's title. */
export function keepPlace(part: Element | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      focusWords(part?.isConnected ? part : document.querySelector("main"));
  });
}

/** Gives the focus to `place` where it was lost with what went as `state` became another one. */
export function useFocusKept(state: unknown, place: RefObject<HTMLElement | null>): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state, place]);
}
