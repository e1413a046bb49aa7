import { describe, expect, test } from "vitest";
import { calendarFile, calendarFileName, instantOf } from "../../schemas/engine/all.ts";
import { drawField } from "./support/drawn-field.ts";

describe("a moment", () => {
  test.each<[string, string, string, string, string]>([
    ["summer in Chile", "2026-11-26", "10:30", "America/Santiago", "2026-11-26T13:30:00Z"],
    ["winter in Chile", "2026-06-26", "10:30", "America/Santiago", "2026-06-26T14:30:00Z"],
    [
      "the evening before the clocks go back",
      "2026-04-04",
      "22:00",
      "America/Santiago",
      "2026-04-05T01:00:00Z",
    ],
    [
      "the hour that comes twice, the first time",
      "2026-04-04",
      "23:30",
      "America/Santiago",
      "2026-04-05T02:30:00Z",
    ],
    ["the morning after", "2026-04-05", "09:00", "America/Santiago", "2026-04-05T13:00:00Z"],
    ["the evening before they go forward", "2026-09-05", "23:30", "America/Santiago", "2026-09-06T03:30:00Z"],
    ["the hour that is left out", "2026-09-06", "00:30", "America/Santiago", "2026-09-06T04:30:00Z"],
    ["right after it", "2026-09-06", "01:00", "America/Santiago", "2026-09-06T04:00:00Z"],
    ["that morning", "2026-09-06", "09:00", "America/Santiago", "2026-09-06T12:00:00Z"],
    ["summer in Peru", "2026-01-15", "18:00", "America/Lima", "2026-01-15T23:00:00Z"],
    ["winter in Peru", "2026-07-15", "18:00", "America/Lima", "2026-07-15T23:00:00Z"],
    ["over midnight", "2026-12-31", "23:00", "America/Lima", "2027-01-01T04:00:00Z"],
    ["a leap day", "2028-02-29", "00:00", "America/Santiago", "2028-02-29T03:00:00Z"],
  ])("%s", (_when, date, time, zone, utc) => {
    expect(new Date(instantOf(date, time, zone)).toISOString()).toBe(utc.replace("Z", ".000Z"));
  });

  test.each([
    ["", "10:30"],
    ["26/11/2026", "10:30"],
    ["2026-11-26", "25:00"],
    ["2026-11-26", "any"],
  ])("is not %j %j", (date, time) => {
    expect(() => instantOf(date, time, "America/Lima")).toThrow(RangeError);
  });
});

const event = {
  uid: "PP-1@si.localhost",
  author: "Salazar Israel",
  today: "2026-11-21",
  start: Date.UTC(2026, 10, 26, 13, 30),
  minutes: 45,
  title: "Visita",
  place: "",
  description: "",
};
const unfolded = (text: string): string[] => text.replaceAll("\r\n ", "").split("\r\n");

describe("the file", () => {
  test("says what, when and by whom, line by line", () => {
    expect(calendarFile(event)).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Salazar Israel//ES",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        "UID:PP-1@si.localhost",
        "DTSTAMP:20261121T000000Z",
        "DTSTART:20261126T133000Z",
        "DTEND:20261126T141500Z",
        "SUMMARY:Visita",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  });

  test("a later version says so, and one that does not take place takes it out", () => {
    const changed = calendarFile({ ...event, sequence: 3 });
    expect(changed).toContain("\r\nMETHOD:PUBLISH\r\n");
    expect(changed).toContain("\r\nSEQUENCE:3\r\n");
    const cancelled = calendarFile({ ...event, sequence: 4, isCancelled: true });
    expect(cancelled).toContain("\r\nMETHOD:CANCEL\r\n");
    expect(cancelled).toContain("\r\nSEQUENCE:4\r\nSTATUS:CANCELLED\r\n");
  });

  test.each([
    ["a comma; a semicolon", String.raw`a comma\; a semicolon`],
    ["Bilbao 10, Santiago", String.raw`Bilbao 10\, Santiago`],
    [String.raw`C:\autos`, String.raw`C:\\autos`],
    ["uno\ndos\r\ntres", String.raw`uno\ndos\ntres`],
    ["END:VEVENT\r\nBEGIN:VALARM", String.raw`END:VEVENT\nBEGIN:VALARM`],
    ["\u0007bell", "bell"],
  ])("%j is %j", (place, written) => {
    expect(unfolded(calendarFile({ ...event, place }))).toContain(`LOCATION:${written}`);
  });

  test.each([
    "á".repeat(100),
    "🚗".repeat(60),
    "x".repeat(66),
    "x".repeat(67),
    "Av. Libertador Bernardo O'Higgins 1234, piso 5, oficina 501, Santiago de Chile, Región Metropolitana",
  ])("no line is longer than 75 octets, and no sign is split: %s", (title) => {
    const text = calendarFile({ ...event, title });
    const lines = text.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/[^\r]\n|\uFFFD/);
    expect(Buffer.from(text).toString()).toBe(text);
    expect(unfolded(text)).toContain(`SUMMARY:${title.replaceAll(",", String.raw`\,`)}`);
  });

  test.each([
    ["Inspección de tu auto en Salazar Israel", "inspeccion-de-tu-auto-en-salazar-israel.ics"],
    ["../../¡Ñandú!", "nandu.ics"],
    ["…", "evento.ics"],
    ["a".repeat(200), `${"a".repeat(60)}.ics`],
  ])("of %j is called %s", (title, name) => {
    expect(calendarFileName(title)).toBe(name);
  });
});

describe("the button that gives the file", () => {
  const event = { date: "ask.it", time: "ask.it", minutes: 60 };
  const drawn = (answer?: string): string => drawField({ widget: "event", event }, answer);

  test("is there when a day and a time were agreed on, and not before", () => {
    expect(drawn("2026-11-26")).toContain(">event.add<");
    expect(drawn()).not.toContain("event.add");
  });
});
