import { useEffect, useState, type RefObject } from "react";

/** What says of itself that it waits for something: choices, views, buttons. */
const waiting = "[aria-busy=true], [data-status=loading]";
/** Milliseconds without any of them: what came may ask for the next thing. */
const calmMs = 60;
/** Milliseconds after which nobody waits for the rest. */
const maxMs = 6_000;

/** Whether all that a part of a page asked for when it was drawn has come, or failed. Once it has, that stays. */
export function useAtRest(box: RefObject<HTMLElement | null>): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    if (isAtRest) return undefined;
    const part = box.current!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (part.querySelector(waiting) === null) timer = setTimeout(() => setAtRest(true), calmMs);
    };
    const watched = new MutationObserver(look);
    watched.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
    const end = setTimeout(() => setAtRest(true), maxMs);
    look();
    return () => {
      watched.disconnect();
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [box, isAtRest]);
  return isAtRest;
}
