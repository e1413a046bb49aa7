import { useEffect } from "react";
import type { RunWait } from "../../schemas/engine/evaluate.ts";
import type { Waiting } from "./waiting.ts";

/** Milliseconds between two looks while the page is seen: soon at first, when most comes back, and seldom afterwards. */
const oftenMs = 3_000;
const seldomMs = 15_000;
/** For how long what was shown just now is looked at often. */
const soonMs = 120_000;
/** After its time is over: another clock may be a little behind. */
const afterEndMs = 1_000;

/** Asks whether what a run waits for has come: when the page is seen again, now and then, and when its time is over. */
export function useWatchedWait(waiting: Waiting | undefined, { until }: RunWait): void {
  useEffect(() => {
    if (!waiting) return undefined;
    const began = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    let asking = false;
    const later = (): void => {
      asking = false;
      if (stopped) return;
      const pause = Date.now() - began < soonMs ? oftenMs : seldomMs;
      const left = Date.parse(until) + afterEndMs - Date.now();
      clearTimeout(timer);
      timer = setTimeout(look, left > 0 ? Math.min(pause, left) : pause);
    };
    const look = (): void => {
      if (stopped || asking) return;
      if (document.visibilityState !== "visible" || !navigator.onLine) return later();
      asking = true;
      void waiting.check().finally(later);
    };
    const seen = (): void => {
      if (document.visibilityState === "visible") look();
    };
    later();
    document.addEventListener("visibilitychange", seen);
    addEventListener("pageshow", seen);
    addEventListener("focus", seen);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("pageshow", seen);
      removeEventListener("focus", seen);
    };
  }, [waiting, until]);
}
