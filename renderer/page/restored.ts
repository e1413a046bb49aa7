import { useEffect, useEffectEvent } from "react";

/** Milliseconds for which what is shown again is not asked for again. */
export const freshMs = 60_000;

/** Calls when the browser shows the page again as it was left, without loading anything of it (its back-forward cache). */
export function useRestored(act: () => void): void {
  const restored = useEffectEvent(act);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) restored();
    };
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, []);
}
