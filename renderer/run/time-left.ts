import { useEffect, useState } from "react";
import { useHydrated } from "../page/device.ts";
import type { WordsReader } from "../page/words.ts";

const lookEveryMs = 1_000;
const minuteMs = 60_000;

/**
 * How many milliseconds there are until an instant, looked at each second; fewer than none when it is over. Undefined
 * without one, and where the page is not alive yet.
 */
export function useTimeLeft(at: string | undefined): number | undefined {
  const alive = useHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs);
    return () => clearInterval(timer);
  }, [at]);
  const left = at === undefined || !alive ? NaN : Date.parse(at) - now;
  return Number.isNaN(left) ? undefined : left;
}

/** Whole minutes, the last one begun. */
export const minutesIn = (left: number): number => Math.ceil(Math.max(0, left) / minuteMs);

/** How much time there still is, in words. */
export function tellTimeLeft({ text, fill }: Pick<WordsReader, "text" | "fill">, left: number): string {
  const minutes = minutesIn(left);
  return minutes <= 1 ? text("wait.minute") : fill("wait.minutes", { minutes: String(minutes) });
}
