/** A moment by the clock of the place. */
export interface PlaceTime {
  /** `yyyy-mm-dd`. */
  day: string;
  /** `HH:mm`. */
  time: string;
}

// Making one takes longer than a hundred answers of it.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

/** Day and time of day in a time zone, whatever the zone of the device. */
export function placeTimeIn(timeZone: string, now: Date): PlaceTime {
  const parts = formatOf(timeZone).formatToParts(now);
  const { year, month, day, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}
