import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { flushSync } from "react-dom";

/**
 * The ref of a `<dialog>` that stands over the page, and keeps the focus, for as long as it is drawn, or while `isOpen`. Who
 * wants it closed tells `onClose`, as its own buttons do: it is closed once nobody draws it. Nothing waits for the event of its
 * end, which browsers send in a turn of its own: what is pressed before that would be told that it is open still.
 */
export function useModal(onClose: () => void, isOpen = true): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null);
  const tell = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const shown = box.current!;
    const ended = new AbortController();
    const asked = (event: Event): void => {
      // Of something within it, it is that one's; where it cannot be held up, the end itself tells.
      if (event.target !== shown || !event.cancelable) return;
      event.preventDefault();
      tell();
    };
    // Not every way to close it can be held up: then it is told in the same turn.
    const seen = new MutationObserver(() => {
      if (shown.open) return;
      flushSync(tell);
      if (!ended.signal.aborted) shown.showModal();
    });
    shown.showModal();
    shown.addEventListener("cancel", asked, { signal: ended.signal });
    seen.observe(shown, { attributeFilter: ["open"] });
    return () => {
      ended.abort();
      seen.disconnect();
      shown.close();
    };
  }, [isOpen]);
  return box;
}
