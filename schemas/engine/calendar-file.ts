/** One event as a file that calendars take: iCalendar, RFC 5545. */
import { anchorOf } from "./4-evaluate/anchor-of.ts";

export interface CalendarEvent {
  /** Names it for good: added twice, it is one. */
  uid: string;
  author: string;
  /** `yyyy-mm-dd`, of the page: what is drawn and written depends on no clock of a device. */
  today: string;
  /** Milliseconds since 1970, UTC. */
  start: number;
  minutes: number;
  title: string;
  place: string;
  description: string;
  /** Which of its versions this is: a later one counts. Left out, it is the first. */
  sequence?: number;
  /** It does not take place: calendars take it out. */
  isCancelled?: boolean;
}

/** What a mail says of it too. Published for whoever wants it: nobody is asked whether they come. */
export const calendarMethod = ({ isCancelled }: Pick<CalendarEvent, "isCancelled">): "PUBLISH" | "CANCEL" =>
  isCancelled ? "CANCEL" : "PUBLISH";

/** The name of what was agreed on in a submission, wherever it is written: there is one in each. */
export const calendarUid = (submission: string, brand: string): string =>
  `${submission}@${brand.toLowerCase()}`;

/** The text of the file. Lines end as the format wants, and none is longer than 75 octets. */
export function calendarFile(event: CalendarEvent): string {
  const { uid, author, today, start, minutes, title, place, description, sequence, isCancelled } = event;
  const texts: [string, string][] = [
    ["SUMMARY", title],
    ["LOCATION", place],
    ["DESCRIPTION", description],
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(author)}//ES`,
    "CALSCALE:GREGORIAN",
    `METHOD:${calendarMethod(event)}`,
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${today.replaceAll("-", "")}T000000Z`,
    `DTSTART:${written(start)}`,
    `DTEND:${written(start + minutes * 60_000)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...(isCancelled ? ["STATUS:CANCELLED"] : []),
    ...texts.filter(([, text]) => text !== "").map(([name, text]) => `${name}:${escaped(text)}`),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const written = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, "");

/** Of a sign in UTF-8. */
const octets = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Longer lines go on in the next one, after a space; no sign is split. */
function folded(line: string): string {
  const longest = 75;
  let text = "";
  let room = longest;
  for (const sign of line) {
    const length = octets(sign.codePointAt(0)!);
    if (length > room) {
      text += "\r\n ";
      room = longest - 1;
    }
    text += sign;
    room -= length;
  }
  return text;
}

/**
 * When a day and a time are in a time zone, `yyyy-mm-dd` and `HH:mm`. A time that the clocks pass twice is the first one;
 * one that they leave out is as it would be without the change.
 * @throws {RangeError} on what is no day or no time.
 */
export function instantOf(date: string, time: string, timeZone: string): number {
  const local = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(local)) throw new RangeError(`"${date} ${time}" is no moment`);
  const day = 24 * 60 * 60_000;
  const candidates = [local - day, local + day].map((near) => local - offsetAt(near, timeZone));
  return candidates.find((instant) => instant + offsetAt(instant, timeZone) === local) ?? candidates[0]!;
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  const shown = Date.UTC(year!, month! - 1, day, hour, minute, second);
  return shown - Math.floor(instant / 1000) * 1000;
}

/** A file's name after what it is about: small letters and digits alone. */
export function calendarFileName(title: string): string {
  return `${anchorOf(title) || "evento"}.ics`;
}
