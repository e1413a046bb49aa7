/** The thread in which documents are drawn: what it gives, and what one document does to the others. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { DocumentContent } from "../../server/documents/content.ts";
import { drawDocument } from "../../server/documents/document.ts";
import { createDrawing, type DrawingLimits } from "../../server/documents/drawing.ts";
import { documentLabels } from "../../server/documents/labels.ts";
import { createSharedThread } from "../../server/shared-thread.ts";
import { countThreads } from "../support/count-threads.ts";

const written = new Date("2026-11-21T12:00:00Z");

/** About so many pages of a PDF. */
const content = (pages: number, more: Partial<DocumentContent> = {}): DocumentContent => ({
  format: "pdf",
  name: "sheet-1",
  brand: { name: "Peña & Hijos", colour: "#0b5cab" },
  locale: "es-CL",
  title: "Hoja de reclamación",
  number: "000000001-2026",
  day: "2026-11-21",
  labels: documentLabels({}),
  sections: [
    {
      title: "Muchas",
      rows: Array.from({ length: pages * 30 }, (_, index) => ({ label: `Pregunta ${index}`, value: "Sí" })),
    },
  ],
  ...more,
});

function open(limits?: Partial<DrawingLimits>) {
  const drawing = createDrawing(limits);
  onTestFinished(() => drawing.close());
  return drawing;
}

const outcome = (drawn: Promise<unknown>): Promise<string> =>
  drawn.then(
    () => "drawn",
    (error: Error) => error.message,
  );

describe("drawing in a thread", () => {
  const usual = createDrawing();
  afterAll(() => usual.close());

  test.each(["pdf", "excel"] as const)("gives the same %s as drawing here", async (format) => {
    const one = await usual.draw(content(1, { format }), written);
    const here = await drawDocument(content(1, { format }), written);
    expect({ name: one.name, type: one.type }).toEqual({ name: here.name, type: here.type });
    expect(Buffer.isBuffer(one.bytes)).toBe(true);
    // An archive keeps the time at which it was made.
    if (format === "pdf") expect(one.bytes.equals(here.bytes)).toBe(true);
    else expect(one.bytes.subarray(0, 4)).toEqual(here.bytes.subarray(0, 4));
  });

  test("a long document lets this thread go on", async () => {
    // Loading the libraries is over.
    await usual.draw(content(1), written);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const { bytes } = await usual.draw(content(40), written);
    clearInterval(timer);
    expect(bytes.length).toBeGreaterThan(200_000);
    expect(turns).toBeGreaterThan(5);
  });

  test("one that takes too much memory fails alone, and the next has a new thread", async () => {
    // Twice what one page takes with the libraries, which differs from one thread to the next.
    const drawing = open({ memory: 64 });
    const results = await Promise.all([
      outcome(drawing.draw(content(1), written)),
      outcome(drawing.draw(content(240), written)),
      outcome(drawing.draw(content(1), written)),
    ]);
    expect(results).toEqual(["drawn", expect.stringMatching(/memory/), "drawn"]);
  });

  test("one that takes too long is given up, and the next has its turn", async () => {
    const drawing = open({ maxDurationMs: 1 });
    const two = [drawing.draw(content(1), written), drawing.draw(content(1), written)];
    const late = "A document took longer than 1 ms";
    expect(await Promise.all(two.map(outcome))).toEqual([late, late]);
  });

  test("one that cannot be drawn says why", async () => {
    expect(await outcome(usual.draw(content(1, { title: [{ var: "x" }] }), written))).toMatch(/\{x\}/);
    expect(await outcome(usual.draw(content(1), written))).toBe("drawn");
  });

  test("only so many wait, and not for ever", async () => {
    const drawing = open({ waiting: 1, maxWaitMs: 50 });
    const long = outcome(drawing.draw(content(2), written));
    const second = outcome(drawing.draw(content(1), written));
    expect(await outcome(drawing.draw(content(1), written))).toMatch(/^Too many/);
    expect(await second).toMatch(/^A document waited longer than 50 ms/);
    expect(await long).toBe("drawn");
  });

  test("closing fails what is under way, and takes nothing new", async () => {
    const drawing = createDrawing();
    const one = outcome(drawing.draw(content(100), written));
    const two = outcome(drawing.draw(content(1), written));
    await wait(20);
    await drawing.close();
    const no = "No documents are drawn any more";
    expect([await one, await two, await outcome(drawing.draw(content(1), written))]).toEqual([no, no, no]);
  });

  test("one that is closed while nobody waits leaves its thread to the next; one that draws does not", async () => {
    const shared = createSharedThread();
    const threads = countThreads();
    const first = createDrawing({}, shared);
    await first.draw(content(1), written);
    await first.close();
    const next = createDrawing({}, shared);
    await next.draw(content(1), written);
    expect(threads()).toBe(1);
    const long = outcome(next.draw(content(100), written));
    await next.close();
    expect(await long).toBe("No documents are drawn any more");
    expect(shared.take()).toBeUndefined();
  });
});
