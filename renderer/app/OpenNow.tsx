import { startTransition, useEffect, useState } from "react";
import {
  openStateAt,
  placeTimeIn,
  weekdayNames,
  type CompiledBrand,
  type OpeningTimes,
} from "../../schemas/engine/evaluate.ts";
import { whenUsedOrIdle } from "../page/when-used.ts";
import { useWords } from "../page/words.ts";

interface OpenNowProps {
  brand: CompiledBrand;
  opening: OpeningTimes;
}

/**
 * Whether somebody is there now, and until when: what no page that is kept can say. The clock of another zone takes a phone
 * long to set up, so it waits until nothing else is to be done.
 */
export function OpenNow(props: OpenNowProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    void whenUsedOrIdle().then(() => startTransition(() => setDue(true)));
  }, []);
  return isDue && <Now {...props} />;
}

/** By the clock of the brand, whatever the zone of the device. */
function Now({ brand, opening }: OpenNowProps) {
  const { fill } = useWords();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(tick);
  }, []);
  const state = openStateAt(opening, placeTimeIn(brand.timeZone, now));
  if (!state) return null;
  const { time } = state;
  if (state.open) return fill("site.open", { time });
  if (state.inDays === 0) return fill("site.opensToday", { time });
  if (state.inDays === 1) return fill("site.opensTomorrow", { time });
  return fill("site.opensOn", { time, day: dayNamed(state.weekday) });
}

/** What a day of the week is called, of which Sunday is 0. */
const dayNamed = (weekday: number): string => weekdayNames[(weekday + 6) % 7]!;
