import { useEffect, useState } from "react";
import {
  openStateAt,
  placeTimeIn,
  type CompiledBrand,
  type OpeningTimes,
} from "../../schemas/engine/evaluate.ts";
import { dayName } from "../page/day-name.ts";
import { useWords } from "../page/words.ts";

/** Whether somebody is there now, and until when: by the clock of the brand, whatever the zone of the device. */
export function OpenNow({ brand, opening }: { brand: CompiledBrand; opening: OpeningTimes }) {
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
  return fill("site.opensOn", { time, day: dayName(brand.locale, state.weekday) });
}
