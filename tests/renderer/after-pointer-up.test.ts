/** What arrives while something is pressed waits for the end of the press, as long as it is short. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPointerUp, pointerUp, watchPresses } from "../../renderer/run/after-pointer-up.ts";

const page = new EventTarget();
watchPresses(page);
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Moment = [at: number, event: "pointerdown" | "pointerup" | "pointercancel"];

/** After a press: the click comes between. A turn takes a millisecond. */
const turn = 1;

/** Plays the events, asks at a moment, and tells at which one it came: milliseconds of the page. */
async function cameAt(moments: Moment[], askedAt: number, ask: (came: () => void) => void): Promise<number> {
  const began = performance.now();
  let came = Number.NaN;
  for (const [at, event] of moments) setTimeout(() => page.dispatchEvent(new Event(event)), at);
  setTimeout(() => ask(() => (came = performance.now() - began)), askedAt);
  await vi.advanceTimersByTimeAsync(2_000);
  return came;
}

test.each<[string, Moment[], number, number]>([
  ["nothing is pressed", [], 100, 100],
  [
    "it was pressed before",
    [
      [10, "pointerdown"],
      [90, "pointerup"],
    ],
    100,
    100,
  ],
  [
    "it is pressed",
    [
      [50, "pointerdown"],
      [180, "pointerup"],
    ],
    100,
    180 + turn,
  ],
  [
    "the page is moved with a finger",
    [
      [50, "pointerdown"],
      [120, "pointercancel"],
    ],
    100,
    120 + turn,
  ],
  [
    "something is dragged",
    [
      [50, "pointerdown"],
      [1_500, "pointerup"],
    ],
    100,
    550,
  ],
  [
    "something was dragged for long",
    [
      [50, "pointerdown"],
      [1_500, "pointerup"],
    ],
    900,
    900,
  ],
])("an answer that comes while %s", async (_, moments, asked, expected) => {
  const came = await cameAt(moments, asked, (done) => void pointerUp().then(done));
  expect(Math.round(came)).toBe(expected);
});

test("what a field says when it is left waits for the end of a press, however long that is", async () => {
  const moments: Moment[] = [
    [50, "pointerdown"],
    [1_500, "pointerup"],
  ];
  expect(Math.round(await cameAt(moments, 100, afterPointerUp))).toBe(1_500 + turn);
});
